import { renderMarkdownReport } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import { type Given, givenResult } from '../../given_results.js';
import { renderTerminal } from '../../given_terminal.js';

const tokens = {
  input_tokens: 12_000,
  cached_input_tokens: 9_000,
  cache_write_tokens: 0,
  output_tokens: 800,
  reasoning_tokens: 300,
};
const metered: Given = {
  cost: 1.5,
  costs: {
    lm_usd: 1.4,
    execution_usd: 0.1,
    unpriced: ['people', 'overhead'],
    requests: 12,
    estimated_requests: 1,
    tokens,
    by_phase: {
      setup: { requests: 0, tokens: 0, usd: 0, execution_minutes: 0.25 },
      write: { requests: 12, tokens: 12_800, usd: 1.4, execution_minutes: 1.5 },
    },
    projection: `table:${'a'.repeat(64)}`,
    fallback_units: 140.25,
  },
};
const capped: Given = {
  gates: 'ppf-',
  why: 'unit: 2 of 12 tests failed',
  stop: {
    code: 'resource',
    cap: 'usd',
    rationale: 'the gateway refused a request to a model: budget exhausted: of 4.75 USD 0.1 are left',
  },
};
const seen = (given: Given) =>
  createReportViewFromResults([givenResult(given)], { missing: [], fail_on: 'gates', harness: { version: '1' } });
const all = (given: Given) => ({
  markdown: renderMarkdownReport(seen(given)),
  terminal: renderTerminal(seen(given), { columns: 200, colour: false }),
});

// Holds R13
describe('a report says what an attempt cost', () => {
  it('part by part, with what has no price by name, and what it is based on', () => {
    const { markdown } = all(metered);
    expect(markdown).toContain(
      '- cost: $1.50: models $1.40; execution $0.10; no price for people, overhead\n- basis of the cost: 12 requests to models (1 estimated) · 12000 tokens in (9000 cached), 800 out (300 reasoning) · projection table:aaaa',
    );
  });

  it('by phase', () => {
    const { markdown } = all(metered);
    expect(markdown).toContain(`
| Phase | Requests | Tokens | Models | Execution |
|---|--:|--:|--:|--:|
| setup | 0 | 0 | $0.00 | 0.25 min |
| write | 12 | 12800 | $1.40 | 1.50 min |
`);
  });

  it('and the cap in units that held, where no price is known', () => {
    const { markdown } = all({ cost: null, costs: { fallback_units: 12, unit_cap: 20_000 } });
    expect(markdown).toContain('12 fallback units, the agent capped at 20000');
    expect(all(metered).markdown).not.toContain('capped at');
  });

  it('and that no model was asked, where that is why it cost nothing', () => {
    const { markdown } = all({ cost: 0, costs: { lm_usd: 0, execution_usd: null, requests: 0 } });
    expect(markdown).toContain(': no model asked; no price for overhead');
    expect(markdown).not.toContain('models $0.00');
  });

  it('and never 0 for what is not known', () => {
    const unknown = all({ cost: null, costs: { execution_usd: null } });
    expect(unknown.markdown).toContain('- cost: unknown: no price for models, overhead');
    expect(unknown.terminal).toMatch(/^pass {2}.* unknown {2}4\.2 s\n/);
  });
});

describe('a report says that a cap ended an agent, and which', () => {
  it('before the table and beside what the patch came to', () => {
    const { markdown, terminal } = all(capped);
    expect(markdown).toContain('> **Stopped at a cap:** USD (1 attempt)');
    expect(terminal).toContain('STOPPED AT A CAP: USD (1 attempt)');
    expect(terminal).toContain('\n  └ agent stopped (cap: USD): the gateway refused a request');
    const why = 'agent stopped (cap: USD): the gateway refused a request to a model: budget exhausted';
    const plain = markdown.replaceAll('&#40;', '(').replaceAll('&#41;', ')');
    expect([plain, terminal].map((text) => text.includes(why))).toEqual([true, true]);
  });

  it.each([
    ['tokens', 'tokens'],
    ['model_requests', 'requests to models'],
    ['unpriced-model', 'model without a price'],
    ['identical-calls', 'identical-calls'],
  ])('%s', (cap, shown) => {
    expect(all({ stop: { code: 'resource', cap, rationale: 'x' } }).terminal).toContain(`AT A CAP: ${shown} (1`);
  });

  it('also of a success; of an agent that finished it says nothing', () => {
    expect(all({ ...capped, gates: 'pppp' }).terminal).toContain('STOPPED AT A CAP');
    expect(all({}).terminal).not.toContain('CAP');
  });
});
