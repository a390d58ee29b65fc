import type { Plan } from '../../../record/plan.js';
import type { NotBegun, ScheduleLine } from '../../../record/schedule.js';
import type { Section } from '../blocks.js';
import { shorten } from '../escape.js';
import { counted, money } from '../quantities.js';

const WHY_NOT: Record<NotBegun, string> = {
  total_usd: 'the envelope of the suite was used up',
  task_usd: 'the envelope of their task was used up',
  extra_usd: 'what extra attempts may cost was used up',
  total_wall: 'the time of the suite was over',
  interrupted: 'the run was interrupted',
};

/** Reasons of retries that are named, and how much of each: they are what agents and machines said. */
const REASONS = 5;
const REASON_LENGTH = 160;

/**
 * What was planned against what is there: attempts of each arm, those that were not begun and why, those that were tried again or copied
 * from earlier runs. Undefined when nothing of it needs to be said: every planned attempt has a result of its own first try.
 *
 * @param schedule lines of one run, or those of all its shards
 * @param shards whose schedules were read, and how many lines of them are none; undefined for a run that was not spread
 */
export function planSection(
  plan: Pick<Plan, 'arms' | 'attempts'>,
  missing: readonly string[],
  schedule: readonly ScheduleLine[],
  shards?: { files: number; broken: number },
): Section | undefined {
  const gone = new Set(missing);
  const planned = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  const items = [
    ...notBegun(schedule, gone),
    ...beyondPlan(schedule, planned),
    ...retries(schedule),
    ...reused(schedule),
    ...lost(schedule),
  ];
  if (missing.length === 0 && items.length === 0) return undefined;
  const arms = plan.arms.map(({ id }) => {
    const own = plan.attempts.filter(({ arm }) => arm === id);
    return { id, planned: own.length, there: own.filter(({ attempt_id }) => !gone.has(attempt_id)).length };
  });
  return {
    id: 'plan',
    title: 'What was planned and what is there',
    blocks: [
      ...(items.length === 0 ? [] : [{ kind: 'list' as const, items }]),
      ...(shards === undefined ? [] : [{ kind: 'text' as const, text: saidBy(shards) }]),
      {
        kind: 'table',
        caption: 'Attempts by arm',
        folded: missing.length === 0,
        columns: [
          { head: 'Arm' },
          { head: 'Planned', align: 'right' },
          { head: 'With a result', align: 'right' },
          { head: 'Without', align: 'right' },
        ],
        rows: arms.map(({ id, planned, there }) => [id, `${planned}`, `${there}`, `${planned - there}`]),
      },
    ],
  };
}

function saidBy({ files, broken }: { files: number; broken: number }): string {
  if (files === 0) return 'No schedule was handed over: why attempts are missing, or were tried again, is not known.';
  const torn =
    broken === 0
      ? ''
      : ` ${counted(broken, 'line')} of them could not be read and ${broken === 1 ? 'counts' : 'count'} for nothing.`;
  return `Why is what ${counted(files, 'schedule')} of shards ${files === 1 ? 'says' : 'say'}; nothing else depends on it.${torn}`;
}

type Line<Type extends ScheduleLine['type']> = Extract<ScheduleLine, { type: Type }>;

function linesOf<Type extends ScheduleLine['type']>(schedule: readonly ScheduleLine[], type: Type): Line<Type>[] {
  return schedule.filter((line): line is Line<Type> => line.type === type);
}

/** By reason; an attempt that a later process made after all is not counted. */
function notBegun(schedule: readonly ScheduleLine[], gone: ReadonlySet<string>): string[] {
  const last = new Map<string, NotBegun>();
  for (const { attempt_id, reason } of linesOf(schedule, 'not_begun'))
    if (gone.has(attempt_id)) last.set(attempt_id, reason);
  return (Object.keys(WHY_NOT) as NotBegun[]).flatMap((reason) => {
    const count = [...last.values()].filter((each) => each === reason).length;
    return count === 0 ? [] : [`${counted(count, 'attempt')} not begun: ${WHY_NOT[reason]}`];
  });
}

/** Attempts that the regression gate asked for. They are in no rate, but what they cost is spent. */
function beyondPlan(schedule: readonly ScheduleLine[], planned: ReadonlySet<string>): string[] {
  const extra = schedule.filter((line) => 'attempt_id' in line && !planned.has(line.attempt_id));
  const tries = linesOf(extra, 'sealed');
  const made = new Set([...tries, ...linesOf(extra, 'reused')].map(({ attempt_id }) => attempt_id));
  const left = new Map(
    linesOf(extra, 'not_begun').flatMap(({ attempt_id, reason }) =>
      made.has(attempt_id) ? [] : [[attempt_id, reason] as const],
    ),
  );
  if (made.size + left.size === 0) return [];
  const usd = tries.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  const unknown = tries.filter(({ cost_usd }) => cost_usd === null).length;
  const cost = `${money(usd)}${unknown === 0 ? '' : ` + ${unknown} unknown`}`;
  const why = [...new Set(left.values())].map((reason) => WHY_NOT[reason]).join('; ');
  const rest = left.size === 0 ? '' : `; ${left.size} not begun: ${why}`;
  return [`${counted(made.size, 'extra attempt')} for the regression gate, beyond the plan: ${cost}${rest}`];
}

function retries(schedule: readonly ScheduleLine[]): string[] {
  const lines = linesOf(schedule, 'retried');
  if (lines.length === 0) return [];
  const attempts = new Set(lines.map(({ attempt_id }) => attempt_id)).size;
  const reasons = [...new Set(lines.map(({ reason }) => shorten(reason, REASON_LENGTH)))].sort();
  const more = reasons.length > REASONS ? ` and ${reasons.length - REASONS} more` : '';
  return [
    `${counted(attempts, 'attempt')} tried again, ${counted(lines.length, 'time')} together, for faults of the machine or the network; every try is kept, and what it cost is counted: ${reasons.slice(0, REASONS).join('; ')}${more}`,
  ];
}

function reused(schedule: readonly ScheduleLine[]): string[] {
  const lines = linesOf(schedule, 'reused');
  if (lines.length === 0) return [];
  const unknown = lines.filter(({ saved_usd }) => saved_usd === null).length;
  const saved = lines.reduce((sum, { saved_usd }) => sum + (saved_usd ?? 0), 0);
  const cost = `${money(saved)}${unknown === 0 ? '' : ` + ${unknown} unknown`}`;
  return [
    `${counted(lines.length, 'attempt')} copied from earlier runs, where they had cost ${cost}; that counts into no envelope`,
  ];
}

function lost(schedule: readonly ScheduleLine[]): string[] {
  const lines = linesOf(schedule, 'lost');
  if (lines.length === 0) return [];
  const cost = lines.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  return [
    `${counted(lines.length, 'try', 'tries')} lost with a process that was killed; ${money(cost)} at most, counted as spent`,
  ];
}
