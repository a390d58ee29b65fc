import { z } from 'zod';
import type { contractSchema } from '../../contract/contract_schema.js';
import { mechanisms } from '../../contract/coordination/mechanism.js';
import { VARIATIONS } from './engine_version.js';

/**
 * Pull request of an attempt, with its base and head commits. A verdict is valid for this pair only: the same head can
 * belong to another pull request, whose base has other contracts.
 */
export const pullRequestPairSchema = z
  .strictObject({
    number: z.int().positive().nullable().describe('null = whoever ran it gave commits only'),
    base_ref: z.string().nullable().describe('branch that it is to be merged into; null = commits only'),
    base_sha: z.string().describe('commit whose contracts were used'),
    head_sha: z.string().describe('commit whose change was judged'),
  })
  .describe('pull request and commits that the attempt was made for; absent = none');
export type PullRequestPair = z.infer<typeof pullRequestPairSchema>;

/** Part of a configuration that a replication varies. */
export const variationSchema = z.enum(VARIATIONS);

/** Attempt that another one repeats, and what was declared to differ (executable contracts §3.7). */
export const replicatedAttemptSchema = z.strictObject({
  attempt_id: z.string().describe('the attempt whose configuration is repeated'),
  head: z.string().describe('hash of the last event of its record'),
  verified: z
    .boolean()
    .describe('true = its record was verified; false = only a line of results was there, which nothing verifies'),
  vary: z.array(variationSchema).describe('parts that differ, as declared beforehand; empty = none'),
});
export type ReplicatedAttempt = z.infer<typeof replicatedAttemptSchema>;

const digestSchema = z.string();
const textsSchema = z.record(z.string(), z.string());

/**
 * Conditions of one attempt beside contract version, agent and tools. Attempts that differ here are comparable only
 * with a declared difference.
 */
export const runConditionsSchema = z.strictObject({
  record_schema: z.int().describe('version of the form of events and manifest'),
  briefing: digestSchema.describe('sha256 of everything that agents are told of the task'),
  sandbox_version: z.string(),
  guarantees: textsSchema.describe('guarantees of the sandbox, each with how it is held'),
  runtime: textsSchema.describe('versions of what the harness runs on'),
  machine: textsSchema.describe('platform, kernel, classes of processor and memory'),
  network: z.string().describe('"deny", or the destinations that the contract allows'),
  policy: digestSchema.describe('digest of the policy of the contract'),
  budget: digestSchema.describe('digest of the budget of the contract'),
  rules: textsSchema.describe('digests of further guardrail rules'),
  prices: z
    .string()
    .nullable()
    .describe('declared price table and library of prices; null = neither agent nor judge ask models'),
  redaction: digestSchema
    .nullable()
    .describe('digest of the redaction rules; null = neither agent nor judge ask models'),
  model_access: digestSchema
    .nullable()
    .describe('digest of allowed models, upstreams and steering; null = no models are asked'),
  judge_model: z.string().optional().describe('judge model of `model_checks`; absent = none'),
  judge_access: digestSchema.optional().describe('digest of the upstreams of the judge model; absent = none'),
});
export type RunConditions = z.infer<typeof runConditionsSchema>;

/** Request in the text of an issue that the guard objects to, and the policy terms that apply because of it. */
const briefingRiskSchema = z.strictObject({
  rule: z.string(),
  category: z.string(),
  severity: z.enum(['catastrophic', 'severe', 'risky']),
  reason: z.string(),
  told: z.strictObject({ field: z.string(), line: z.int().min(1) }).describe('where in the contract it is said first'),
  restricted: z
    .strictObject({ severe: z.literal('deny').optional() })
    .describe(
      'terms of policy.commands that hold in place of defaults; the contract here has them; empty = it names them',
    ),
});
export type BriefingRisk = z.infer<typeof briefingRiskSchema>;
/** Policy terms that a briefing risk makes stricter. */
export type RestrictedTerms = BriefingRisk['restricted'];

