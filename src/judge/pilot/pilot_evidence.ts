import { z } from 'zod';
import {
  type PilotProtocol,
  type PilotStage,
  pilotStageSchema,
  type StageDeviation,
} from '../../record/planning/pilot_protocol.js';
import type { Plan, PlannedAttempt } from '../../record/planning/plan.js';
import type { Trial } from '../analysis/trials/trial.js';

/** Attempt of a pilot, with the facts that its protocol needs. */
export interface PilotAttempt {
  trial: Trial;
  /** True if its record is beside its result line. */
  recorded: boolean;
  /** Wall clock at which it began, from its record. */
  began: string | null;
  /** Folder of its results. Only attempts of one folder have a common order. */
  folder: string;
}

/** Stage as it was run: its plan, its attempts, and attempts beyond the plan. */
export interface StageEvidence {
  stage: PilotStage;
  plan: Plan;
  done: readonly PilotAttempt[];
  missing: readonly PlannedAttempt[];
  unplanned: readonly Trial[];
}

/** Pilot as it was run so far. Attempts at removed tasks are in none of its stages. */
export interface PilotEvidence {
  protocol: PilotProtocol;
  removed: readonly { task: string; because: string; at: string }[];
  stages: readonly StageEvidence[];
  /** Folders whose results belong to no plan of this pilot. */
  foreign: readonly string[];
  /**
   * Stages that were begun against their entry criteria, by the pilot's log and the records.
   */
  declared: readonly StageDeviation[];
  /** Current proof status of the contract of each task. A missing one could not be read. */
  proofs: ReadonlyMap<string, ContractProofStatus>;
}

/** Proof status of a contract. `changed`: it is not the frozen version. */
export type ContractProofStatus = 'proven' | 'not proven' | 'changed';

/** Lists the tasks that were not removed, in the randomised order. */
export function listRemainingTasks({
  protocol,
  removed,
}: Pick<PilotEvidence, 'protocol' | 'removed'>): PilotProtocol['tasks'] {
  const removed_tasks = new Set(removed.map(({ task }) => task));
  return protocol.tasks.filter(({ id }) => !removed_tasks.has(id));
}

/** Returns the evidence of a stage. */
export function getStageEvidence({ stages }: Pick<PilotEvidence, 'stages'>, stage: PilotStage): StageEvidence {
  return stages.find((one) => one.stage === stage)!;
}

/** Returns the pilot as it was before a stage. Results of that stage or later are no reason to begin it. */
export function rewindToStage(pilot: PilotEvidence, stage: PilotStage): PilotEvidence {
  const stages = pilot.stages.map((one) =>
    one.stage < stage ? one : { ...one, done: [], missing: one.plan.attempts },
  );
  return { ...pilot, stages };
}

/** Lists the completed attempts of all stages. */
export const listCompletedAttempts = ({ stages }: Pick<PilotEvidence, 'stages'>): PilotAttempt[] =>
  stages.flatMap(({ done }) => done);

/** Known cost of attempts. */
interface SpentAmount {
  usd: number;
  /** Ids of attempts whose cost is unknown. */
  unknown: readonly string[];
}

/** Adds up the known cost of attempts. */
export function sumAttemptCosts(attempts: readonly PilotAttempt[]): SpentAmount {
  return {
    usd: attempts.reduce((sum, { trial }) => sum + (trial.cost.total_usd ?? 0), 0),
    unknown: attempts.filter(({ trial }) => trial.cost.total_usd === null).map(({ trial }) => trial.attempt_id),
  };
}

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
