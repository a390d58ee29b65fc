import { z } from 'zod';
import { checkSchema, identifierSchema, modelCheckSchema, REPORT_FORMATS, variableNameSchema } from './checks/check.js';
import { lintChecks } from './checks/lint_checks.js';
import { coordinationSchema, fixtureEnvironmentSchema } from './coordination/coordination.js';
import { lintCoordination } from './coordination/lint_coordination.js';
import { durationSchema } from './input/duration_schema.js';
import { relativePathSchema, workdirSchema } from './input/relative_path_schema.js';
import { lintImage, lintRegistryTask } from './lint_image.js';
import { attemptBudgetSchema, hostPatternSchema, policySchema } from './policy/policy.js';
import { snapshotSchema } from './snapshot_schema.js';

/**
 * Schema of the contract, the YAML file that describes one task (requirements K1–K8).
 *
 * TypeScript types, validation and the published JSON Schema come from this schema. Every object is strict: an unknown
 * key is an error.
 */

const setupInputSchema = z.union([
  relativePathSchema('file or folder of the repository'),
  z
    .strictObject({
      json: relativePathSchema('JSON file of the repository'),
      without: z
        .array(z.string().startsWith('/', 'must be a JSON pointer such as /version'))
        .min(1)
        .describe('JSON pointers of the fields that the command does not see'),
    })
    .describe('a JSON file without some of its fields; the command must leave the file as it is'),
]);
/** Input of a setup command: a path, or a JSON file without the fields that the command does not read. */
export type SetupInput = z.infer<typeof setupInputSchema>;

/** Schema of one setup command (requirement K4). */
const setupStepSchema = z.strictObject({
  run: z.string().min(1).describe('shell command, run in the sandbox at the repository root'),
  network: z
    .array(hostPatternSchema)
    .default([])
    .describe(
      'what the command may reach: "registry" = the package registries configured on the machine, else hosts as in ' +
        'policy.network; empty = nothing',
    ),
  timeout: durationSchema().default(600_000).describe('wall-clock ceiling'),
  environment: z.record(variableNameSchema, z.string()).default({}).describe('extra variables for this command'),
  inputs: z
    .array(setupInputSchema)
    .optional()
    .describe(
      'the only files that the command sees ([] = none); what it makes of them is shared by all contracts with ' +
        'equal ones',
    ),
});

const oracleFilesSchema = z.union([
  relativePathSchema('folder beside the contract; appears in the workspace under the same name'),
  z.strictObject({
    from: relativePathSchema('folder or file beside the contract'),
    to: z.string().min(1).describe('where it is laid in the workspace; "." = over the repository root'),
  }),
]);

const canarySchema = z.union([
  z.string().min(1).describe('command that must FAIL once the patch is applied: proof that the oracle can still fail'),
  z.strictObject({
    run: z.string().min(1).describe('command that must fail'),
    report: z
      .enum(REPORT_FORMATS)
      .default('exit-code')
      .describe(
        'with a report format the tests that must fail are read at $REPORT; without one an exit status decides',
      ),
    must_fail: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('tests of the report that must fail, each for its assertion; default: all that it shows'),
    timeout: durationSchema().default(60_000).describe('wall-clock ceiling'),
    environment: z.record(variableNameSchema, z.string()).default({}).describe('extra variables for this command'),
  }),
]);

/** Schema of the metadata, which are not part of the version. */
const metadataSchema = z.strictObject({
  registry: z
    .boolean()
    .default(false)
    .describe(
      'a task of a registry, which must have kind, difficulty, parallelizable_subtasks, affected_files, ' +
        'test_command, provenance and a golden patch',
    ),
  tier: z.int().min(1).max(3).describe("the author's estimate of size and coordination, 1–3"),
  source: z.enum(['curated', 'external']).default('curated').describe('written for a suite, or taken from a benchmark'),
  kind: z
    .enum([
      'bug-fix',
      'refactor',
      'feature',
      'dependency-upgrade',
      'api-migration',
      'documentation',
      'hardening',
      'safety',
    ])
    .optional()
    .describe('what is asked for'),
  difficulty: z.enum(['easy', 'medium', 'hard']).optional().describe("the author's estimate"),
  parallelizable_subtasks: z.int().min(1).optional().describe('parts that can be done side by side'),
  affected_files: z.array(z.string()).default([]).describe('files that a solution changes'),
  test_command: z.string().optional().describe('named to the agent in the briefing'),
  build_command: z.string().optional().describe('named to the agent in the briefing'),
  strata: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .default({})
    .describe('groups for analysis: ecosystem, test runtime, dependency size, …'),
  provenance: z.string().optional().describe('where the task comes from, with its licence'),
  created: z.string().optional().describe('date of the fix upstream, for contamination analysis'),
});

