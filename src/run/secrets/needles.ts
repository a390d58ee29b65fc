import type { Mask } from '../../record/mask.js';
import { BETWEEN, needleScan, SHORTEST_NEEDLE } from '../../record/needle_scan.js';

/** As a pattern, what may stand between two characters of a value. */
const BETWEEN_ANY = `(?:\\\\[nrt]|\\\\u000[ad]|%0[AaDd]|[\\s"'\`+,]){0,8}`;

/** A known value in one of its forms. */
interface Needle {
  /** As it reads once everything that may stand between its characters is gone. */
  plain: string;
  pattern: RegExp;
  replacement: string;
}

/** Something that looks for known values. */
export interface Search {
  /** Replaces every value by its name. */
  mask: Mask;
  /** Names of the values in a text, in any form. */
  find(text: string): string[];
  /** The longest text that one value can take, in characters without what stands between. */
  longest: number;
}

/**
 * The forms in which a value is looked for: as it is, backwards, in hexadecimal, in base64 and its URL form at each of the three
 * places where it can begin in a longer text, percent-encoded, escaped as in JSON.
 */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // What a neighbour shares bits with is not the value's own.
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

/** A search for values by name; what replaces one is its name in brackets. */
export function searchFor(values: ReadonlyMap<string, string>): Search {
  const needles: (Needle & { name: string })[] = [...values].flatMap(([name, value]) =>
    formsOf(value).map((form) => ({
      name,
      plain: form.replace(BETWEEN, ''),
      pattern: new RegExp([...form].map(escaped).join(BETWEEN_ANY), 'g'),
      replacement: `[${name}]`,
    })),
  );
  const shortest = Math.min(...needles.map(({ plain }) => plain.length));
  const long = needles.filter(({ plain }) => plain.length >= SHORTEST_NEEDLE);
  const short = needles.filter(({ plain }) => plain.length < SHORTEST_NEEDLE);
  const scan = needleScan(long.map(({ plain }) => plain));
  const present = (text: string) => {
    // Most texts of a record are short.
    if (text.length < shortest) return [];
    const found = new Set(scan.presentIn(text).map((i) => long[i]!));
    if (short.length > 0) {
      const plain = text.replace(BETWEEN, '');
      for (const needle of short) if (plain.includes(needle.plain)) found.add(needle);
    }
    return found.size === 0 ? [] : needles.filter((needle) => found.has(needle));
  };
  return {
    longest: Math.max(0, ...needles.map(({ plain }) => plain.length)),
    find: (text) => [...new Set(present(text).map(({ name }) => name))],
    mask: Object.assign(
      (text: string) =>
        present(text).reduce((masked, { pattern, replacement }) => masked.replace(pattern, replacement), text),
      // With short ones among them a text cannot be told to have none.
      short.length > 0 ? {} : { needles: long.map(({ plain }) => plain) },
    ),
  };
}

const escaped = (character: string) => character.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');
