import fc from 'fast-check';
import {
  byteSizeSchema,
  countSchema,
  durationOptionSchema,
  durationSchema,
} from '../../../src/contract/input/duration_schema.js';

const parsed = (schema: ReturnType<typeof durationSchema>, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues[0]!.message;
};

describe('a duration', () => {
  it.each<[unknown, number]>([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['20 s', 20_000],
    ['60', 60_000],
    [60, 60_000],
    [0.5, 500],
    ['0.4ms', 1],
    [0.0000001, 1],
    ['596h', 2_145_600_000],
  ])('%j is %d milliseconds', (value, ms) => {
    expect(parsed(durationSchema(), value)).toBe(ms);
  });

  it.each<[unknown, string]>([
    ['soon', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
    ['10 parsecs', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
    ['-5s', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
    ['0s', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
    ['1e3s', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
    ['', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
    ['597h', 'is too long: at most 596h, which is as far as timers reach'],
    [3_000_000, 'is too long: at most 596h, which is as far as timers reach'],
  ])('%j is refused', (value, message) => {
    expect(parsed(durationSchema(), value)).toBe(message);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, true, []])('%p is refused', (value) => {
    expect(durationSchema().safeParse(value).success).toBe(false);
  });
});

describe('an amount of memory', () => {
  it.each<[unknown, number]>([
    ['4GiB', 2 ** 32],
    ['500MB', 5e8],
    ['1.5KiB', 1536],
    ['7', 7],
    [1024, 1024],
    ['2TiB', 2 ** 41],
  ])('%j is %d bytes', (value, expected) => {
    expect(parsed(byteSizeSchema(), value)).toBe(expected);
  });

  it.each(['4gib', '4 G', '1XB', '-1B', '0B', 'lots'])('%j is refused with the known units', (value) => {
    expect(parsed(byteSizeSchema(), value)).toBe(
      'is not a size like "4GiB" or "500MB" (units: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB)',
    );
  });
});

describe('a count', () => {
  it.each<[unknown, number]>([
    ['2M', 2e6],
    ['250', 250],
    [250, 250],
    ['1.5k', 1500],
  ])('%j is %d', (value, expected) => {
    expect(parsed(countSchema(), value)).toBe(expected);
  });

  it.each(['2m', 'many', '0'])('%j is refused', (value) => {
    expect(parsed(countSchema(), value)).toBe('is not a count like "2M" or "250" (units: k, M, G)');
  });
});

describe('every quantity', () => {
  it('is a positive safe integer or refused, whatever is written', () => {
    const quantities = [durationSchema(), byteSizeSchema(), countSchema()];
    const text = fc.oneof(
      fc.string(),
      fc.double(),
      fc
        .tuple(fc.double({ noNaN: true }), fc.constantFrom('ms', 's', 'm', 'h', 'KiB', 'TiB', 'k', 'G', ''))
        .map(([n, u]) => `${n}${u}`),
      fc
        .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom('ms', 's', 'h', 'TB', 'G'))
        .map(([n, u]) => `${n}${u}`),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...quantities), (value, quantity) => {
        const result = quantity.safeParse(value);
        expect(!result.success || (Number.isSafeInteger(result.data) && result.data > 0)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a duration on a command line', () => {
  it.each<[unknown, number | string]>([
    ['10m', 600_000],
    ['90s', 90_000],
    ['10', 'is a number without a unit: write 10s or 10m (units: ms, s, m, h)'],
    [' 1.5 ', 'is a number without a unit: write 1.5s or 1.5m (units: ms, s, m, h)'],
    ['0', 'is not a duration like "90s" or "30m" (units: ms, s, m, h)'],
  ])('%j needs its unit', (value, result) => {
    expect(parsed(durationOptionSchema(), value)).toBe(result);
  });
});
