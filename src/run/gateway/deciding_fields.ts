import { ADDRESSES, PROVIDERS_FIELDS } from './beyond.js';
import { foldCase, foldName, WRAPPERS } from './field_names.js';
import { INSIDE, REFERRING } from './references.js';
import { COUNTED } from './uncounted.js';

/** Fields that decide what a request may use, where it goes and how it is read, in the spellings in which formats have them. */
const DECIDING: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'stream_options', 'include_usage', 'n', 'messages', 'input', 'instructions', 'system'],
  ...['tools', 'tool_choice', 'functions', 'max_tokens', 'max_completion_tokens', 'max_output_tokens'],
  ...['maxOutputTokens', 'contents', 'systemInstruction', 'system_instruction', 'generationConfig'],
  ...['generation_config', 'candidateCount', 'candidate_count', 'thinking', 'budget_tokens', 'thinking_budget'],
  ...['thinkingBudget', 'thinkingConfig', 'thinking_config', 'reasoning', 'cachedContent', 'previous_response_id'],
  ...[...PROVIDERS_FIELDS, ...COUNTED, ...WRAPPERS, 'generate_content_request'],
]);

/** Settings within which names decide as well. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['stream_options', 'generationConfig', 'generation_config', 'thinking', 'thinkingConfig', 'thinking_config'],
  ...['reasoning', 'generate_content_request', ...WRAPPERS],
]);

const cases = new Map([...DECIDING].map((name) => [foldCase(name), name]));
const spellings = new Map([...DECIDING].map((name) => [foldName(name), name]));

/** What is looked for anywhere in a body. */
const LOOKED_AT: ReadonlySet<string> = new Set(
  [...DECIDING, ...REFERRING, ...INSIDE, ...ADDRESSES, 'url', 'environment'].map(foldName),
);

/** Returns the deciding field that a name may be read as; undefined = none. */
export function decidingField(name: string): string | undefined {
  if (DECIDING.has(name)) return name;
  return cases.get(foldCase(name)) ?? spellings.get(foldName(name));
}

/** Tells whether names decide within a field as well. */
export const isSettings = (name: string): boolean => SETTINGS.has(name);

/** Tells whether a name is one of those that any check looks at, wherever it stands. */
export const isLookedAt = (name: string): boolean => LOOKED_AT.has(foldName(name));
