import { chat } from '../../../../src/run/gateway/dialects/chat.js';
import type { Asked, Dialect, JsonObject, Route } from '../../../../src/run/gateway/dialects/dialect.js';
import { gemini } from '../../../../src/run/gateway/dialects/gemini.js';
import { messages } from '../../../../src/run/gateway/dialects/messages.js';
import { responses } from '../../../../src/run/gateway/dialects/responses.js';

export type { Asked, JsonObject };

const reads =
  (dialect: Dialect, base: JsonObject, more: Partial<Route> = {}) =>
  (fields: JsonObject): Asked => {
    const body = { ...base, ...fields };
    const asked = dialect.readRequest(body, { dialect: dialect.name, operation: 'generate', ...more });
    if ('unreadable' in asked) throw new Error(asked.unreadable);
    return asked;
  };

/** Reads a body that has these fields beside what each format needs. */
export const dialects = {
  chat: reads(chat, { model: 'm', messages: [] }),
  responses: reads(responses, { model: 'm', input: 'x' }),
  messages: reads(messages, { model: 'm', messages: [] }),
  gemini: reads(gemini, { contents: [] }, { model: 'm' }),
};
