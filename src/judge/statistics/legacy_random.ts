import { mersenne } from 'pure-rand/generator/mersenne';

/** Name of the generator, written wherever an order or a sample was drawn with it: the seed alone is not enough. */
export const LEGACY_GENERATOR = 'MT19937, numpy.random.RandomState';

/** Stream of random numbers. Each call continues where the last one ended. */
export interface LegacyRandom {
  /** Draws 32 random bits. */
  uint32(): number;
  /** Draws a number in [0, 1) with 53 bits: `random_sample()`. */
  randomSample(): number;
  /** Draws an integer in [low, high), high − low ≤ 2^32: `randint(low, high)`. */
  randint(low: number, high: number): number;
  /** Draws 0 … n−1 in random order: `permutation(n)`. Draws nothing for n < 2. */
  permutation(n: number): number[];
  /** Returns the items in random order: `permutation(items)`. */
  shuffled<T>(items: readonly T[]): T[];
  /** Draws m different ones of 0 … n−1: `choice(n, m, replace=False)`. */
  choice(n: number, m: number): number[];
}

/**
 * Creates the stream of `numpy.random.RandomState(seed)`, bit for bit. It is MT19937 seeded by `init_genrand`, with
 * integers by masked rejection. NumPy has frozen it (NEP 19), so that NumPy can check every draw. `seed` is an integer
 * in 0 … 2^32−1.
 */
export function legacyRandom(seed: number): LegacyRandom {
  if (!Number.isInteger(seed) || seed < 0 || seed >= WORDS)
    throw new RangeError(`a seed is an integer from 0 to 2^32 − 1, not ${seed}`);
  const generator = mersenne(seed);
  const uint32 = () => generator.next() >>> 0;

  /** Uniform in 0 … most, by throwing away what is above it. */
  const upTo = (most: number): number => {
    if (most === 0) return 0;
    const mask = 0xffffffff >>> Math.clz32(most);
    for (;;) {
      const drawn = (uint32() & mask) >>> 0;
      if (drawn <= most) return drawn;
    }
  };

  const shuffled = <T>(items: readonly T[]): T[] => {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i--) {
      const j = upTo(i);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  };
  const permutation = (n: number) => {
    if (!Number.isInteger(n) || n < 0) throw new RangeError(`a permutation is of a whole number of things, not ${n}`);
    return shuffled(Array.from({ length: n }, (_, i) => i));
  };

  return {
    uint32,
    randomSample: () => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53,
    randint(low, high) {
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high <= low || high - low > WORDS)
        throw new RangeError(`randint needs integers low < high at most 2^32 apart, not ${low} and ${high}`);
      return low + upTo(high - low - 1);
    },
    permutation,
    shuffled,
    choice(n, m) {
      if (!Number.isInteger(m) || m < 0 || m > n) throw new RangeError(`cannot choose ${m} different ones of ${n}`);
      return permutation(n).slice(0, m);
    },
  };
}

const WORDS = 2 ** 32;
