import { renderMarkdownReport } from '../../src/publish/report/markdown/render_markdown_report.js';
import { ReportAccumulator } from '../../src/publish/report/view/report_accumulator.js';
import { createReportView, createReportViewFromResults } from '../../src/publish/report/view/report_view.js';
import type { AttemptResult } from '../../src/record/verdict/attempt_result.js';
import { givenResult } from './given_results.js';
import { renderTerminal } from './given_terminal.js';

const options = { missing: [], fail_on: 'gates', harness: { version: '0.1.0' } } as const;
const [pass, fail] = [givenResult(), givenResult({ gates: 'ppfp', why: 'x'.repeat(5_000), deviations: ['seed'] })];
const one = (i: number): AttemptResult => {
  const like = i % 3 === 0 ? fail : pass;
  const task = `task-${i % 500}`;
  return {
    ...like,
    attempt_id: `a${String(i).padStart(6, '0')}`,
    contract: { ...like.contract, id: task },
    trial: i,
    protocol_deviations: i % 3 === 0 ? [`deviation ${i}`] : [],
  };
};

describe('a report of very many attempts', () => {
  const gathering = new ReportAccumulator();
  for (let i = 0; i < 20_000; i++) gathering.add(one(i));
  const missing = Array.from({ length: 5_000 }, (_, i) => `missing-${i}`);
  const shown = createReportView(gathering, { ...options, missing });

  it('counts all and shows the worst', () => {
    expect(shown.total).toMatchObject({
      attempts: 20_000,
      by_status: { success: 13_333, failure: 6_667 },
      missing: 5_000,
    });
    expect(shown.rate).toMatchObject({ successes: 13_333, scorable: 20_000, total: 25_000 });
    expect(shown.rows).toHaveLength(500);
    expect(shown.rows.every(({ status }) => status === 'failure')).toBe(true);
  });

  it('is bounded in every rendering, and says what is not there', () => {
    const [markdown, terminal] = [renderMarkdownReport(shown), renderTerminal(shown, { columns: 100, colour: false })];
    expect(Buffer.byteLength(markdown)).toBeLessThan(1024 * 1024);
    expect(terminal.split('\n').length).toBeLessThan(700);
    expect(markdown).toContain('_19975 more attempts not shown here._');
    expect(markdown).toContain('counted over the 500 worst attempts');
    expect(terminal).toContain('… 19800 more attempts in the report');
    expect(markdown).toMatch(/Protocol deviations.{1,20} of 6657 more kinds/);
  });
});

describe('a report does not depend on the order of its results', () => {
  it('also of more than it shows', () => {
    const few = (order: (results: AttemptResult[]) => AttemptResult[]) => {
      const gathering = new ReportAccumulator(7);
      for (const result of order(Array.from({ length: 200 }, (_, i) => one(i)))) gathering.add(result);
      return createReportView(gathering, options);
    };
    const forth = few((results) => results);
    expect(few((results) => results.reverse())).toEqual(forth);
    expect(
      few((results) => results.sort((a, b) => (a.attempt_id.slice(-1) < b.attempt_id.slice(-1) ? -1 : 1))),
    ).toEqual(forth);
    expect(forth.rows).toEqual(
      createReportViewFromResults(
        Array.from({ length: 200 }, (_, i) => one(i)),
        options,
      ).rows.slice(0, 7),
    );
  });
});
