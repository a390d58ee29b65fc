/** Name of the generator, written wherever an order or a sample was drawn with it: the seed alone is not enough. */
export declare const LEGACY_GENERATOR = "MT19937, numpy.random.RandomState";
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
export declare function legacyRandom(seed: number): LegacyRandom;
