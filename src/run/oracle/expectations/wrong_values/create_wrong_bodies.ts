import { hashText } from './hash_text.js';

const CHARACTER_SETS = ['aeiou', 'bcdfghklmnprstvwyz', 'AEIOU', 'BCDFGHKLMNPRSTVWYZ', '123456789', 'jqx', 'JQX'];
const SYMBOLS = [',', ';', ':', '|', '-', '_', '+', '=', '.', '*', '~'];
/** Escape sequences, named characters and placeholders, which stay as they are. */
const FIXED = /\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|U[\da-f]{8}|N\{[^}]*\}|\d{1,3}|[\s\S])/gi;
/** Dates, of which another day is chosen, so that they stay dates. */
const DATE = /\b(\d{4}-\d{2}-|\d{1,2}\/)(\d{2})(?!\d)/g;

/**
 * Creates texts of the same form as one between quotes, as written: a vowel for a vowel, a digit for a digit, a day for
 * a day. The first is nearest.
 */
export function createWrongBodies(body: string, salt: number): string[] {
  const positions = listChangeablePositions(body);
  const dates = [1, 2, 3].map((nth) => changeDay(body, 1 + ((salt + 9 * nth) % 27))).filter((other) => other !== body);
  if (positions.length === 0) return dates.length > 0 ? [...new Set(dates)] : changeSymbol(body, salt);
  const isHex = /^(?=.*\d)[\da-f]{4,}$/i.test(body);
  const pick = (nth: number) => positions[hashText(body, salt + 7 * nth) % positions.length]!;
  const change = (nth: number) => {
    const index = pick(nth);
    const one = isHex ? pickOtherHexDigit(body[index]!, salt + nth) : pickOtherCharacter(body[index]!, salt + nth);
    return body.slice(0, index) + one + body.slice(index + 1);
  };
  const changed = [0, 1, 2, 3, 4].map(change);
  return [...new Set([...dates, ...changed])].filter((other) => other !== body);
}

/** Lists the letters and digits that can be changed. Of groups of digits these are the last ones: 13:59 is a time. */
function listChangeablePositions(body: string): number[] {
  const fixed = new Set<number>();
  const protect = (match: RegExpMatchArray) => {
    for (let i = 0; i < match[0].length; i++) fixed.add(match.index! + i);
  };
  for (const match of body.matchAll(FIXED)) protect(match);
  for (const match of body.matchAll(DATE)) protect(match);
  for (const match of body.matchAll(/(?<=\d)[TZ](?![a-z])/g)) protect(match);
  for (const match of body.matchAll(/\b\d+(?=\d(?!\d))/g)) if (/[:T]/.test(body)) protect(match);
  const positions: number[] = [];
  for (let i = 0; i < body.length; i++) if (/[a-z\d]/i.test(body[i]!) && !fixed.has(i)) positions.push(i);
  return positions;
}

/** Picks another plausible character. Digits are not zero, so that no number loses a place. */
function pickOtherCharacter(one: string, salt: number): string {
  const set = CHARACTER_SETS.find((characters) => characters.includes(one)) ?? '123456789';
  const candidates = [...set].filter((other) => other.toLowerCase() !== one.toLowerCase());
  return candidates[hashText(one, salt) % candidates.length]!;
}

function pickOtherHexDigit(one: string, salt: number): string {
  const digit = ((Number.parseInt(one, 16) + 1 + (hashText(one, salt) % 15)) % 16).toString(16);
  return /[A-F]/.test(one) ? digit.toUpperCase() : digit;
}

/** Chooses another day from 1 to 28 in the first date. */
function changeDay(body: string, step: number): string {
  DATE.lastIndex = 0;
  const match = DATE.exec(body);
  if (!match) return body;
  const day = String(1 + ((Number(match[2]) - 1 + step) % 28)).padStart(2, '0');
  const start = match.index + match[1]!.length;
  return body.slice(0, start) + day + body.slice(start + 2);
}

/** Puts another symbol in the place of one in a text without letters and digits. */
function changeSymbol(body: string, salt: number): string[] {
  const index = [...body].findIndex((one, i) => SYMBOLS.includes(one) && body[i - 1] !== '\\');
  if (index < 0) return body === ' ' ? ['-', '_'] : [];
  const symbols = SYMBOLS.filter((one) => one !== body[index]);
  return [0, 1].map((nth) => {
    const symbol = symbols[(hashText(body, salt) + 3 * nth) % symbols.length]!;
    return body.slice(0, index) + symbol + body.slice(index + 1);
  });
}
