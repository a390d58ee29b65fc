import { z } from 'zod';
import { actPayloads, importedPayloads } from './act_payloads.js';
import { challengePayloads, perturbationSchema } from './challenge_payloads.js';
import { coordinationPayloads } from './coordination_payloads.js';
import {
  type AttemptStage,
  attemptStages,
  digestSchema,
  executionSchema,
  namedLineSchema,
  type RedactedOriginal,
  redactedOriginalSchema,
  skippedCheckSchema,
  testReportResultSchema,
} from './execution.js';
import { costPayloads, modelCheckPayloads, modelPayloads, recordedMessageSchema } from './model_payloads.js';
import { patchFactsSchema, recentDiffsSchema } from './patch_facts_schema.js';

export {
  type AttemptStage,
  attemptStages,
  type Execution,
  type ExitCause,
  executionSchema,
  exitCauses,
  type OutputLog,
  outputLogSchema,
  type ResourceUsage,
  resourceUsageSchema,
  skippedCheckSchema,
  type TestReportResult,
} from './execution.js';

/**
 * Event log of an attempt (requirement R6): a closed union with one payload schema per event type.
 *
 * Events record evidence and do not interpret it. A check event holds the exit status and the report as observed;
 * `judge/rubric` decides whether that is a pass, a failure or an error.
 */

