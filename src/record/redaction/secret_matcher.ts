import { createNeedleScanner, MIN_NEEDLE_LENGTH, NEEDLE_GAP } from './create_needle_scanner.js';
import type { Mask } from './mask.js';

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
    const own = encoded.slice(offset === 0 ? 0 : offset + 1, (bytes.length + offset) % 3 === 0 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
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
    const found = new Set(scan.findIn(text).map((i) => long[i]!));
    if (short.length > 0) {
      const plain = text.replace(NEEDLE_GAP, '');
      for (const needle of short) if (plain.includes(needle.plain)) found.add(needle);
    }
    return found.size === 0 ? [] : needles.filter((needle) => found.has(needle));
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
