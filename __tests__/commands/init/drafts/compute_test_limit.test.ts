import { computeBaseLimit, computeTestLimit } from '../../../../src/commands/init/drafts/compute_test_limit.js';

it.each([
  ['quick tests', 1_000, 30_000],
  ['slower tests', 8_000, 80_000],
  ['slow tests, whose hanging must not cost an hour', 60_000, 300_000],
  ['tests that another load of the machine could make as slow', 250_000, 750_000],
  ['tests without an end', 900_000, 1_800_000],
])('the time without the change is bounded: %s', (_, wall_ms, limit) => {
  expect(computeBaseLimit(wall_ms)).toBe(limit);
});

it('a contract ends tests that hang without the change long after they end with it, since they fail then', () => {
  expect(computeTestLimit({ wall_ms: 1_000 })).toBe(60_000);
  expect(computeTestLimit({ wall_ms: 1_000, hanging: true })).toBe(60_000);
  expect(computeTestLimit({ wall_ms: 8_000, hanging: true })).toBe(160_000);
});
