import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import {
  type AttemptHead,
  attemptHeadSchema,
  type HeadSummary,
  summariseAttemptHeads,
} from '../../record/attestation/attempt_head.js';
import { type Plan, type ScheduleLine, scheduleLineSchema, selectLastRun } from '../../record/planning/plan.js';
import { PLAN_FILE, SCHEDULE_FILE } from '../../record/planning/plan_file.js';
import { listRuns } from '../../record/storage/run_directory.js';
import type { RecordFault } from '../../record/storage/verify_hash_chain.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { type FileLine, readFileLines } from '../merge/read_file_lines.js';
import { readSharedPlan } from '../merge/read_shared_plan.js';
import { type PublishedHeads, verifyHeadList } from './verify_head_list.js';

/** Result of verifying the lists of attempts in an output folder. */
interface FolderVerification {
  /** Lines and attempts that were removed, doubled or added; `line` null: the message names its file. */
  faults: RecordFault[];
  /** Reason why there may be less than was planned, if the run was cut off; that is no fault. */
  unfinished: string | undefined;
  /** Counts and Merkle root of its results; undefined = it has none. */
  summary?: HeadSummary;
}

/** Number of faults that are listed: an untrusted folder may have a million. */
const MOST_FAULTS = 100;

/**
 * Verifies the files of an output folder against each other.
 *
 * `results.jsonl` must have one line for each attempt that `schedule.jsonl` says was sealed, and for each that
 * `plan.json` lists unless the schedule says that it was not begun. Nothing binds these files together: this finds
 * careless loss, and heads that were published elsewhere find the rest.
 *
 * @param published what was published about the folder elsewhere
 */
export function verifyOutputFolder(folder: string, published: PublishedHeads = {}): FolderVerification {
  const faults: RecordFault[] = [];
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
  const plan = guarded(() => readFolderPlan(folder));
  const schedule = guarded(() => readFolderSchedule(folder, say)) ?? [];
  const isCutOff = schedule.length > 0 && schedule.at(-1)?.type !== 'closed';
  if (!isFile(join(folder, RESULTS_FILE))) {
    const any = plan !== undefined || schedule.length > 0 || listRuns(join(folder, 'runs')).length > 0;
    if (any && !isCutOff) say(`${RESULTS_FILE} is missing`);
    return { faults, unfinished: isCutOff ? CUT_OFF : undefined };
  }
  const heads = guarded(() => readResultHeads(folder, say)) ?? new Map<string, AttemptHead>();
  compareSchedule(withoutSuperseded(schedule, plan), heads, say);
  if (plan && !isCutOff) comparePlan(plan, schedule, heads, say);
  guarded(() => verifyHeadList(folder, [...heads.values()], published, faults.length === 0, say));
  const summary = summariseAttemptHeads([...heads.values()]);
  return { faults, unfinished: isCutOff ? CUT_OFF : undefined, summary };
}

const CUT_OFF = `${SCHEDULE_FILE} has no end: the run was cut off before it wrote its results`;

type FaultReporter = (what: string) => void;

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

function readFolderPlan(folder: string): Plan | undefined {
  if (!existsSync(join(folder, PLAN_FILE))) return undefined;
  const source = { folder, shown: '.', results: false, plan: true, runs: false, schedule: false };
  return readSharedPlan([source], undefined, folder);
}

function readFolderSchedule(folder: string, say: FaultReporter): readonly ScheduleLine[] {
  const path = join(folder, SCHEDULE_FILE);
  if (!isFile(path)) return [];
  const lines: ScheduleLine[] = [];
  for (const line of readFileLines(path, SCHEDULE_FILE)) {
    const read = scheduleLineSchema.safeParse(parseJson(line));
    if (read.success) lines.push(read.data);
    else say(`${SCHEDULE_FILE}:${line.number}:1  is no line of a schedule`);
  }
  return selectLastRun(lines);
}

