import { z } from 'zod';

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
