import { adjustRequiredTests } from '../../../../src/commands/import/audit/adjust_required_tests.js';
import { createTestKey } from '../../../../src/commands/import/audit/observe_required_tests.js';

/** Runs in which the named tests of the check `unit` pass. */
const runs = (...passing: string[][]) =>
  passing.map((names) => new Map(names.map((name) => [createTestKey('unit', name), 'passed'])));
const contract = (fail_to_pass: string[], pass_to_pass: string[] | 'all') =>
  ({ acceptance: [{ id: 'unit', run: 'x', fail_to_pass, pass_to_pass }] }) as never;
const adjust = (written: never, base: string[][], golden: string[][], network = false) =>
  adjustRequiredTests(written, { base: runs(...base), golden: runs(...golden), network }, '2026-12-31');
const thrice = (...names: string[]) => [names, names, names];

// Holds G11
it('leaves a contract alone whose tests are as declared', () => {
  const written = contract(['new'], ['old']);
  expect(adjust(written, thrice('old'), thrice('old', 'new'))).toEqual({
    ...{ contract: written, defects: [], quarantined: 0, changed: false },
  });
});

it('puts tests that never pass with the reference solution in quarantine, with the numbers', () => {
  const {
    contract: made,
    defects,
    quarantined,
  } = adjust(contract(['new'], ['old', 'net']), thrice('old'), thrice('old', 'new'), true);
  expect(made.acceptance[0]).toMatchObject({
    pass_to_pass: ['old', 'net'],
    quarantine: [
      {
        ...{ test: 'net', owner: 'import', expires: '2026-12-31' },
        reason:
          'passed in 0/3 runs with the reference solution and in 0/3 without it; the checks try to reach a network, which they do not have',
      },
    ],
  });
  expect(defects).toEqual([{ check: 'unit', test: 'net', defect: 'fails-with-reference', golden: '0/3', base: '0/3' }]);
  expect(quarantined).toBe(1);
});

it('puts a flaky test in quarantine', () => {
  const { defects, quarantined } = adjust(contract(['new'], ['old']), [['old'], [], ['old']], thrice('old', 'new'));
  expect(defects).toMatchObject([{ test: 'old', defect: 'flaky', golden: '3/3', base: '2/3' }]);
  expect(quarantined).toBe(1);
});

it('requires a test that begins to pass as such', () => {
  const { contract: made, quarantined } = adjust(contract(['new'], ['old']), thrice(), thrice('old', 'new'));
  expect(made.acceptance[0]).toMatchObject({ fail_to_pass: ['new', 'old'], pass_to_pass: [] });
  expect(quarantined).toBe(0);
});

it('never puts aside what the task asks for', () => {
  const written = contract(['new', 'early'], ['old']);
  const { contract: made, defects, changed } = adjust(written, thrice('old', 'early'), thrice('old', 'early'));
  expect(made).toBe(written);
  expect(changed).toBe(false);
  expect(defects.map(({ test, defect }) => [test, defect])).toEqual([
    ['new', 'fails-with-reference'],
    ['early', 'passes-before'],
  ]);
});

it('adjusts nothing where the reference solution fails as a whole', () => {
  const written = contract(['new'], ['old', 'other']);
  const { contract: made, defects, quarantined, changed } = adjust(written, thrice('old', 'other'), thrice());
  expect([made, quarantined, changed]).toEqual([written, 0, false]);
  expect(defects.map(({ defect }) => defect)).toEqual(Array(3).fill('fails-with-reference'));
});

it('adjusts nothing where more tests would be put aside than a contract may have', () => {
  const many = Array.from({ length: 201 }, (_, at) => `net ${at}`);
  const written = contract(['new'], many);
  expect(adjust(written, thrice(), thrice('new'))).toMatchObject({ contract: written, quarantined: 0, changed: false });
});

it('has nothing to adjust where all tests are required', () => {
  expect(adjust(contract([], 'all'), thrice(), thrice()).defects).toEqual([]);
});
