import { whereHas } from './machine.js';

/**
 * How much is tested: `GATEBENCH_TESTS=all` is everything, as continuous integration does. Ordinary runs take samples of what repeats one
 * rule over many cases in real sandboxes, so that they stay within minutes.
 */
export const ALL = process.env.GATEBENCH_TESTS === 'all';

/**
 * Every n-th of a list; where everything is tested, one half of it on one day and the other on the next, or a smaller part of
 * what takes long. Never nothing.
 */
export function sampled<T>(list: readonly T[], n: number, days = 2): T[] {
  return ALL ? rotated(list, days) : list.filter((_, index) => index % n === 0);
}

/** Which part of what rotates a run takes: another one each day, or that of a number in `GATEBENCH_ROTATION`. */
export const ROTATION = Number(process.env.GATEBENCH_ROTATION ?? Math.floor(Date.now() / 86_400_000));
// Anything else would take no part at all, and tests nothing.
if (!Number.isInteger(ROTATION) || ROTATION < 0)
  throw new Error('GATEBENCH_ROTATION must be a whole number, 0 or more');

/** The part of a list that this run takes, where even a run of everything takes one of n in turn. Never nothing. */
export function rotated<T>(list: readonly T[], n: number): T[] {
  const parts = Math.min(n, list.length);
  return list.filter((_, index) => index % parts === ROTATION % parts);
}

/** `it` of tests that are left out, without a word. */
const leaveOut = Object.assign(() => undefined, { each: () => () => undefined });
export const LEFT_OUT = Object.assign(() => undefined, leaveOut, { skip: leaveOut }) as unknown as jest.It;

/**
 * Returns `it` for a test that shows in more real attempts what others show in fewer, where this machine has all these facilities: there is
 * none of it where not everything is tested.
 */
export const itInFullWhere = (...facilities: readonly string[]): jest.It =>
  ALL ? whereHas(test, facilities) : LEFT_OUT;

/** `it` for such a test in a file that says itself what it needs. */
export const itInFull = itInFullWhere();

/** `describe` for such tests. */
export function describeInFull(title: string, body: () => void): void {
  if (!ALL) return;
  describe(title, () => {
    const ordinary = globalThis.it;
    globalThis.it = test; // `setup.ts` may have left out the others
    try {
      body();
    } finally {
      globalThis.it = ordinary;
    }
  });
}
