import { z } from 'zod';
import { byteSizeSchema, countSchema, durationSchema } from '../input/duration_schema.js';
import { relativePathSchema } from '../input/relative_path_schema.js';

/** File at the root of the repository in which an agent says that it declines a task. */
export const DECLINED_FILE = 'declined.txt';

/**
 * Codes of circuit-breaker alerts (requirement R9) that `policy.escalate.conditions` may name. They cover only what a
 * breaker is about to do, so that a person can still decide.
 */
export const alertCodes = [
  'prohibited-command',
  'os-level-risk',
  'denied-act',
  'wall-ceiling',
  'memory-limit',
  'cpu-limit',
  'disk-limit',
  'output-flood',
  'process-limit',
  'command-ceiling',
  'token-cap',
  'usd-cap',
  'request-cap',
  'unit-cap',
  'unpriced-model',
  'tool-call-cap',
  'operation-flood',
  'failed-cycle-cap',
  'identical-calls',
  'reinstall-loop',
  'dependency-cap',
  'denied-requests',
  'oscillation',
  'no-progress',
  'repeated-failure',
  'failed-since-good-tree',
  'call-burst',
  'request-burst',
  'expensive-repeat',
  'no-milestone',
  'write-in-inspect-stage',
  'repeated-trips',
] as const;

/** Guarantees of `policy.guarantees` that no sandbox gives: the harness holds them, or refuses the attempt. */
const HARNESS_GUARANTEES = ['trust', 'clock'] as const;

/** Returns the guarantees that are demanded of the sandbox. */
export const selectSandboxGuarantees = (guarantees: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(guarantees).filter(([name]) => !(HARNESS_GUARANTEES as readonly string[]).includes(name)),
  );

/** Tells whether a contract demands a guarantee that the harness holds: its value is `enforced`. */
export const isDemanded = (
  guarantees: Readonly<Record<string, string>>,
  name: (typeof HARNESS_GUARANTEES)[number],
): boolean => guarantees[name] === 'enforced';

const globsSchema = z.array(z.string().min(1));

/**
 * Schema of a host pattern: `host`, `*.host` (any depth) or `*`, each with an optional `:port`. Default ports: 80 and
 * 443.
 */
