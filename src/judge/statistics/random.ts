import { requireCount } from './arguments.js';

/** Seed of a resampling that was given none: the same data give the same interval. */
export const RESAMPLING_SEED = 20_260_307;

/**
 * Uniform 32-bit words from a seed: sfc32 (Doty-Humphrey, PractRand), fast and with no correlations that resampling could notice. Not the
 * generator of randomisation plans, which NumPy must be able to repeat (mersenne.ts).
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
  // The first words still show the seed.
  for (let i = 0; i < 15; i++) next();
  return next;
}

/**
 * Tasks drawn with replacement, `resamples` times: each time `tasks` indices below `tasks`. The array is the same one every time, so
 * ten thousand resamples of a thousand tasks allocate nothing. An index is a scaled word: probabilities differ by less than tasks / 2³².
 */
export function* resampleTasks(tasks: number, resamples: number, seed = RESAMPLING_SEED): Generator<Uint32Array, void> {
  requireCount('tasks', tasks);
  requireCount('resamples', resamples);
  const word = randomWords(seed);
  const drawn = new Uint32Array(tasks);
  const scale = tasks / 2 ** 32;
  for (let sample = 0; sample < resamples; sample++) {
    for (let i = 0; i < tasks; i++) drawn[i] = word() * scale;
    yield drawn;
  }
}
