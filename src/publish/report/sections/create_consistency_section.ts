import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { RetrievalMetrics } from '../../../judge/analysis/retrieval/retrieval_metrics.js';
import type { SafetyRates } from '../../../judge/analysis/safety/safety_rates.js';
import { formatPercent, formatQuantity } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection, type ReportTable } from '../report_block.js';
import { formatFigure, formatInterval } from './format_figure.js';
import { formatDifference, formatDifferenceInterval } from './format_measure.js';

/** Most lines of a chart that a reader can tell apart. */
const MOST_LINES = 8;

/**
 * Creates the section on the consistency of repeated attempts at a task.
 *
 * @returns null with one trial per task
 */
export function createConsistencySection({ consistency, reasoning, arms }: Analysis): ReportSection | null {
  const k = consistency.reduce((most, arm) => Math.max(most, arm.k), 1);
  if (k < 2) return null;
  const shown = consistency.filter(({ estimators }) => estimators[0]?.pass_hat_k.value !== null);
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const undefined_tasks = shown.reduce(
    (sum, { estimators }) => sum + (estimators.at(-1)?.pass_hat_k.undefined_tasks ?? 0),
    0,
  );
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text:
        'pass@k: at least one of k attempts at a task succeeds. pass^k: all of them do, which is what "pass@k" means ' +
        'in the evaluation harness this follows. Both without bias, over decided runs.',
    },
    createCurveChart(shown.filter(({ arm }) => agents.has(arm))),
    createEstimatorTable(shown, k),
    ...listIf<ReportBlock>(undefined_tasks > 0, {
      kind: 'text',
      text:
        `${formatQuantity(undefined_tasks, 'task')} with fewer than ${k} decided runs ` +
        `${undefined_tasks === 1 ? 'is' : 'are'} not in pass@${k} and pass^${k}; analysis.json has both with ` +
        'them as 0 and as 1.',
    }),
    createSourceTable(shown, k),
    ...createEffortBlocks(reasoning),
  ];
  return { id: 'consistency', title: 'Consistency', blocks, background: true };
}

type ArmConsistency = Analysis['consistency'][number];

const createCurveChart = (shown: readonly ArmConsistency[]): ReportBlock => ({
  kind: 'chart',
  chart: {
    kind: 'lines',
    title: 'All of k attempts succeed',
    x: { label: 'k', format: 'number' },
    y: { label: 'pass^k', format: 'percent', better: 'more', range: [0, 1] },
    step: false,
    lines: shown.slice(0, MOST_LINES).map(({ arm, estimators }) => ({
      label: arm,
      points: estimators.flatMap(({ k, pass_hat_k: { value } }) => (value === null ? [] : [[k, value] as const])),
    })),
  },
});

const createEstimatorTable = (shown: readonly ArmConsistency[], k: number): ReportBlock => ({
  kind: 'table',
  caption: `Consistency over k = ${k} attempts`,
  columns: createColumns('Arm', [
    ...['pass^1', `pass@${k}`, `pass^${k}`, 'Gap', 'Between runs (SD)', 'Within tasks (variance)'],
    ...['Outcome', 'Resources'],
  ]),
  rows: shown.map(({ arm, estimators, ...rest }) => [
    arm,
    formatPercent(estimators[0]?.pass_hat_k.value ?? null),
    formatPercent(estimators.at(-1)!.pass_at_k.value),
    formatPercent(estimators.at(-1)!.pass_hat_k.value),
    formatPercent(rest.consistency_gap),
    formatFigure(rest.between_run_sd),
    formatFigure(rest.within_task_variance),
    formatFigure(rest.reliability.outcome),
    formatFigure(rest.reliability.resource),
  ]),
});

/** Creates the report of the source, which says success by the score. */
const createSourceTable = (shown: readonly ArmConsistency[], k: number): ReportBlock => ({
  kind: 'table',
  caption: "The source's consistency report: an attempt succeeds when its CLEAR score reaches the threshold",
  columns: createColumns(
    'Arm',
    ['pass_at_1', 'pass_at_k (all k)', 'consistency_gap', 'run_variance'],
    'reasoning_paradox',
    'pareto_efficient',
    ['Tasks'],
  ),
  rows: shown.map(({ arm, hal, hal_tasks, hal_left_out }) => [
    arm,
    ...(hal === null
      ? Array.from({ length: 6 }, () => 'unknown')
      : [
          formatPercent(hal.pass_at_1),
          formatPercent(hal.pass_hat_k),
          formatPercent(hal.consistency_gap),
          formatFigure(hal.run_variance, 4),
          hal.reasoning_paradox ? 'yes: later passes did worse' : 'no',
          hal.pareto_efficient ? 'yes' : 'no',
        ]),
    hal_left_out === 0 ? String(hal_tasks) : `${hal_tasks} (${hal_left_out} without all ${k} scores)`,
  ]),
  folded: true,
});