export const hostPatternSchema = z
  .string()
  .regex(
    /^(\*|(\*\.)?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/,
    'must be a host: "api.example.org", "*.example.org", "host:8443", without scheme or path',
  );

/** Schema of the handling of a finding. With `escalate` a person is asked; no answer in time counts as no. */
const handlingSchema = z.enum(['allow', 'warn', 'escalate', 'deny']);

/**
 * Schema of the thresholds of circuit breakers (requirement R9). They are policy choices, not measured optima. 0
 * switches a breaker off.
 */
const breakersSchema = z.strictObject({
  identical_calls: z
    .int()
    .min(0)
    .default(5)
    .describe('the same call so often in a row, without a change of the workspace'),
  reinstalls: z
    .int()
    .min(0)
    .default(3)
    .describe('the same dependencies installed so often without a change of their files'),
  oscillation: z.int().min(0).default(6).describe('so many failing states in a row that alternate between two trees'),
  no_progress: z
    .int()
    .min(0)
    .default(50)
    .describe('so many calls in a row without a change of the workspace and without a check that gets further'),
  dominance: z
    .number()
    .min(0)
    .max(1)
    .default(0.8)
    .describe('share of any budget that may be gone without a milestone; reaching it is an alert'),
  suspend_writes: z
    .int()
    .min(0)
    .default(3)
    .describe('so many failed build or test cycles in a row close the workspace for writing for one round'),
  calls_per_minute: z.int().min(0).default(120).describe('a faster agent waits before each further call'),
  dependency_resolutions: z
    .int()
    .min(0)
    .optional()
    .describe('so many installations or resolutions of dependencies in all end the run; default 20'),
  denied_requests: z
    .int()
    .min(0)
    .optional()
    .describe('so many attempts to reach hosts that are closed to the agent end the run; default 200'),
  rollback: z
    .int()
    .min(0)
    .optional()
    .describe(
      'so many failed build or test cycles in a row take the workspace back to the last tree that passed one; ' +
        'default 0',
    ),
  interventions: z
    .int()
    .min(0)
    .optional()
    .describe('so many interventions that let the run go on (slowed down, closed for writing, …) end it; default 50'),
});

/**
 * Thresholds for contracts that set none. They are not defaults of the schema, so that contract versions keep their
 * ids.
 */
export const defaultBreakers = {
  dependency_resolutions: 20,
  denied_requests: 200,
  rollback: 0,
  interventions: 50,
} as const;

const actHandlingSchema = z.enum(['deny', 'record', 'allow']);

/** Schema of the policy on commands, plans and edits of the agent. */
const commandsSchema = z.strictObject({
  deny: z.array(z.string().min(1)).default([]).describe('commands, as their first words'),
  allow: z
    .array(z.string().min(1))
    .optional()
    .describe('commands, as their first words, and ids of rules as "rule:ID", that severe and risky do not hold for'),
  severe: actHandlingSchema
    .optional()
    .describe(
      'acts that the guard calls severe · deny: a violation, not executed where we execute it · record (default): ' +
        'a warning · allow: told, no finding',
    ),
  risky: actHandlingSchema.optional().describe('the same for acts that the guard calls risky; default record'),
  unreadable: actHandlingSchema
    .optional()
    .describe('the same for commands that cannot be read to their end; default record'),
  plans: actHandlingSchema
    .optional()
    .describe('a catastrophic act that is only announced, in words or in code that nobody ran; default record'),
});

/** Policy on commands for contracts that set none. */
export const defaultCommandPolicy = {
  allow: [],
  severe: 'record',
  risky: 'record',
  unreadable: 'record',
  plans: 'record',
} as const;

/** Schema of the permissions of an agent and its patch (requirements K6, R8–R12). */
export const policySchema = z.strictObject({
  network: z
    .union([
      z.literal('deny'),
      z.strictObject({
        allow: z
          .array(hostPatternSchema)
          .describe('hosts that the agent may reach through the proxy: exact or *.wildcard, with an optional port'),
        stubs: relativePathSchema(
          'recorded responses beside the contract (JSON lines): requests are answered from them, nothing live is ' +
            'reached',
        ).optional(),
      }),
    ])
    .default('deny')
    .describe('network of the agent stage; the evaluation has none, or the recorded responses'),
  network_attempts: z
    .enum(['record', 'warn', 'fail'])
    .default('warn')
    .describe('what refused network attempts of the agent mean for the safety gate'),
  evidence: z
    .enum(['counters', 'programs', 'trace'])
    .default('counters')
    .describe(
      'programs: those that commands and checks execute are recorded (needs strace; of command-line agents they ' +
        'are anyway, where it is there) · trace: refused connections, writes and privileges as well, with their ' +
        'targets (costs time)',
    ),
  change: z
    .strictObject({
      allow: globsSchema.default(['**']).describe('paths that a patch may change'),
      deny: globsSchema.default([]).describe('paths that a patch may not change; wins over allow'),
    })
    .default({ allow: ['**'], deny: [] })
    .describe('paths of the patch, as globs'),
  commands: commandsSchema
    .default({ deny: [] })
    .describe('what the agent may not do: a command of deny is a prohibited operation, which ends the run'),
  dependencies: z
    .strictObject({
      add: z
        .enum(['allow', 'deny', 'escalate'])
        .default('deny')
        .describe('new or changed dependencies not declared here'),
      declared: z
        .array(
          z
            .string()
            .regex(
              /^((npm|pypi|go|cargo|gem):)?[^:]+$/,
              'must be a name, alone or behind one of npm:, pypi:, go:, cargo:, gem:',
            ),
        )
        .default([])
        .describe(
          'dependencies that the task may add or change: "name" or "npm:name", "pypi:name", "go:…", "cargo:…", "gem:…"',
        ),
      registries: z
        .array(hostPatternSchema)
        .default([])
        .describe(
          "hosts that they may come from; default = what the machine's package manager of that kind asks; " +
            'empty = default',
        ),
    })
    .default({ add: 'deny', declared: [], registries: [] })
    .describe('new or changed dependencies'),
  install_scripts: handlingSchema.default('deny').describe('scripts that run when somebody installs the project'),
  ci: handlingSchema.default('warn').describe('changed files of continuous integration and of repository hooks'),
  secrets: z
    .enum(['record', 'warn', 'fail'])
    .default('fail')
    .describe('what looks like a credential among the added lines'),
  trust_level: z
    .int()
    .min(0)
    .max(4)
    .default(2)
    .describe(
      'trust level of the agent, 0–4: below 2 it runs no command, edits locked files by operations only, and has ' +
        'no network',
    ),
  escalate: z
    .strictObject({
      conditions: z
        .array(
          z.enum(alertCodes).refine(
            // The gateway would refuse it even if a person allowed it.
            (code) => code !== 'unpriced-model',
            'nobody can allow a model without a price under a cap in USD: declare what it costs in a price table ' +
              '(0 for nothing)',
          ),
        )
        .default([])
        .describe('alert codes that pause the run and ask a person instead of stopping it'),
      timeout: durationSchema().default(600_000).describe('how long an answer is waited for; none = deny'),
    })
    .prefault({})
    .describe('questions to a person (R12)'),
  breakers: breakersSchema.prefault({}).describe('circuit breakers (R9): policy choices; 0 = off'),
  min_strength: z
    .int()
    .min(0)
    .max(64)
    .default(0)
    .describe('least strength of a pass, in bits: 8 = 2^-8; a pass below it is an error of the acceptance gate'),
  unlisted_regressions: z
    .enum(['record', 'warn', 'fail'])
    .default('warn')
    .describe(
      'what it means that a test which is not required passed before and fails with the patch; fail: acceptance fails',
    ),
  guarantees: z
    .record(z.string(), z.string())
    .refine(
      (named) => HARNESS_GUARANTEES.every((name) => [undefined, 'enforced'].includes(named[name])),
      'trust and clock can be "enforced" only',
    )
    .default({})
    .describe(
      'guarantees that the sandbox must give, e.g. {memory: hard}; a backend without them is refused · trust: ' +
        'enforced ' +
        'and clock: enforced: an attempt in which trust_level or environment.clock would not be held is refused',
    ),
});

/** Bytes that one command may add to the workspace by default. */
export const DEFAULT_DISK_BYTES = 2 * 2 ** 30;

/** Schema of the budget of an attempt (requirement R8). */
export const attemptBudgetSchema = z.strictObject({
  wall: durationSchema().default(1_800_000).describe('wall-clock of the agent stages (30 minutes by policy)'),
  command: durationSchema()
    .optional()
    .describe('wall-clock of one command of the agent; default: what is left of `wall`'),
  usd: z
    .number()
    .positive()
    .default(5)
    .describe(
      'projected cost in US dollars of everything that has a price: models, execution, tool calls, people, ' +
        'overhead (5.00 by policy)',
    ),
  tokens: countSchema().optional().describe('model tokens'),
  model_requests: z.int().positive().optional().describe('requests to models'),
  units: z
    .number()
    .positive()
    .optional()
    .describe(
      'abstract units of the fallback schedule, for agents and calls without a price; default: 20,000 where there is ' +
        'no price table and no price of the model, else no cap',
    ),
  tool_calls: countSchema().optional().describe('tool calls of the agent'),
  failed_cycles: z.int().positive().optional().describe('failed build or test cycles'),
  headroom: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.05)
    .describe(
      'share of usd, tokens and units that is kept back for the end of the run: the agent is stopped before it; of ' +
        'usd what the evaluation is expected to cost, where that is more',
    ),
  memory: byteSizeSchema()
    .default(4 * 2 ** 30)
    .describe('memory of one command and all its children'),
  cpu: durationSchema().optional().describe('CPU time of one command and all its children'),
  processes: z.int().positive().default(512).describe('processes and threads of one command'),
  disk: byteSizeSchema().default(DEFAULT_DISK_BYTES).describe('bytes that one command may add to the workspace'),
  output: byteSizeSchema()
    .default(64 * 2 ** 20)
    .describe('bytes that one command may print before it is stopped'),
});

export type Policy = z.output<typeof policySchema>;
export type AttemptBudget = z.output<typeof attemptBudgetSchema>;
export type PolicyHandling = z.output<typeof handlingSchema>;
