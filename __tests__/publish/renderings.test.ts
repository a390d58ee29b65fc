import { renderMarkdownReport } from '../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../src/publish/report/view/report_view.js';
import { measureTextWidth } from '../../src/publish/text/measure_text_width.js';
import { givenMixedResults, givenResult, HOSTILE } from './given_results.js';
import { renderTerminal } from './given_terminal.js';
import { expectGolden } from './golden.js';

const harness = { version: '0.1.0' };
const mixed = createReportViewFromResults(givenMixedResults(), { missing: ['attempt-4'], fail_on: 'gates', harness });
const passed = createReportViewFromResults([givenResult({ why: 'unit: 12 tests passed', checks: [{}] })], {
  missing: [],
  fail_on: 'gates',
  harness,
});
const hostile = createReportViewFromResults(
  [
    givenResult({
      attempt: HOSTILE,
      task: HOSTILE,
      title: HOSTILE,
      path: HOSTILE,
      agent: HOSTILE,
      ablation: HOSTILE,
      gates: 'pppf',
      why: HOSTILE,
      reason: HOSTILE,
      run: HOSTILE,
      checks: [{ check: HOSTILE, layer: HOSTILE, why: HOSTILE, failing: [HOSTILE] }],
      tags: [{ id: HOSTILE, gate: 'G4', detail: HOSTILE, evidence: [{ file: HOSTILE, command: HOSTILE }] }],
      findings: [{ rule: HOSTILE, severity: 'violation', message: HOSTILE, evidence: [{ contract_path: HOSTILE }] }],
      deviations: [HOSTILE],
      stop: { code: 'resource', cap: HOSTILE, rationale: HOSTILE },
      costs: {
        by_phase: { [HOSTILE]: { requests: 1, tokens: 2, usd: null, execution_minutes: 0 } },
        projection: HOSTILE,
        tokens: {
          input_tokens: 2,
          cached_input_tokens: 0,
          cache_write_tokens: 0,
          output_tokens: 0,
          reasoning_tokens: 0,
        },
      },
      isolated: false,
      agent_exit: { seq: 7, exit_code: null, signal: HOSTILE, stderr_tail: [HOSTILE, HOSTILE] },
    }),
  ],
  { missing: [HOSTILE], fail_on: 'gates', harness: { version: HOSTILE } },
);

describe('Markdown', () => {
  it('shows verdict, why and cost first, then the gate table, then folded details', () => {
    expectGolden('mixed.md', renderMarkdownReport(mixed));
    expectGolden('passed.md', renderMarkdownReport(passed));
  });

  it('shows less in a check run, and less again in its summary', () => {
    expectGolden('mixed-brief.md', renderMarkdownReport(mixed, 'brief'));
    expectGolden('mixed-rest.md', renderMarkdownReport(mixed, 'rest'));
    expectGolden('mixed-folded.md', renderMarkdownReport(mixed, 'folded'));
  });

  it('holds no live syntax from hostile text', () => {
    const text = renderMarkdownReport(hostile);
    expectGolden('hostile.md', text);
    const tags = [...text.matchAll(/<\/?([a-z!]+)/g)].map((match) => match[1]);
    expect(new Set(tags)).toEqual(new Set(['code', 'br', 'details', 'summary', 'sub']));
    expect(text).not.toMatch(/:\/\/|www\.|@[a-z]|(?<!&)#\d|!\[|\]\(/);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    // Safety metrics, then the phases of the cost.
    const parts = [7, 7, 7, 7, 7, 7];
    expect(rows.map((row) => row.split('|').length)).toEqual(parts);
  });
});

describe('terminal', () => {
  const plain = (columns: number, shown = mixed) => renderTerminal(shown, { columns, colour: false });

  it('shows everything on a wide terminal and drops columns on a narrow one', () => {
    expectGolden('mixed-140.txt', plain(140));
    expectGolden('mixed-60.txt', plain(60));
  });

  it('uses colour only when told', () => {
    expect(plain(100)).not.toContain('\u001b');
    const coloured = renderTerminal(mixed, { columns: 100, colour: true });
    expect(coloured).toContain('\u001b[31mfail');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain(100));
  });

  it('keeps the table within the width, also with wide characters', () => {
    const wide = createReportViewFromResults(
      [givenResult({ task: '漢字'.repeat(30), agent: '🎉'.repeat(30), why: '字'.repeat(200), gates: 'fppp' })],
      {
        missing: [],
        fail_on: 'gates',
        harness,
      },
    );
    for (const columns of [20, 33, 60, 80, 120, 200]) {
      const table = plain(columns, wide).split('\n').slice(0, 3);
      expect(table.map(measureTextWidth).filter((cells) => cells > columns)).toEqual([]);
    }
  });

  it('shows control characters of hostile text instead of obeying them', () => {
    expectGolden('hostile.txt', plain(120, hostile));
    expect(plain(120, hostile)).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe('that the agent ended with another status than 0 is said wherever an attempt is told, whatever came of its patch', () => {
  const ended = createReportViewFromResults(
    [
      givenResult({
        gates: 'pppp',
        agent_exit: { seq: 7, exit_code: 3, signal: null, stderr_tail: ['Traceback', 'no <key> for @everyone'] },
      }),
    ],
    { missing: [], fail_on: 'gates', harness },
  );
  it.each<[string, string, RegExp[]]>([
    [
      'the terminal',
      renderTerminal(ended, { columns: 100, colour: false }),
      [/└ agent ended with exit status 3: no <key>/],
    ],
    [
      'Markdown, which is the comment',
      renderMarkdownReport(ended),
      [/agent ended with exit status 3/, /Traceback/, /no &#60;key&#62; for &#64;everyone/],
    ],
  ])('%s', (_, text, said) => {
    for (const each of said) expect(text).toMatch(each);
  });
});
