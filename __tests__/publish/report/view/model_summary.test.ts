import { renderMarkdownReport } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { formatModelRow } from '../../../../src/publish/report/view/model_summary.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import type { AttemptResult } from '../../../../src/record/verdict/attempt_result.js';
import type { ModelMetrics } from '../../../../src/record/verdict/safety_metrics.js';
import { givenResult, HOSTILE } from '../../given_results.js';
import { renderTerminal } from '../../given_terminal.js';

const asked = (more: Partial<ModelMetrics> = {}): ModelMetrics => ({
  requests: 12,
  refused: 1,
  incomplete: 2,
  conversations: 2,
  models: ['m-2026'],
  tool_calls: 9,
  usage: {
    input_tokens: 10_000,
    cached_input_tokens: 2_500,
    cache_write_tokens: 0,
    output_tokens: 500,
    reasoning_tokens: 100,
  },
  estimated_requests: 1,
  usd: 0.5,
  by_stage: {},
  held_ms: 0,
  first_byte_ms: { p50: 400, p95: 1_200 },
  clamped: 3,
  steering: { requests: 11, applied: 10, partly: 1, noop: 0, reasons: ['no vector'] },
  claims: [
    { source: 'stdout', usage: {}, usd: null, agrees: false, differences: ['output tokens: said 499, metered 500'] },
  ],
  ...more,
});

const rowsOf = (results: AttemptResult[]) =>
  createReportViewFromResults(results, { missing: [], fail_on: 'gates', harness: { version: '1' } }).models;

describe('what was asked of models, in a report', () => {
  it('is one line with everything that is not nothing', () => {
    const [row] = rowsOf([givenResult({ model: asked() })]);
    expect(formatModelRow(row!)).toBe(
      '12 requests to m-2026 · 1 refused · 2 incomplete · 10000 tokens in (25 % cached), 500 out (100 reasoning) · 1 estimated · ' +
        '2 conversations · 9 tool calls · first byte 400 ms, p95 1.2 s · 3 with a lower limit on the output · ' +
        'steering applied in 10 of 11 requests, partly in 1, not in 0 (no vector) · agent claims DIFFER in 1 of 1',
    );
  });

  it('names what was asked for beside what answered, and says when that is another model', () => {
    const [row] = rowsOf([
      givenResult({ model: asked({ asked: ['m', 'n'], other_models: [{ asked: 'n', served: 'm-2026' }] }) }),
    ]);
    expect(formatModelRow(row!)).toContain('12 requests to m, n (answered by m-2026) · ');
    expect(formatModelRow(row!)).toContain(' · OTHER MODELS: n was asked for, m-2026 answered · ');
  });

  it('is added up by agent, with the worst times, and not there where no model was asked', () => {
    const agree = { source: 'stdout', usage: {}, usd: null, agrees: true, differences: [] };
    const second = asked({ first_byte_ms: { p50: 900, p95: 950 }, claims: [agree], models: ['other'] });
    const results = [givenResult({ model: asked({ claims: [agree] }) }), givenResult({ attempt: 'b', model: second })];
    expect(rowsOf([...results, givenResult({ attempt: 'c', agent: 'noop' })])).toMatchObject([
      {
        agent: 'golden',
        requests: 24,
        models: ['m-2026', 'other'],
        cached: 0.25,
        first_byte_ms: { p50: 900, p95: 1_200 },
        claims: 'agent claims agree',
      },
    ]);
    expect(rowsOf([givenResult()])).toEqual([]);
  });

  it('is seen on a narrow terminal where it may matter to a verdict', () => {
    const shown = createReportViewFromResults([givenResult({ model: asked() })], {
      missing: [],
      fail_on: 'gates',
      harness: { version: '1' },
    });
    const terminal = renderTerminal(shown, { columns: 80, colour: false });
    expect(terminal).toContain('\n  └ steering applied in 10 of 11 requests, partly in 1, not in 0 (no vector)\n');
    expect(terminal).toContain('\n  └ agent claims DIFFER in 1 of 1\n');
  });

  it('holds no live syntax from hostile names, in any rendering', () => {
    const model = asked({
      models: [HOSTILE],
      steering: { requests: 1, applied: 0, partly: 0, noop: 1, reasons: [HOSTILE] },
      claims: [{ source: HOSTILE, usage: {}, usd: null, agrees: null, differences: [HOSTILE] }],
    });
    const hostile = createReportViewFromResults([givenResult({ model })], {
      missing: [],
      fail_on: 'gates',
      harness: { version: '0' },
    });
    expect(renderMarkdownReport(hostile)).not.toMatch(/:\/\/|www\.|@[a-z]|(?<!&)#\d|!\[|\]\(/);
    expect(renderTerminal(hostile, { columns: 400, colour: false })).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });
});
