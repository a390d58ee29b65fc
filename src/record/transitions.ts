import { z } from 'zod';
import { digest } from './execution.js';

const done = { at_ms: z.number().describe('since run start'), agent: z.string().describe('who did it') };

/**
 * What an operation changed of the state that agents share (A4). Replayed in order they are that state; nothing else is: what runs
 * out by itself follows from `expires_ms` and `lease_until_ms`.
 */
export const transitionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lock_acquired'),
    ...done,
    path: z.string().describe('inside the workspace; empty = all of it'),
    expires_ms: z.number().describe('since run start'),
    reason: z.string().nullable(),
    contended: z.boolean().describe('it met a lock of somebody else and waited'),
  }),
  z.strictObject({ kind: z.literal('lock_released'), ...done, path: z.string() }),
  z.strictObject({
    kind: z.literal('work_submitted'),
    ...done,
    id: z.string(),
    title: z.string(),
    description: z.string(),
    priority: z.int(),
    depends_on: z.array(z.string()),
    data: z.unknown(),
  }),
  z.strictObject({
    kind: z.literal('work_claimed'),
    ...done,
    id: z.string(),
    attempt: z.int().describe('1 = first claim; each lease that ran out adds one'),
    ready_ms: z.number().describe('since when it could be claimed'),
    lease_until_ms: z.number().describe('since run start'),
  }),
  z.strictObject({ kind: z.literal('work_renewed'), ...done, id: z.string(), lease_until_ms: z.number() }),
  z.strictObject({
    kind: z.literal('work_completed'),
    ...done,
    id: z.string(),
    outcome: z.enum(['done', 'failed']),
    result: z.unknown(),
  }),
  z.strictObject({
    kind: z.literal('remembered'),
    ...done,
    id: z.int(),
    operation: z.string().describe('id of the operation that wrote it'),
    text: z.string(),
    tags: z.array(z.string()),
    key: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('recalled'), ...done, found: z.int() }),
  z.strictObject({
    kind: z.literal('handoff_written'),
    ...done,
    id: z.int(),
    operation: z.string().describe('id of the operation that wrote it'),
    to: z.string().describe('an agent, or * for all others'),
    recipients: z.array(z.string()),
    summary: z.string(),
    done: z.array(z.string()),
    todo: z.array(z.string()),
    files: z.array(z.string()),
    notes: z.string().nullable(),
    sha256: digest.describe('over the canonical JSON of what was written, by whom, to whom and when'),
  }),
  z.strictObject({ kind: z.literal('handoff_read'), ...done, ids: z.array(z.int()) }),
]);
export type Transition = z.infer<typeof transitionSchema>;
export type TransitionKind = Transition['kind'];
export type TransitionOf<K extends TransitionKind> = Extract<Transition, { kind: K }>;
