import { changeablePositions, literalRuns, splitString } from './literal_strings.js';

/** How a value is compared: a value that is only included, or only near, needs another kind of wrong value. */
export type ComparisonMode = 'equal' | 'included' | 'approximate' | 'pattern';

/** Returns a number that depends on nothing but a text and a salt: it spreads choices without chance. */
export function hashText(text: string, salt: number): number {
  let hash = (2166136261 ^ salt) >>> 0;
  for (let i = 0; i < text.length && i < 200; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Ends of the ranges of integer types: a compiler refuses what lies beyond. */
const LIMITS = [127n, 128n, 255n, 32767n, 32768n, 65535n, 2147483647n, 2147483648n, 4294967295n]
  .concat([9223372036854775807n, 9223372036854775808n, 18446744073709551615n])
  .concat([9007199254740991n, 9007199254740992n]);

/** Wrong numbers for one place. */
const MOST_NUMBERS = 6;

const crossesLimit = (from: bigint, to: bigint) => LIMITS.some((limit) => from <= limit && to > limit);

/** Returns wrong numbers in the notation of a number, nearest first. */
export function wrongNumbers(text: string, mode: ComparisonMode, salt: number): string[] {
  if (text.length > 80) return [];
  const [, prefix = '', digits = '', suffix = ''] =
    /^(0[xXbBoO])?([\da-fA-F_']+?)((?:[iu](?:8|16|32|64|128|size)|[uU]?[lL]{1,2}|[lL]?[uU]|[nMmUu])?)$/.exec(text) ??
    [];
  if (digits && (prefix !== '' || /^\d[\d_']*$/.test(digits))) {
    return wrongIntegers(prefix, digits, suffix, mode, salt);
  }
  return wrongFloats(text, mode, salt);
}

function wrongIntegers(prefix: string, digits: string, suffix: string, mode: ComparisonMode, salt: number): string[] {
  const base = { '': 10, x: 16, b: 2, o: 8 }[prefix.slice(1).toLowerCase()] ?? 10;
  const plain = digits.replace(/[_']/g, '');
  if (prefix === '' && /^0\d/.test(plain)) return [lastDigitChanged(digits, salt)];
  let value: bigint;
  try {
    value = BigInt(`${prefix.toLowerCase()}${plain}`);
  } catch {
    return [];
  }
  const tens = value < 10n ? 1n : 10n ** BigInt(String(value).length - 1);
  const steps = [1n, -1n, 2n, 3n, -2n].map((step, i) => ({ step, order: hashText(plain, salt + i) % 97 }));
  const ordered = steps.sort((a, b) => a.order - b.order).map(({ step }) => step);
  const near = stepUnits(value, base).flatMap((unit) => ordered.map((step) => step * unit));
  if (isPowerOfTwo(value)) near.unshift(value, -value / 2n);
  // Well past any tolerance that an honest answer may use up.
  const far = [tens * 20n, tens * 30n, 400n + 10n * tens, 70n * tens];
  const values = (mode === 'equal' ? near : far)
    .map((step) => value + step)
    .filter((other) => other >= 0n && other !== value && (mode !== 'equal' || !crossesLimit(value, other)))
    .slice(0, MOST_NUMBERS);
  return values.map((other) => `${prefix}${inDigitsOf(digits, prefix, base, other)}${suffix}`);
}

/**
 * Units in which a value is counted, the largest first: 100, 10, 5 and 1 of 5400. People expect round numbers, so a wrong number that
 * is less round than the true one gives itself away.
 */
function stepUnits(value: bigint, base: number): bigint[] {
  const units = [1n];
  if (value === 0n) return units;
  if (base === 10 && value % 5n === 0n) units.unshift(5n);
  for (let unit = BigInt(base); value % unit === 0n; unit *= BigInt(base)) units.unshift(unit);
  return units;
}

/** From 16 on: smaller ones are numbers like others. */
const isPowerOfTwo = (value: bigint): boolean => value >= 16n && (value & (value - 1n)) === 0n;

/** A value in the width, case and grouping of other digits, as far as it has as many of them. */
function inDigitsOf(digits: string, prefix: string, base: number, value: bigint): string {
  let text = value.toString(base);
  const plain = digits.replace(/[_']/g, '');
  if (prefix) text = text.padStart(plain.length, '0');
  if (/[A-F]/.test(digits)) text = text.toUpperCase();
  if (text.length !== plain.length) return text;
  let at = 0;
  return digits.replace(/[\da-fA-F]/g, () => text[at++]!);
}

function lastDigitChanged(text: string, salt: number): string {
  return text.replace(/(\d)(\D*)$/, (_, digit: string, rest: string) => {
    const others = [...'0123456'].filter((other) => other !== digit);
    return `${others[hashText(text, salt) % others.length]}${rest}`;
  });
}

function wrongFloats(text: string, mode: ComparisonMode, salt: number): string[] {
  const [, whole = '', fraction = '', exponent = '', suffix = ''] =
    /^([\d_]*)(\.[\d_]*)?([eE][+-]?\d+)?([fFdDmMjnf\d]*)$/.exec(text) ?? [];
  if (whole === '' && fraction === '') return [];
  const number = BigInt(whole.replaceAll('_', '') || '0');
  const raised = [1n, 2n, 3n].map((step) => `${number + step}${fraction}${exponent}${suffix}`);
  if (mode !== 'equal') {
    const tens = number < 10n ? 2n : 10n ** BigInt(String(number).length - 1);
    const base = exponent.includes('-') ? '' : exponent;
    return [tens, tens * 2n, tens * 5n].map((step) => `${number + step}${fraction || '.0'}${base}${suffix}`);
  }
  const fractional = /\d/.test(fraction) ? changeFraction(whole, fraction, exponent, suffix, salt) : [];
  return [...fractional, ...raised];
}

/** The first and the last digit behind the point changed. */
function changeFraction(whole: string, fraction: string, exponent: string, suffix: string, salt: number): string[] {
  const change = (at: number) => {
    const digit = Number(fraction[at]);
    const other = (digit + 1 + (hashText(fraction, salt + at) % 3)) % 10;
    return `${whole}${fraction.slice(0, at)}${other}${fraction.slice(at + 1)}${exponent}${suffix}`;
  };
  return [...new Set([1, fraction.length - 1])].filter((at) => /\d/.test(fraction[at]!)).map(change);
}

const SETS = ['aeiou', 'bcdfghklmnprstvwyz', 'AEIOU', 'BCDFGHKLMNPRSTVWYZ', '0123456789', 'jqx', 'JQX'];

/** Another character that could stand there as well: a vowel for a vowel, a digit for a digit. */
function otherCharacter(one: string, salt: number): string {
  const set = SETS.find((characters) => characters.includes(one))!;
  const others = [...set].filter((other) => other.toLowerCase() !== one.toLowerCase());
  return others[hashText(one, salt) % others.length]!;
}

const otherHexDigit = (one: string, salt: number) =>
  ((Number.parseInt(one, 16) + 1 + (hashText(one, salt) % 15)) % 16).toString(16);

const replaceAt = (body: string, at: number, text: string, length = 1) =>
  body.slice(0, at) + text + body.slice(at + length);

/** Returns wrong texts between the same quotes, nearest first; empty where there is nothing to change. */
export function wrongStrings(text: string, mode: ComparisonMode, salt: number, isTemplate = false): string[] {
  const parts = splitString(text);
  if (!parts) return [];
  const isBytes = /^(b|br)["#]/.test(parts.prefix);
  return wrongBodies(parts.body, mode, salt, isTemplate, isBytes).map((body) => parts.prefix + body + parts.close);
}

/** Returns wrong texts for a text without its quotes. */
export function wrongBodies(
  body: string,
  mode: ComparisonMode,
  salt: number,
  isTemplate = false,
  keepsLength = false,
): string[] {
  if (mode === 'pattern') {
    const altered = wrongPatterns(body, salt);
    if (altered.length > 0 || /[\\[(|*+?^$]/.test(body)) return altered;
  }
  const positions = changeablePositions(body, isTemplate);
  if (positions.length === 0) return keepsLength ? [] : doubledSymbol(body);
  if (mode !== 'equal') return alteredWords(body, positions, salt);
  const pick = (nth: number) => positions[hashText(body, salt + 7 * nth) % positions.length]!;
  // Digits of a number to the base sixteen stay such.
  const isHex = /^(?=.*\d)[\da-f]{4,}$/.test(body);
  const change = (at: number, nth: number) =>
    replaceAt(body, at, isHex ? otherHexDigit(body[at]!, salt + nth) : otherCharacter(body[at]!, salt + nth));
  const made = [change(pick(0), 0)];
  const pairs = positions.filter((at, i) => positions[i + 1] === at + 1 && body[at] !== body[at + 1]);
  // Digits swapped or doubled make another number; letters make a slip of the pen.
  const swap = pairs[hashText(body, salt + 3) % Math.max(1, pairs.length)];
  const swapped = swap === undefined ? [] : [replaceAt(body, swap, body[swap + 1]! + body[swap]!, 2)];
  const doubled = keepsLength ? [] : [replaceAt(body, pick(1), body[pick(1)]!.repeat(2))];
  const dropped = keepsLength || positions.length < 3 ? [] : [replaceAt(body, pick(2), '')];
  const others = [swapped, doubled, dropped].flat();
  const turn = hashText(body, salt + 11) % Math.max(1, others.length);
  return unique([...made, ...others.slice(turn), ...others.slice(0, turn), change(pick(4), 4)], body);
}

/** Longest words first, with one and with two letters changed: what includes the word does not include these. */
function alteredWords(body: string, positions: readonly number[], salt: number): string[] {
  const runs: number[][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last && last.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  runs.sort((a, b) => b.length - a.length);
  const run = runs[0]!;
  const alter = (indexes: readonly number[], nth: number) =>
    indexes.reduce((made, at, i) => replaceAt(made, at, otherCharacter(body[at]!, salt + nth + i)), body);
  if (run.length < 3) {
    // Short texts are found by accident: a longer one is not.
    return [0, 1, 2].map((nth) => {
      const at = run.at(-1)!;
      return replaceAt(body, at, alter([at], nth)[at]! + body[at]! + otherCharacter(body[at]!, salt + nth + 5));
    });
  }
  const inner = (nth: number) => run[1 + (hashText(body, salt + nth) % (run.length - 2))]!;
  const [first, second] = [inner(1), inner(2)];
  return unique([alter([first], 1), alter([second, run.at(-1)!], 2), alter([run[0]!, inner(3)], 3)], body);
}

/** A regular expression with a letter of a word in it changed. */
function wrongPatterns(pattern: string, salt: number): string[] {
  const runs = literalRuns(pattern).sort((a, b) => b.end - b.start - (a.end - a.start));
  const altered = runs.slice(0, 3).map(({ start, end }, nth) => {
    const at = start + 1 + (hashText(pattern, salt + nth) % (end - start - 1));
    return replaceAt(pattern, at, otherCharacter(pattern[at]!, salt + nth));
  });
  return unique(altered, pattern);
}

/** Returns wrong expressions for `/words/flags`. */
export function wrongExpressionLiterals(text: string, salt: number): string[] {
  const close = text.lastIndexOf('/');
  return wrongPatterns(text.slice(1, close), salt).map((pattern) => `/${pattern}${text.slice(close)}`);
}

/** A mark of a text without letters twice; nothing where that could change what the literal is. */
function doubledSymbol(body: string): string[] {
  const at = [...body].findIndex((one, i) => /[ .,:;|_+*=~^-]/.test(one) && body[i - 1] !== '\\');
  return at < 0 ? [] : [replaceAt(body, at, body[at]!.repeat(2))];
}

/** Returns wrong characters for `'a'`. */
export function wrongCharacters(text: string, salt: number): string[] {
  const at = text.indexOf("'") + 1;
  if (text.length !== at + 2 || !/[A-Za-z0-9]/.test(text[at]!))
    return /'[ .,:;_-]'$/.test(text) ? [`${text.slice(0, at)}z'`] : [];
  return unique(
    [0, 1].map((nth) => replaceAt(text, at, otherCharacter(text[at]!, salt + nth))),
    text,
  );
}

const unique = (texts: readonly string[], original: string) => [...new Set(texts)].filter((text) => text !== original);
