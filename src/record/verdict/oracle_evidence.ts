import { z } from 'zod';

/**
 * Evidence behind a pass: the validation of its contract, its canary, and the strength of its challenge rounds.
 *
 * A strength of n bits means: code that forges at least one varied place in every counted test, and cannot
 * distinguish a true expectation from a wrong one, survives all rounds with a probability of at most 2^-n. It says
 * nothing about code that can distinguish them.
 */
export const oracleEvidenceSchema = z.strictObject({
  proven: z.boolean().describe('a contract.lock holds for this version'),
  canary: z
    .enum(['armed', 'disarmed', 'inconclusive', 'none'])
    .describe('none = the contract has none, or it was not reached'),
  strength: z.strictObject({
    bits: z.number().nullable().describe('n of 2^-n, of rounds that held; null = none'),
    rounds: z.int().describe('rounds that held'),
    repeated: z.int().describe('rounds that others took the place of, since they did not come to an end'),
    tests: z.int().describe('tests that the unchanged repository does not pass, and whose expectations were varied'),
    total: z.int().describe('required tests that the unchanged repository does not pass, varied or not'),
    per_test_bits: z.number().nullable().describe('bits that stand against forging a single one of them; null = none'),
    places: z
      .strictObject({ varied: z.int(), total: z.int() })
      .optional()
      .describe('places of these tests that were wrong in a round that held, and all of them; absent = not recorded'),
    because: z.string().describe('why there is none, or so little; empty = as wanted'),
  }),
  judge_models: z
    .array(z.string())
    .optional()
    .describe('judge models on which acceptance rests, by name; absent = it rests on commands alone'),
  suspicions: z
    .array(z.strictObject({ what: z.string(), file: z.string(), patch_line: z.int().nullable() }))
    .describe('what the patch holds that a solution seldom needs; bounded'),
});
export type OracleEvidence = z.infer<typeof oracleEvidenceSchema>;
