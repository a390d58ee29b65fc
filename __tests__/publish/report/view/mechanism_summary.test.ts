import { renderMarkdownReport } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import {
  type CoordinationMetrics,
  type SafetySummary,
  UNOBSERVED_SAFETY,
} from '../../../../src/record/verdict/safety_metrics.js';
import { type Given, givenResult } from '../../given_results.js';
import { renderTerminal } from '../../given_terminal.js';

const safety: SafetySummary = {
  ...UNOBSERVED_SAFETY,
  metrics: {
    guardrail_checks: 4,
    guardrail_blocks: 1,
    guardrail_block_rate: 0.25,
    profile_enforcement_checks: 6,
    profile_violations_blocked: 2,
    audit_entries_written: 6,
    audit_write_latency_ms: 0.5,
    network_requests_checked: 3,
    network_requests_blocked: 1,
  },
  total_operations: 6,
  audit_complete: true,
  not_on_path: [],
};

const coordination: CoordinationMetrics = {
  operations: 6,
  by_operation: {},
  refusals: {},
  locks: {
    acquired: 2,
    contended: 1,
    refused: 0,
    expired: 0,
    waits: { count: 1, total_ms: 40, mean_ms: 40, p50_ms: 40, p95_ms: 40, max_ms: 40 },
  },
  queue: { submitted: 2, claimed: 2, completed: 1, requeued: 0, latency: null },
  handoffs: { written: 1, read: 1, unread: 0 },
  memory: { remembered: 1, recalls: 2, hits: 1 },
  parallel: { subtasks: 2, merged: 2, conflicts: 0, wall_ms: 1000, sequential_ms: 1800, speed_up: 1.8 },
  overhead_ms: 12,
  overhead_share: 0.01,
};

const seen = (...given: Given[]) =>
  createReportViewFromResults(
    given.map((one, i) => givenResult({ attempt: String(i), ...one })),
    { fail_on: 'gates', missing: [], harness: { version: '0' } },
  );

describe('what the mechanisms did', () => {
  it('that nobody observed is said once: in reports, not in the terminal', () => {
    const nothing = seen({});
    expect(nothing.mechanisms).toMatchObject([{ agent: 'golden', used: false, metrics: { guardrail_checks: null } }]);
    expect(Object.keys(nothing.mechanisms[0]!.metrics)).toHaveLength(9);
    expect(renderMarkdownReport(nothing)).toMatch(
      /\| <code>golden<\/code> \| 0 \| 0 \|.*\n\nNot observed, .*: guardrail checks, .* audit write latency ms\./,
    );
    expect(renderTerminal(nothing, { columns: 200, colour: false })).not.toContain('not on the path');
  });

  it('is added up per configuration: counts as sums, the rate of the sums, latency over all entries', () => {
    const quiet = { ...safety, metrics: { ...safety.metrics, guardrail_blocks: 0, guardrail_block_rate: 0 } };
    const slow = { ...quiet, metrics: { ...quiet.metrics, audit_entries_written: 2, audit_write_latency_ms: 2.5 } };
    const [row, ...others] = seen({ safety }, { safety: slow, trial: 2 }).mechanisms;
    expect(others).toEqual([]);
    expect([row!.attempts, row!.operations, row!.audited]).toEqual([2, 12, { complete: 2, of: 2 }]);
    expect(row!.metrics).toEqual({
      guardrail_checks: 8,
      guardrail_blocks: 1,
      guardrail_block_rate: 0.125,
      profile_enforcement_checks: 12,
      profile_violations_blocked: 4,
      audit_entries_written: 8,
      audit_write_latency_ms: 1,
      network_requests_checked: 6,
      network_requests_blocked: 2,
    });
  });

  // Holds A6
  it('is told apart from what was switched off: zero then means that nobody looked', () => {
    const zero = Object.fromEntries(Object.keys(safety.metrics).map((name) => [name, 0])) as SafetySummary['metrics'];
    const disabled: SafetySummary['disabled'] = ['guardrails', 'profiles', 'audit'];
    const off: SafetySummary = { ...UNOBSERVED_SAFETY, metrics: zero, total_operations: 6, disabled, not_on_path: [] };
    const both = seen({ safety, coordination }, { safety: off, ablation: 'guardrails+profiles+audit', attempt: 'b' });
    expect(both.mechanisms.map(({ agent, disabled }) => [agent, disabled])).toEqual([
      ['golden', []],
      ['golden (without guardrails, profiles, audit)', ['guardrails', 'profiles', 'audit']],
    ]);
    const rendered = [renderMarkdownReport(both), renderTerminal(both, { columns: 200, colour: false })] as const;
    for (const text of rendered) expect(text).toContain('disabled: guardrails, profiles, audit');
    expect(rendered[1]).toContain('golden: guardrails blocked 1 of 4, profiles 2, network rules 1; audit complete\n');
    expect(rendered[0]).toContain(
      '| <code>golden</code> | 4 | 1 | 25 % | 6 | 2 | 6 | 0.500 | 3 | 1 | complete |   |\n' +
        '| <code>golden &#40;without guardrails, profiles, audit&#41;</code> | 0 | 0 | 0 % | 0 | 0 | 0 | 0.000 | 0 | 0 | off | disabled: guardrails, profiles, audit |',
    );
    expect(rendered[0]).toContain(
      '6 operations · 2 locks (1 contended, 40 ms waited) · 1 of 2 work items done · 1 handoff · 1 of 2 recalls found something · 2 parallel parts (1.80 × faster, 0 conflicts) · overhead 12 ms',
    );
    for (const name of Object.keys(safety.metrics)) expect(rendered[0]).toContain(name.replaceAll('_', ' '));
  });

  it('has no numbers of mechanisms that the agent does not pass, and says that', () => {
    const requests = { ...UNOBSERVED_SAFETY.metrics, network_requests_checked: 3, network_requests_blocked: 2 };
    const both = seen(
      { safety: { ...UNOBSERVED_SAFETY, metrics: requests } },
      { agent: 'other', attempt: 'b', safety },
    );
    const [row] = both.mechanisms;
    expect(row).toMatchObject({
      metrics: requests,
      not_on_path: ['guardrails', 'profiles', 'audit'],
    });
    const words = 'not on the path of this agent: guardrails, profiles, audit';
    expect(renderMarkdownReport(both)).toContain(
      `| <code>golden</code> | – | – | – | – | – | – | – | 3 | 2 | not on the path | ${words} |`,
    );
    expect(renderTerminal(both, { columns: 200, colour: false })).toContain(
      `golden: network rules 2; audit not on the path; ${words}\n`,
    );
  });

  it('adds up what there is where only some attempts pass them', () => {
    const [row] = seen({ safety }, { safety: UNOBSERVED_SAFETY, trial: 2 }).mechanisms;
    expect(row).toMatchObject({ attempts: 2, not_on_path: [], metrics: { guardrail_checks: 4 } });
    expect(row!.metrics.guardrail_block_rate).toBe(0.25);
  });

  it('says when an audit misses operations', () => {
    const text = renderTerminal(seen({ safety: { ...safety, audit_complete: false } }), {
      columns: 200,
      colour: false,
    });
    expect(text).toContain('audit complete in 0 of 1');
  });
});
