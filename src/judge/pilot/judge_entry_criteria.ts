import type { PilotStage } from '../../record/planning/pilot_protocol.js';
import { adviseStopping } from './advise_stopping.js';
import { judgeCriteria } from './judge_criteria.js';
import type { PilotCriterion } from './pilot_criterion.js';
import { type PilotEvidence, rewindToStage } from './pilot_evidence.js';

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
