import { z } from 'zod';
import { attemptStatuses } from '../verdict/verdict.js';

/**
 * `schedule.jsonl` beside `results.jsonl`: what became of every requested attempt, in the order of the events, over all
 * processes that worked on the folder. A record shows what happened within an attempt; the schedule explains the number
 * of attempts.
 */

/** Reasons why an attempt was not started. */
const notStartedReasons = ['total_usd', 'task_usd', 'extra_usd', 'total_wall', 'interrupted'] as const;
export type NotStartedReason = (typeof notStartedReasons)[number];

const timeSchema = z.string().describe('wall clock, ISO 8601');
const attemptIdSchema = z.string();
const costSchema = z.number().nullable().describe('what it cost; null = unknown, its ceiling counts');
const tryNumberSchema = z.int().min(1).describe('which try: 1 is the first');
const headSchema = z.string().describe('hash of the last event of the record');

export const scheduleLineSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('opened'),
    at: timeSchema,
    resumed: z.boolean().describe('false: what earlier processes did is another run, and counts into no envelope'),
    attempts: z.int().describe('that are planned; extra ones come later'),
    width: z.int(),
    spent_usd: z.number().describe('by earlier processes of the same run, ceilings where unknown'),
  }),
  z.strictObject({
    type: z.literal('lost'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    cost_usd: z.number().describe('what a try of a process that was killed cost by its record, or its ceiling'),
  }),
  z.strictObject({
    type: z.literal('kept'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    cost_usd: costSchema,
    head: headSchema,
  }),
  z.strictObject({
    type: z.literal('reused'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    head: headSchema,
    from: z.string().describe('folder that the record was copied from'),
    saved_usd: costSchema.describe('what it had cost there; it counts into no envelope'),
  }),
  z.strictObject({
    type: z.literal('begun'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    task: z.string().describe('id of the contract'),
    ceiling_usd: z.number().describe('most that it can cost; counts where its cost stays unknown'),
    extra: z.boolean().describe('beyond the plan: the regression gate asked for it'),
  }),
  z.strictObject({
    type: z.literal('sealed'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    status: z.enum(attemptStatuses),
    cost_usd: costSchema,
    wall_ms: z.number(),
    head: headSchema,
  }),
  z.strictObject({
    type: z.literal('retried'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    try: tryNumberSchema,
    reason: z.string(),
  }),
  z.strictObject({
    type: z.literal('not_begun'),
    at: timeSchema,
    attempt_id: attemptIdSchema,
    reason: z.enum(notStartedReasons),
  }),
  z.strictObject({ type: z.literal('closed'), at: timeSchema, spent_usd: z.number(), interrupted: z.boolean() }),
]);
export type ScheduleLine = z.infer<typeof scheduleLineSchema>;

/** Returns the lines of the latest run. A process that did not continue an earlier run began a new one. */
export function selectLastRun(log: readonly ScheduleLine[]): readonly ScheduleLine[] {
  return log.slice(
    Math.max(
      0,
      log.findLastIndex((line) => line.type === 'opened' && !line.resumed),
    ),
  );
}
