import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user_error.js';
import type { Fault } from '../record/chain.js';
import { PLAN_FILE, type Plan } from '../record/plan.js';
import { listRuns } from '../record/run_directory.js';
import { lastRun, SCHEDULE_FILE, type ScheduleLine, scheduleLineSchema } from '../record/schedule.js';
import { RESULTS_FILE } from './merge_find.js';
import { type Line, linesOf } from './merge_lines.js';
import { readPlan } from './merge_plan.js';

/** What an output folder is worth beside its records: whether its lists of attempts hold what they must. */
export interface FolderVerification {
  /** Lines and attempts that were removed, doubled or added; `line` null: the message names its file. */
  faults: Fault[];
  /** Why there may be less than was planned, where the run was cut off: no fault. */
  unfinished: string | undefined;
}

/** Faults that are told one by one: whoever can write the folder can make a million. */
const MOST_FAULTS = 100;

/**
 * Verifies the files of an output folder against each other: `results.jsonl` has one line for each attempt that `schedule.jsonl` says was
 * sealed, and for each that `plan.json` lists unless the schedule says that it was not begun. Nothing binds these files together, so
 * this finds what was lost or removed carelessly; heads that were published elsewhere find the rest.
 */
export function verifyFolder(folder: string): FolderVerification {
  const faults: Fault[] = [];
  const say = (what: string) => {
    if (faults.length < MOST_FAULTS) faults.push({ line: null, what });
    else if (faults.length === MOST_FAULTS) faults.push({ line: null, what: 'and more of the kind' });
  };
  const guarded = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      say(error.message);
      return undefined;
    }
  };
  const plan = guarded(() => planOf(folder));
  const schedule = guarded(() => scheduleOf(folder, say)) ?? [];
  const isCutOff = schedule.length > 0 && schedule.at(-1)?.type !== 'closed';
  if (!isFile(join(folder, RESULTS_FILE))) {
    const any = plan !== undefined || schedule.length > 0 || listRuns(join(folder, 'runs')).length > 0;
    if (any && !isCutOff) say(`${RESULTS_FILE} is missing`);
    return { faults, unfinished: isCutOff ? CUT_OFF : undefined };
  }
  const heads = guarded(() => headsOf(folder, say)) ?? new Map<string, string>();
  compareSchedule(withoutSuperseded(schedule, plan), heads, say);
  if (plan && !isCutOff) comparePlan(plan, schedule, heads, say);
  return { faults, unfinished: isCutOff ? CUT_OFF : undefined };
}

const CUT_OFF = `${SCHEDULE_FILE} has no end: the run was cut off before it wrote its results`;

type Say = (what: string) => void;

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

function planOf(folder: string): Plan | undefined {
  if (!existsSync(join(folder, PLAN_FILE))) return undefined;
  const source = { folder, shown: '.', results: false, plan: true, runs: false, schedule: false };
  return readPlan([source], undefined, folder);
}

function scheduleOf(folder: string, say: Say): readonly ScheduleLine[] {
  const path = join(folder, SCHEDULE_FILE);
  if (!isFile(path)) return [];
  const lines: ScheduleLine[] = [];
  for (const line of linesOf(path, SCHEDULE_FILE)) {
    const read = scheduleLineSchema.safeParse(parseJson(line));
    if (read.success) lines.push(read.data);
    else say(`${SCHEDULE_FILE}:${line.number}:1  is no line of a schedule`);
  }
  return lastRun(lines);
}

/** Heads of the results by attempt; a line that is none, or that there is twice, is told. */
function headsOf(folder: string, say: Say): Map<string, string> {
  const heads = new Map<string, string>();
  const first = new Map<string, number>();
  for (const line of linesOf(join(folder, RESULTS_FILE), RESULTS_FILE)) {
    const value = parseJson(line) as { attempt_id?: unknown; run?: unknown; head?: unknown } | null | undefined;
    const { attempt_id, run, head } = value ?? {};
    const at = `${RESULTS_FILE}:${line.number}:1 `;
    // A merged file names records where they are.
    const named = typeof run === 'string' && `/${run}`.endsWith(`/runs/${attempt_id}`);
    if (typeof attempt_id !== 'string' || typeof head !== 'string' || !named) say(`${at} is no result of this folder`);
    else if (heads.has(attempt_id)) say(`${at} attempt ${attempt_id} has a line already, ${first.get(attempt_id)}`);
    else {
      heads.set(attempt_id, head);
      first.set(attempt_id, line.number);
    }
  }
  return heads;
}

function parseJson({ text }: Line): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Leaves out what was said before the run was resumed of attempts that its plan does not list any more: their contract or agent was
 * changed in between. Their records are still there; results are of the plan.
 */
function withoutSuperseded(schedule: readonly ScheduleLine[], plan: Plan | undefined): readonly ScheduleLine[] {
  const resumed = schedule.findLastIndex((line) => line.type === 'opened' && line.resumed);
  if (plan === undefined || resumed === -1) return schedule;
  const planned = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  return schedule.filter((line, at) => at >= resumed || !('attempt_id' in line) || planned.has(line.attempt_id));
}

/** Attempts that were sealed, kept or copied have their lines, with the head that the schedule saw last. */
function compareSchedule(schedule: readonly ScheduleLine[], heads: ReadonlyMap<string, string>, say: Say): void {
  const extra = new Set(schedule.flatMap((line) => (line.type === 'begun' && line.extra ? [line.attempt_id] : [])));
  const sealed = new Map<string, string>();
  for (const line of schedule)
    if (line.type === 'sealed' || line.type === 'kept' || line.type === 'reused')
      sealed.set(line.attempt_id, line.head);
  for (const [attempt_id, head] of sealed) {
    // Attempts beyond the plan are in no result.
    if (extra.has(attempt_id)) continue;
    const found = heads.get(attempt_id);
    if (found === undefined)
      say(`${RESULTS_FILE} has no line for ${attempt_id}, which ${SCHEDULE_FILE} says was sealed`);
    else if (found !== head)
      say(`${RESULTS_FILE} has another head for ${attempt_id} than ${SCHEDULE_FILE}: ${found}, not ${head}`);
  }
}

/** Planned attempts of the shards that were made here have their lines, unless they were not begun, or are told by the schedule already. */
function comparePlan(
  plan: Plan,
  schedule: readonly ScheduleLine[],
  heads: ReadonlyMap<string, string>,
  say: Say,
): void {
  const told = new Set(schedule.flatMap((line) => ('attempt_id' in line ? [line.attempt_id] : [])));
  const here = new Set(
    plan.attempts.flatMap(({ attempt_id, shard }) => (told.has(attempt_id) || heads.has(attempt_id) ? [shard] : [])),
  );
  for (const { attempt_id, shard } of plan.attempts)
    if ((here.has(shard) || plan.shards === 1) && !heads.has(attempt_id) && !told.has(attempt_id))
      say(`${RESULTS_FILE} has no line for ${attempt_id}, which ${PLAN_FILE} lists`);
}
