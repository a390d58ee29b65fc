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

/** `it` for a test that shows in more real attempts what others show in fewer: there is none of it where not everything is tested. */
export const itInFull = ALL ? it : (LEFT_OUT as unknown as jest.It);

/** `describe` for such tests. */
export const describeInFull = ALL ? describe : (LEFT_OUT as unknown as jest.Describe);
