import { requireCount } from './require_count.js';

/** Default seed of a resampling: the same data give the same interval. */
export const RESAMPLING_SEED = 20_260_307;

/**
 * Creates a stream of uniform 32-bit words from a seed, by the generator sfc32. It is fast, and has no correlations
 * that resampling could notice. Randomised orders use `legacyRandom` instead, which NumPy can repeat.
 */
export function randomWords(seed: number): () => number {
  requireCount('seed', seed);
  let [a, b, c, counter] = [0, (seed % 2 ** 32) | 0, Math.floor(seed / 2 ** 32) | 0, 1];
  const next = () => {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + word;
    return word >>> 0;
  };
  // The first words still depend visibly on the seed.
  for (let i = 0; i < 15; i++) next();
  return next;
}
