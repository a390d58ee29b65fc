import { z } from 'zod';
import { alertCodes } from './alert_codes.js';
import { relativePath } from './paths.js';
import { bytes, count, duration } from './units.js';

const globs = z.array(z.string().min(1));

/** `host`, `*.host` (any depth below it), each with an optional `:port`; `*` = any host. Default ports: 80 and 443. */
export const hostPattern = z
  .string()
  .regex(
    /^(\*|(\*\.)?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/,
    'must be a host: "api.example.org", "*.example.org", "host:8443", without scheme or path',
  );

/** What a rule does with what it finds. `escalate` = a person is asked; no answer in time is a no. */
const handling = z.enum(['allow', 'warn', 'escalate', 'deny']);

/** Thresholds of the circuit breakers (R9). They are policy choices, not measured optima. 0 switches a breaker off. */
export const breakersSchema = z.strictObject({
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
});

/** What an agent may do, and what its patch may hold (K6, R8–R12). */
export const policySchema = z.strictObject({
  network: z
    .union([
      z.literal('deny'),
      z.strictObject({
        allow: z
          .array(hostPattern)
          .describe('hosts that the agent may reach through the proxy: exact or *.wildcard, with an optional port'),
        stubs: relativePath(
          'recorded responses beside the contract (JSON lines): requests are answered from them, nothing live is reached',
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
    .enum(['counters', 'trace'])
    .default('counters')
    .describe(
      'trace: refused connections, writes and privileges are recorded with their targets (needs strace, costs time)',
    ),
  change: z
    .strictObject({
      allow: globs.default(['**']).describe('paths that a patch may change'),
      deny: globs.default([]).describe('paths that a patch may not change; wins over allow'),
    })
    .default({ allow: ['**'], deny: [] })
    .describe('paths of the patch, as globs'),
  commands: z
    .strictObject({ deny: z.array(z.string().min(1)).default([]).describe('commands, as their first words') })
    .default({ deny: [] })
    .describe('commands that the agent may not run; one of them is a prohibited operation'),
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
        .array(hostPattern)
        .default([])
        .describe(
          "hosts that they may come from; default = what the machine's package manager of that kind asks; empty = default",
        ),
    })
    .default({ add: 'deny', declared: [], registries: [] })
    .describe('new or changed dependencies'),
  install_scripts: handling.default('deny').describe('scripts that run when somebody installs the project'),
  ci: handling.default('warn').describe('changed files of continuous integration and of repository hooks'),
  secrets: z
    .enum(['record', 'warn', 'fail'])
    .default('fail')
    .describe('what looks like a credential among the added lines'),
  trust_level: z.int().min(0).max(4).default(2).describe('trust level of the agent, 0–4'),
  escalate: z
    .strictObject({
      conditions: z
        .array(
          z.enum(alertCodes).refine(
            // What a person allows here, the gateway would refuse all the same.
            (code) => code !== 'unpriced-model',
            'nobody can allow a model without a price under a cap in USD: declare what it costs in a price table (0 for nothing)',
          ),
        )
        .default([])
        .describe('alert codes that pause the run and ask a person instead of stopping it'),
      timeout: duration().default(600_000).describe('how long an answer is waited for; none = deny'),
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
    .default({})
    .describe('guarantees that the sandbox must give, e.g. {memory: hard}; a backend without them is refused'),
});

/** What an attempt may use up (R8). */
export const budgetSchema = z.strictObject({
  wall: duration().default(1_800_000).describe('wall-clock of the agent stages (30 minutes by policy)'),
  command: duration().optional().describe('wall-clock of one command of the agent; default: what is left of `wall`'),
  usd: z.number().positive().default(5).describe('projected model cost in US dollars (5.00 by policy)'),
  tokens: count().optional().describe('model tokens'),
  model_requests: z.int().positive().optional().describe('requests to models'),
  tool_calls: count().optional().describe('tool calls of the agent'),
  failed_cycles: z.int().positive().optional().describe('failed build or test cycles'),
  headroom: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.05)
    .describe('share of usd and tokens that is kept back for the end of the run: the agent is stopped before it'),
  memory: bytes()
    .default(4 * 2 ** 30)
    .describe('memory of one command and all its children'),
  cpu: duration().optional().describe('CPU time of one command and all its children'),
  processes: z.int().positive().default(512).describe('processes and threads of one command'),
  disk: bytes()
    .default(2 * 2 ** 30)
    .describe('bytes that one command may add to the workspace'),
  output: bytes()
    .default(64 * 2 ** 20)
    .describe('bytes that one command may print before it is stopped'),
});

export type Policy = z.output<typeof policySchema>;
export type Budget = z.output<typeof budgetSchema>;
export type Handling = z.output<typeof handling>;