/** Reads the heads of the results by attempt, and reports lines that are invalid or doubled. */
export function readResultHeads(folder: string, say: FaultReporter): Map<string, AttemptHead> {
  const heads = new Map<string, AttemptHead>();
  const first = new Map<string, number>();
  for (const line of readFileLines(join(folder, RESULTS_FILE), RESULTS_FILE)) {
    const value = parseJson(line) as Record<'attempt_id' | 'run' | 'head' | 'events', unknown> | null | undefined;
    const { attempt_id, run, head, events } = value ?? {};
    const place = `${RESULTS_FILE}:${line.number}:1 `;
    // A merged file may name records elsewhere.
    const is_named = typeof run === 'string' && `/${run}`.endsWith(`/runs/${attempt_id}`);
    const read = attemptHeadSchema.safeParse({ attempt_id, events, head });
    if (!read.success || !is_named) say(`${place} is no result of this folder`);
    else if (heads.has(read.data.attempt_id))
      say(`${place} attempt ${read.data.attempt_id} has a line already, ${first.get(read.data.attempt_id)}`);
    else {
      heads.set(read.data.attempt_id, read.data);
      first.set(read.data.attempt_id, line.number);
    }
  }
  return heads;
}

function parseJson({ text }: FileLine): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Removes lines from before a resume about attempts that the plan no longer lists: their contract or agent was
 * changed. Their records remain; results are of the plan.
 */
function withoutSuperseded(schedule: readonly ScheduleLine[], plan: Plan | undefined): readonly ScheduleLine[] {
  const resumed = schedule.findLastIndex((line) => line.type === 'opened' && line.resumed);
  if (plan === undefined || resumed === -1) return schedule;
  const planned = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  return schedule.filter((line, at) => at >= resumed || !('attempt_id' in line) || planned.has(line.attempt_id));
}

/** Requires a line, with the last head of the schedule, for attempts that were sealed, kept or copied. */
function compareSchedule(
  schedule: readonly ScheduleLine[],
  heads: ReadonlyMap<string, AttemptHead>,
  say: FaultReporter,
): void {
  const extra = new Set(schedule.flatMap((line) => (line.type === 'begun' && line.extra ? [line.attempt_id] : [])));
  const sealed = new Map<string, string>();
  for (const line of schedule)
    if (line.type === 'sealed' || line.type === 'kept' || line.type === 'reused')
      sealed.set(line.attempt_id, line.head);
  for (const [attempt_id, head] of sealed) {
    // Attempts beyond the plan have no line in the results.
    if (extra.has(attempt_id)) continue;
    const line_head = heads.get(attempt_id)?.head;
    if (line_head === undefined)
      say(`${RESULTS_FILE} has no line for ${attempt_id}, which ${SCHEDULE_FILE} says was sealed`);
    else if (line_head !== head)
      say(`${RESULTS_FILE} has another head for ${attempt_id} than ${SCHEDULE_FILE}: ${line_head}, not ${head}`);
  }
}

/** Requires a line for planned attempts of the shards that ran here, unless the schedule accounts for them. */
function comparePlan(
  plan: Plan,
  schedule: readonly ScheduleLine[],
  heads: ReadonlyMap<string, AttemptHead>,
  say: FaultReporter,
): void {
  const scheduled = new Set(schedule.flatMap((line) => ('attempt_id' in line ? [line.attempt_id] : [])));
  const present = new Set(
    plan.attempts.flatMap(({ attempt_id, shard }) =>
      scheduled.has(attempt_id) || heads.has(attempt_id) ? [shard] : [],
    ),
  );
  for (const { attempt_id, shard } of plan.attempts)
    if ((present.has(shard) || plan.shards === 1) && !heads.has(attempt_id) && !scheduled.has(attempt_id))
      say(`${RESULTS_FILE} has no line for ${attempt_id}, which ${PLAN_FILE} lists`);
}
