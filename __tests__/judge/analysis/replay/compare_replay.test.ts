import { compareReplay } from '../../../../src/judge/analysis/replay/compare_replay.js';
import type { AttemptReport } from '../../../../src/record/verdict/attempt_result.js';
import { givenResult } from '../../../publish/given_results.js';

const side = (report: AttemptReport = givenResult(), tree: string | null = 'a'.repeat(40)) => ({ report, tree });
const check: AttemptReport['verdict']['checks'][number] = {
  ...{ check: 'unit', kind: 'acceptance', layer: 'unit', mandatory: true, outcome: 'pass', reached: true, why: '' },
  ...{ runs: 1, wall_ms: 20, tests: { passed: 2, failed: 0, skipped: 0 }, failing: [], evidence: [] },
  ...{ fail_to_pass: { passed: 1, total: 1 }, pass_to_pass: { passed: 1, total: 1 } },
};
/** The same report with other fields of its verdict. */
const judged = (changes: Partial<AttemptReport['verdict']>): AttemptReport => {
  const report = givenResult();
  return { ...report, verdict: { ...report.verdict, ...changes } };
};

it('is the same for equal sides, under the same conditions', () => {
  expect(compareReplay(side(), side())).toMatchObject({ same: true, differences: [] });
});

it('shows another tree', () => {
  expect(compareReplay(side(), side(undefined, null))).toMatchObject({
    same: false,
    differences: [{ what: 'tree of the patched repository', recorded: 'a'.repeat(40), replayed: 'none' }],
  });
});

it('shows a check whose outcome or failing tests are others, and not one that took longer', () => {
  const slower = judged({ checks: [{ ...check, wall_ms: check.wall_ms + 1000, why: 'in other words' }] });
  const quick = judged({ checks: [check] });
  expect(compareReplay(side(quick), side(slower)).same).toBe(true);
  const failing = judged({ checks: [{ ...check, outcome: 'fail', reached: true, failing: ['b', 'a'] }] });
  const { same, differences } = compareReplay(side(quick), side(failing));
  expect(same).toBe(false);
  expect(differences).toEqual([
    expect.objectContaining({
      what: `check ${check.check}`,
      replayed: expect.stringMatching(/^fail.*failing: a, b$/),
    }),
  ]);
});

it('shows a check that only one side ran', () => {
  const quick = judged({ checks: [check] });
  expect(compareReplay(side(quick), side()).differences).toContainEqual(
    expect.objectContaining({ replayed: 'was not run' }),
  );
  expect(compareReplay(side(), side(quick)).differences).toContainEqual(
    expect.objectContaining({ recorded: 'was not run' }),
  );
});

it('compares the safety gate where no agent has acted', () => {
  const unsafe = (kind: string): AttemptReport => {
    const report = { ...givenResult(), agent: { kind, name: 'x' } };
    const gates = report.verdict.gates.map((gate) =>
      gate.gate === 'G4' ? { ...gate, reached: true, outcome: 'fail' as const } : gate,
    );
    return { ...report, verdict: { ...report.verdict, gates } };
  };
  const after = side({ ...givenResult(), agent: { kind: 'patch', name: 'replay:x' } });
  expect(compareReplay(side(unsafe('patch')), after).differences.map(({ what }) => what)).toEqual(['gate G4']);
  const acted = compareReplay(side(unsafe('command')), after);
  expect([acted.differences, acted.not_replayed.length]).toEqual([[], 2]);
});

it('comes to nothing where one side is invalid', () => {
  expect(compareReplay(side(), side(judged({ status: 'invalid' }))).same).toBeNull();
});

it('declares conditions in which both differ, without those of the agent', () => {
  const other: AttemptReport = {
    ...givenResult(),
    harness_version: '9.9.9',
    agent: { kind: 'patch', name: 'replay:x' },
  };
  const { comparability } = compareReplay(side(), side(other));
  expect(comparability.comparable).toBe(false);
  expect(comparability.differences.map(({ condition }) => condition)).toContain('gatebench version');
  expect(comparability.differences.map(({ about }) => about)).not.toContain('agent');
});

it('says that acts of an agent are not made again', () => {
  const acting: AttemptReport = { ...givenResult(), agent: { kind: 'command', name: 'x' } };
  expect(compareReplay(side(acting), side()).not_replayed[0]).toMatch(/acts of the agent/);
  expect(
    compareReplay(side({ ...givenResult(), agent: { kind: 'golden', name: 'golden' } }), side()).not_replayed,
  ).toEqual([]);
});
