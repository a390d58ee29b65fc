import { z } from 'zod';

/** Returns the file name of the lock of a contract: `contract.yml` → `contract.lock`, `x.yaml` → `x.lock`. */
export const toLockFileName = (contract_file: string): string => `${contract_file.replace(/\.ya?ml$/, '')}.lock`;

/** Patch that a validation tries on a contract (requirement K9). */
export interface ProofVariant {
  role: ProofVariantRole;
  /** Name in tables and in the lock; unique within its role. */
  name: string;
  /** Short description of the change. */
  change: string;
  /** File that a mutant changes. */
  file?: string;
  /** Line of the patched file; absent if the change concerns the whole file. */
  line?: number;
}

/**
 * Roles of variants.
 *
 * `base`: no patch. `golden`: the reference solution. `perturbed`: the same under changed hidden files. `no-change`:
 * patches without effect. `cheater`: patches that attack the checks. `known-wrong`: patches of the author that must
 * fail. `mutant`: the reference solution with one mechanical fault.
 */
const proofVariantRoles = ['base', 'golden', 'perturbed', 'no-change', 'cheater', 'known-wrong', 'mutant'] as const;
export type ProofVariantRole = (typeof proofVariantRoles)[number];

/**
 * Schema of `contract.lock`, the proof beside a contract (requirement K9): steps, results, harness and sandbox. A proof
 * is valid for one contract version and one reference solution. It is not part of the version.
 */

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);
const shareSchema = z.number().min(0).max(1);

/** Steps of a proof, in the order of execution. */
export const proofSteps = [
  'pins',
  'setup',
  'base',
  'golden',
  'hidden-files',
  'challenge',
  'no-change',
  'cheaters',
  'known-wrong',
  'perturbation',
  'flakiness',
  'mutants',
  'envelope',
] as const;
export type ProofStep = (typeof proofSteps)[number];

/**
 * Verdicts of a step. `skipped`: the contract has nothing to try. `not-run`: an earlier step decided, or the validation
 * was interrupted.
 */
const proofStepVerdicts = ['proven', 'refuted', 'undecided', 'skipped', 'not-run'] as const;
export type ProofStepVerdict = (typeof proofStepVerdicts)[number];

/** Schema of the result of one step. */
const proofStepResultSchema = z.strictObject({
  step: z.enum(proofSteps),
  verdict: z.enum(proofStepVerdicts),
  detail: z.string().describe('one line: what was found'),
  reasons: z.array(z.string()).describe('what refutes the contract, or keeps the step from a decision'),
  warnings: z.array(z.string()).describe('what a careful author looks at; refutes nothing'),
});
export type ProofStepResult = z.infer<typeof proofStepResultSchema>;

/** Schema of a mutant that no check detected. */
export const survivorSchema = z.strictObject({
  mutant: z.string(),
  change: z.string().describe('what was changed in the reference solution'),
  file: z.string(),
  line: z.int().nullable().describe('line in the patched file; null = the whole file'),
});

/** Schema of the flakiness statistics of one check, or of one of its tests. */
export const flakinessScreenSchema = z.strictObject({
  check: z.string(),
  test: z.string().nullable().describe('a required test by name; null = the check as a whole'),
  on: z.enum(['base', 'golden']),
  runs: z.int(),
  differed: z.int().describe('runs that came to another outcome than most'),
  missed_below: shareSchema.describe(
    'one-sided 95 % Clopper-Pearson bound: a check that differs less often may have looked like this',
  ),
});

const spreadSchema = z.strictObject({ max: z.number(), median: z.number() }).nullable().describe('null = not measured');

/** Schema of the resources that one check used on the reference solution. */
export const resourceEnvelopeSchema = z.strictObject({
  check: z.string(),
  runs: z.int(),
  wall_ms: spreadSchema,
  cpu_ms: spreadSchema,
  peak_memory_bytes: spreadSchema,
  disk_bytes: spreadSchema.describe('what workspace and report folder had grown to after the command'),
  timeout_ms: z.number(),
});

/** Schema of the result of one criterion of the agentic benchmark checklist. */
const abcResultSchema = z.strictObject({
  criterion: z.string(),
  passed: z.boolean(),
  method: z.enum(['automated', 'manual', 'skipped']),
  evidence: z.string().describe('what was checked'),
  estimated_bias: shareSchema.describe('estimated overestimation if this fails'),
  by_construction: z.literal(true).optional().describe('its check cannot fail here: it is shown and not counted'),
});

/** Schema of one wrong expectation: `text` replaces the characters from `start` to `end` of a hidden file. */
const challengeVariantSchema = z.strictObject({
  file: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  line: z.int().min(1),
  text: z.string(),
  renamed: z
    .string()
    .optional()
    .describe(
      'name that the test has with it, where its name holds the expected value (parameters); absent = the same',
    ),
});
export type ChallengeVariant = z.infer<typeof challengeVariantSchema>;

