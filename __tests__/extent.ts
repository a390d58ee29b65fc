import { where } from './machine.js';

/**
 * How much is tested: `GATEBENCH_TESTS=all` is everything, as continuous integration does. Ordinary runs take samples of what repeats one
 * rule over many cases in real sandboxes, so that they stay within minutes.
 */
export const ALL = process.env.GATEBENCH_TESTS === 'all';

/** Every n-th of a list; all of it where everything is tested. Never nothing. */
export function sampled<T>(list: readonly T[], n: number): T[] {
  return ALL ? [...list] : list.filter((_, index) => index % n === 0);
}

const LEFT_OUT = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * Returns `it` for a test that shows in more real attempts what others show in fewer, where this machine has all these facilities: there is
 * none of it where not everything is tested.
 */
export const itInFullWhere = (...facilities: readonly string[]): jest.It =>
  ALL ? where(...facilities) : (LEFT_OUT as unknown as jest.It);

/** `it` for such a test in a file that says itself what it needs. */
export const itInFull = itInFullWhere();

/** `describe` for such tests. */
export const describeInFull = ALL ? describe : (LEFT_OUT as unknown as jest.Describe);
