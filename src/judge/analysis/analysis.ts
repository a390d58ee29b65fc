import { z } from 'zod';
import { armSchema } from '../../record/planning/plan.js';
import { ablationReportSchema } from './ablation/ablation_report.js';
import { adjudicationsSchema } from './adjudications.js';
import { clearSectionSchema } from './clear/compute_clear_section.js';
import { paretoSectionSchema } from './clear/compute_pareto_section.js';
import { armConsistencySchema } from './consistency/compute_arm_consistency.js';
import { standardsSchema } from './disclosure/compute_standards.js';
import { metricSummarySchema } from './metrics/compute_metric_summaries.js';
import { comparisonSchema } from './paired/comparison.js';
import { reasoningSchema } from './rates/compare_reasoning_efforts.js';
import { ratesSchema } from './rates/compute_rates.js';

/**
 * Format of `analysis.json`: results of a comparison. A pure function of results and plan: the same results, in any
 * order, give the same bytes.
 */
export const analysisSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string().describe('of the suite'),
  plan: z
    .string()
    .nullable()
    .describe('digest of the plan; null = results without one, so nothing was agreed beforehand'),
  outcome: z.enum(['success', 'graded_score', 'functional_correctness']).describe('primary endpoint'),
  confidence: z.number(),
  resamples: z.int(),
  seed: z.int().describe('of the bootstrap'),
  attempts: z.int().describe('with a result, and planned'),
  missing: z.int(),
  unplanned: z
    .int()
    .describe(
      'attempts that the plan does not have, such as further trials of a gate: in no figure, since whether they ' +
        'are made depends on others',
    ),
  tasks: z.int(),
  arms: z.array(armSchema),
  rates: ratesSchema,
  metrics: z.array(metricSummarySchema).describe('of every arm, by family: mean and median with intervals'),
  consistency: z.array(armConsistencySchema),
  reasoning: reasoningSchema.nullable().describe('null = no arm is another with less effort'),
  clear: clearSectionSchema,
  pareto: paretoSectionSchema,
  comparisons: z.array(comparisonSchema).describe('agents against each other and against baselines, paired by task'),
  ablations: z.array(ablationReportSchema).describe('per agent that was run in several configurations'),
  standards: standardsSchema,
  adjudications: adjudicationsSchema.optional().describe('what people found about verdicts, where they were asked'),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** Name of the file with the analysis of a comparison. */
export const ANALYSIS_FILE = 'analysis.json';
