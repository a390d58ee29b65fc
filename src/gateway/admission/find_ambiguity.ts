import { isJsonObject, type JsonObject } from '../dialects/dialect.js';
import { foldCase, foldName, WRAPPER_FIELDS } from './fold_name.js';
import { NESTED_PART_FIELDS, REFERENCE_FIELDS } from './reject_foreign_reference.js';
import { ADDRESS_FIELDS, PROVIDER_FIELDS } from './reject_provider_tools.js';
import { METERED_FIELDS } from './reject_unmeterable.js';

/**
 * Detection of bodies that two parsers could read differently. The gateway reads a body, and so does the upstream. With
 * a duplicate name some parsers take the first value, some the last; some take `Max_Tokens` for `max_tokens`. Such
 * bodies are rejected: else a cap could be checked on another request than the one that is answered.
 */

/**
 * Depth of objects in which every name is checked: the body, its settings, settings in those. Below, only names that a
 * check reads are checked.
 */
const LEVELS = 4;

/**
 * Describes the first ambiguity of a body.
 *
 * @returns undefined if there is none
 */
export function findAmbiguity(text: string, json: JsonObject): string | undefined {
  const twice = findDuplicateName(text);
  if (twice !== undefined) return `${quoteName(twice)} stands in it twice`;
  return findAmbiguousField(json, 1);
}

function findAmbiguousField(object: JsonObject, level: number): string | undefined {
  const names_by_fold = new Map<string, string>();
  for (const name of Object.keys(object)) {
    const meant = findDecidingField(name);
    if (meant === undefined) continue;
    if (meant !== name) return `${quoteName(name)} may be read as ${quoteName(meant)}`;
    const twin = names_by_fold.get(foldName(name));
    if (twin !== undefined) return `${quoteName(twin)} and ${quoteName(name)} are both in it`;
    names_by_fold.set(foldName(name), name);
    const value = object[name];
    if (level >= LEVELS || !isSettingsField(name) || !isJsonObject(value)) continue;
    const nested = findAmbiguousField(value, level + 1);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

const quoteName = (name: string) => JSON.stringify(name.slice(0, 100).toWellFormed());

const [QUOTE, BACKSLASH, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 58, 123, 125, 91, 93];

/** Object that the scan is inside of. */
interface OpenContainer {
  names: Set<string>;
  /** True if every name in the object is checked. */
  every: boolean;
}

/**
 * Finds the first checked name that an object contains twice, in a text that is valid JSON.
 *
 * @returns undefined if there is none
 */
function findDuplicateName(text: string): string | undefined {
  // Undefined stands for a list.
  const open: (OpenContainer | undefined)[] = [];
  let lists = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = findStringEnd(text, index);
      const object = open.at(-1);
      if (object !== undefined && isName(text, end)) {
        const literal = text.slice(index, end + 1);
        const name = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
        if (object.names.has(name)) return name;
        if (object.every || isInspectedField(name)) object.names.add(name);
      }
      index = end;
    } else if (code === OPEN_BRACE) open.push({ names: new Set(), every: lists === 0 && open.length < LEVELS });
    else if (code === OPEN_BRACKET) {
      open.push(undefined);
      lists += 1;
    } else if (code === CLOSE_BRACE) open.pop();
    else if (code === CLOSE_BRACKET) {
      open.pop();
      lists -= 1;
    }
  }
  return undefined;
}

/** Returns the position of the quote that ends the string at `start`. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let position = end - 1;
    while (text.charCodeAt(position) === BACKSLASH) position -= 1;
    if ((end - position) % 2 === 1) return end;
  }
}

/** Returns true if a colon follows the string, which makes it a name. */
function isName(text: string, end: number): boolean {
  let position = end + 1;
  while (text.charCodeAt(position) <= 32) position += 1;
  return text.charCodeAt(position) === COLON;
}

/**
 * Fields that decide about the permissions, the destination or the parsing of a request, in all spellings of the
 * formats.
 */
const DECIDING: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'stream_options', 'include_usage', 'n', 'messages', 'input', 'instructions', 'system'],
  ...['tools', 'tool_choice', 'functions', 'max_tokens', 'max_completion_tokens', 'max_output_tokens'],
  ...['maxOutputTokens', 'contents', 'systemInstruction', 'system_instruction', 'generationConfig'],
  ...['generation_config', 'candidateCount', 'candidate_count', 'thinking', 'budget_tokens', 'thinking_budget'],
  ...['thinkingBudget', 'thinkingConfig', 'thinking_config', 'reasoning', 'cachedContent', 'previous_response_id'],
  ...[...PROVIDER_FIELDS, ...METERED_FIELDS, ...WRAPPER_FIELDS, 'generate_content_request'],
]);

/** Settings whose own fields decide as well. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['stream_options', 'generationConfig', 'generation_config', 'thinking', 'thinkingConfig', 'thinking_config'],
  ...['reasoning', 'generate_content_request', ...WRAPPER_FIELDS],
]);

const fieldsByCase = new Map([...DECIDING].map((name) => [foldCase(name), name]));
const fieldsBySpelling = new Map([...DECIDING].map((name) => [foldName(name), name]));

/** Names that any check looks for in a body. */
const LOOKED_AT: ReadonlySet<string> = new Set(
  [...DECIDING, ...REFERENCE_FIELDS, ...NESTED_PART_FIELDS, ...ADDRESS_FIELDS, 'url', 'environment'].map(foldName),
);

/**
 * Finds the deciding field that a name may be read as.
 *
 * @returns undefined if there is none
 */
function findDecidingField(name: string): string | undefined {
  if (DECIDING.has(name)) return name;
  return fieldsByCase.get(foldCase(name)) ?? fieldsBySpelling.get(foldName(name));
}

/** Returns true if names within a field decide as well. */
const isSettingsField = (name: string): boolean => SETTINGS.has(name);

/** Returns true if any check looks for the name, at any depth. */
const isInspectedField = (name: string): boolean => LOOKED_AT.has(foldName(name));
