import type { DialectName } from '../../../record/model_events.js';
import { chat } from './chat.js';
import type { Dialect } from './dialect.js';
import { gemini } from './gemini.js';
import { messages } from './messages.js';
import { responses } from './responses.js';

const all: Readonly<Record<DialectName, Dialect>> = { chat, responses, messages, gemini };

export const dialectNamed = (name: DialectName): Dialect => all[name];
