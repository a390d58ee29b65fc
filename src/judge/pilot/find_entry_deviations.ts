import type { PilotStage } from '../../record/planning/pilot_protocol.js';
import type { Deviation } from './deviation.js';
import { judgeCriteria } from './judge_criteria.js';
import { type PilotEvidence, rewindToStage, type StageEvidence } from './pilot_evidence.js';

/** Largest difference between the clocks of machines with network time, in milliseconds. */
const CLOCKS_MS = 1000;

/**
 * Finds stages that began against their entry criteria, or before an earlier one was complete. It uses the records
 * alone, so that it does not matter how the attempts were started.
 */
export function findEntryDeviations(pilot: PilotEvidence): Deviation[] {
  return pilot.stages
    .filter(({ done }) => done.length > 0)
    .flatMap((stage) => [...findEarlyAttempts(pilot, stage), ...findUnmetEntryCriteria(pilot, stage)]);
}

/** Finds entry criteria that are not met for a stage that has attempts. */
function findUnmetEntryCriteria(pilot: PilotEvidence, { stage, done }: StageEvidence): Deviation[] {
  const entry = judgeCriteria(rewindToStage(pilot, stage), stage).filter(
    ({ when, verdict }) => when === 'entry' && verdict !== 'met',
  );
  const first = findFirstTime(done);
  return entry.map(({ id, verdict, evidence, declared }): Deviation => {
    const finding = `stage ${stage} was run with ${id} ${verdict} (${evidence})`;
    if (declared === null)
      return { kind: 'entry criteria, not declared', what: `${finding}; nobody has declared it`, where: listIds(done) };
    const deviation = pilot.declared.find((one) => one.stage === stage && one.criteria.includes(id))!;
    const late = first !== null && Date.parse(deviation.at) > first + CLOCKS_MS ? ', only after it had begun' : '';
    return {
      kind: 'entry criteria, declared',
      what: `${finding}; declared${late} by ${declared}`,
      where: listIds(done),
    };
  });
}

/** Finds attempts that began before the last of an earlier stage had begun. */
function findEarlyAttempts(pilot: PilotEvidence, { stage, done }: StageEvidence): Deviation[] {
  const earlier_attempts = pilot.stages.filter((one) => one.stage < stage).flatMap((one) => one.done);
  const last = earlier_attempts.reduce(
    (most, { began }) => Math.max(most, parseTime(began) ?? most),
    Number.NEGATIVE_INFINITY,
  );
  const early = done.filter(({ began }) => (parseTime(began) ?? Number.POSITIVE_INFINITY) < last - CLOCKS_MS);
  if (early.length === 0) return [];
  const declaration = wasDeclared(pilot, stage) ? 'declared' : 'nobody has declared it';
  return [
    {
      kind: 'stage order',
      what: `attempts of stage ${stage} that began before the earlier stages were through; ${declaration}`,
      where: listIds(early),
    },
  ];
}

/** Checks whether a declaration covers that the stage begins before the preceding one is complete. */
const wasDeclared = ({ declared }: PilotEvidence, stage: PilotStage) =>
  declared.some((one) => one.stage === stage && one.criteria.includes(`stage-${stage - 1}`));

function findFirstTime(done: StageEvidence['done']): number | null {
  const times = done.flatMap(({ began }) => parseTime(began) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

function parseTime(began: string | null): number | undefined {
  const time = began === null ? Number.NaN : Date.parse(began);
  return Number.isNaN(time) ? undefined : time;
}

const listIds = (done: StageEvidence['done']) => done.map(({ trial }) => trial.attempt_id);
