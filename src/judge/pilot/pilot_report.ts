import { z } from 'zod';
import {
  declaredDeviationSchema,
  PILOT_STAGES,
  type PilotStage,
  pilotStageSchema,
  powerAnalysisSchema,
} from '../../record/planning/pilot_protocol.js';
import { adviseStopping, stoppingAdviceSchema } from './advise_stopping.js';
import { createRunRecords, pilotRunRecordSchema } from './create_run_records.js';
import { deviationSchema } from './deviation.js';
import { findDeviations } from './find_deviations.js';
import { judgeCriteria } from './judge_criteria.js';
import { computePilotPower } from './judge_power.js';
import {
  getStageEvidence,
  type PilotCriterion,
  type PilotEvidence,
  pilotCriterionSchema,
  rewindToStage,
  sumAttemptCosts,
} from './pilot_evidence.js';

/**
 * Report of a pilot: plan and results, criteria, rules, deviations. A pure function of protocol, removals and results.
 */
export const pilotReportSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string(),
  protocol: z.string().describe('digest'),
  stages: z.array(
    z.strictObject({
      stage: pilotStageSchema,
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
  criteria: z.array(pilotCriterionSchema),
  advice: stoppingAdviceSchema,
  deviations: z.array(deviationSchema),
  declared: z
    .array(declaredDeviationSchema.pick({ at: true, by: true, stage: true, criteria: true, because: true }))
    .describe('stages that somebody has begun, or means to begin, against their entry criteria'),
  removals: z.array(z.strictObject({ task: z.string(), because: z.string(), at: z.string() })),
  power: powerAnalysisSchema,
  runs: z.array(pilotRunRecordSchema).describe('one record of each run'),
});
export type PilotReport = z.infer<typeof pilotReportSchema>;

/**
 * Creates the report of a pilot.
 *
 * @param of stage that is asked about; default: all that have begun, and the first
 */
export function reportPilot(pilot: PilotEvidence, of?: PilotStage): PilotReport {
  const request =
    of === undefined
      ? PILOT_STAGES.filter((stage) => stage === 1 || getStageEvidence(pilot, stage).done.length > 0)
      : [of];
  return {
    schema: 1,
    name: pilot.protocol.name,
    protocol: pilot.protocol.digest,
    stages: pilot.protocol.stages.map(({ stage, name, budget_usd }) => {
      const { plan, done: attempts, missing, unplanned } = getStageEvidence(pilot, stage);
      const { usd, unknown } = sumAttemptCosts(attempts);
      return {
        stage,
        name,
        planned: plan.attempts.length,
        done: attempts.length,
        missing: missing.length,
        unplanned: unplanned.length,
        spent_usd: usd,
        cost_unknown: unknown.length,
        budget_usd,
      };
    }),
    criteria: request.flatMap((stage) => judgeCriteria(pilot, stage)),
    advice: adviseStopping(pilot),
    deviations: findDeviations(pilot),
    declared: pilot.declared.map(({ at, by, stage, criteria: of, because }) => ({
      ...{ at, by, stage, because },
      criteria: [...of],
    })),
    removals: pilot.removed.map(({ task, because, at }) => ({ task, because, at })),
    power: computePilotPower(pilot),
    runs: createRunRecords(pilot),
  };
}

/** Judges the criteria by which a stage begins: those of its entry, and that no registered rule has ended the pilot. */
export function judgeEntryCriteria(pilot: PilotEvidence, stage: PilotStage): PilotCriterion[] {
  const entry = judgeCriteria(rewindToStage(pilot, stage), stage).filter(({ when }) => when === 'entry');
  const { decision, rule, why } = adviseStopping(pilot);
  if (decision !== 'stop' || rule === 'planned end') return entry;
  const id = 'not-stopped';
  const declaration = pilot.declared.find((one) => one.stage === stage && one.criteria.includes(id));
  const stopped: PilotCriterion = {
    id,
    stage,
    when: 'entry',
    demands: 'no registered rule has ended the pilot',
    verdict: 'not met',
    evidence: `${rule}: ${why}`,
    where: [],
    declared: declaration ? `${declaration.by}, ${declaration.at}: ${declaration.because}` : null,
  };
  return [...entry, stopped];
}
