import { z } from 'zod';
import { statuses } from './verdict.js';

/**
 * `schedule.jsonl` beside `results.jsonl`: what became of every attempt that was asked for, in the order in which it happened, over all
 * processes that worked on the folder. Records say what happened within an attempt; this says why there are as many as there are.
 */

/** Why an attempt was not begun. */
export const notBegun = ['total_usd', 'task_usd', 'extra_usd', 'total_wall', 'interrupted'] as const;
export type NotBegun = (typeof notBegun)[number];

const at = z.string().describe('wall clock, ISO 8601');
const attempt_id = z.string();
const cost_usd = z.number().nullable().describe('what it cost; null = unknown, its ceiling counts');
const number = z.int().min(1).describe('which try: 1 is the first');
const head = z.string().describe('hash of the last event of the record');

export const scheduleLineSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('opened'),
    at,
    resumed: z.boolean().describe('false: what earlier processes did is another run, and counts into no envelope'),
    attempts: z.int().describe('that are planned; extra ones come later'),
    width: z.int(),
    spent_usd: z.number().describe('by earlier processes of the same run, ceilings where unknown'),
  }),
  z.strictObject({
    type: z.literal('lost'),
    at,
    attempt_id,
    try: number,
    cost_usd: z.number().describe('what a try of a process that was killed cost by its record, or its ceiling'),
  }),
  z.strictObject({ type: z.literal('kept'), at, attempt_id, cost_usd, head }),
  z.strictObject({
    type: z.literal('reused'),
    at,
    attempt_id,
    head,
    from: z.string().describe('folder that the record was copied from'),
    saved_usd: cost_usd.describe('what it had cost there; it counts into no envelope'),
  }),
  z.strictObject({
    type: z.literal('begun'),
    at,
    attempt_id,
    try: number,
    task: z.string().describe('id of the contract'),
    ceiling_usd: z.number().describe('most that it can cost; counts where its cost stays unknown'),
    extra: z.boolean().describe('beyond the plan: the regression gate asked for it'),
  }),
  z.strictObject({
    type: z.literal('sealed'),
    at,
    attempt_id,
    try: number,
    status: z.enum(statuses),
    cost_usd,
    wall_ms: z.number(),
    head,
  }),
  z.strictObject({ type: z.literal('retried'), at, attempt_id, try: number, reason: z.string() }),
  z.strictObject({ type: z.literal('not_begun'), at, attempt_id, reason: z.enum(notBegun) }),
  z.strictObject({ type: z.literal('closed'), at, spent_usd: z.number(), interrupted: z.boolean() }),
]);
export type ScheduleLine = z.infer<typeof scheduleLineSchema>;

export const SCHEDULE_FILE = 'schedule.jsonl';

/** The lines of the run that was worked on last: what came before a process that did not go on is another run. */
export function lastRun(log: readonly ScheduleLine[]): readonly ScheduleLine[] {
  return log.slice(
    Math.max(
      0,
      log.findLastIndex((line) => line.type === 'opened' && !line.resumed),
    ),
  );
}
