import { z } from 'zod';

const anchorsSchema = (worst: z.ZodNumber) =>
  z
    .strictObject({ best: z.number().min(0).default(0), worst })
    .refine((anchor) => anchor.best < anchor.worst, { path: ['best'], message: 'must be less than worst' });

/** Schema of the fixed anchors of CLEAR: the values that score 1 and 0. */
const clearAnchorsSchema = z.strictObject({
  weights: z
    .strictObject({
      cost: z.number().min(0),
      latency: z.number().min(0),
      efficacy: z.number().min(0),
      assurance: z.number().min(0),
      reliability: z.number().min(0),
    })
    .refine((w) => Math.abs(w.cost + w.latency + w.efficacy + w.assurance + w.reliability - 1) < 1e-9, {
      message: 'weights must sum to 1',
    })
    .default({ cost: 0.2, latency: 0.15, efficacy: 0.35, assurance: 0.15, reliability: 0.15 }),
  cost_usd: anchorsSchema(z.number().positive())
    .optional()
    .describe('per attempt; default: 0 and the budget of each contract'),
  latency_ms: anchorsSchema(z.number().positive())
    .optional()
    .describe('wall clock of one attempt; default: 0 and the time that each contract allows'),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.95)
    .describe('score from which one attempt counts as a success of CLEAR'),
});

/**
 * Schema of the settings of the analysis. They are fixed before the first attempt; later choices would invalidate the
 * tests.
 */
export const analysisSettingsSchema = z.strictObject({
  outcome: z
    .enum(['success', 'graded_score', 'functional_correctness'])
    .default('success')
    .describe('primary endpoint'),
  k: z.int().min(1).max(1000).optional().describe('k of pass_at_k and pass_hat_k; default: the trials'),
  confidence: z.number().gt(0.5).lt(1).default(0.95),
  resamples: z.int().min(200).max(100_000).default(2000).describe('of the bootstrap'),
  strata: z
    .array(z.string().min(1))
    .default([])
    .describe('strata by which is reported; default: all that contracts have'),
  minimum_effect: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.1)
    .describe('difference of success rates that would matter: for power, equivalence and regressions'),
  power: z.number().gt(0).lt(1).default(0.8),
  stopping: z
    .union([
      z.literal('fixed'),
      z.strictObject({ spending: z.enum(['obrien-fleming', 'pocock']), looks: z.int().min(2).max(20) }),
      z.strictObject({ confidence_sequence: z.literal(true) }),
    ])
    .default('fixed')
    .describe('rule by which the comparison may end before its planned attempts; the same for all arms'),
  clear: clearAnchorsSchema.prefault({}),
});
export type AnalysisSettings = z.output<typeof analysisSettingsSchema>;

const shareSchema = z.number().min(0).max(1);

/** Schema of a staged pilot: settings to agree on before its first run. */
export const pilotSettingsSchema = z.strictObject({
  stage_1: z
    .strictObject({
      tasks_per_stratum: z.int().min(1).default(1).describe('tasks of each stratum, the first in the randomised order'),
      trials: z.int().min(1).default(1),
    })
    .prefault({})
    .describe('feasibility: does the harness work on a few tasks of each stratum'),
  stage_2: z
    .strictObject({ trials: z.int().min(1).default(1).describe('with those of stage 1') })
    .prefault({})
    .describe('limited scale: all tasks, few trials; stage 3 goes on to the trials of the suite'),
  flakiness_tolerance: shareSchema.default(0).describe('share of tasks whose checks may disagree with themselves'),
  alpha: z.number().gt(0).lt(0.5).default(0.05).describe('of all comparisons together, two-sided'),
  safety_stop: z
    .int()
    .min(1)
    .default(3)
    .describe('so many attempts that break the safety gate are a systematic issue, which ends the pilot'),
  assumed: z
    .strictObject({
      rate: shareSchema.default(0.5).describe('success rate of one arm; ½ varies most'),
      icc: shareSchema.default(0.5).describe('intra-task correlation; more is more cautious'),
      task_correlation: z.number().min(-1).max(1).default(0).describe('of both arms over tasks; less is more cautious'),
    })
    .prefault({})
    .describe('for the power analysis, before there are data'),
  cost_model: z
    .string()
    .min(1)
    .optional()
    .describe('price table (CSV) with a further column `quantity`: what an attempt is expected to use'),
});
export type PilotSettings = z.output<typeof pilotSettingsSchema>;
