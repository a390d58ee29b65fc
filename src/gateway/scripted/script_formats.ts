import type { DialectName } from '../../record/events/model_payloads.js';
import { chatScriptFormat } from './chat_script_format.js';
import { geminiScriptFormat } from './gemini_script_format.js';
import { messagesScriptFormat } from './messages_script_format.js';
import { responsesScriptFormat } from './responses_script_format.js';
import type { ScriptFormat } from './script_format.js';

export const scriptFormats: Record<DialectName, ScriptFormat> = {
  chat: chatScriptFormat,
  responses: responsesScriptFormat,
  messages: messagesScriptFormat,
  gemini: geminiScriptFormat,
};
