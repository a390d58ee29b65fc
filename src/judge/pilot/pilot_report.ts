import { z } from 'zod';
import { powerAnalysisSchema, STAGES, type Stage, stageSchema } from '../../record/pilot.js';
import { criteriaOf } from './criteria.js';
import { criterionSchema } from './criterion.js';
import { deviationSchema, deviationsOf } from './deviations.js';
import { type PilotEvidence, spentBy, stageOf } from './evidence.js';
import { powerNow } from './power_finding.js';
import { adviceSchema, stoppingAdvice } from './stopping.js';

/** What a pilot has come to: planned against done, criteria, rules, deviations. A pure function of protocol, removals and results. */
export const pilotReportSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string(),
  protocol: z.string().describe('digest'),
  stages: z.array(
    z.strictObject({
      stage: stageSchema,
      name: z.string(),
      planned: z.int(),
      done: z.int(),
      missing: z.int(),
      unplanned: z.int(),
      spent_usd: z.number().describe('as far as it is known'),
      cost_unknown: z.int().describe('attempts whose cost is unknown'),
      budget_usd: z.number().nullable(),
    }),
  ),
  criteria: z.array(criterionSchema),
  advice: adviceSchema,
  deviations: z.array(deviationSchema),
  removals: z.array(z.strictObject({ task: z.string(), because: z.string(), at: z.string() })),
  power: powerAnalysisSchema,
});
export type PilotReport = z.infer<typeof pilotReportSchema>;

/** @param of the stage that is asked about; default: all that have begun, and the first */
export function reportPilot(pilot: PilotEvidence, of?: Stage): PilotReport {
  const asked =
    of === undefined ? STAGES.filter((stage) => stage === 1 || stageOf(pilot, stage).done.length > 0) : [of];
  return {
    schema: 1,
    name: pilot.protocol.name,
    protocol: pilot.protocol.digest,
    stages: pilot.protocol.stages.map(({ stage, name, budget_usd }) => {
      const { plan, done, missing, unplanned } = stageOf(pilot, stage);
      const { usd, unknown } = spentBy(done);
      return {
        stage,
        name,
        planned: plan.attempts.length,
        done: done.length,
        missing: missing.length,
        unplanned: unplanned.length,
        spent_usd: usd,
        cost_unknown: unknown.length,
        budget_usd,
      };
    }),
    criteria: asked.flatMap((stage) => criteriaOf(pilot, stage)),
    advice: stoppingAdvice(pilot),
    deviations: deviationsOf(pilot),
    removals: pilot.removed.map(({ task, because, at }) => ({ task, because, at })),
    power: powerNow(pilot),
  };
}
