import { z } from 'zod';
import { testSitesSchema } from '../../contract/validation/contract_lock.js';
import { digestSchema, executionSchema, skippedCheckSchema, testReportResultSchema } from './execution.js';

/**
 * Test whose expectations can be made wrong, with the number of passes in the unchanged repository and with the
 * reference solution.
 */
const challengeTestSchema = z.strictObject({
  check: z.string(),
  test: z.string().describe('full name of the test; empty = the check as a whole, where it reports no tests'),
  also: z.array(z.string()).describe('tests around it, which fail with it'),
  variants: z.int().min(1).describe('wrong expectations that make exactly this test fail on the reference solution'),
  counts: z.boolean().describe('it has to begin to pass: its flips count for the strength'),
  sites: testSitesSchema.optional(),
  places: z
    .int()
    .positive()
    .optional()
    .describe('only in records of earlier versions, which drew a place anew in each round: the number of places'),
});
export type ChallengeTest = z.infer<typeof challengeTestSchema>;

/** Payload of a run of the hidden tests under other names and comments. */
export const perturbationSchema = z.strictObject({
  check: z.string(),
  kind: z.enum(['equivalent', 'wrong-expectations']),
  because: z.string().describe('why it was done: always, cheap, unproven, or the suspicion'),
  changes: z.strictObject({
    renamed: z.record(z.string(), z.string()).describe('path of the hidden file → path it had in this run'),
    kept: z.record(z.string(), z.string()).describe('path of a hidden file or folder → why it keeps its name'),
    commented: z.array(z.string()),
    directory: z.string().nullable(),
    expectations: z.int().optional().describe('only in records of earlier versions: expected values made wrong'),
  }),
  execution: executionSchema.optional(),
  not_run: z
    .strictObject({
      because: z
        .enum(['unchanged', 'build', 'interrupted'])
        .describe('unchanged: nothing that this check depends on can be changed'),
      detail: z.string(),
    })
    .optional(),
  report: testReportResultSchema,
});

/** Event payloads of challenge rounds: the reference solution, the order of the runs, and each round. */
export const challengePayloads = {
  oracle_reference: z.strictObject({
    source: z
      .enum(['lock', 'layer'])
      .describe('lock: contract.lock; layer: the reference solution was run once per layer'),
    on: z
      .enum(['golden', 'base'])
      .describe('what was run: the reference solution, or the unchanged repository where there is none'),
    checks: z.array(
      z.strictObject({
        check: z.string(),
        readable: z.boolean().describe('it ended by itself and left a readable report'),
        wall_ms: z.number().nullable().describe('of the check on the reference; null = not measured'),
        cpu_ms: z.number().nullable().optional().describe('its processor time; absent in records of earlier versions'),
        base_passed: z
          .array(z.string())
          .describe(
            'tests that pass in the unchanged repository and with the reference solution: what `pass_to_pass: ' +
              'all` stands for',
          ),
      }),
    ),
    pool: z.array(challengeTestSchema).describe('tests whose expectations can be made wrong; empty = none'),
    missing: z.array(z.string()).describe('required tests without such a variant, at most 100'),
    missing_count: z.int().describe('how many there are of them'),
    limits: z.strictObject({
      rounds: z.int().describe('rounds that are made'),
      because: z.string().describe('why so many, or why none'),
    }),
    steps: z.int().describe('runs that were made for it in this attempt; 0 = known from before'),
    waited_ms: z.number().describe('time that these took, or that another attempt took for them or for its own turn'),
  }),
  challenge_commitment: z.strictObject({
    digest: digestSchema.describe(
      'sha256 of the secret that decides the order of the runs and what is made wrong in each',
    ),
    rounds: z.int(),
  }),
  challenge: z.strictObject({
    check: z.string(),
    round: z.int().min(1).describe('number of the planned round; one above those that are asked for is a repetition'),
    wrong: z
      .array(
        z.strictObject({
          test: z.string(),
          variant: z.int(),
          file: z.string(),
          line: z.int(),
          renamed: z.string().optional().describe('name that the test has with it, where that is another one'),
        }),
      )
      .describe('tests with a wrong expectation in this round; every other test is as it was'),
    execution: executionSchema.optional(),
    not_run: skippedCheckSchema.optional(),
    report: testReportResultSchema,
  }),
  challenge_reveal: z.strictObject({
    secret: z.string().describe('from which the order and the choices can be computed again'),
    position: z.int().describe('rounds before the acceptance checks, as planned'),
    held: z
      .int()
      .optional()
      .describe('rounds that came out as they must, as the run saw them; the judge counts for itself'),
    repeated: z.int().describe('planned rounds that others took the place of, since they did not come to an end'),
  }),
} as const;