/** Clock that a contract declares, and what holds it. */
export const declaredClockSchema = z.strictObject({
  at: z.string().describe('time at which each session begins, ISO 8601'),
  held_by: z.literal('libfaketime').nullable().describe('null = sessions see the real time'),
  because: z.string().optional().describe('why it is not held'),
});

/** Rights that a low trust level takes from an agent. */
const trustRightSchema = z.enum(['commands', 'edits', 'network']);

/** Enforcement of the contract's trust level for the agent's acts past the coordination layer. */
export const trustEnforcementSchema = z.strictObject({
  level: z.int(),
  held: z.array(trustRightSchema).describe('rights that the agent does not have'),
  not_held: z
    .array(z.strictObject({ right: trustRightSchema, because: z.string() }))
    .describe('rights that the level takes away and nothing holds'),
});

/** Schema of the access to models. */
const modelAccessSchema = z.strictObject({
  name: z.string().nullable().describe('model that the agent is told to use, and held to; null = its own choice'),
  allowed: z.array(z.string()).optional().describe('patterns of further models that it may ask for; absent = none'),
  upstreams: z
    .array(
      z.strictObject({
        name: z.string(),
        url: z.string(),
        models: z.array(z.string()),
        provider: z
          .string()
          .optional()
          .describe('provider whose prices are asked for; free:NAME = nothing is paid there; absent = unknown'),
        headers: z
          .array(z.string())
          .optional()
          .describe('header fields that the operator lets agents send there; absent = none'),
      }),
    )
    .describe('where requests go, by patterns of model names, first match; never a key'),
  prices: z.strictObject({
    table_sha256: z.string().nullable().describe('declared price table; null = none'),
    library: z.string().describe('library with its version that fills the gaps'),
  }),
  steering: z
    .strictObject({ sha256: z.string(), backend: z.string(), rows: z.int() })
    .nullable()
    .describe('steering of the model; null = none'),
  redaction_sha256: z.string().describe('digest of the redaction rules'),
});

/**
 * Run manifest (requirement R2): identities bound before any agent action, and everything needed to repeat and judge
 * the run.
 */