/** One file of a patch. Digests are git blob ids; `null` = the file is absent on that side. */
const fileChangeSchema = z.strictObject({
  path: z.string(),
  old_path: z.string().optional().describe('for a rename or copy'),
  change: z.enum(['added', 'deleted', 'modified', 'renamed', 'copied', 'type-changed', 'mode-changed']),
  old_mode: z.string().nullable(),
  new_mode: z.string().nullable(),
  old_blob: z.string().nullable(),
  new_blob: z.string().nullable(),
  added_lines: z.int().nullable().describe('null = binary'),
  deleted_lines: z.int().nullable(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

const checkRunFields = z.strictObject({
  check: z.string(),
  run: z.int().min(1).describe('1 = first execution, 2… = reruns'),
  workspace: z
    .enum(['own', 'kept'])
    .optional()
    .describe(
      'of a check with reruns: each starts from the state that the first one met; own = in a view of its own ' +
        'that is thrown away, kept = the last one, whose files later checks see; absent = one execution, or a ' +
        'record in which reruns shared one workspace',
    ),
  execution: executionSchema.optional(),
  named_lines: z
    .array(namedLineSchema)
    .optional()
    .describe('lines of files of the repository that the output names as wrong; absent = none, or status 0'),
  not_run: skippedCheckSchema.optional(),
  report: testReportResultSchema,
});

/** Reason why a canary was not run. */
const skippedCanarySchema = skippedCheckSchema.extend({
  because: z
    .enum([...skippedCheckSchema.shape.because.options, 'acceptance'])
    .describe('acceptance: of a proof, whose patch had failed the acceptance checks'),
});

/** Payload schemas by event type. */
const eventPayloads = {
  run_started: z.strictObject({
    manifest_sha256: digestSchema,
    contract_version: digestSchema,
    attempt_id: z.string(),
  }),
  stage_changed: z.strictObject({
    from: z.enum(attemptStages).nullable(),
    to: z.enum(attemptStages),
    detail: z.string().optional(),
  }),
  setup: z.strictObject({
    layer: z.string().describe('digest of (snapshot, environment, setup, sandbox class)'),
    reused: z.boolean(),
    outcome: z.enum(['ready', 'failed']),
    detail: z.string().optional(),
    fault: z
      .enum(['sandbox', 'network', 'repository'])
      .optional()
      .describe(
        'it failed because the sandbox could not start, a host that it may reach did not answer, or the pinned ' +
          'repository could not be had',
      ),
    steps: z.array(executionSchema),
    tools: z.record(z.string(), z.string()),
  }),
  briefing: z.strictObject({ sha256: digestSchema, bytes: z.int(), text: z.string() }),
  ...modelPayloads,
  tool_invocation: z.strictObject({
    tool: z.string(),
    arguments: z.unknown(),
    execution: executionSchema.optional(),
    summary: z.string(),
    refused: z.literal(true).optional().describe('it was not made: the harness was against it, and it has no price'),
    tree: z.string().nullable().optional().describe('git tree id of the workspace afterwards; null = not taken'),
    manifests: digestSchema
      .nullable()
      .optional()
      .describe('digest over the dependency files (manifests, lockfiles) of that tree; null = not taken'),
    cycle: z.enum(['passed', 'failed']).optional().describe('this call was a build or test cycle, and how it ended'),
    subtask: z.string().optional().describe('part of the task that it was made for, where the work is split'),
    asked: z
      .strictObject({
        conversation: z.int(),
        exchange: z.int().describe('whose response asks for it'),
        call_id: z.string(),
        result: recordedMessageSchema.nullable().describe('what the model was told of it; null = nothing was seen'),
        told: digestSchema
          .nullable()
          .optional()
          .describe(
            'digest of the result without ids, times and numbers of processes: the same result again has the same',
          ),
      })
      .optional()
      .describe('a call as it was seen in the traffic with a model: the agent made it itself'),
  }),
  resource_sample: z.strictObject({
    wall_ms: z.number().describe('of the running command'),
    cpu_ms: z.number().nullable(),
    memory_bytes: z.number().nullable(),
    disk_bytes: z.number().nullable(),
    processes: z.int().nullable(),
    output_bytes: z.int(),
    tree: z.string().nullable().describe('git tree id of the workspace, where it was taken'),
  }),
  refused_operations: z.strictObject({
    of_seq: z.int().nullable().describe('the event of the command that was traced'),
    source: z.literal('strace'),
    operations: z.array(
      z.strictObject({
        kind: z.enum(['connect', 'write', 'privilege']),
        call: z.string().describe('system call'),
        target: z.string().describe('address or path, bounded'),
        errno: z.string(),
        count: z.int(),
      }),
    ),
    complete: z.boolean().describe('false: the trace was cut off, so that nothing follows from what is missing'),
  }),
  patch_facts: patchFactsSchema,
  workspace_mutation: z.strictObject({
    files: z.array(fileChangeSchema),
    patch_sha256: digestSchema,
    patch_bytes: z.int(),
    tree: z.string().nullable().describe('git tree id of the snapshot with the patch'),
    ignored: z
      .strictObject({ count: z.int(), sample: z.array(z.string()) })
      .describe('changes that do not travel, with the reason in front'),
    left_out: z
      .strictObject({ count: z.int(), sample: z.array(z.string()) })
      .optional()
      .describe('files of these that are too large for a patch; absent = none'),
  }),
  patch_applied: z.strictObject({
    outcome: z.enum(['applied', 'empty', 'failed', 'refused', 'error']),
    started_ms: z.number(),
    ended_ms: z.number(),
    command: z.string(),
    patch_sha256: digestSchema,
    detail: z.string().describe('the failed hunk, the reason of the refusal, …'),
    refusals: z.array(
      z.strictObject({ path: z.string(), line: z.int().nullable(), rule: z.string(), reason: z.string() }),
    ),
    conflict_markers: z.array(z.strictObject({ path: z.string(), line: z.int() })),
    files: z.array(fileChangeSchema),
    tree: z.string().nullable(),
    expected_tree: z.string().nullable(),
    added_lines: z
      .array(z.strictObject({ path: z.string(), line: z.int(), patch_line: z.int() }))
      .describe('first added line per file'),
  }),
  oracle_laid: z.strictObject({
    files: z.array(z.strictObject({ path: z.string(), sha256: digestSchema })),
    restored: z.array(z.strictObject({ path: z.string(), how: z.enum(['restored', 'removed']) })),
    overwritten: z.array(z.string()).describe('paths of the oracle that the patch had changed or created'),
  }),
  build: checkRunFields,
  static_check: checkRunFields,
  acceptance_check: checkRunFields.extend({
    outcome: z
      .enum(['pass', 'fail', 'error'])
      .optional()
      .describe(
        'what this execution came to by itself, by the rubric; absent = it did not run, or the record is older',
      ),
  }),
  maintainability_check: checkRunFields,
  ...modelCheckPayloads,
  canary: z.strictObject({
    renamed: z
      .record(z.string(), z.string())
      .optional()
      .describe('path of a hidden file → path it had in this run; absent = none had another'),
    execution: executionSchema.optional(),
    not_run: skippedCanarySchema.optional(),
    report: testReportResultSchema,
  }),
  rebuild: z
    .strictObject({
      check: z.string().describe('of the build'),
      repeats: z.enum(['canary', 'perturbation', 'challenge']).describe('for which the repository was built once more'),
      execution: executionSchema,
      report: testReportResultSchema,
    })
    .describe('decides nothing: what could not be built again says so in the event of what was not run'),
  perturbation: perturbationSchema,
  ...challengePayloads,
  ...actPayloads,
  ...costPayloads,
  ...importedPayloads,
  safety_monitor: z.strictObject({ monitor: z.string(), findings: z.int(), detail: z.string() }),
  ...coordinationPayloads,
  network_request: z.strictObject({
    destination: z.string().nullable(),
    decision: z.enum(['allowed', 'denied']),
    count: z.int(),
    source: z.string(),
    rule: z.string().optional().describe('pattern that allowed it, or why it was denied'),
    method: z.string().optional(),
    status: z.int().nullable().optional(),
    bytes_sent: z.int().optional(),
    bytes_received: z.int().optional(),
    stub: z.enum(['recorded', 'replayed', 'missing']).optional(),
  }),
  cost: z.strictObject({
    action_type: z.string(),
    unit: z.string(),
    quantity: z.number(),
    cost_usd: z.number().nullable(),
    provenance: z.enum(['measured', 'reported', 'estimated', 'unknown']),
    exchange: z.int().optional().describe('of a request to a model'),
    price: z.string().optional().describe('where the price is from: a table by its digest, a library by its version'),
    unpriced: z
      .array(z.string())
      .optional()
      .describe('units that the provider bills apart and that have no price of their own; absent = none'),
  }),
  alert: z.strictObject({
    code: z.string(),
    severity: z.enum(['info', 'warning', 'violation']),
    stage: z.enum(attemptStages).nullable(),
    message: z.string(),
    signals: z.record(z.string(), z.unknown()),
    format: z.enum(['code', 'natural_text']).optional(),
  }),
  intervention: z.strictObject({
    action: z.enum([
      'throttle',
      'kill',
      'rollback',
      'quarantine',
      'suspend-writes',
      'restore-writes',
      'pause',
      'resume',
    ]),
    alert_seq: z.int(),
    detail: z.string(),
    wait_ms: z.number().optional().describe('for throttle: how long the next call waited'),
    restored: z
      .strictObject({
        from: z.string().describe('git tree id of the workspace before'),
        to: z.string().describe('and afterwards'),
        written: z.int().describe('files that were put back'),
        removed: z.int().describe('files that were not there then'),
        kept: z.int().describe('changed files that stay, since they are in no tree: ignored, made by setup, too large'),
      })
      .optional()
      .describe('for rollback'),
  }),
  escalation: z.strictObject({
    id: z.string().describe('names the question; the answer has the same'),
    condition: z.string(),
    question: z.string().describe('what is asked, in a sentence'),
    evidence_seq: z.int().nullable(),
    decision: z.enum(['allow', 'deny', 'pending']),
    by: z.string().nullable().describe('who answered; null while pending or when nobody did'),
    channel: z.enum(['terminal', 'file', 'github', 'timeout', 'none']).nullable(),
    justification: z.string(),
    waited_ms: z.number(),
  }),
  termination: z.strictObject({
    code: z.enum(['finished', 'resource', 'safety', 'operator', 'signal', 'agent-error', 'harness-error']),
    rationale: z.string(),
    evidence_seq: z.int().nullable(),
    cap: z.string().optional().describe('for code resource: which cap'),
    fault: z
      .enum(['code', 'machine'])
      .optional()
      .describe(
        'for code harness-error: code = a defect of the harness, machine = what it uses failed (a program, a device, ' +
          'a connection); absent = an earlier version',
      ),
    stack: z
      .string()
      .optional()
      .describe('for code harness-error: where it was thrown, with files relative to the installation'),
    broke_off: z
      .boolean()
      .optional()
      .describe('for code signal: true = it broke off what was underway, which is not recorded'),
  }),
  recent_diffs: recentDiffsSchema,
  note: z.strictObject({ text: z.string() }),
  redaction: z
    .strictObject({
      file: z.enum(['briefing.md', 'patch.diff', 'manifest.json']).optional(),
      artifact: digestSchema.optional(),
      original: redactedOriginalSchema,
    })
    .describe('a file of the record is stored redacted; what ran, was told or was evaluated is the original'),
  left_artifacts: z
    .strictObject({ artifacts: z.array(z.strictObject({ artifact: digestSchema })) })
    .describe('kept for events that never came, since something broke off in between'),
  sealed: z.strictObject({
    report_sha256: digestSchema,
    events: z.int(),
    contents: z
      .strictObject({
        events_sha256: digestSchema.describe('over the hash and the content digest of every event before, in order'),
        manifest_sha256: digestSchema.describe('content digest of manifest.json'),
        report_sha256: digestSchema.describe('content digest of report.json without its head'),
      })
      .optional()
      .describe('binds each text by itself, so that a removal can be proven; absent = an earlier version'),
  }),
} as const;

/** Name of an event type. */
export type EventType = keyof typeof eventPayloads;
export const eventTypes = Object.keys(eventPayloads) as EventType[];
/** Causes of events. */
const eventActors = ['agent', 'harness', 'monitor', 'operator'] as const;
export type EventActor = (typeof eventActors)[number];
/** Payload of an event type. */
export type EventPayload<T extends EventType> = z.infer<(typeof eventPayloads)[T]>;

/** Fields around every payload. `t` is in nanoseconds since run start and strictly increases. */
const envelopeFields = {
  seq: z.int().min(0),
  t: z.int().min(0).describe('nanoseconds since run start, strictly increasing'),
  actor: z.enum(eventActors),
  stage: z.enum(attemptStages).nullable(),
  prev: digestSchema.describe('hash of the event before; 64 zeros for the first'),
  redacted: redactedOriginalSchema
    .optional()
    .describe(
      'spans of the payload that were replaced, and the digest of the canonical JSON that it had before; absent = none',
    ),
  hash: digestSchema.describe('sha256 of the canonical JSON of the event without `hash`'),
};

/** Event of a log, of any of the given types. */
export type Event<T extends EventType = EventType> = {
  [K in T]: {
    seq: number;
    t: number;
    type: K;
    actor: EventActor;
    stage: AttemptStage | null;
    payload: EventPayload<K>;
    prev: string;
    hash: string;
    redacted?: RedactedOriginal;
  };
}[T];

const eventVariants = eventTypes.map((type) =>
  z.strictObject({ ...envelopeFields, type: z.literal(type), payload: eventPayloads[type] }),
);
/** Schema of an event as one line of the log. */
export const eventSchema = z.discriminatedUnion('type', eventVariants as never) as unknown as z.ZodType<Event>;
