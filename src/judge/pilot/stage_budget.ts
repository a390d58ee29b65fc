import { z } from 'zod';
import { type PilotStage, pilotStageSchema } from '../../record/planning/pilot_protocol.js';
import { getStageEvidence, type PilotEvidence, type StageEvidence, sumAttemptCosts } from './pilot_evidence.js';

/** Rest of the budget for the next stage, with the attempts that it cannot pay for. */
export const stageBudgetSchema = z.strictObject({
  stage: pilotStageSchema,
  spent_usd: z.number().describe('by the stage; with the ceiling of an attempt whose cost is unknown'),
  budget_usd: z.number().describe('its share of B_total'),
  left_usd: z.number().describe('of its share, or of B_total where that has less'),
  dearest_usd: z.number().describe('most that one of its missing attempts may cost'),
  cannot_run: z.array(z.string()).describe('missing attempts that may cost more than is left'),
});
export type StageBudget = z.infer<typeof stageBudgetSchema>;

/** Rounding of the budgets of stages, in USD. */
const ROUNDING_USD = 1e-6;

/**
 * Computes the rest of the budget for the first stage that lacks results. A stage cannot use what an earlier one did
 * not spend. A stage whose share is used up can therefore never be completed, however much of B_total is left.
 *
 * @returns null if every stage is complete, or if B_total is not set
 */
export function computeStageBudget(pilot: PilotEvidence): StageBudget | null {
  const stage: PilotStage | undefined = pilot.stages.find(({ missing }) => missing.length > 0)?.stage;
  const { total_usd } = pilot.protocol.budget;
  const budget_usd = pilot.protocol.stages.find((one) => one.stage === stage)?.budget_usd ?? total_usd;
  if (stage === undefined || total_usd === null || budget_usd === null) return null;
  const { missing } = getStageEvidence(pilot, stage);
  const spent = (of: readonly StageEvidence[]) => of.reduce((sum, one) => sum + sumCharges(one), 0);
  const spent_usd = spent([getStageEvidence(pilot, stage)]);
  const left = Math.max(0, Math.min(budget_usd - spent_usd, total_usd - spent(pilot.stages)));
  return {
    stage,
    spent_usd,
    budget_usd,
    left_usd: left,
    dearest_usd: missing.reduce((most, { ceiling_usd }) => Math.max(most, ceiling_usd), 0),
    cannot_run: missing.flatMap(({ attempt_id, ceiling_usd }) =>
      ceiling_usd > left + ROUNDING_USD ? [attempt_id] : [],
    ),
  };
}

/** Adds up what the runs of a stage charged to its budget. An unknown cost counts as the attempt's ceiling. */
function sumCharges({ plan, done }: StageEvidence): number {
  const { usd, unknown } = sumAttemptCosts(done);
  const ceilings = new Map(plan.attempts.map(({ attempt_id, ceiling_usd }) => [attempt_id, ceiling_usd]));
  return unknown.reduce((sum, id) => sum + (ceilings.get(id) ?? 0), usd);
}
