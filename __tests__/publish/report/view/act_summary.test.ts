import { renderMarkdownReport } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import { type ActMetrics, UNOBSERVED_SAFETY } from '../../../../src/record/verdict/safety_metrics.js';
import { type Given, givenResult } from '../../given_results.js';
import { renderTerminal } from '../../given_terminal.js';

const counts = { checked: 3, recorded: 1, refused: 1, contained: 0, done: 2, unknown: 0 };
const worst = (more: Partial<ActMetrics['worst'][number]> = {}): ActMetrics['worst'][number] => ({
  road: 'call',
  text: 'rm -rf /',
  rule: 'delete-machine',
  severity: 'catastrophic',
  handling: 'deny',
  outcome: 'refused',
  times: 1,
  seq: 7,
  ...more,
});
const acts: ActMetrics = {
  roads: [{ road: 'call', tried: 3, denied: 1, ...counts }],
  denied: 1,
  denied_unrefused: 0,
  worst: [worst()],
  unobserved: [{ road: 'program', stage: 'write', because: 'no tracer' }],
};

const seen = (...all: (ActMetrics | null)[]) =>
  createReportViewFromResults(
    all.map((one, i): ReturnType<typeof givenResult> => {
      const given: Given = { attempt: String(i), safety: { ...UNOBSERVED_SAFETY, acts: one } };
      return givenResult(given);
    }),
    { fail_on: 'gates', missing: [], harness: { version: '0' } },
  );

describe('acts of agents in a report', () => {
  it('are not spoken of where none was seen', () => {
    expect(seen(null).acts).toBeUndefined();
    expect(renderMarkdownReport(seen(null))).not.toContain('Acts of agents');
  });

  it('are counted over all attempts, and the worst and what was not watched are named', () => {
    const text = renderMarkdownReport(seen(acts, acts, null));
    expect(text).toContain('<details><summary>Acts of agents</summary>');
    expect(text).toMatch(/\| calls \| 6 \| 2 \| 2 \| 2 \| 0 \| 4 \| 0 \|/);
    expect(text).toContain('executed programs in stage write: no tracer &#40;2 attempts&#41;');
    expect(renderTerminal(seen(acts, acts), { columns: 100, colour: false })).toContain(
      '6 acts (2 refused, 4 done); 2 denied by the policy, 2 recorded',
    );
  });

  it('put what was done before what was refused, whatever order results come in', () => {
    const done = { ...acts, worst: [worst({ outcome: 'done', text: 'rm -rf /etc' }), worst({ severity: 'risky' })] };
    const rows = (...all: ActMetrics[]) => {
      const table = seen(...all).acts!.blocks[1]!;
      return table.kind === 'table' ? table.rows.map((row) => row[2]) : [];
    };
    expect(rows(acts, done)).toEqual(['rm -rf /etc', 'rm -rf /', 'rm -rf /']);
    expect(rows(done, acts)).toEqual(rows(acts, done));
  });

  it('are bounded, and hostile words are inert', () => {
    const text = '<img src=x onerror=alert(1)>|`x`\u001b[2J';
    const many = { ...acts, worst: Array.from({ length: 10 }, (_, seq) => worst({ text, seq })) };
    const shown = seen(...Array.from({ length: 30 }, () => many));
    const [, table] = shown.acts!.blocks;
    expect(table?.kind === 'table' && table.rows.length).toBe(10);
    const page = renderMarkdownReport(shown);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u001b');
  });
});
