import type { DialectName } from '../../../../record/model_events.js';
import { chat } from './chat.js';
import type { Format } from './format.js';
import { gemini } from './gemini.js';
import { messages } from './messages.js';
import { responses } from './responses.js';

export const formats: Record<DialectName, Format> = { chat, responses, messages, gemini };
