import type { PilotReport } from '../../../judge/pilot/pilot_report.js';
import { formatDuration, formatUsd } from '../../text/format_quantity.js';
import { createColumns, type ReportSection } from '../report_block.js';
import { limitRows } from './format_figure.js';

/**
 * Creates the section on each run of a pilot: its end, its usage, the agent's activity. Unknown values are words, never
 * 0.
 */
export function createRunsSection({ runs }: PilotReport): ReportSection {
  const { rows } = limitRows(runs);
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? 'unknown' : String(value);
  const more =
    rows.length < runs.length ? ` (the first ${rows.length} of ${runs.length}; all are in pilot_report.json)` : '';
  const reasons = [...new Set(runs.flatMap(({ activity }) => activity?.unobserved ?? []))].sort().slice(0, 5);
  return {
    id: 'runs',
    title: 'Record of each run',
    blocks: [
      {
        kind: 'table',
        caption: `Runs in the order of the plans${more}`,
        folded: true,
        columns: createColumns('Attempt', 'Stage', 'Stratum', 'Acceptance', 'Ended', [
          'Tokens',
          'Execution',
          'Time',
          'Cost',
          'Tool calls',
          'Test cycles',
          'Dependency events',
        ]),
        rows: rows.map((run) => [
          ...[run.attempt_id, String(run.stage), run.stratum, run.acceptance, run.termination || 'unknown'],
          ...[count(run.tokens), formatDuration(run.execution_minutes * 60_000), formatDuration(run.wall_ms)],
          run.total_usd === null ? 'unknown' : formatUsd(run.total_usd),
          ...[run.activity?.tool_calls, run.activity?.test_cycles, run.activity?.dependency_events].map(count),
        ]),
      },
      ...(reasons.length === 0 ? [] : [{ kind: 'text' as const, text: `Not watched: ${reasons.join('; ')}.` }]),
    ],
  };
}
