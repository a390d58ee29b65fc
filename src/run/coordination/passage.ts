import type { Payload } from '../../record/events.js';
import type { Audited } from '../safety/audit.js';
import type { Request } from './answer.js';
import { bounded, recordedArguments } from './recorded_arguments.js';

export type StageRun = Payload<'coordination'>['stages'][number];

/** What a stage came to, beside its time. */
export type StageOutcome = Omit<StageRun, 'stage' | 'ms'>;

/** An operation on its way through the dispatcher: what was asked for, and the stages that it has passed, with their times. */
export interface Passage {
  /** The dispatcher's own count. */
  readonly number: number;
  /** As records name it. */
  readonly about: Audited;
  /** Name of the profile of whoever asks; null = nobody who is known. */
  readonly profile: string | null;
  readonly stages: readonly StageRun[];
  /** Milliseconds since it was asked for. */
  elapsed(): number;
  /** Begins a stage; what is returned ends it. One that comes twice (the audit) is one entry, the last, with both times. */
  begin(stage: StageRun['stage']): (outcome: StageOutcome) => void;
  /** Runs a stage that takes no time of its own. */
  through<T>(stage: StageRun['stage'], run: () => T, outcome: (result: T) => StageOutcome): T;
}

const ID = /^op-(\d+)$/;

/** The dispatcher's count in the id of an operation. */
export const numberOf = (id: string): number => Number(ID.exec(id)?.[1] ?? 0);

/** @param now milliseconds of a clock that never goes back */
export function openPassage(number: number, request: Request, profile: string | null, now: () => number): Passage {
  const began = now();
  const stages: StageRun[] = [];
  const begin = (stage: StageRun['stage']) => {
    const started = now();
    return (outcome: StageOutcome) => {
      const ms = now() - started;
      const known = stages.findIndex((one) => one.stage === stage);
      const [before] = known < 0 ? [] : stages.splice(known, 1);
      stages.push({ stage, ms: ms + (before?.ms ?? 0), ...outcome });
    };
  };
  return {
    number,
    about: {
      id: `op-${number}`,
      agent: bounded(request.agent),
      operation: bounded(request.operation),
      arguments: recordedArguments(request.arguments),
    },
    profile,
    stages,
    elapsed: () => now() - began,
    begin,
    through(stage, run, outcome) {
      const end = begin(stage);
      const result = run();
      end(outcome(result));
      return result;
    },
  };
}
