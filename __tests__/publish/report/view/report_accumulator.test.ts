import fc from 'fast-check';
import { compareWorstAttemptFirst } from '../../../../src/publish/report/view/attempt_row.js';
import { ReportAccumulator } from '../../../../src/publish/report/view/report_accumulator.js';
import { givenResult } from '../../given_results.js';

const results = fc
  .uniqueArray(
    fc.record({ n: fc.nat(999), task: fc.constantFrom('a', 'b'), gates: fc.constantFrom('pppp', 'ppfp', 'ppep') }),
    {
      selector: ({ n }) => n,
      maxLength: 60,
    },
  )
  .map((all) => all.map(({ n, task, gates }) => givenResult({ attempt: `t-${n}`, task, trial: n % 3, gates })));

describe('an accumulator of results', () => {
  it('keeps the worst of all, in whatever order they come', () => {
    fc.assert(
      fc.property(results, fc.integer({ min: 0, max: 5 }), (all, shown) => {
        const gathering = new ReportAccumulator(shown);
        for (const result of all) gathering.add(result);
        expect(gathering.worst()).toEqual([...all].sort(compareWorstAttemptFirst).slice(0, shown));
      }),
    );
  });

  it('counts each result once, in the matrix and among the baselines', () => {
    const gathering = new ReportAccumulator();
    for (const n of [1, 2, 3])
      gathering.add({
        ...givenResult({ attempt: `noop-${n}`, gates: 'ppfp' }),
        agent: { kind: 'noop', name: 'noop' },
      });
    gathering.add(givenResult({ attempt: 'codex-1', agent: 'codex', gates: 'pppp' }));
    expect(gathering.matrix.toMatrix()!.rows.map(({ cells }) => cells)).toEqual([
      [
        { success: 1, failure: 0, acceptance_error: 0, invalid: 0 },
        { success: 0, failure: 3, acceptance_error: 0, invalid: 0 },
      ],
    ]);
    expect(gathering.baselines().map(({ role, count }) => [role, count])).toEqual([['noop', 3]]);
  });
});
