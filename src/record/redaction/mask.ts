import { createNeedleScanner, MIN_NEEDLE_LENGTH, NEEDLE_GAP } from './create_needle_scanner.js';

/**
 * Function that replaces what may never be stored (requirement R14). Returns the same text if there is nothing to
 * replace. Bytes are passed as latin-1 text, one character each.
 */
export interface Mask {
  (text: string): string;
  /**
   * Texts of which one occurs in every text that the mask changes, possibly with separators between its characters;
   * absent = unknown.
   */
  readonly needles?: readonly string[];
}

/** Applies a mask to text or bytes. */
export function maskBytes(mask: Mask, data: string | Uint8Array): string | Uint8Array {
  if (typeof data === 'string') return mask(data);
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
  const masked = mask(text);
  return masked === text ? data : Buffer.from(masked, 'latin1');
}

/** Combines masks into one that applies them in order. One scan serves all of them if none finds anything. */
export function combineMasks(masks: readonly Mask[]): Mask {
  const inTurn = (text: string) => masks.reduce((masked, mask) => mask(masked), text);
  if (masks.length < 2 || masks.some(({ needles }) => needles === undefined))
    return masks[0] && masks.length === 1 ? masks[0] : inTurn;
  const needles = masks.flatMap((mask) => mask.needles ?? []);
  const scan = createNeedleScanner(needles);
  return Object.assign((text: string) => (scan.findIn(text).length === 0 ? text : inTurn(text)), { needles });
}

/**
 * Applies a mask to plain JSON, to each string and each key separately. A value can span two strings, and its
 * replacement must leave valid JSON.
 */
export function maskStrings<T>(mask: Mask, value: T): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((each) => maskStrings(mask, each)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), maskStrings(mask, each)])) as T;
}

/** Pattern of the characters that may separate those of a value. */
const BETWEEN_ANY = `(?:\\\\[nrt]|\\\\u000[ad]|%0[AaDd]|[\\s"'\`+,]){0,8}`;

/** Secret value in one of its encoded forms. */
interface SecretForm {
  /** Form without the characters that may separate it. */
  plain: string;
  pattern: RegExp;
  replacement: string;
}

/** Matcher of secret values in any encoded form. */
export interface SecretMatcher {
  /** Replaces every value by its name. */
  mask: Mask;
  /** Finds the names of the values in a text, in any form. */
  findNames(text: string): string[];
  /** Length of the longest form, without separating characters. */
  longest: number;
}

/**
 * Lists the encoded forms of a value: plain, backwards, hexadecimal, base64 and its URL form at each of the three
 * offsets in a longer text, percent-encoded, escaped as in JSON.
 */
function listSecretForms(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // Drop characters that share bits with neighbouring bytes.
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, (bytes.length + offset) % 3 === 0 ? undefined : -1);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const hex = bytes.toString('hex');
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const forms = [
    value,
    [...value].reverse().join(''),
    hex,
    hex.toUpperCase(),
    ...base64,
    encodeURIComponent(value),
    percent,
    percent.toUpperCase(),
    JSON.stringify(value).slice(1, -1),
  ];
  return [...new Set(forms)];
}

/** Creates a matcher of values by name; the mask replaces a value by its name in brackets. */
export function createSecretMatcher(values: ReadonlyMap<string, string>): SecretMatcher {
  const needles: (SecretForm & { name: string })[] = [...values].flatMap(([name, value]) =>
    listSecretForms(value).map((form) => ({
      name,
      plain: form.replace(NEEDLE_GAP, ''),
      pattern: new RegExp([...form].map(escapeCharacter).join(BETWEEN_ANY), 'g'),
      replacement: `[${name}]`,
    })),
  );
  const shortest = Math.min(...needles.map(({ plain }) => plain.length));
  const long = needles.filter(({ plain }) => plain.length >= MIN_NEEDLE_LENGTH);
  const short = needles.filter(({ plain }) => plain.length < MIN_NEEDLE_LENGTH);
  const scan = createNeedleScanner(long.map(({ plain }) => plain));
  const present = (text: string) => {
    // Most texts of a record are shorter than any secret.
    if (text.length < shortest) return [];
    const hits = new Set(scan.findIn(text).map((i) => long[i]));
    if (short.length > 0) {
      const plain = text.replace(NEEDLE_GAP, '');
      for (const needle of short) if (plain.includes(needle.plain)) hits.add(needle);
    }
    return hits.size === 0 ? [] : needles.filter((needle) => hits.has(needle));
  };
  return {
    longest: Math.max(0, ...needles.map(({ plain }) => plain.length)),
    findNames: (text) => [...new Set(present(text).map(({ name }) => name))],
    mask: Object.assign(
      (text: string) =>
        present(text).reduce((masked, { pattern, replacement }) => masked.replace(pattern, replacement), text),
      // Short forms rule out the quick check by needles.
      short.length > 0 ? {} : { needles: long.map(({ plain }) => plain) },
    ),
  };
}

const escapeCharacter = (character: string) => character.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');
