import type { ParsedMessage } from './dialect.js';

/** Roles of messages by their names in OpenAI's formats. */
export const openAiRoles: Readonly<Record<string, ParsedMessage['role']>> = Object.freeze({
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
});
