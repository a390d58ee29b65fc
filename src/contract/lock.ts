import { z } from 'zod';

/**
 * `contract.lock`, the proof beside a contract (K9): what was tried on it, with what result, by which harness in which
 * sandbox. It holds for one contract version and one reference solution; it is no part of the version.
 */

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const share = z.number().min(0).max(1);

/** What a proof consists of, in the order in which it is made. */
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

/** `skipped` = the contract has nothing to try there; `not-run` = an earlier step had decided, or the proof was interrupted. */
export const stepVerdicts = ['proven', 'refuted', 'undecided', 'skipped', 'not-run'] as const;
export type StepVerdict = (typeof stepVerdicts)[number];

export const stepSchema = z.strictObject({
  step: z.enum(proofSteps),
  verdict: z.enum(stepVerdicts),
  detail: z.string().describe('one line: what was found'),
  reasons: z.array(z.string()).describe('what refutes the contract, or keeps the step from a decision'),
  warnings: z.array(z.string()).describe('what a careful author looks at; refutes nothing'),
});
export type StepResult = z.infer<typeof stepSchema>;

export const survivorSchema = z.strictObject({
  mutant: z.string(),
  change: z.string().describe('what was changed in the reference solution'),
  file: z.string(),
  line: z.int().nullable().describe('line in the patched file; null = the whole file'),
});

export const screenSchema = z.strictObject({
  check: z.string(),
  test: z.string().nullable().describe('a required test by name; null = the check as a whole'),
  on: z.enum(['base', 'golden']),
  runs: z.int(),
  differed: z.int().describe('runs that came to another outcome than most'),
  missed_below: share.describe(
    'one-sided 95 % Clopper-Pearson bound: a check that differs less often may have looked like this',
  ),
});

const spread = z.strictObject({ max: z.number(), median: z.number() }).nullable().describe('null = not measured');

export const envelopeSchema = z.strictObject({
  check: z.string(),
  runs: z.int(),
  wall_ms: spread,
  cpu_ms: spread,
  peak_memory_bytes: spread,
  disk_bytes: spread.describe('what workspace and report folder had grown to after the command'),
  timeout_ms: z.number(),
});

export const abcResultSchema = z.strictObject({
  criterion: z.string(),
  passed: z.boolean(),
  method: z.enum(['automated', 'manual', 'skipped']),
  evidence: z.string().describe('what was checked'),
  estimated_bias: share.describe('estimated overestimation if this fails'),
});

/** What a proof knows of single tests under wrong expectations. */
export const failedUnderWrong = z
  .record(z.string(), z.array(z.string()))
  .describe(
    'check → required tests that the reference solution does not pass under wrong expectations: no other patch may pass them there',
  );

/** One wrong expectation: characters `start` to `end` of a hidden file replaced by `text`. */
export const challengeVariantSchema = z.strictObject({
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

/** Places of a test at any of which it may have to be forged: what a coin is worth against that. */
export const placesSchema = z
  .int()
  .positive()
  .optional()
  .describe(
    'assertions that are made wrong in turn; 1, or absent = the one at which the unchanged repository fails, or the only one',
  );

/** A test with the wrong expectations that make exactly it fail on the reference solution. */
export const pooledTestSchema = z.strictObject({
  check: z.string(),
  test: z.string().describe('full name of the test; empty = the check as a whole, where it reports no tests'),
  also: z.array(z.string()).describe('tests around it, which fail with it'),
  counts: z.boolean().describe('it has to begin to pass: the unchanged repository does not pass it'),
  places: placesSchema,
  variants: z.array(challengeVariantSchema).min(1),
});
export type PooledTest = z.infer<typeof pooledTestSchema>;

/** What is known of the oracle from runs of the reference solution and of the unchanged repository. */
export const oracleReferenceSchema = z.strictObject({
  on: z.enum(['golden', 'base']),
  checks: z.array(
    z.strictObject({
      check: z.string(),
      readable: z.boolean().describe('it ended by itself and left a readable report'),
      wall_ms: z.number().nullable(),
      base_passed: z
        .array(z.string())
        .describe(
          'tests that pass in the unchanged repository and with the reference solution: what `pass_to_pass: all` stands for',
        ),
    }),
  ),
  pool: z.array(pooledTestSchema),
  missing: z.array(z.string()).describe('required tests without a wrong expectation'),
  round_ms: z
    .number()
    .nullable()
    .describe('what one challenge round takes with the reference solution; null = none was made'),
  rounds: z.int().describe('challenge rounds that an attempt makes'),
  strength: z.int().nullable().describe('bits that a pass has then: n = at most 2^-n; null = none'),
  because: z.string().describe('why so many rounds, or why there is no strength'),
});
export type OracleReference = z.infer<typeof oracleReferenceSchema>;

export const lockSchema = z.strictObject({
  schema: z.literal(1).describe('version of this format'),
  contract: z.strictObject({
    id: z.string(),
    version: digest.describe('the contract version that was proven'),
    golden_sha256: digest.describe('the reference solution that it was proven with'),
  }),
  made_at: z.string().describe('ISO 8601'),
  harness: z.strictObject({ version: z.string(), rubric: z.string(), runtime: z.record(z.string(), z.string()) }),
  sandbox: z.strictObject({ backend: z.string(), class: z.string() }),
  tools: z.record(z.string(), z.string()),
  snapshot: z.strictObject({ kind: z.string(), identity: z.string(), tree: z.string() }),
  steps: z.array(stepSchema),
  mutants: z.strictObject({
    killed: z.int(),
    survived: z.array(survivorSchema),
    undecided: z.int(),
    seed: z.int(),
  }),
  flakiness: z.strictObject({
    reruns: z.int(),
    tolerance: z.number(),
    checks: z.array(screenSchema).describe('every check as a whole, and single tests that differed'),
  }),
  envelope: z.array(envelopeSchema),
  perturbation: z.strictObject({
    equivalent: z
      .boolean()
      .describe('the reference solution passes with hidden files changed in ways that must not matter'),
    expectations: z.boolean().describe('the checks fail under wrong expectations'),
    failed: failedUnderWrong.optional(),
  }),
  reference: oracleReferenceSchema.describe('what makes a verdict strong: tests whose expectations can be made wrong'),
  abc: z.array(abcResultSchema).describe('agentic benchmark checklist over this contract alone'),
  evidence: z.strictObject({
    attempts: z.int(),
    heads_sha256: digest.describe('digest over attempt id → head of its log'),
  }),
  digest: digest.describe('sha256 of the canonical JSON of all of the above'),
});
export type Lock = z.infer<typeof lockSchema>;

/** What a loaded contract says of its proof. */
export interface Proof {
  lock_sha256: string;
  proven: boolean;
  made_at: string;
  /** What the reference solution withstood: only then do the same changes say something about another patch. */
  perturbation: Lock['perturbation'];
  reference: OracleReference;
  /** Check → median wall time of the reference solution, in milliseconds; checks that were not measured are absent. */
  reference_ms: Record<string, number>;
}

/** Name of the lock of a contract file, in the same folder: `contract.yml` → `contract.lock`, `x.yaml` → `x.lock`. */
export const lockName = (contract_file: string): string => `${contract_file.replace(/\.ya?ml$/, '')}.lock`;

/** A lock as it is written: the same value gives the same bytes. */
export const lockText = (lock: Lock): string => `${JSON.stringify(lockSchema.parse(lock), null, 2)}\n`;