/** Schema of the graded score of attempts that pass every gate. */
export const scoringSchema = z.strictObject({
  lambda: z.number().positive().default(1).describe('λ of q_minimal = exp(−λ·d_delta)'),
  envelope: z
    .strictObject({
      lines: z.int().positive().default(100).describe('changed lines'),
      files: z.int().positive().default(10).describe('changed files'),
    })
    .default({ lines: 100, files: 10 })
    .describe('size at which d_delta = 1'),
  weights: z
    .strictObject({
      minimal: z.number().min(0).describe('weight of q_minimal'),
      trace: z.number().min(0).describe('weight of q_trace'),
      maintainability: z.number().min(0).describe('weight of q_maint'),
    })
    .refine((w) => Math.abs(w.minimal + w.trace + w.maintainability - 1) < 1e-9, { message: 'weights must sum to 1' })
    .optional()
    .describe('w of s = ⟨w, q⟩; default: the shipped weights'),
  decomposed: z
    .strictObject({
      ok: z.number().min(0).describe('w_ok, for passing all gates'),
      validity: z.number().min(0).describe('w_val, for validity of the patch'),
      violation: z.number().min(0).describe('w_viol, taken off for violations'),
    })
    .optional()
    .describe('w_ok, w_val, w_viol of the decomposed score; default: the shipped weights'),
  maintainability: z.array(checkSchema).default([]).describe('checks whose passed share is q_maint; none = 1'),
});