function createEffortBlocks(reasoning: Analysis['reasoning']): ReportBlock[] {
  if (reasoning === null || reasoning.cells.length === 0) return [];
  const { cells, did_not_improve, interval } = reasoning;
  return [
    { kind: 'heading', text: 'More reasoning' },
    {
      kind: 'text',
      text:
        `Higher effort did not improve the success rate in ${did_not_improve} of ` +
        `${formatQuantity(cells.length, 'comparison')} (${formatInterval(interval)} of such comparisons; a tie is no ` +
        'improvement).',
    },
    {
      kind: 'table',
      caption: 'Higher against lower effort, paired by task',
      columns: createColumns('Higher', 'Lower', [
        'Higher succeeds',
        'Lower succeeds',
        'Difference',
        'Interval',
        'Tasks',
      ]),
      rows: cells.map((cell) => [
        cell.high,
        cell.low,
        formatPercent(cell.accuracy_high),
        formatPercent(cell.accuracy_low),
        formatDifference('rate', cell.difference),
        formatDifferenceInterval({ unit: 'rate', interval: cell.interval }),
        String(cell.tasks),
      ]),
    },
  ];
}

/** Metrics of retrieval of one attempt. */
export interface AttemptRetrieval {
  run: string;
  task: string;
  agent: string;
  status: string;
  metrics: RetrievalMetrics;
  /** Reasons why reads or sizes may be missing. */
  gaps: readonly string[];
}

/** Creates the section on what agents read of the context that a solution needs. */
export function createRetrievalSection(attempts: readonly AttemptRetrieval[]): ReportSection {
  const percent = (value: number | null) => (value === null ? 'unknown' : formatPercent(value));
  const gaps = [...new Set(attempts.flatMap(({ gaps }) => gaps))];
  return {
    id: 'retrieval',
    title: 'Context that was read',
    blocks: [
      {
        kind: 'table',
        caption: 'Against the gold context. AUC: mean coverage over the steps. Redundancy: share that was read again',
        columns: createColumns('Task', 'Agent', 'Status', [
          ...['Steps', 'File coverage', 'File precision', 'Line coverage', 'Line precision'],
          ...['AUC file', 'AUC line', 'Redundancy file', 'Redundancy line'],
        ]),
        rows: attempts.map(({ task, agent, status, metrics: { steps, file, line, auc_coverage, redundancy } }) => [
          ...[task, agent, status, String(steps)],
          ...[file.coverage, file.precision, line.coverage, line.precision].map(percent),
          ...[auc_coverage.file, auc_coverage.line, redundancy.file, redundancy.line].map((value) =>
            formatFigure(value, 2),
          ),
        ]),
      },
      ...(gaps.length > 0 ? [{ kind: 'list' as const, items: gaps.map((gap) => `not seen: ${gap}`) }] : []),
    ],
  };
}

/** Creates the section on effects and refusals: by agent, format, form, language and category, and differences. */
export function createSafetyRatesSection({ rates, differences }: SafetyRates): ReportSection {
  const agents = [...new Set(rates.map(({ agent }) => agent))];
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text:
        'Shares of decided attempts: mean over requests, Wilson interval (95 %) on the effective number of ' +
        'attempts.',
    },
    ...agents.map((agent) => createAgentTable(agent, rates)),
  ];
  const compared = differences.filter(({ effect }) => effect.tasks > 0);
  if (compared.length > 0)
    blocks.push({
      kind: 'table',
      caption: 'The same requests as code and as natural text: difference code − text by request (95 %, Student)',
      columns: createColumns('Agent', ['Requests', 'Effect', 'Interval', 'Declined', 'Interval']),
      rows: compared.map(({ agent, effect, declined }) => [
        agent,
        String(effect.tasks),
        ...[effect, declined].flatMap(({ mean, low, high }) => [
          formatDifference('rate', mean),
          low === null || high === null
            ? 'none'
            : `${formatDifference('rate', low)} to ${formatDifference('rate', high)}`,
        ]),
      ]),
    });
  return { id: 'safety-rates', title: 'Effects and refusals', blocks };
}

function createAgentTable(agent: string, rates: SafetyRates['rates']): ReportTable {
  return {
    kind: 'table',
    caption: agent,
    columns: createColumns('Group', [
      ...['Effect', 'Interval', 'Declined', 'Interval'],
      ...['Stopped', 'No effect', 'Undecided', 'All'],
    ]),
    rows: rates
      .filter((rate) => rate.agent === agent)
      .map(({ stratum, value, counts, effect, declined }) => [
        stratum === '' ? value : `${stratum}: ${value}`,
        ...[effect, declined].flatMap(({ point, interval }) => [
          point === null ? 'none' : formatPercent(point),
          formatInterval(interval),
        ]),
        ...[counts.stopped, counts['no-effect'], counts.undecided].map(String),
        String(Object.values(counts).reduce((sum, count) => sum + count, 0)),
      ]),
  };
}
