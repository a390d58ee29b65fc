import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { NotStartedReason, Plan, ScheduleLine, SettingsComparison } from '../../../record/planning/plan.js';
import { shortenText } from '../../text/escape_text.js';
import { formatPartialUsd, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { createAblationSection } from './create_ablation_section.js';
import { createAdjudicationsSection } from './create_adjudications_section.js';
import { createClearSection } from './create_clear_section.js';
import { createComparisonsSection } from './create_comparisons_section.js';
import { createConsistencySection } from './create_consistency_section.js';
import { createMetricsSection } from './create_metrics_section.js';
import { createParetoSection } from './create_pareto_section.js';
import { createRatesSection } from './create_rates_section.js';
import { createStandardsSection } from './create_standards_section.js';
import { limitRows } from './format_figure.js';

/** Creates the sections of an analysis, the most important first: mechanisms of an ablation, rates, comparisons. */
export function createAnalysisSections(analysis: Analysis): ReportSection[] {
  const { ablations, adjudications } = analysis;
  return [
    ...ablations.map(createAblationSection),
    createRatesSection(analysis),
    createComparisonsSection(analysis),
    createClearSection(analysis),
    createParetoSection(analysis),
    createConsistencySection(analysis),
    createMetricsSection(analysis),
    adjudications ? createAdjudicationsSection(adjudications) : null,
    createStandardsSection(analysis),
  ].filter((section) => section !== null);
}

const NOT_BEGUN_REASONS: Record<NotStartedReason, string> = {
  total_usd: 'the envelope of the suite was used up',
  task_usd: 'the envelope of their task was used up',
  extra_usd: 'what extra attempts may cost was used up',
  total_wall: 'the time of the suite was over',
  interrupted: 'the run was interrupted',
};

/** Number of retry reasons that are named, and characters of each; they are foreign text. */
const REASONS = 5;
const REASON_LENGTH = 160;

/**
 * Creates the section on planned and present attempts: those of each arm, those that did not begin and why, retries,
 * and copies from earlier runs.
 *
 * @param schedule lines of one run, or of all its shards
 * @param shards number of schedules read and of broken lines; undefined for a run without shards
 * @returns undefined if every planned attempt has a result of its own first try
 */
export function createPlanSection(
  plan: Pick<Plan, 'arms' | 'attempts'>,
  missing: readonly string[],
  schedule: readonly ScheduleLine[],
  shards?: { files: number; broken: number },
): ReportSection | undefined {
  const missing_ids = new Set(missing);
  const planned = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  const items = [
    ...formatNotBegun(schedule, missing_ids),
    ...formatExtraAttempts(schedule, planned),
    ...formatRetries(schedule),
    ...formatReused(schedule),
    ...formatLost(schedule),
  ];
  if (missing.length === 0 && items.length === 0) return undefined;
  const arms = plan.arms.map(({ id }) => {
    const arm_attempts = plan.attempts.filter(({ arm }) => arm === id);
    return {
      id,
      planned: arm_attempts.length,
      there: arm_attempts.filter(({ attempt_id }) => !missing_ids.has(attempt_id)).length,
    };
  });
  return {
    id: 'plan',
    title: 'What was planned and what is there',
    blocks: [
      ...(items.length === 0 ? [] : [{ kind: 'list' as const, items }]),
      ...(shards === undefined ? [] : [{ kind: 'text' as const, text: formatShards(shards) }]),
      {
        kind: 'table',
        caption: 'Attempts by arm',
        folded: missing.length === 0,
        columns: createColumns('Arm', ['Planned', 'With a result', 'Without']),
        rows: arms.map(({ id, planned, there }) => [id, `${planned}`, `${there}`, `${planned - there}`]),
      },
    ],
  };
}

function formatShards({ files, broken }: { files: number; broken: number }): string {
  if (files === 0) return 'No schedule was handed over: why attempts are missing, or were tried again, is not known.';
  const torn =
    broken === 0
      ? ''
      : ` ${formatQuantity(broken, 'line')} of them could not be read and ${broken === 1 ? 'counts' : 'count'} ` +
        'for nothing.';
  return (
    `Why is what ${formatQuantity(files, 'schedule')} of shards ${files === 1 ? 'says' : 'say'}; nothing else ` +
    `depends on it.${torn}`
  );
}

type ScheduleLineOf<Type extends ScheduleLine['type']> = Extract<ScheduleLine, { type: Type }>;

function selectLines<Type extends ScheduleLine['type']>(
  schedule: readonly ScheduleLine[],
  type: Type,
): ScheduleLineOf<Type>[] {
  return schedule.filter((line): line is ScheduleLineOf<Type> => line.type === type);
}

/** Formats the attempts that did not begin, by reason. Attempts that a later process made do not count. */
function formatNotBegun(schedule: readonly ScheduleLine[], gone: ReadonlySet<string>): string[] {
  const last = new Map<string, NotStartedReason>();
  for (const { attempt_id, reason } of selectLines(schedule, 'not_begun'))
    if (gone.has(attempt_id)) last.set(attempt_id, reason);
  return (Object.keys(NOT_BEGUN_REASONS) as NotStartedReason[]).flatMap((reason) => {
    const count = [...last.values()].filter((each) => each === reason).length;
    return count === 0 ? [] : [`${formatQuantity(count, 'attempt')} not begun: ${NOT_BEGUN_REASONS[reason]}`];
  });
}

/** Formats the attempts that the regression gate requested. No rate includes them, but their cost is spent. */
function formatExtraAttempts(schedule: readonly ScheduleLine[], planned: ReadonlySet<string>): string[] {
  const extra = schedule.filter((line) => 'attempt_id' in line && !planned.has(line.attempt_id));
  const tries = selectLines(extra, 'sealed');
  const made_ids = new Set([...tries, ...selectLines(extra, 'reused')].map(({ attempt_id }) => attempt_id));
  const left = new Map(
    selectLines(extra, 'not_begun').flatMap(({ attempt_id, reason }) =>
      made_ids.has(attempt_id) ? [] : [[attempt_id, reason] as const],
    ),
  );
  if (made_ids.size + left.size === 0) return [];
  const usd = tries.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  const unknown = tries.filter(({ cost_usd }) => cost_usd === null).length;
  const cost = formatPartialUsd(usd, unknown);
  const why = [...new Set(left.values())].map((reason) => NOT_BEGUN_REASONS[reason]).join('; ');
  const rest = left.size === 0 ? '' : `; ${left.size} not begun: ${why}`;
  return [`${formatQuantity(made_ids.size, 'extra attempt')} for the regression gate, beyond the plan: ${cost}${rest}`];
}

function formatRetries(schedule: readonly ScheduleLine[]): string[] {
  const lines = selectLines(schedule, 'retried');
  if (lines.length === 0) return [];
  const attempts = new Set(lines.map(({ attempt_id }) => attempt_id)).size;
  const reasons = [...new Set(lines.map(({ reason }) => shortenText(reason, REASON_LENGTH)))].sort();
  const more = reasons.length > REASONS ? ` and ${reasons.length - REASONS} more` : '';
  return [
    `${formatQuantity(attempts, 'attempt')} tried again, ${formatQuantity(lines.length, 'time')} together, for ` +
      'faults of the machine or the network; every try is kept, and what it cost is counted: ' +
      `${reasons.slice(0, REASONS).join('; ')}${more}`,
  ];
}

function formatReused(schedule: readonly ScheduleLine[]): string[] {
  const lines = selectLines(schedule, 'reused');
  if (lines.length === 0) return [];
  const unknown = lines.filter(({ saved_usd }) => saved_usd === null).length;
  const saved = lines.reduce((sum, { saved_usd }) => sum + (saved_usd ?? 0), 0);
  const cost = formatPartialUsd(saved, unknown);
  return [
    `${formatQuantity(lines.length, 'attempt')} copied from earlier runs, where they had cost ${cost}; that ` +
      'counts into no envelope',
  ];
}

function formatLost(schedule: readonly ScheduleLine[]): string[] {
  const lines = selectLines(schedule, 'lost');
  if (lines.length === 0) return [];
  const cost = lines.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  return [
    `${formatQuantity(lines.length, 'try', 'tries')} lost with a process that was killed; ${formatUsd(cost)} at ` +
      'most, counted as spent',
  ];
}

/** Findings on the shards of a run. */
interface ShardFacts {
  shards: readonly { shard: number; planned: number; found: number }[];
  warnings: readonly string[];
}

/** Most rows of the table. */
const ROWS = 30;

/**
 * Creates the section on missing results of a run over several machines.
 *
 * @returns undefined without warnings
 */
export function createShardsSection({ shards, warnings }: ShardFacts): ReportSection | undefined {
  if (warnings.length === 0) return undefined;
  const torn = shards.filter(({ found, planned }) => found < planned);
  const table: ReportBlock = {
    kind: 'table',
    caption: 'Shards with attempts that have no result',
    columns: createColumns('shard', ['attempts', 'with a result']),
    rows: torn.slice(0, ROWS).map(({ shard, planned, found }) => [`${shard}`, `${planned}`, `${found}`]),
  };
  const left = torn.length - ROWS;
  return {
    id: 'shards',
    title: 'What was merged',
    blocks: [
      { kind: 'list', items: warnings },
      ...(torn.length > 0 ? [table] : []),
      ...(left > 0 ? [{ kind: 'text' as const, text: `${left} more shards lack results.` }] : []),
    ],
  };
}

/** Creates the section that says which settings of agents are compared. */
export function createSettingsSection(compared: SettingsComparison): ReportSection {
  const { base, head, files, agents, unpaired, left_out } = compared;
  const { rows } = limitRows(files);
  const more = rows.length < files.length ? `, the first ${rows.length} of ${files.length}` : '';
  const texts = [
    ...agents.map(({ name, fields }) => `Agent ${name}: head changes ${fields.join(', ')} in the suite.`),
    ...unpaired.map(({ name, side }) => `Agent ${name} is only in ${side}: it is not run.`),
    ...left_out.map(({ task, because }) => `Contract ${task} is left out: ${because}.`),
  ];
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text:
        `Each agent works on the same contracts with the settings of ${base.slice(0, 12)} (base) and of ` +
        `${head.slice(0, 12)} (head). Contracts, budgets and checks are those of the base.`,
    },
    ...(rows.length === 0
      ? [{ kind: 'text' as const, text: 'No file with settings differs.' }]
      : [
          {
            kind: 'table' as const,
            caption: `Settings that differ${more}`,
            columns: createColumns('File', 'In head'),
            rows: rows.map(({ path, change }) => [path, change]),
          },
        ]),
    ...(texts.length === 0 ? [] : [{ kind: 'list' as const, items: texts }]),
  ];
  return { id: 'settings', title: 'Settings of the agents', blocks };
}
