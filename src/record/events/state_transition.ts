import { z } from 'zod';
import { digestSchema } from './execution.js';

const transitionFields = { at_ms: z.number().describe('since run start'), agent: z.string().describe('who did it') };

/**
 * Change that an operation made to the shared state of agents (requirement A4). Replaying all transitions in order
 * reproduces the state. Expiry needs no transition: it follows from `expires_ms` and `lease_until_ms`.
 */
export const stateTransitionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lock_acquired'),
    ...transitionFields,
    path: z.string().describe('inside the workspace; empty = all of it'),
    expires_ms: z.number().describe('since run start'),
    reason: z.string().nullable(),
    contended: z.boolean().describe('it met a lock of somebody else and waited'),
  }),
  z.strictObject({ kind: z.literal('lock_released'), ...transitionFields, path: z.string() }),
  z.strictObject({
    kind: z.literal('work_submitted'),
    ...transitionFields,
    id: z.string(),
    title: z.string(),
    description: z.string(),
    priority: z.int(),
    depends_on: z.array(z.string()),
    data: z.unknown(),
    assignee: z.string().optional().describe('only agent that may take it; absent = any'),
  }),
  z.strictObject({
    kind: z.literal('work_claimed'),
    ...transitionFields,
    id: z.string(),
    attempt: z.int().describe('1 = first claim; each lease that ran out adds one'),
    ready_ms: z.number().describe('since when it could be claimed'),
    lease_until_ms: z.number().describe('since run start'),
  }),
  z.strictObject({ kind: z.literal('work_renewed'), ...transitionFields, id: z.string(), lease_until_ms: z.number() }),
  z.strictObject({
    kind: z.literal('work_completed'),
    ...transitionFields,
    id: z.string(),
    outcome: z.enum(['done', 'failed']),
    result: z.unknown(),
  }),
  z.strictObject({
    kind: z.literal('remembered'),
    ...transitionFields,
    id: z.int(),
    operation: z.string().describe('id of the operation that wrote it'),
    text: z.string(),
    tags: z.array(z.string()),
    key: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('recalled'), ...transitionFields, found: z.int() }),
  z.strictObject({
    kind: z.literal('handoff_written'),
    ...transitionFields,
    id: z.int(),
    operation: z.string().describe('id of the operation that wrote it'),
    to: z.string().describe('an agent, or * for all others'),
    recipients: z.array(z.string()),
    summary: z.string(),
    done: z.array(z.string()),
    todo: z.array(z.string()),
    files: z.array(z.string()),
    notes: z.string().nullable(),
    sha256: digestSchema.describe('over the canonical JSON of what was written, by whom, to whom and when'),
  }),
  z.strictObject({ kind: z.literal('handoff_read'), ...transitionFields, ids: z.array(z.int()) }),
]);
export type StateTransition = z.infer<typeof stateTransitionSchema>;
/** Kind of a state transition. */
export type StateTransitionKind = StateTransition['kind'];
/** State transition of one kind. */
export type StateTransitionVariant<K extends StateTransitionKind> = Extract<StateTransition, { kind: K }>;
