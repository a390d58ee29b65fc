import { z } from 'zod';
import { pilotStageSchema } from '../../record/planning/pilot_protocol.js';
import { agentActivitySchema } from '../../record/verdict/verdict.js';
import { listCompletedAttempts, type PilotEvidence } from './pilot_evidence.js';

/** Facts that a pilot keeps of each run for an audit. */
export const pilotRunRecordSchema = z.strictObject({
  attempt_id: z.string(),
  stage: pilotStageSchema,
  task: z.string(),
  version: z.string().describe('of the contract: snapshot and acceptance checks are part of it'),
  stratum: z.string(),
  arm: z.string(),
  trial: z.int(),
  outcome: z.enum(['success', 'failure', 'indeterminate', 'invalid']),
  acceptance: z.enum(['passed', 'failed', 'unknown']).describe('unknown: they did not decide, or were not reached'),
  termination: z.string().describe('code of the reason'),
  tokens: z.int().nullable(),
  execution_minutes: z.number(),
  wall_ms: z.number(),
  total_usd: z.number().nullable(),
  activity: agentActivitySchema.nullable().describe('null = a result from before it was counted'),
});
type PilotRunRecord = z.infer<typeof pilotRunRecordSchema>;

const ACCEPTANCE = { pass: 'passed', fail: 'failed', error: 'unknown' } as const;

/** Creates the records of all runs of a pilot, in the order of its plans. */
export function createRunRecords(pilot: PilotEvidence): PilotRunRecord[] {
  const strata = new Map(pilot.protocol.tasks.map(({ id, stratum }) => [id, stratum]));
  const stages = new Map(
    pilot.stages.flatMap(({ stage, done }) => done.map(({ trial }) => [trial.attempt_id, stage] as const)),
  );
  return listCompletedAttempts(pilot).map(({ trial }) => ({
    attempt_id: trial.attempt_id,
    stage: stages.get(trial.attempt_id)!,
    task: trial.task,
    version: trial.version,
    stratum: strata.get(trial.task) ?? '',
    arm: trial.arm,
    trial: trial.trial,
    outcome: trial.outcome,
    acceptance: trial.acceptance === null ? 'unknown' : ACCEPTANCE[trial.acceptance],
    termination: trial.termination,
    tokens: trial.cost.tokens,
    execution_minutes: trial.cost.execution_minutes,
    wall_ms: trial.wall_ms,
    total_usd: trial.cost.total_usd,
    activity: trial.activity,
  }));
}
