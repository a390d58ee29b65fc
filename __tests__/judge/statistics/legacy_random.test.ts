import { legacyRandom } from '../../../src/judge/statistics/legacy_random.js';
import { givenReference } from './reference_values.js';

interface Stream {
  seed: number;
  uint32: number[];
  random_sample: number[];
  randint: [low: number, high: number, drawn: number[]][];
  permutations: number[][];
  choice: number[];
  afterwards: number;
}
const numpy = givenReference<{ streams: Stream[]; known: number[] }>('randomisation');

describe('the stream of numpy.random.RandomState', () => {
  it.each(numpy.streams)('seed $seed: bits, samples, integers, permutations and choices in one stream', (stream) => {
    const random = legacyRandom(stream.seed);
    expect({
      seed: stream.seed,
      uint32: stream.uint32.map(() => random.uint32()),
      random_sample: stream.random_sample.map(() => random.randomSample()),
      randint: stream.randint.map(([low, high, drawn]) => [low, high, drawn.map(() => random.randint(low, high))]),
      permutations: stream.permutations.map(({ length }) => random.permutation(length)),
      choice: random.choice(20, 6),
      // Behind the 1,000th number and the first rejections: everything above has drawn as often as NumPy.
      afterwards: random.randomSample(),
    }).toEqual(stream);
  });

  it('seed 20260307: the first permutation of ten', () => {
    expect(legacyRandom(20260307).permutation(10)).toEqual([4, 8, 0, 9, 5, 7, 6, 1, 2, 3]);
    expect(numpy.known).toEqual([4, 8, 0, 9, 5, 7, 6, 1, 2, 3]);
  });

  it.each([-1, 2 ** 32, 1.5, Number.NaN])('refuses %d as a seed, as NumPy does', (seed) => {
    expect(() => legacyRandom(seed)).toThrow(RangeError);
  });

  it('refuses what cannot be drawn', () => {
    const random = legacyRandom(1);
    expect(() => random.permutation(-1)).toThrow(RangeError);
    expect(() => random.permutation(2.5)).toThrow(RangeError);
    expect(() => random.randint(3, 3)).toThrow(RangeError);
    expect(() => random.randint(0, 2 ** 32 + 1)).toThrow(RangeError);
    expect(() => random.choice(3, 4)).toThrow(RangeError);
  });
});