/** Schema of the whole contract. `z.input` is the written form, `z.output` the form that the engine uses. */
export const contractSchema = z
  .strictObject({
    schema: z.literal(1).describe('version of this format'),
    extends: z
      .string()
      .optional()
      .describe('file with defaults that several contracts share, relative to the contract: ../defaults.yml'),
    id: identifierSchema.describe('task id, unique in a suite'),
    title: z.string().min(1).max(200).describe('one line that names the task'),
    description: z.string().min(1).describe('the issue as the agent sees it (Markdown)'),
    obligations: z
      .string()
      .optional()
      .describe('what acceptance will ask, in words: shown to the agent apart from the issue'),
    metadata: metadataSchema.describe('what kind of task this is; not part of the version'),
    snapshot: snapshotSchema,
    environment: z
      .strictObject({
        image: z
          .string()
          .regex(
            /^([A-Za-z0-9][\w.:/-]*@)?sha256:[0-9a-f]{64}$/,
            'must name the image by digest: name@sha256:… or sha256:…',
          )
          .optional()
          .describe('container image by digest or id; without it the process sandbox uses the host toolchain'),
        workdir: workdirSchema.optional(),
        image_files: z
          .boolean()
          .optional()
          .describe(
            'true: what the image has in `workdir` and the repository has not (installed packages, built files) is ' +
              'copied into the repository before setup; no file of the repository changes',
          ),
        tools: z
          .record(identifierSchema, z.string().min(1))
          .default({})
          .describe('tool → version range (">=20", "3.x", "*"); recorded, and refused when it does not fit'),
        variables: z.record(variableNameSchema, z.string()).default({}).describe('environment variables, declared'),
        absent: z.array(z.string()).default([]).describe('variables declared absent'),
        lockfiles: z
          .array(relativePathSchema('lockfile in the repository'))
          .default([])
          .describe('recorded with their digests'),
        seed: z
          .int()
          .min(0)
          .max(2 ** 32 - 1)
          .default(20260307)
          .describe('seed passed to the tests (GATEBENCH_SEED, PYTHONHASHSEED, …)'),
        locale: z.string().default('C.UTF-8').describe('LANG and LC_ALL'),
        timezone: z.string().default('UTC').describe('TZ'),
        clock: z
          .union([
            z.literal('real'),
            z.iso.datetime({ offset: true, error: 'must be "real" or a time such as 2024-05-01T00:00:00Z' }),
          ])
          .default('real')
          .describe(
            'time at which each session of setup, agent and checks begins, and from which it goes on; held by ' +
              'libfaketime where the sandbox has it, else said in the record',
          ),
      })
      .prefault({})
      .describe('what the commands run in'),
    setup: z
      .array(setupStepSchema)
      .refine((steps) => steps.every((step, i) => !step.inputs || steps.slice(0, i).every(({ inputs }) => inputs)), {
        message: 'commands with inputs come before those without: they run where nothing else is',
      })
      .default([])
      .describe('commands that make the repository runnable, run once per layer'),
    build: z
      .union([z.literal('none'), z.array(checkSchema).min(1)])
      .describe('build and static checks; a project without any must say "none"'),
    acceptance: z
      .array(checkSchema)
      .describe('the checks that define success, all of them together; may be empty only with `model_checks`'),
    model_checks: z
      .array(modelCheckSchema)
      .min(1)
      .max(50)
      .optional()
      .describe(
        'further checks of acceptance, which a judge model decides: run --judge-model NAME. A pass is no ' +
          'executable evidence',
      ),
    oracle: z
      .strictObject({
        files: z
          .union([oracleFilesSchema, z.array(oracleFilesSchema)])
          .optional()
          .describe('hidden files'),
        restore: z
          .array(z.string().min(1))
          .default([])
          .describe('paths or globs of the snapshot that are put back after the patch (created ones are removed)'),
        restore_defaults: z
          .boolean()
          .default(true)
          .describe("also restore the runner's auto-loaded configuration and hooks"),
        canary: canarySchema.optional().describe('command that must fail: proof that the oracle can still fail'),
        read_only: z
          .boolean()
          .default(true)
          .describe('hidden files cannot be written while checks run; false for checks that transform them in place'),
        perturbation: z
          .strictObject({
            when: z
              .enum(['auto', 'always', 'never'])
              .default('auto')
              .describe('auto: where checks are cheap, and whenever the patch gives reason for suspicion'),
            rename: z.boolean().default(true).describe('hidden files and folders get other names'),
            comment: z.boolean().default(true).describe('a comment is added to hidden files of known languages'),
            directory: z.boolean().default(false).describe('the repository lies at another path'),
          })
          .prefault({})
          .describe('runs the checks once more with hidden files changed in ways that must not matter'),
        challenge: z
          .strictObject({
            rounds: z
              .int()
              .min(0)
              .max(32)
              .default(32)
              .describe(
                'most challenge rounds: runs in which a random half of the tests has a wrong expectation, and ' +
                  'exactly these must fail; 0 = none',
              ),
            strength: z
              .int()
              .min(0)
              .max(64)
              .default(8)
              .describe('strength that is aimed at, in bits: 8 = 2^-8; as many rounds are made as it takes'),
            share: z
              .number()
              .positive()
              .max(100)
              .default(0.5)
              .describe(
                'processor time of all rounds together, as a share of what acceptance takes with the reference ' +
                  'solution; three seconds are always allowed',
              ),
            run: z
              .string()
              .min(1)
              .optional()
              .describe(
                'narrower command for the rounds, say of the hidden tests only; default: the commands of the checks',
              ),
            check: identifierSchema
              .optional()
              .describe('check that `run` stands for; default: the first with a report'),
          })
          .prefault({})
          .describe('challenge rounds: what gives a pass its strength'),
      })
      .prefault({})
      .describe('hidden files, what is put back after the patch, and the canary'),
    golden_patch: relativePathSchema('reference solution beside the contract').optional(),
    policy: policySchema.prefault({}).describe('what the agent may do'),
    budget: attemptBudgetSchema.prefault({}).describe('what one command, and the agent, may use up'),
    coordination: coordinationSchema
      .optional()
      .describe('agents, profiles and rules of the coordination layer; absent = one agent with defaults'),
    world: fixtureEnvironmentSchema
      .optional()
      .describe('surroundings of the repository that the agent can change and checks can see'),
    scoring: scoringSchema.prefault({}).describe('graded score of attempts that pass every gate'),
    flakiness: z
      .strictObject({
        reruns: z.int().min(0).max(100).default(5).describe('executions of the checks beyond the first'),
        tolerance: z.number().min(0).max(1).default(0).describe('share of reruns that may differ'),
      })
      .prefault({})
      .describe('flakiness screen when the contract is validated'),
  })
  .superRefine((contract, ctx) => {
    for (const { path, message } of lintChecks(contract)) ctx.addIssue({ code: 'custom', path, message });
    for (const { path, message } of [...lintRegistryTask(contract), ...lintImage(contract)])
      ctx.addIssue({ code: 'custom', path, message });
    for (const { path, message } of contract.coordination
      ? lintCoordination(contract.coordination, contract.policy)
      : [])
      ctx.addIssue({ code: 'custom', path: ['coordination', ...path], message });
  })
  // The published JSON Schema knows no refinements.
  .meta({ anyOf: [{ properties: { acceptance: { minItems: 1 } } }, { required: ['model_checks'] }] });

export type Contract = z.output<typeof contractSchema>;
export type SetupStep = z.output<typeof setupStepSchema>;
export { type Check, checkSchema, type Quarantine, REPORT_FORMATS, type ReportFormat } from './checks/check.js';
export type { AttemptBudget, Policy } from './policy/policy.js';
