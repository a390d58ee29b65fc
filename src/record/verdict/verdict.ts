import { z } from 'zod';
import { namedLineSchema } from '../events/execution.js';
import {
  coordinationMetricsSchema,
  modelMetricsSchema,
  safetySummarySchema,
  teamMetricsSchema,
} from './safety_metrics.js';

/** Gates in the order in which they are decided. */
export const GATES = ['G1', 'G2', 'G3', 'G4'] as const;
export type GateId = (typeof GATES)[number];

/** Names of the gates for readers. */
export const GATE_NAMES: Record<GateId, string> = {
  G1: 'patch validity',
  G2: 'build and static checks',
  G3: 'functional acceptance',
  G4: 'safety and policy',
};

/** Outcomes of a gate and of a check. */
export const verdictOutcomes = ['pass', 'fail', 'error'] as const;
export type VerdictOutcome = (typeof verdictOutcomes)[number];

/**
 * Formats the outcomes of gates in their order, such as `pass/fail/-/pass`. A gate that was not reached has none,
 * though it counts as not passed.
 */
export const formatGateVector = (gates: readonly { outcome: VerdictOutcome; reached: boolean }[]): string =>
  gates.map(({ outcome, reached }) => (reached ? outcome : '-')).join('/');

/**
 * Evidence behind a pass: the validation of its contract, its canary, and the strength of its challenge rounds.
 *
 * A strength of n bits means: code that forges at least one varied place in every counted test, and cannot
 * distinguish a true expectation from a wrong one, survives all rounds with a probability of at most 2^-n. It says
 * nothing about code that can distinguish them.
 */
