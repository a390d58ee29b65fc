import type { DialectName } from '../../../../record/events/model_payloads.js';
import { chatFormat } from './chat_format.js';
import { geminiFormat } from './gemini_format.js';
import type { LoopFormat } from './loop_format.js';
import { messagesFormat } from './messages_format.js';
import { responsesFormat } from './responses_format.js';

/** All wire formats of the loop agent. */
export const loopFormats: Readonly<Record<DialectName, LoopFormat>> = {
  chat: chatFormat,
  responses: responsesFormat,
  messages: messagesFormat,
  gemini: geminiFormat,
};
