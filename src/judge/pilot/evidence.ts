import type { Protocol, Stage } from '../../record/pilot.js';
import type { Plan, PlannedAttempt } from '../../record/plan.js';
import type { Trial } from '../analysis/trial.js';

/** One attempt of a pilot, as far as its protocol asks. */
export interface PilotAttempt {
  trial: Trial;
  /** Its record lies beside its line. */
  recorded: boolean;
  /** Wall clock at which it began, from its record. */
  began: string | null;
  /** Folder of its results: only attempts of one folder have an order of their own. */
  folder: string;
}

/** A stage as it was run: what its plan asks for, what there is, what there is beside. */
export interface StageEvidence {
  stage: Stage;
  plan: Plan;
  done: readonly PilotAttempt[];
  missing: readonly PlannedAttempt[];
  unplanned: readonly Trial[];
}

/** A pilot as it was run so far. Attempts of tasks that were removed are in none of its stages. */
export interface PilotEvidence {
  protocol: Protocol;
  removed: readonly { task: string; because: string; at: string }[];
  stages: readonly StageEvidence[];
  /** Folders whose results belong to no plan of this pilot. */
  foreign: readonly string[];
}

/** Tasks that are left, in the randomised order. */
export function tasksLeft({ protocol, removed }: Pick<PilotEvidence, 'protocol' | 'removed'>): Protocol['tasks'] {
  const gone = new Set(removed.map(({ task }) => task));
  return protocol.tasks.filter(({ id }) => !gone.has(id));
}

export function stageOf({ stages }: Pick<PilotEvidence, 'stages'>, stage: Stage): StageEvidence {
  return stages.find((one) => one.stage === stage)!;
}

export const allDone = ({ stages }: Pick<PilotEvidence, 'stages'>): PilotAttempt[] =>
  stages.flatMap(({ done }) => done);

/** What was spent, as far as it is known. */
export interface Spent {
  usd: number;
  /** Attempts whose cost is unknown. */
  unknown: readonly string[];
}

export function spentBy(attempts: readonly PilotAttempt[]): Spent {
  return {
    usd: attempts.reduce((sum, { trial }) => sum + (trial.cost.total_usd ?? 0), 0),
    unknown: attempts.filter(({ trial }) => trial.cost.total_usd === null).map(({ trial }) => trial.attempt_id),
  };
}