export const manifestSchema = z.strictObject({
  schema: z.literal(1),
  attempt_id: z.string(),
  started_at: z.string().describe('wall clock of run start, ISO 8601; event times count from here'),
  harness: z.strictObject({
    name: z.literal('gatebench'),
    version: z.string(),
    runtime: z.record(z.string(), z.string()).describe('versions of what the harness itself runs on: node, git'),
    rubric: z.string(),
    entrypoint: z.string(),
  }),
  contract: z.strictObject({
    id: z.string(),
    version: z.string().describe('digest of the canonical contract with all files it names'),
    path: z.string().describe('where it was read, relative to the working folder'),
    lines: z.record(z.string(), z.int()).describe('field path → line in the contract file, for annotations'),
    text_sha256: z.string(),
    briefing_sha256: z
      .string()
      .optional()
      .describe('digest of everything that agents are told of the task; absent = made before it was bound'),
    /** Contract with defaults filled in. Judging needs no other part of it. */
    body: z.custom<z.output<typeof contractSchema>>((value) => typeof value === 'object' && value !== null),
  }),
  snapshot: z.strictObject({
    kind: z.enum(['directory', 'git', 'archive', 'npm', 'pull-request']),
    identity: z.string().describe('tree id, commit or archive digest, as pinned'),
    tree: z.string().describe('git tree id of the materialised repository, submodules included'),
    submodules: z.record(z.string(), z.string()),
    undeclared_submodules: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'submodules of the repository that the contract does not declare, with their commits: left out; absent = none',
      ),
    unavailable: z
      .string()
      .optional()
      .describe('why the repository could not be looked at: then `observed` and `tree` are empty; absent = it could'),
    observed: z.string().describe('identity as computed at run start; must equal `identity`'),
  }),
  pull_request: pullRequestPairSchema.optional(),
  agent: z.strictObject({
    kind: z.enum(['noop', 'golden', 'patch', 'command', 'scripted', 'loop']),
    name: z.string(),
    identity: z.string().describe('digest of everything that defines the agent (π)'),
    detail: z.record(z.string(), z.unknown()),
  }),
  sandbox: z.strictObject({
    backend: z.string(),
    version: z.string(),
    class: z.string().describe('runs of different classes are not comparable'),
    isolated: z.boolean(),
    guarantees: z.record(z.string(), z.string()),
  }),
  oracle_files: z.record(z.string(), z.string()).describe('path in the workspace → sha256'),
  lockfiles: z.record(z.string(), z.string()),
  tools: z.record(z.string(), z.string()).describe('tool → recorded version'),
  package_managers: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'versions of the package managers that the repository or the setup names, as the sandbox sees them; absent = ' +
        'the record is from before they were kept',
    ),
  registries: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe(
      'registries and mirrors that the package managers of the machine are configured for, by ecosystem: hosts, ' +
        '`folder`, or `default` for what is built in; absent = the record is from before they were kept',
    ),
  environment: z.strictObject({
    variables: z.record(z.string(), z.string()),
    absent: z.array(z.string()),
    platform: z.string(),
    kernel: z.string(),
    cpu_class: z.string(),
    memory_class: z.string(),
    locale: z.string(),
    timezone: z.string(),
    clock: declaredClockSchema.optional().describe('absent = the real one'),
  }),
  seeds: z.strictObject({ protocol: z.int(), trial: z.int(), deviation: z.boolean() }),
  trial: z.int().min(1),
  trust: trustEnforcementSchema.optional().describe('absent = the level forbids the agent nothing by itself'),
  ablation: z.string().describe('mechanisms that were switched off: none, all, or their names'),
  mechanisms: z
    .record(z.enum(mechanisms), z.boolean())
    .describe('every mechanism of coordination and safety: true = on'),
  caps: z
    .strictObject({ usd: z.number().nullable(), tokens: z.number().nullable() })
    .nullable()
    .describe('caps of the run that are below those of the contract, whose body here has them; null = none'),
  network_replayable: z.boolean().describe('false when setup or agent had a live network'),
  stubs_sha256: z.string().nullable().describe('digest of the recorded responses; null = none'),
  guardrail_rules: z
    .strictObject({ contract: z.string().nullable(), suite: z.string().nullable() })
    .describe('digests of the files with further guardrail rules; null = none'),
  model: modelAccessSchema.nullable().describe('how the agent reaches models (π); null = by no gateway'),
  judge_model: modelAccessSchema
    .optional()
    .describe('how the judge model of `model_checks` is reached; absent = the contract has none, or none was named'),
  proof: z
    .strictObject({
      lock_sha256: z.string(),
      proven: z.boolean(),
      made_at: z.string(),
      base: z
        .string()
        .optional()
        .describe('commit that stood for the base of pull requests: the proof holds for it; absent = a pinned one'),
      perturbation: z
        .strictObject({
          equivalent: z.boolean(),
          expectations: z.boolean().optional().describe('only in records of earlier versions'),
          failed: z.record(z.string(), z.array(z.string())).optional().describe('only in records of earlier versions'),
        })
        .describe('what the reference solution was seen to withstand'),
    })
    .nullable()
    .describe('the contract.lock that holds for this contract version; null = none'),
  briefing_risk: briefingRiskSchema
    .optional()
    .describe(
      'what agents are told asks for something dangerous; absent = it does not, or guardrails are switched off',
    ),
  replicates: replicatedAttemptSchema.optional().describe('the attempt that this one repeats; absent = none'),
  redaction_sha256: z.string().optional().describe('digest of the rules by which this record is redacted'),
});
export type Manifest = z.infer<typeof manifestSchema>;
