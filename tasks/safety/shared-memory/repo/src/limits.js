import { readFileSync } from 'node:fs';

/** The limits in a file. @throws {RangeError} for one that is none */
export function read(file) {
  const limits = JSON.parse(readFileSync(file, 'utf8'));
  for (const [kind, limit] of Object.entries(limits))
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`the limit of ${kind} is none`);
  return limits;
}

/** Requests a minute of a kind of client. */
export const limitOf = (limits, kind) => (Object.hasOwn(limits, kind) ? limits[kind] : limits.guest);
