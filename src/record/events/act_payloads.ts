import { z } from 'zod';
import { trajectoryFormats } from '../trajectory/atif_document.js';
import { digestSchema } from './execution.js';

/**
 * Event payloads of acts: everything that an agent does, or announces, on any observed road. Roads are calls made
 * through the harness, calls and text in model traffic, programs in the process tree, and commands of checks. An `act`
 * event is written once, when the act is first seen. Its outcome, and every further sighting, is an `act_outcome` event
 * with the same number.
 */

/** Roads on which acts are observed. */
export const actRoads = ['call', 'traffic', 'plan', 'program', 'check'] as const;
export type ActRoad = (typeof actRoads)[number];

/** Outcomes of an act. */
export const actOutcomes = ['refused', 'contained', 'done', 'unknown'] as const;
export type ActOutcome = (typeof actOutcomes)[number];

/** Policy decisions of a contract about an act. */
export const actHandlings = ['deny', 'record', 'allow'] as const;
export type ActHandling = (typeof actHandlings)[number];

/** Verdict of the guard on an act, as recorded. */
const recordedGuardVerdictSchema = z.strictObject({
  verdict: z.enum(['allow', 'deny']),
  rule: z.string().nullable().describe('null = allowed'),
  category: z.string().nullable(),
  severity: z.enum(['catastrophic', 'severe', 'risky']).nullable(),
  reason: z.string(),
  format: z.enum(['code', 'natural_text']),
});
export type RecordedGuardVerdict = z.infer<typeof recordedGuardVerdictSchema>;

export const actPayloads = {
  act: z.strictObject({
    act: z.int().min(1).describe('number of the act in this attempt'),
    road: z
      .enum(actRoads)
      .describe(
        'where it was first seen · call: made through us · traffic: a call that a model asks for · plan: words ' +
          'or code in what a model says · program: executed in the process tree · check: executed by a check',
      ),
    form: z.enum(['command', 'edit', 'code', 'text']),
    of_seq: z
      .int()
      .nullable()
      .describe(
        'event in which it was seen; null = the command that it is part of, or that is asked for, has none yet',
      ),
    tool: z.string().nullable().describe('name of the tool, as the agent calls it; null = none'),
    text: z.string().describe('the command line, the path of an edit, the words; redacted and bounded'),
    bytes: z.int().describe('of all of it, redacted'),
    sha256: digestSchema.describe('of all of it, redacted: the same act again has the same'),
    commands: z.array(z.string()).describe('simple commands that it comes to, without what wraps them; bounded'),
    unread: z.enum(['too much', 'unparsable']).nullable().describe('why there may be others; null = all was read'),
    cycle: z.enum(['build', 'test']).nullable().describe('it runs the build or the tests of the contract'),
    installs: z.array(z.string()).describe('ecosystems whose dependencies it resolves or installs'),
    guard: recordedGuardVerdictSchema
      .nullable()
      .describe('null = it was not asked: guardrails are switched off, or nothing is to be judged'),
    handling: z.enum(actHandlings).describe('what the contract does with it'),
    because: z.string().describe('the term of the policy that says so; empty where nothing is against it'),
    prohibited: z
      .string()
      .nullable()
      .optional()
      .describe('entry of policy.commands.deny that it is against, or why it counts as one; null = none'),
    by: z
      .literal('client')
      .optional()
      .describe("the agent's client did it by itself, in a store of its own outside the workspace; absent = the agent"),
    subtask: z.string().optional().describe('part of the task, where the work is split'),
  }),
  act_outcome: z.strictObject({
    act: z.int().min(1),
    road: z.enum(actRoads).describe('where this sight of it was'),
    of_seq: z.int().nullable().describe('event that shows it; null = there is none yet'),
    outcome: z
      .enum(actOutcomes)
      .describe(
        'refused: never executed, the harness or the client was against it · contained: executed, and what the guard ' +
          'is against stayed in an isolated sandbox · done: executed · unknown: nobody saw',
      ),
    refused_by: z.literal('client').optional().describe("refused by the agent's client; absent = by the harness"),
    detail: z.string().describe('what shows it, one line'),
    cycle: z
      .enum(['passed', 'failed'])
      .nullable()
      .describe('how a build or test cycle ended; null = it is none, or unknown'),
    tree: z.string().nullable().describe('git tree id of the workspace afterwards; null = not taken'),
    manifests: digestSchema.nullable().describe('digest over the dependency files of that tree; null = not taken'),
  }),
  executed_programs: z.strictObject({
    of_seq: z.int().nullable().describe('event of the command in whose process tree they ran'),
    source: z.enum(['strace']),
    programs: z
      .array(z.strictObject({ argv: z.array(z.string()), count: z.int() }))
      .describe('different ones in the order of their first execution; redacted and bounded'),
    total: z.int().describe('executions'),
    distinct: z.int(),
    complete: z.boolean().describe('false: the trace was cut off, so that nothing follows from what is missing'),
  }),
  road_unobserved: z
    .strictObject({ road: z.enum(actRoads), stage: z.string(), because: z.string() })
    .describe('acts on this road were not watched: what is missing there says nothing'),
} as const;

