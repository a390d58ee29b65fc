import fc from 'fast-check';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import { givenResult } from '../../given_results.js';

const GATES = ['pppp', 'ppfp', 'pppf', 'f---', 'ppep'];

describe('a headline', () => {
  it('never says success and failed in one breath, nor a rate over baselines', () => {
    const attempts = fc.array(
      fc.record({ gates: fc.constantFrom(...GATES), agent: fc.constantFrom('golden', 'noop', 'codex', 'loop') }),
      { maxLength: 8 },
    );
    const gate = fc.record({
      fail_on: fc.constantFrom('gates' as const, 'regression' as const, 'never' as const),
      concluded: fc.constantFrom(undefined, 'success' as const, 'failure' as const, 'indecisive' as const),
      missing: fc.array(fc.constantFrom('x-1', 'x-2'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(attempts, gate, (given, { fail_on, concluded, missing }) => {
        const results = given.map((one, i) => givenResult({ attempt: `attempt-${i}`, ...one }));
        // A caller concludes a regression gate only.
        const conclusion = fail_on === 'regression' && concluded ? { concluded } : {};
        const view = createReportViewFromResults(results, {
          ...{ fail_on, missing, harness: { version: '0' } },
          ...conclusion,
        });
        const [success, failed] = [/\bsuccess\b|✅/, /\bfailed\b|\bfailure\b|❌/];
        expect(success.test(view.title) && failed.test(view.title)).toBe(false);
        expect(success.test(`${view.sign} ${view.title}`) && failed.test(`${view.sign} ${view.title}`)).toBe(false);
        expect(view.headline.length).toBeLessThanOrEqual(140);
        if (view.contract_checks.length > 0) expect(view.headline).not.toMatch(/\d+ of \d+ attempts/);
      }),
    );
  });
});
