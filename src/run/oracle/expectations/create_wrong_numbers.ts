/** Mode of a comparison; inclusion, approximation and patterns need other wrong values than equality. */
export type ComparisonMode = 'equal' | 'included' | 'approximate' | 'pattern';

/** Hashes a text with a salt, to vary choices deterministically. */
export function hashText(text: string, salt: number): number {
  let hash = (2166136261 ^ salt) >>> 0;
  for (let i = 0; i < text.length && i < 200; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Limits of integer types, beyond which a compiler refuses a value. */
const INTEGER_LIMITS = [127n, 128n, 255n, 32767n, 32768n, 65535n, 2147483647n, 2147483648n, 4294967295n]
  .concat([9223372036854775807n, 9223372036854775808n, 18446744073709551615n])
  .concat([9007199254740991n, 9007199254740992n]);

/** Most wrong numbers for one place. */
const MAX_NUMBERS = 6;

const isBeyondLimit = (from: bigint, to: bigint) => INTEGER_LIMITS.some((limit) => from <= limit && to > limit);

/** Creates wrong numbers in the notation of a number, nearest first. */
export function createWrongNumbers(text: string, mode: ComparisonMode, salt: number): string[] {
  if (text.length > 80) return [];
  const [, prefix = '', digits = '', suffix = ''] =
    /^(0[xXbBoO])?([\da-fA-F_']+?)((?:[iu](?:8|16|32|64|128|size)|[uU]?[lL]{1,2}|[lL]?[uU]|[nMmUu])?)$/.exec(text) ??
    [];
  if (digits && (prefix !== '' || /^\d[\d_']*$/.test(digits))) {
    return createWrongIntegers(prefix, digits, suffix, mode, salt);
  }
  return createWrongFloats(text, mode, salt);
}

function createWrongIntegers(
  prefix: string,
  digits: string,
  suffix: string,
  mode: ComparisonMode,
  salt: number,
): string[] {
  const base = { '': 10, x: 16, b: 2, o: 8 }[prefix.slice(1).toLowerCase()] ?? 10;
  const plain = digits.replace(/[_']/g, '');
  if (prefix === '' && /^0\d/.test(plain)) return [changeLastDigit(digits, salt)];
  let value: bigint;
  try {
    value = BigInt(`${prefix.toLowerCase()}${plain}`);
  } catch {
    return [];
  }
  const tens = value < 10n ? 1n : 10n ** BigInt(String(value).length - 1);
  const steps = [1n, -1n, 2n, 3n, -2n].map((step, i) => ({ step, order: hashText(plain, salt + i) % 97 }));
  const ordered = steps.sort((a, b) => a.order - b.order).map(({ step }) => step);
  const near = listStepUnits(value, base).flatMap((unit) => ordered.map((step) => step * unit));
  if (isPowerOfTwo(value)) near.unshift(value, -value / 2n);
  // Well beyond any tolerance of an honest comparison.
  const far = [tens * 20n, tens * 30n, 400n + 10n * tens, 70n * tens];
  const values = (mode === 'equal' ? near : far)
    .map((step) => value + step)
    .filter((other) => other >= 0n && other !== value && (mode !== 'equal' || !isBeyondLimit(value, other)))
    .slice(0, MAX_NUMBERS);
  return values.map((other) => `${prefix}${formatInDigits(digits, prefix, base, other)}${suffix}`);
}

/**
 * Lists units that divide a value, largest first: 100, 10, 5 and 1 of 5400.
 *
 * People expect round numbers, so a wrong number that is less round than the true one would be recognisable.
 */
function listStepUnits(value: bigint, base: number): bigint[] {
  const units = [1n];
  if (value === 0n) return units;
  if (base === 10 && value % 5n === 0n) units.unshift(5n);
  for (let unit = BigInt(base); value % unit === 0n; unit *= BigInt(base)) units.unshift(unit);
  return units;
}

/** Tells whether a value is a power of two from 16 on; smaller ones are numbers like others. */
const isPowerOfTwo = (value: bigint): boolean => value >= 16n && (value & (value - 1n)) === 0n;

/** Formats a value in the width, case and grouping of other digits, as far as there are as many. */
function formatInDigits(digits: string, prefix: string, base: number, value: bigint): string {
  let text = value.toString(base);
  const plain = digits.replace(/[_']/g, '');
  if (prefix) text = text.padStart(plain.length, '0');
  if (/[A-F]/.test(digits)) text = text.toUpperCase();
  if (text.length !== plain.length) return text;
  let at = 0;
  return digits.replace(/[\da-fA-F]/g, () => text[at++]!);
}

function changeLastDigit(text: string, salt: number): string {
  return text.replace(/(\d)(\D*)$/, (_, digit: string, rest: string) => {
    const others = [...'0123456'].filter((other) => other !== digit);
    return `${others[hashText(text, salt) % others.length]}${rest}`;
  });
}

function createWrongFloats(text: string, mode: ComparisonMode, salt: number): string[] {
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

/** Changes the first and the last digit after the point. */
function changeFraction(whole: string, fraction: string, exponent: string, suffix: string, salt: number): string[] {
  const change = (at: number) => {
    const digit = Number(fraction[at]);
    const other = (digit + 1 + (hashText(fraction, salt + at) % 3)) % 10;
    return `${whole}${fraction.slice(0, at)}${other}${fraction.slice(at + 1)}${exponent}${suffix}`;
  };
  return [...new Set([1, fraction.length - 1])].filter((at) => /\d/.test(fraction[at]!)).map(change);
}
