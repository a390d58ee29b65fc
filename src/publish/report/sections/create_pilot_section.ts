import type { Adjudications } from '../../../judge/analysis/adjudications.js';
import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { CostPrecision, CostProjectionPoint } from '../../../judge/pilot/cost_precision.js';
import { selectOpenCriteria } from '../../../judge/pilot/pilot_evidence.js';
import type { PilotReport } from '../../../judge/pilot/pilot_report.js';
import { RUBRIC_VERSION } from '../../../judge/rubric/score_attempt.js';
import { defaultWeights } from '../../../judge/rubric/scores/default_weights.js';
import { GATE_NAMES, GATES } from '../../../record/verdict/verdict.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { createAdjudicationsSection } from './create_adjudications_section.js';
import { createPrecisionSection, createProjectionSection, type SpentCurve } from './create_projection_section.js';
import { createRatesSection } from './create_rates_section.js';
import { createStandardsSection } from './create_standards_section.js';
import { limitRows } from './format_figure.js';

/** Figures of a report on a pilot; without `adjudications` nobody reviewed its verdicts. */
interface PilotFigures {
  pilot: PilotReport;
  analysis: Analysis;
  adjudications: Adjudications | null;
  /** Sections on cost; none for a protocol that was planned without inputs of cost. */
  costs: readonly ReportSection[];
}

/** Creates the sections of a report on a pilot. */
export function createPilotReportSections({ pilot, analysis, adjudications, costs }: PilotFigures): ReportSection[] {
  return [
    createPilotSection(pilot),
    createRatesSection(analysis),
    createStandardsSection(analysis),
    createRunsSection(pilot),
    ...costs,
    createRubricSection(RUBRIC_VERSION),
    ...(adjudications ? [createAdjudicationsSection(adjudications)] : []),
  ];
}

/** Creates the sections on the projected cost of a pilot, beside what was spent, and on the precision for it. */
export const createPilotCostSections = (
  points: readonly CostProjectionPoint[],
  precision: CostPrecision,
  total_usd: number | null,
  spent?: SpentCurve,
): ReportSection[] => [createProjectionSection(points, total_usd, spent), createPrecisionSection(precision)];

/** Creates the sections on a pilot that is only planned: its cost, its precision, and how it will be judged. */
export const createPilotPlanSections = (...costs: Parameters<typeof createPilotCostSections>): ReportSection[] => [
  ...createPilotCostSections(...costs),
  createRubricSection(RUBRIC_VERSION),
];

/** Creates the section on a pilot: whether it may continue, criteria with evidence, planned and completed attempts. */
export function createPilotSection(report: PilotReport): ReportSection {
  return {
    id: 'pilot',
    title: `Pilot ${report.name}`,
    blocks: [
      { kind: 'text', text: `Protocol ${report.protocol}. ${formatAdvice(report)}` },
      ...createCriteriaBlocks(report),
      createStagesTable(report),
      ...createComparisonBlocks(report),
      ...createDeviationBlocks(report),
      { kind: 'text', text: formatPower(report) },
    ],
  };
}

function formatAdvice({ advice: { decision, rule, why } }: PilotReport): string {
  const decision_text = { continue: 'Go on', stop: `Stop (${rule})`, 'not decided': 'Not decided' }[decision];
  return `${decision_text}: ${why}.`;
}

function createCriteriaBlocks({ criteria }: PilotReport): ReportBlock[] {
  const open = selectOpenCriteria(criteria);
  return [
    {
      kind: 'table',
      caption: 'Criteria of the stages',
      columns: createColumns('criterion', 'verdict', 'evidence'),
      rows: criteria.map(({ id, stage, when, verdict, evidence, declared }) => [
        `stage ${stage} ${when}: ${id}`,
        declared === null ? verdict : `${verdict}, declared`,
        evidence,
      ]),
    },
    ...listIf<ReportBlock>(open.length > 0, {
      kind: 'list',
      items: open.map(
        ({ id, demands, where }) => `${id} demands: ${demands}${where.length === 0 ? '' : ` (${formatNames(where)})`}`,
      ),
    }),
  ];
}

function createStagesTable({ stages }: PilotReport): ReportBlock {
  return {
    kind: 'table',
    caption: 'Planned and done',
    columns: createColumns('stage', ['planned', 'done', 'missing', 'not planned', 'spent', 'cost unknown', 'budget']),
    rows: stages.map((one) => [
      `${one.stage} ${one.name}`,
      ...[one.planned, one.done, one.missing, one.unplanned].map(String),
      formatUsd(one.spent_usd),
      String(one.cost_unknown),
      one.budget_usd === null ? 'none' : formatUsd(one.budget_usd),
    ]),
  };
}

