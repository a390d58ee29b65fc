import { z } from 'zod';
import { pilotStageSchema } from '../../record/planning/pilot_protocol.js';

/** Criterion of a stage, and whether the records meet it. */
export const pilotCriterionSchema = z.strictObject({
  id: z.string(),
  stage: pilotStageSchema,
  when: z.enum(['entry', 'exit']),
  demands: z.string(),
  verdict: z.enum(['met', 'not met', 'not decided']),
  evidence: z.string(),
  where: z.array(z.string()).describe('tasks or attempts that a reader should look at'),
  declared: z.string().nullable().describe('who deviates from it, when and why; null = nobody has declared that'),
});
export type PilotCriterion = z.infer<typeof pilotCriterionSchema>;

/** Verdict on a criterion, with its evidence. */
export type CriterionFinding = Pick<PilotCriterion, 'verdict' | 'evidence'> & { where?: readonly string[] };

/** Creates the verdict that a criterion is met. */
export const criterionMet = (evidence: string): CriterionFinding => ({ verdict: 'met', evidence });
/** Creates the verdict that a criterion is not met. */
export const criterionNotMet = (evidence: string, where: readonly string[] = []): CriterionFinding => ({
  verdict: 'not met',
  evidence,
  where,
});
/** Creates the verdict that a criterion is not decided. */
export const criterionUndecided = (evidence: string, where: readonly string[] = []): CriterionFinding => ({
  verdict: 'not decided',
  evidence,
  where,
});

/** Selects the criteria that are neither met nor declared as deviations. */
export const selectOpenCriteria = (criteria: readonly PilotCriterion[]): PilotCriterion[] =>
  criteria.filter(({ verdict, declared }) => verdict !== 'met' && declared === null);

/** Combines the verdicts of several criteria: one that is not met decides, else one that is not decided. */
export function combineCriterionVerdicts(
  criteria: readonly Pick<PilotCriterion, 'verdict'>[],
): PilotCriterion['verdict'] {
  const verdicts = criteria.map(({ verdict }) => verdict);
  if (verdicts.includes('not met')) return 'not met';
  return verdicts.includes('not decided') ? 'not decided' : 'met';
}
