import { formatRoughDuration, joinRemainders } from '../../../src/publish/text/format_quantity.js';

describe('a guess at a time to come is no more exact than it is', () => {
  it.each([
    [0, 'a few seconds'],
    [4000, 'a few seconds'],
    [33_800, '35 s'],
    [59_000, '55 s'],
    [90_000, '2 m'],
    [3_500_000, '58 m'],
    [3_600_000, '1 h'],
    [4_290_000, '1 h 10 m'],
    [7_150_000, '2 h'],
  ])('%i ms: %s', (ms, expected) => {
    expect(formatRoughDuration(ms)).toBe(expected);
  });
});

describe('several counts at the end of a text become one that says all', () => {
  it.each([
    ['unit: did not run: a (and 10 more) (and 1 more)', 'unit: did not run: a (and 11 more)'],
    ['a (and 1 more) (and 2 more) (and 3 more)', 'a (and 6 more)'],
    ['a (and 2 more)', 'a (and 2 more)'],
    ['a (and 2 more) (and 1 more) failed', 'a (and 2 more) (and 1 more) failed'],
  ])('%s', (text, expected) => {
    expect(joinRemainders(text)).toBe(expected);
  });
});