function createComparisonBlocks({ advice }: PilotReport): ReportBlock[] {
  if (advice.comparisons.length === 0) return [{ kind: 'text', text: 'No comparison is registered.' }];
  const points = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)}`);
  return [
    {
      kind: 'table',
      caption:
        'Registered comparisons, whole tasks in the order of the plan; the pilot ends early only when all have ended',
      columns: createColumns('comparison', ['tasks', 'difference (points)', 'interval over all looks'], 'rule says', [
        'next look',
      ]),
      rows: advice.comparisons.map(
        ({ base, head, tasks, estimate, low, high, decision, because, next_look, blocked }) => [
          `${head} against ${base}`,
          String(tasks),
          points(estimate),
          low === null ? '–' : `${points(low)} – ${points(high)}`,
          blocked === null
            ? `${decision}${because === null ? '' : ` (${because})`}`
            : `${decision}, held up at ${blocked}`,
          next_look === null ? '–' : String(next_look),
        ],
      ),
    },
  ];
}

function createDeviationBlocks({ deviations, removals, declared }: PilotReport): ReportBlock[] {
  const declarations = declared.map(
    ({ stage, criteria, by, at, because }) => `stage ${stage} against ${criteria.join(', ')}; ${by}, ${at}: ${because}`,
  );
  const removed = removals.map(({ task, because, at }) => `${task}, ${at}: ${because}`);
  return [
    { kind: 'heading', text: 'Deviations' },
    deviations.length === 0
      ? { kind: 'text', text: 'None shows in the records.' }
      : {
          kind: 'list',
          items: deviations.map(({ kind, what, where }) => `${kind}: ${what} (${where.length}: ${formatNames(where)})`),
        },
    ...listIf<ReportBlock>(
      declarations.length > 0,
      { kind: 'heading', text: 'Deviations that were declared' },
      { kind: 'list', items: declarations },
    ),
    ...listIf<ReportBlock>(
      removed.length > 0,
      { kind: 'heading', text: 'Tasks removed, not replaced' },
      { kind: 'list', items: removed },
    ),
  ];
}

function formatPower({ power }: PilotReport): string {
  const { tasks, trials, minimum_detectable_effect: mde, comparisons, alpha, from: source } = power;
  const basis = source === 'data' ? 'upper ends of the variances that were seen' : 'variances that were assumed';
  return (
    `Power: ${formatPercent(power.power)} to find a difference of ${formatPercent(power.minimum_effect)} with ` +
    `${formatQuantity(tasks, 'task')} and ${formatQuantity(trials, 'trial')} each, ` +
    `${formatQuantity(comparisons, 'comparison')} at ${Number(alpha.toPrecision(3))}, by ${basis}; found with ` +
    `${formatPercent(power.power_wanted)} would be ` +
    `${mde === null || mde > 1 ? 'no difference at all' : formatPercent(mde)}. The plan ` +
    `${PLAN_VERDICTS[power.verdict]}.`
  );
}

const PLAN_VERDICTS = {
  supports: 'supports the effect that would matter',
  'does not support': 'does not support the effect that would matter',
  'not decided': 'cannot be judged',
} as const;

function formatNames(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;
}

/**
 * Creates the section on each run of a pilot: its end, its usage, the agent's activity. Unknown values are words, never
 * 0.
 */
function createRunsSection({ runs }: PilotReport): ReportSection {
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

/**
 * Creates the section on gates and weights of the rubric in force. A gate is drawn as a full bar: it decides alone, and
 * no score compensates for it.
 */
function createRubricSection(version: string): ReportSection {
  const { graded, decomposed, penalty } = defaultWeights;
  const dimensions = Object.entries(graded).map(([name, weight]) => ({ name: `q_${name}`, weight }));
  return {
    id: 'rubric',
    title: `Rubric ${version}: gates and weights`,
    blocks: [
      {
        kind: 'text',
        text:
          'Gates come first and have no weight: an attempt that fails one is no success, whatever its score. ' +
          'Weights are of the graded score of attempts that pass all gates; they are a choice of protocol, not a ' +
          'finding.',
      },
      {
        kind: 'chart',
        chart: {
          kind: 'bars',
          title: 'Gates (all or nothing) and weights of the graded dimensions',
          x: { label: 'weight; a gate is drawn whole', format: 'number', range: [0, 1] },
          rows: [
            ...GATES.map((gate) => ({ label: `${gate} ${GATE_NAMES[gate]} (gate)`, value: 1, tone: 'quiet' as const })),
            ...dimensions.map(({ name, weight }) => ({ label: name, value: weight, tone: 'good' as const })),
          ],
        },
      },
      {
        kind: 'table',
        caption: 'Weights in force, as gated_rubric.json has them',
        columns: createColumns('Part', 'Of', ['Weight']),
        rows: [
          ...GATES.map((gate) => [`${gate} ${GATE_NAMES[gate]}`, 'gates', 'must pass']),
          ...dimensions.map(({ name, weight }) => [name, 'graded score', String(weight)]),
          ...Object.entries(decomposed).map(([name, weight]) => [name, 'decomposed score', String(weight)]),
          ...Object.entries(penalty).map(([name, weight]) => [name, 'penalty of a finding', String(weight)]),
        ],
      },
    ],
  };
}