const oracleEvidenceSchema = z.strictObject({
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

const countSchema = z.int().nullable();

/**
 * Counts of what an agent did in one attempt. Each act counts once, on whatever road it was seen. An unknown count
 * is null, never 0.
 */
export const agentActivitySchema = z.strictObject({
  tool_calls: countSchema.describe('commands and edits that were tried; programs that run below one are part of it'),
  test_cycles: countSchema.describe('acts that run the tests of the contract'),
  failed_test_cycles: countSchema.describe('of these, as far as their end was seen'),
  build_cycles: countSchema,
  dependency_events: countSchema.describe('acts that resolve or install dependencies'),
  unobserved: z.array(z.string()).describe('roads that were not watched, with the reason; why a count is null'),
});
export type AgentActivity = z.infer<typeof agentActivitySchema>;

/**
 * Verdict of `judge` on one attempt (requirements S1, S2): gate vector, graded score, tags, status.
 *
 * A verdict is a pure function of the record: it uses no clock and no environment.
 */

/** Location of the evidence for a conclusion: in the record, the contract or the patch. */
const evidenceSchema = z.strictObject({
  seq: z.int().optional().describe('event in events.jsonl'),
  artifact: z.string().optional(),
  command: z.string().optional(),
  patch_line: z.int().optional().describe('line in patch.diff'),
  file: z.string().optional().describe('file in the repository'),
  line: z.int().optional(),
  contract_path: z.string().optional().describe('field of the contract, e.g. "acceptance.0"'),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** Decision of one gate. */
const gateSchema = z.strictObject({
  gate: z.enum(GATES),
  outcome: z.enum(verdictOutcomes),
  reached: z.boolean().describe('false: an earlier gate decided, this one was not tried; its outcome is then fail'),
  why: z.string().describe('one short line; not used for scoring'),
  evidence: z.array(evidenceSchema),
});
export type Gate = z.infer<typeof gateSchema>;

/** Verdict on one check of the contract. */
const checkVerdictSchema = z.strictObject({
  check: z.string(),
  kind: z.enum(['build', 'static', 'acceptance', 'maintainability']),
  layer: z.string(),
  mandatory: z.boolean(),
  outcome: z.enum(verdictOutcomes),
  reached: z.boolean(),
  why: z.string(),
  runs: z.int(),
  wall_ms: z.number(),
  tests: z
    .strictObject({
      passed: z.int(),
      failed: z.int(),
      skipped: z.int(),
      flaky: z.int().optional().describe('passed on a retry only, as the runner marks them; absent = none'),
    })
    .nullable(),
  failing: z.array(z.string()).describe('failing or missing tests by name, at most 50'),
  output: z
    .strictObject({
      lines: z.array(z.string()).describe('the last that say something, redacted and bounded'),
      named: z.array(namedLineSchema).describe('lines of files of the repository that the output names as wrong'),
    })
    .optional()
    .describe('what the deciding run printed; absent = it passed, did not run, or its test report says more'),
  fail_to_pass: z.strictObject({ passed: z.int(), total: z.int() }),
  pass_to_pass: z.strictObject({ passed: z.int(), total: z.int() }),
  judge_model: z
    .strictObject({
      model: z.string(),
      score: z.number().nullable().describe('null = it gave none'),
      at_least: z.number(),
    })
    .optional()
    .describe('judge model that decided; absent = a command did, or no model was asked'),
  evidence: z.array(evidenceSchema),
});
export type CheckVerdict = z.infer<typeof checkVerdictSchema>;

/** Formats the tests of a check: `5 passed, 1 flaky, 0 failed, 0 skipped`. */
export function formatTestCounts({ passed, failed, skipped, flaky = 0 }: NonNullable<CheckVerdict['tests']>): string {
  return `${passed} passed, ${flaky > 0 ? `${flaky} flaky, ` : ''}${failed} failed, ${skipped} skipped`;
}

/** Failure tag with its evidence. */
const failureTagSchema = z.strictObject({
  id: z.string().describe('id in the shipped failure taxonomy'),
  gate: z.enum(GATES).nullable(),
  format: z.enum(['code', 'natural_text']).optional(),
  detail: z.string(),
  evidence: z.array(evidenceSchema).min(1).describe('no tag without evidence'),
});
export type FailureTag = z.infer<typeof failureTagSchema>;

/** Finding that does not decide the verdict. */
const verdictFindingSchema = z.strictObject({
  rule: z.string(),
  severity: z.enum(['info', 'warning', 'violation']),
  message: z.string(),
  evidence: z.array(evidenceSchema),
});
export type VerdictFinding = z.infer<typeof verdictFindingSchema>;

/** Final statuses of an attempt. */
export const attemptStatuses = ['success', 'failure', 'acceptance_error', 'invalid'] as const;
export type VerdictStatus = (typeof attemptStatuses)[number];

export const verdictSchema = z.strictObject({
  rubric: z.string().describe('version of the rubric that judged'),
  status: z.enum(attemptStatuses),
  reason: z.string().describe('for invalid and acceptance_error: why; else the deciding gate or empty'),
  scorable: z.boolean(),
  gates: z.array(gateSchema).length(4),
  gate_vector: z.string().describe('e.g. "pass/fail/-/pass"; - = not reached, which was "fail" before rubric 11'),
  checks: z.array(checkVerdictSchema),
  graded: z
    .strictObject({
      score: z.number().describe('s = ⟨w, q⟩ when all gates pass, else 0; never to be read as success'),
      defined: z.boolean(),
      q_minimal: z.number(),
      q_trace: z.number(),
      q_maintainability: z.number(),
      d_delta: z.number(),
      weights: z.strictObject({ minimal: z.number(), trace: z.number(), maintainability: z.number() }),
    })
    .describe('S4'),
  decomposed: z
    .strictObject({
      score: z.number(),
      ok: z.number(),
      validity: z.number(),
      violation: z.number(),
      weights: z.strictObject({ ok: z.number(), validity: z.number(), violation: z.number() }),
    })
    .describe('S5: w_ok·1[y] + w_val·V(Δ) − w_viol·P(Viol), clipped to [0, 1]; y = patch, build and acceptance passed'),
  rubric_parts: z
    .strictObject({
      functional_correctness: z.number(),
      patch_validity: z.number(),
      safety_compliance: z.number(),
      resource_efficiency: z.number().nullable(),
    })
    .describe('S5: four parts in [0, 1], partial progress included'),
  safety: safetySummarySchema.describe('A6: what the safety mechanisms did, and which were off'),
  coordination: coordinationMetricsSchema.nullable().describe('A4; null = nothing went through the coordination layer'),
  team: teamMetricsSchema
    .nullable()
    .optional()
    .describe('how agents worked together, from recorded events; null = nothing was planned or handed over'),
  model: modelMetricsSchema.nullable().describe('A2; null = no model was asked through the gateway'),
  oracle: oracleEvidenceSchema.describe('what a pass of this attempt rests on'),
  tags: z.array(failureTagSchema),
  findings: z.array(verdictFindingSchema),
  activity: agentActivitySchema
    .optional()
    .describe('what the agent did, counted; absent in verdicts from before it was counted'),
  termination: z
    .strictObject({
      code: z.string(),
      rationale: z.string(),
      cap: z.string().optional().describe('for code resource: which cap'),
      evidence: z.array(evidenceSchema).min(1),
    })
    .nullable()
    .describe("R11: why the agent's part ended, with pointers to the termination event and to what it rests on"),
  agent_exit: z
    .strictObject({
      seq: z.int().describe('event of the command'),
      exit_code: z.int().nullable(),
      signal: z.string().nullable(),
      stderr_tail: z.array(z.string()).describe('last lines of its standard error, bounded'),
    })
    .nullable()
    .describe(
      "how the agent's own command ended, where that was not with 0; decides nothing by itself. null = with 0, " +
        'or no command',
    ),
});
export type Verdict = z.infer<typeof verdictSchema>;
