import { z } from 'zod';

/**
 * Quantities as people write them in a contract, and as the engine uses them.
 *
 * A number is taken in the base unit; a string carries its unit: `30m`, `4GiB`, `2M`.
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

function quantity(units: Record<string, number>, what: string, example: string, base: string) {
  const names = Object.keys(units).join(', ');
  return z
    .union([z.number().positive(), z.string()])
    .transform((value, ctx) => {
      if (typeof value === 'number') return Math.round(value);
      const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(value.trim());
      const unit = match?.[2] ? units[match[2]] : undefined;
      const amount = Number(match?.[1]);
      if (!match || (match[2] && unit === undefined) || !(amount > 0)) {
        ctx.addIssue({ code: 'custom', message: `is not a ${what} like ${example} (units: ${names})` });
        return z.NEVER;
      }
      return Math.round(amount * (unit ?? (base ? units[base]! : 1)));
    })
    .describe(`a ${what}: a string such as ${example}, or a number in ${base || 'units'}`);
}

/** A span of time; milliseconds after parsing. A bare number, also in a string, is in seconds. */
export const duration = () =>
  z
    .union([z.number().positive(), z.string()])
    .transform((value, ctx) => {
      const parsed = quantity(DURATION_MS, 'duration', '"90s" or "30m"', 's').safeParse(
        typeof value === 'number' ? `${value}s` : value,
      );
      if (parsed.success) return parsed.data;
      ctx.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'is not a duration' });
      return z.NEVER;
    })
    .describe('a duration such as "90s" or "30m"; a bare number is in seconds');

/** An amount of memory or disk; bytes after parsing. */
export const bytes = () => quantity(BYTES, 'size', '"4GiB" or "500MB"', 'B');

/** A count that may be abbreviated, such as tokens; a plain number after parsing. */
export const count = () => quantity(COUNT, 'count', '"2M" or "250"', '');
