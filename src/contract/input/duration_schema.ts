import { z } from 'zod';

/**
 * Units of quantities, in milliseconds, bytes and ones.
 *
 * A number counts base units; a string carries its unit: `30m`, `4GiB`, `2M`.
 */

const DURATION_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const BYTES: Record<string, number> = {
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};
const COUNT: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9 };

/** Longest delay of Node's timers in milliseconds; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

interface QuantityOptions {
  units: Record<string, number>;
  /** Noun and example for messages. */
  what: string;
  example: string;
  /** Unit of numbers without one, also in strings; `1` for plain counts. */
  base: number;
  most: number;
  too_much: string;
  /** True if a number in a string needs its unit. */
  needs_unit?: true;
}

function createQuantitySchema({ units, what, example, base, most, too_much, needs_unit }: QuantityOptions) {
  const names = Object.keys(units).join(', ');
  return z.union([z.number().positive(), z.string()]).transform((value, ctx) => {
    const refuse = (message: string) => {
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    const match = typeof value === 'number' ? undefined : /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(value.trim());
    const unit = match?.[2] ? (new Map(Object.entries(units)).get(match[2]) ?? Number.NaN) : base;
    const amount = (typeof value === 'number' ? value : Number(match?.[1])) * unit;
    if (needs_unit && match?.[2] === '' && amount > 0)
      return refuse(`is a number without a unit: write ${match[1]}s or ${match[1]}m (units: ${names})`);
    if (!(amount > 0)) return refuse(`is not a ${what} like ${example} (units: ${names})`);
    if (amount > most) return refuse(`is too ${too_much}`);
    // Less than one unit must not become 0, which can mean "no limit" or "at once".
    return Math.max(1, Math.round(amount));
  });
}

const DURATION: QuantityOptions = {
  units: DURATION_MS,
  what: 'duration',
  example: '"90s" or "30m"',
  base: 1000,
  most: LONGEST_MS,
  too_much: 'long: at most 596h, which is as far as timers reach',
};

/**
 * Creates the schema of a duration on a command line, milliseconds after parsing. It needs a unit: `--budget 10` may be
 * meant as ten minutes.
 */
export const durationOptionSchema = () =>
  createQuantitySchema({ ...DURATION, needs_unit: true }).describe('a duration such as "90s" or "30m"');

/** Creates the schema of a duration, milliseconds after parsing. A bare number, also in a string, is in seconds. */
export const durationSchema = () =>
  createQuantitySchema(DURATION).describe('a duration such as "90s" or "30m"; a bare number is in seconds');

/** Creates the schema of an amount of memory or disk, bytes after parsing. */
export const byteSizeSchema = () =>
  createQuantitySchema({
    units: BYTES,
    what: 'size',
    example: '"4GiB" or "500MB"',
    base: 1,
    most: Number.MAX_SAFE_INTEGER,
    too_much: 'big: at most 8191TiB',
  }).describe('a size: a string such as "4GiB" or "500MB", or a number in B');

/** Creates the schema of a count such as tokens, which may be abbreviated; a plain number after parsing. */
export const countSchema = () =>
  createQuantitySchema({
    units: COUNT,
    what: 'count',
    example: '"2M" or "250"',
    base: 1,
    most: Number.MAX_SAFE_INTEGER,
    too_much: 'big',
  }).describe('a count: a string such as "2M" or "250", or a number in units');
