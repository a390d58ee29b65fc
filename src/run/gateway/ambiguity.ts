import { decidingField, isLookedAt, isSettings } from './deciding_fields.js';
import type { JsonObject } from './dialects/dialect.js';
import { isObject } from './dialects/fields.js';
import { foldName } from './field_names.js';

/**
 * A body that goes on unchanged is read twice: here, and by the upstream. Of a name that stands there twice some readers take the first value,
 * some the last; some take `Max_Tokens` for `max_tokens`. What can be read in two ways is refused, or a cap would be held over another
 * request than the one that is answered.
 */

/** Objects in objects of which every name is looked at: the body, its settings, settings in those. Elsewhere only names are that any check reads. */
const LEVELS = 4;

/** What can be read in two ways in a body; undefined = nothing. */
export function ambiguity(text: string, json: JsonObject): string | undefined {
  const twice = nameTwice(text);
  if (twice !== undefined) return `${shown(twice)} stands in it twice`;
  return doubtful(json, 1);
}

function doubtful(object: JsonObject, level: number): string | undefined {
  const seen = new Map<string, string>();
  for (const name of Object.keys(object)) {
    const meant = decidingField(name);
    if (meant === undefined) continue;
    if (meant !== name) return `${shown(name)} may be read as ${shown(meant)}`;
    const other = seen.get(foldName(name));
    if (other !== undefined) return `${shown(other)} and ${shown(name)} are both in it`;
    seen.set(foldName(name), name);
    const value = object[name];
    if (level >= LEVELS || !isSettings(name) || !isObject(value)) continue;
    const within = doubtful(value, level + 1);
    if (within !== undefined) return within;
  }
  return undefined;
}

const shown = (name: string) => JSON.stringify(name.slice(0, 100).toWellFormed());

const [QUOTE, BACKSLASH, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 58, 123, 125, 91, 93];

/** What is open where a text is read. */
interface Open {
  names: Set<string>;
  /** Each name is looked at, whatever it is. */
  every: boolean;
}

/** The first name that an object has twice, of those that are looked at; undefined = none. The text is known to be JSON. */
function nameTwice(text: string): string | undefined {
  // A list is open without names.
  const open: (Open | undefined)[] = [];
  let lists = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const object = open.at(-1);
      if (object !== undefined && isName(text, end)) {
        const written = text.slice(at, end + 1);
        const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
        if (object.names.has(name)) return name;
        if (object.every || isLookedAt(name)) object.names.add(name);
      }
      at = end;
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