/** Schema of the number of wrong values at each place of a test. */
export const testSitesSchema = z
  .array(z.int().positive())
  .min(1)
  .describe('number of wrong values at each place of the test; the variants are in this order');

/** Schema of a test with the wrong expectations that make exactly this test fail on the reference solution. */
const pooledTestSchema = z.strictObject({
  check: z.string(),
  test: z.string().describe('full name of the test; empty = the check as a whole, where it reports no tests'),
  also: z.array(z.string()).describe('tests around it, which fail with it'),
  counts: z
    .boolean()
    .describe(
      'the unchanged repository does not pass it, and each of its places excludes the true value: it gives strength',
    ),
  sites: testSitesSchema,
  variants: z.array(challengeVariantSchema).min(1),
});
export type PooledTest = z.infer<typeof pooledTestSchema>;

/** Schema of the oracle's behaviour on the reference solution and on the unchanged repository. */
export const oracleReferenceSchema = z.strictObject({
  on: z.enum(['golden', 'base']),
  checks: z.array(
    z.strictObject({
      check: z.string(),
      readable: z.boolean().describe('it ended by itself and left a readable report'),
      wall_ms: z.number().nullable(),
      cpu_ms: z.number().nullable(),
      base_passed: z
        .array(z.string())
        .describe(
          'tests that pass in the unchanged repository and with the reference solution: what `pass_to_pass: all` ' +
            'stands for',
        ),
    }),
  ),
  pool: z.array(pooledTestSchema),
  missing: z.array(z.string()).describe('required tests without a wrong expectation'),
  round_cpu_ms: z
    .number()
    .nullable()
    .describe('processor time of one challenge round with the reference solution; null = none was made'),
  rounds: z.int().describe('challenge rounds that an attempt makes'),
  strength: z.int().nullable().describe('bits that a pass has then: n = at most 2^-n; null = none'),
  because: z.string().describe('why so many rounds, or why there is no strength'),
});
export type OracleReference = z.infer<typeof oracleReferenceSchema>;

/** Creates the reference of an oracle for which no challenge was tried. */
export const createEmptyReference = (on: OracleReference['on'], because: string): OracleReference => ({
  on,
  checks: [],
  pool: [],
  missing: [],
  round_cpu_ms: null,
  rounds: 0,
  strength: null,
  because,
});

/** Schema of `contract.lock`. */
export const contractLockSchema = z.strictObject({
  schema: z.literal(2).describe('version of this format'),
  contract: z.strictObject({
    id: z.string(),
    version: digestSchema.describe('the contract version that was proven'),
    golden_sha256: digestSchema.describe('the reference solution that it was proven with'),
  }),
  made_at: z.string().describe('ISO 8601'),
  harness: z.strictObject({ version: z.string(), rubric: z.string(), runtime: z.record(z.string(), z.string()) }),
  sandbox: z.strictObject({ backend: z.string(), class: z.string() }),
  tools: z.record(z.string(), z.string()),
  snapshot: z.strictObject({ kind: z.string(), identity: z.string(), tree: z.string() }),
  steps: z.array(proofStepResultSchema),
  mutants: z.strictObject({
    killed: z.int(),
    survived: z.array(survivorSchema),
    undecided: z.int(),
    seed: z.int(),
  }),
  flakiness: z.strictObject({
    reruns: z.int(),
    tolerance: z.number(),
    checks: z.array(flakinessScreenSchema).describe('every check as a whole, and single tests that differed'),
  }),
  envelope: z.array(resourceEnvelopeSchema),
  perturbation: z.strictObject({
    equivalent: z
      .boolean()
      .describe('the reference solution passes with hidden files changed in ways that must not matter'),
  }),
  reference: oracleReferenceSchema.describe('what makes a verdict strong: tests whose expectations can be made wrong'),
  abc: z.array(abcResultSchema).describe('agentic benchmark checklist over this contract alone'),
  evidence: z.strictObject({
    attempts: z.int(),
    heads_sha256: digestSchema.describe('digest over attempt id → head of its log'),
  }),
  digest: digestSchema.describe('sha256 of the canonical JSON of all of the above'),
});
export type ContractLock = z.infer<typeof contractLockSchema>;

/** Summary of the proof of a loaded contract. */
export interface ProofSummary {
  lock_sha256: string;
  proven: boolean;
  made_at: string;
  /** Commit that stood for the base of pull requests; undefined if the contract pins its repository. */
  base?: string | undefined;
  /** Changes that the reference solution withstood. Only these are meaningful for other patches. */
  perturbation: ContractLock['perturbation'];
  reference: OracleReference;
  /** Check → median wall time of the reference solution in milliseconds; absent for checks that were not measured. */
  reference_ms: Record<string, number>;
}

/** Formats a lock as text. Equal values give equal bytes. */
export const formatLock = (lock: ContractLock): string =>
  `${JSON.stringify(contractLockSchema.parse(lock), null, 2)}\n`;
