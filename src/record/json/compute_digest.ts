import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Serializes a value as canonical JSON (RFC 8785, JCS; requirement R6). Each value has exactly one byte sequence, so
 * digests survive re-serialization.
 *
 * @throws {Error} if the value has no JSON form (a function, NaN, a cycle): always a defect of the caller
 */
export function toCanonicalJson(value: unknown): string {
  if (hasCanonicalOrder(value)) return JSON.stringify(value);
  if (isPlainObject(value)) return writeMembers(value);
  if (Array.isArray(value))
    return `[${value.map((each) => (isAbsent(each) ? 'null' : toCanonicalJson(each))).join(',')}]`;
  const text = canonicalize(value);
  if (text === undefined) throw new Error('value has no JSON form');
  return text;
}

/** Writes an object whose keys are out of order. The library takes several times as long, and as much memory. */
function writeMembers(object: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (isAbsent(value)) continue;
    if (!key.isWellFormed()) throw new Error('Lone surrogate is not allowed');
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${toCanonicalJson(value)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

const isAbsent = (value: unknown): boolean => value === undefined || typeof value === 'symbol';

/**
 * Returns true for plain JSON whose object keys are already in canonical order, as in everything read back from a
 * record. `JSON.stringify` then yields the canonical form, and much faster: it writes numbers and strings as JCS does.
 */
function hasCanonicalOrder(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return true;
    case 'object': {
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(hasCanonicalOrder);
      if (!isPlainObject(value)) return false;
      let last_key: string | undefined;
      for (const key of Object.keys(value)) {
        if (last_key !== undefined && key < last_key) return false;
        if (!key.isWellFormed() || !hasCanonicalOrder(value[key])) return false;
        last_key = key;
      }
      return true;
    }
    default:
      return false;
  }
}

/** Returns true for an object that is nothing but its members, and does not say itself how it is written. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the SHA-256 as 64 lower-case hexadecimal digits. Text is encoded as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** Returns the digest of a JSON value: SHA-256 over its canonical form. */
export function computeDigest(value: unknown): string {
  return sha256(toCanonicalJson(value));
}

/** Complete literal that may stand where a value is expected. */
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Returns the offset at which a text stops being JSON; its length if the text only ends too early. JavaScript runtimes
 * word this differently, or not at all. Call it for texts that `JSON.parse` rejects.
 */
export function findJsonFault(text: string): number {
  let offset = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = offset;
    const [token = ''] = pattern.exec(text) ?? [];
    offset += token.length;
    return token;
  };
  // An explicit stack: a line of a million "[" must not overflow the call stack.
  const open: ('{' | '[')[] = [];
  let expects: 'value' | 'value or end' | 'name' | 'name or end' | 'comma or end' = 'value';
  const string = () => {
    take(STRING);
    if (text[offset] !== '"') return false;
    offset++;
    return true;
  };
  for (;;) {
    take(SPACE);
    const next = text[offset];
    if (next === undefined) return text.length;
    const inside = open.at(-1);
    if (expects === 'comma or end' ? inside !== undefined : expects.endsWith('or end')) {
      if (next === (inside === '{' ? '}' : ']')) {
        open.pop();
        offset++;
        expects = 'comma or end';
        continue;
      }
    }
    switch (expects) {
      case 'comma or end':
        if (inside === undefined || next !== ',') return offset;
        offset++;
        expects = inside === '{' ? 'name' : 'value';
        break;
      case 'name':
      case 'name or end':
        if (next !== '"' || !string()) return offset;
        take(SPACE);
        if (text[offset] !== ':') return offset;
        offset++;
        expects = 'value';
        break;
      default:
        if (next === '{' || next === '[') {
          open.push(next);
          offset++;
          expects = next === '{' ? 'name or end' : 'value or end';
        } else if (next === '"' ? !string() : take(LITERAL) === '') return offset;
        else expects = 'comma or end';
    }
  }
}

/**
 * Returns a value of JSON whose texts have U+FFFD in place of half of a surrogate pair, which neither UTF-8 nor
 * canonical JSON can express.
 */
export function toWellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toWellFormedValue);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), toWellFormedValue(each)]));
}

/** Mark of a cut. */
export const ELLIPSIS = '…';

/** Truncates a text to a well-formed beginning with an ellipsis. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const last = text.charCodeAt(most - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
  return `${text.slice(0, Math.max(0, whole)).toWellFormed()}${ELLIPSIS}`;
}