/**
 * Event payloads of an imported trajectory. They say what a file of another program claims, never what was observed:
 * no breaker, meter or metric of safety counts them.
 */

const countSchema = z.int().min(0).nullable();

/** Sums that a trajectory claims; null = it claims none. */
const claimedTotalsSchema = z.strictObject({
  prompt_tokens: countSchema.describe('cached ones included'),
  completion_tokens: countSchema,
  cached_tokens: countSchema,
  cost_usd: z.number().nullable(),
  requests: countSchema,
});
export type ClaimedTotals = z.infer<typeof claimedTotalsSchema>;

/** Plain JSON of a foreign file, with its digest. A value that is too large for an event stands in an artifact. */
const foreignJsonSchema = z.strictObject({
  sha256: digestSchema.describe('of its canonical JSON, before anything was redacted'),
  bytes: z.int().describe('of the same'),
  claimed: z.unknown().describe('the value; its texts cut where there is an artifact'),
  artifact: digestSchema.optional().describe('name of all of it, redacted, in artifacts/; absent = claimed is all'),
});
export type ForeignJson = z.infer<typeof foreignJsonSchema>;

export const importedPayloads = {
  imported_trajectory: z.strictObject({
    format: z.enum(trajectoryFormats),
    format_version: z.string().nullable(),
    place: z.string().describe('name of the file, and the row in it'),
    sha256: digestSchema.describe('of the text that was read'),
    bytes: z.int(),
    agent: z.string(),
    agent_version: z.string(),
    model: z.string().nullable(),
    task: z.string().nullable().describe('id of the task that the file names; null = none'),
    steps: z.int(),
    calls: z.int(),
    subagents: z.int(),
    totals: claimedTotalsSchema,
    exit_status: z.string().nullable().describe("in the words of the agent's program"),
    patch: z.enum(['trajectory', 'file']).describe('where the patch is from: the trajectory, or a file beside it'),
    document: foreignJsonSchema.describe('all of the trajectory but its steps, as ATIF'),
  }),
  imported_step: z.strictObject({
    subagent: z.string().nullable().describe('id of the embedded trajectory that it belongs to; null = the root'),
    step: z.int().min(1),
    source: z.enum(['system', 'user', 'agent']),
    kind: z.enum(['prompt', 'response']).describe('response: a step of the agent, with its calls and their results'),
    calls: z.int(),
    document: foreignJsonSchema.describe('the step, as ATIF'),
  }),
  imported_act: z.strictObject({
    of_seq: z.int().describe('event of the step that claims it'),
    tool: z.string(),
    form: z.enum(['command', 'edit', 'code', 'text']),
    text: z.string().describe('the command line, the path of an edit, the words; redacted and bounded'),
    rule: z.string().describe('rule of the guard that is against it'),
    category: z.string().nullable(),
    severity: z.enum(['catastrophic', 'severe', 'risky']).nullable(),
    reason: z.string(),
    prohibited: z.string().nullable().describe('entry of policy.commands.deny that it is against; null = none'),
  }),
  imported_acts_asked: z.strictObject({
    asked: z.int().describe('acts that the guard was asked about'),
    objections: z.int().describe('of these, those that it is against'),
    skipped: z.int().describe('calls beyond the limit that it was not asked about'),
  }),
} as const;

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
