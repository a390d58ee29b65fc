import type { JsonObject } from './dialects/dialect.js';
import { isObject } from './dialects/fields.js';

/**
 * A body that goes on unchanged is read twice: here, and by the upstream. Of a name that stands there twice some readers take the first value,
 * some the last; some take `Max_Tokens` for `max_tokens`. What can be read in two ways is refused, or a cap would be held over another
 * request than the one that is answered.
 */

/** Objects in objects that are looked at: the body, its settings, settings in those. Lists (messages, tools) are not. */
const LEVELS = 3;

/** Fields that decide what a request may use, where it goes and how it is read, in the spellings in which formats have them. */
const DECIDING: ReadonlySet<string> = new Set([
  ...[
    'model',
    'stream',
    'stream_options',
    'include_usage',
    'n',
    'messages',
    'input',
    'instructions',
    'system',
    'tools',
  ],
  ...['functions', 'max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'contents'],
  ...['systemInstruction', 'system_instruction', 'generationConfig', 'generation_config', 'candidateCount'],
  ...['candidate_count', 'thinking', 'budget_tokens', 'thinking_budget', 'thinkingBudget', 'thinkingConfig'],
  ...['thinking_config', 'reasoning', 'background', 'models', 'fallbacks', 'service_tier', 'speed', 'modalities'],
  ...['plugins', 'web_search_options', 'mcp_servers', 'prompt', 'conversation', 'container', 'cachedContent'],
]);

/** Settings within which names decide as well. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['stream_options', 'generationConfig', 'generation_config', 'thinking', 'thinkingConfig', 'thinking_config'],
  'reasoning',
]);

/** In this form readers that ignore case take names for the same: `ſ` and the Kelvin sign are an s and a k to them. */
const folded = (name: string) => name.toUpperCase().toLowerCase();

const exact = new Map([...DECIDING].map((name) => [folded(name), name]));

/** What can be read in two ways in a body; undefined = nothing. */
export function ambiguity(text: string, json: JsonObject): string | undefined {
  const twice = nameTwice(text);
  if (twice !== undefined) return `${shown(twice)} stands in it twice`;
  return doubtful(json, 1);
}

function doubtful(object: JsonObject, level: number): string | undefined {
  for (const name of Object.keys(object)) {
    const meant = exact.get(folded(name));
    if (meant === undefined) continue;
    if (!DECIDING.has(name)) return `${shown(name)} may be read as ${shown(meant)}`;
    const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (camel !== name && Object.hasOwn(object, camel)) return `${shown(name)} and ${shown(camel)} are both in it`;
    const value = object[name];
    if (level >= LEVELS || !SETTINGS.has(name) || !isObject(value)) continue;
    const within = doubtful(value, level + 1);
    if (within !== undefined) return within;
  }
  return undefined;
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100).toWellFormed());

const [QUOTE, BACKSLASH, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 58, 123, 125, 91, 93];

/** The first name that an object has twice, of the objects that are looked at; undefined = none. The text is known to be JSON. */
function nameTwice(text: string): string | undefined {
  const open: Set<string>[] = [];
  let passed = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const names = passed === 0 ? open.at(-1) : undefined;
      if (names !== undefined && isName(text, end)) {
        const written = text.slice(at, end + 1);
        const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
        if (names.has(name)) return name;
        names.add(name);
      }
      at = end;
    } else if (code === OPEN_BRACE && passed === 0 && open.length < LEVELS) open.push(new Set());
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) passed += 1;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (passed > 0) passed -= 1;
      else open.pop();
    }
  }
  return undefined;
}

/** Where a string ends that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

/** A string is a name where a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === COLON;
}
