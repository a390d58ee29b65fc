import { hashText } from './hash_text.js';

/** Most wrong numbers for one place. */
const MOST_NUMBERS = 8;

/** Number as written: an integer of a base, of which some digits stand behind the point. */
interface WrittenNumber {
  prefix: string;
  base: number;
  digits: string;
  decimals: number;
  suffix: string;
}

/**
 * Creates other numbers in the notation of a number: as many decimals, as round, nearest first.
 *
 * @param distance that others keep at least
 */
export function createWrongNumbers(text: string, salt: number, distance = 0): string[] {
  const numberParts = readWrittenNumber(text);
  if (!numberParts || text.length > 80) return [];
  const { prefix, base, digits, decimals, suffix } = numberParts;
  const value = BigInt(`${prefix.toLowerCase()}${digits.replace(/[_.]/g, '')}`);
  const least = BigInt(Math.ceil(distance * 10 ** decimals));
  const steps = [1n, -1n, 2n, 3n, -2n]
    .map((step, i) => ({ step, order: hashText(text, salt + i) % 97 }))
    .sort((a, b) => a.order - b.order)
    .map(({ step }) => step);
  const near = listStepUnits(value, base, least).flatMap((unit) => steps.map((step) => step * unit));
  if (value >= 16n && (value & (value - 1n)) === 0n && decimals === 0) near.unshift(value, -value / 2n);
  const wrongNumbers = near
    .map((step) => value + step)
    .filter((other) => other > 0n && other !== value && (other > value ? other - value : value - other) > least);
  return [...new Set(wrongNumbers)]
    .slice(0, MOST_NUMBERS)
    .map((other) => `${prefix}${formatAlike(digits, numberParts, other)}${suffix}`)
    .filter((other) => prefix === '' || other.length === text.length);
}

function readWrittenNumber(text: string): WrittenNumber | undefined {
  const [, prefix, whole] = /^(0[xXbBoO])([\da-fA-F_]+)n?$/.exec(text) ?? [];
  const bases: Record<string, number> = { x: 16, b: 2, o: 8 };
  if (prefix && whole) {
    const base = bases[prefix[1]!.toLowerCase()]!;
    return { prefix, base, digits: whole, decimals: 0, suffix: text.endsWith('n') ? 'n' : '' };
  }
  const [, digits = '', fraction = '', suffix = ''] = /^([\d_]*(?:\.([\d_]*))?)((?:e[+-]?\d+)?n?)$/i.exec(text) ?? [];
  if (!/\d/.test(digits) || /^0\d/.test(digits)) return undefined;
  return { prefix: '', base: 10, digits, decimals: fraction.replaceAll('_', '').length, suffix };
}

/**
 * Lists units that divide a value, largest first, such as 100, 10, 5 and 1 of 5400, and then ones beyond a distance.
 *
 * People expect round numbers, so a wrong number that is less round than the true one would be recognisable.
 */
function listStepUnits(value: bigint, base: number, least: bigint): bigint[] {
  const units = [1n];
  const radix = BigInt(base);
  if (value !== 0n) {
    if (base === 10 && value % 5n === 0n) units.unshift(5n);
    for (let unit = radix; value % unit === 0n; unit *= radix) units.unshift(unit);
  }
  if (least === 0n) return units;
  let large = 1n;
  while (large <= least) large *= radix;
  return [...units, large, large * radix];
}

/**
 * Formats a value with the point, the grouping, the width and the case of other digits, as far as there are as many.
 */
function formatAlike(digits: string, { prefix, base, decimals }: WrittenNumber, value: bigint): string {
  const plain = digits.replace(/[_.]/g, '');
  const least = prefix ? plain.length : decimals + (digits.startsWith('.') ? 0 : 1);
  let text = value.toString(base).padStart(least, '0');
  if (/[A-F]/.test(digits)) text = text.toUpperCase();
  if (text.length === plain.length) {
    let next = 0;
    return digits.replace(/[\da-fA-F]/g, () => text[next++]!);
  }
  const hasPoint = digits.includes('.');
  return hasPoint ? `${text.slice(0, text.length - decimals)}.${text.slice(text.length - decimals)}` : text;
}
