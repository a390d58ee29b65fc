import { chatDialect } from '../../../src/gateway/dialects/chat/chat_dialect.js';
import type { Dialect, JsonObject, ModelRoute, ParsedRequest } from '../../../src/gateway/dialects/dialect.js';
import { geminiDialect } from '../../../src/gateway/dialects/gemini/gemini_dialect.js';
import { messagesDialect } from '../../../src/gateway/dialects/messages/messages_dialect.js';
import { responsesDialect } from '../../../src/gateway/dialects/responses/responses_dialect.js';

export type { JsonObject, ParsedRequest };

const reads =
  (dialect: Dialect, base: JsonObject, more: Partial<ModelRoute> = {}) =>
  (fields: JsonObject): ParsedRequest => {
    const body = { ...base, ...fields };
    const asked = dialect.readRequest(body, { dialect: dialect.name, operation: 'generate', ...more });
    if ('unreadable' in asked) throw new Error(asked.unreadable);
    return asked;
  };

/** Reads a body that has these fields beside what each format needs. */
export const dialects = {
  chat: reads(chatDialect, { model: 'm', messages: [] }),
  responses: reads(responsesDialect, { model: 'm', input: 'x' }),
  messages: reads(messagesDialect, { model: 'm', messages: [] }),
  gemini: reads(geminiDialect, { contents: [] }, { model: 'm' }),
};
