import type { DialectName } from '../record/events/model_payloads.js';
import { chatDialect } from './dialects/chat/chat_dialect.js';
import type { Dialect } from './dialects/dialect.js';
import { geminiDialect } from './dialects/gemini/gemini_dialect.js';
import { messagesDialect } from './dialects/messages/messages_dialect.js';
import { responsesDialect } from './dialects/responses/responses_dialect.js';

const dialectsByName: Readonly<Record<DialectName, Dialect>> = {
  chat: chatDialect,
  responses: responsesDialect,
  messages: messagesDialect,
  gemini: geminiDialect,
};

export const getDialect = (name: DialectName): Dialect => dialectsByName[name];
