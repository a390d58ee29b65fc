import { selectOpenCriteria } from '../../../judge/pilot/pilot_evidence.js';
import type { PilotReport } from '../../../judge/pilot/pilot_report.js';
import { formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { createColumns } from '../create_columns.js';
import type { ReportBlock, ReportSection } from '../report_block.js';

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
    ...(open.length === 0
      ? []
      : [
          {
            kind: 'list' as const,
            items: open.map(
              ({ id, demands, where }) =>
                `${id} demands: ${demands}${where.length === 0 ? '' : ` (${formatNames(where)})`}`,
            ),
          },
        ]),
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
    ...(declarations.length === 0
      ? []
      : [
          { kind: 'heading' as const, text: 'Deviations that were declared' },
          { kind: 'list' as const, items: declarations },
        ]),
    ...(removed.length === 0
      ? []
      : [
          { kind: 'heading' as const, text: 'Tasks removed, not replaced' },
          { kind: 'list' as const, items: removed },
        ]),
  ];
}

function formatPower({ power }: PilotReport): string {
  const { tasks, trials, minimum_detectable_effect: mde, comparisons, alpha, from } = power;
  const basis = from === 'data' ? 'upper ends of the variances that were seen' : 'variances that were assumed';
  return (
    `Power: ${formatPercent(power.power)} to find a difference of ${formatPercent(power.minimum_effect)} with ` +
    `${formatQuantity(tasks, 'task')} and ${formatQuantity(trials, 'trial')} each, ` +
    `${formatQuantity(comparisons, 'comparison')} at ${Number(alpha.toPrecision(3))}, by ${basis}; found with ` +
    `${formatPercent(power.power_wanted)} would be ` +
    `${mde === null || mde > 1 ? 'no difference at all' : formatPercent(mde)}. The plan ` +
    `${power.verdict === 'not decided' ? 'cannot be judged' : power.verdict === 'supports' ? 'supports the effect that would matter' : 'does not support the effect that would matter'}.`
  );
}

function formatNames(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;
}
