import type { EventPayload } from '../../record/events/event.js';
import type { AuditedOperation } from '../safety/audit_trail.js';
import type { OperationRequest } from './operations/operation_result.js';
import { toRecordedArguments, truncateUntrustedText } from './operations/to_recorded_arguments.js';

type StageTiming = EventPayload<'coordination'>['stages'][number];

/** Outcome of a stage without its time. */
export type PolicyStageOutcome = Omit<StageTiming, 'stage' | 'ms'>;

/** Trace of one operation through the dispatcher: the request, and its stages with their times. */
export interface OperationTrace {
  /** Number of the operation, counted by the dispatcher. */
  readonly number: number;
  /** Description of the operation in records. */
  readonly about: AuditedOperation;
  /** Name of the agent's profile; null if the agent is unknown. */
  readonly profile: string | null;
  readonly stages: readonly StageTiming[];
  /** Returns milliseconds since the request. */
  elapsed(): number;
  /**
   * Starts timing a stage; the returned function stops it. A stage that runs twice (audit) is recorded once, last, with
   * the summed duration.
   */
  begin(stage: StageTiming['stage']): (outcome: PolicyStageOutcome) => void;
  /** Runs and times a synchronous stage. */
  through<T>(stage: StageTiming['stage'], run: () => T, outcome: (result: T) => PolicyStageOutcome): T;
}

const OPERATION_ID = /^op-(\d+)$/;

/** Parses the dispatcher's number from the id of an operation. */
export const parseOperationNumber = (id: string): number => Number(OPERATION_ID.exec(id)?.[1] ?? 0);

/**
 * Creates the trace of an operation.
 *
 * @param now returns milliseconds of a monotonic clock
 */
export function createOperationTrace(
  number: number,
  request: OperationRequest,
  profile: string | null,
  now: () => number,
): OperationTrace {
  const began = now();
  const stages: StageTiming[] = [];
  const begin = (stage: StageTiming['stage']) => {
    const started = now();
    return (outcome: PolicyStageOutcome) => {
      const ms = now() - started;
      const index = stages.findIndex((one) => one.stage === stage);
      const [earlier] = index < 0 ? [] : stages.splice(index, 1);
      stages.push({ stage, ms: ms + (earlier?.ms ?? 0), ...outcome });
    };
  };
  return {
    number,
    about: {
      id: `op-${number}`,
      agent: truncateUntrustedText(request.agent),
      operation: truncateUntrustedText(request.operation),
      arguments: toRecordedArguments(request.arguments),
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
