import { z } from 'zod';
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
        'refused: never executed, the harness or the client was against it · contained: executed, and what the guard is ' +
          'against stayed in an isolated sandbox · done: executed · unknown: nobody saw',
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
