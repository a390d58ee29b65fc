import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { StateTransition } from '../../record/events/act_payloads.js';
import type { EventPayload } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { AuditTrail, CoordinationLog } from '../safety/audit_trail.js';
import { type OperationTrace, parseOperationNumber } from './operation_trace.js';
import type { OperationResult } from './operations/operation_result.js';
import { truncateUntrustedText } from './operations/to_recorded_arguments.js';
import type { PolicyRefusal } from './policy/policy_stage.js';

/** Conclusion of an operation. */
interface OperationConclusion {
  answer: OperationResult;
  /** Refusal of a policy stage. */
  refusal?: PolicyRefusal;
  /** Change of the shared state. */
  transition?: StateTransition | null;
  /** Wait for a lock, in milliseconds. */
  waited_ms?: number;
}

/**
 * Recorder of operations: writes audit, alert and event in this order, before the result is returned. If it cannot
 * write, the operation is not done and the result is `audit_unavailable`.
 */
export interface OperationRecorder {
  /**
   * Records an operation that is complete but for applying its transition. If it returns another result than the given
   * one, the caller must not apply it.
   */
  conclude(trace: OperationTrace, conclusion: OperationConclusion): OperationResult;
  /**
   * Admits an operation before its effects.
   *
   * @returns a function that completes the record, or the refusal
   */
  admit(trace: OperationTrace): { complete(conclusion: OperationConclusion): OperationResult } | OperationResult;
  /** Records an operation that a fault of the harness ended, unless it is recorded already. */
  fault(trace: OperationTrace, fault: unknown): void;
  /** Highest number of an operation in the log when it was opened. */
  readonly last_number: number;
}

/**
 * Creates the recorder.
 *
 * @param audit undefined if the audit is switched off
 */
export function createOperationRecorder(log: CoordinationLog, audit: AuditTrail | undefined): OperationRecorder {
  const passed = () => ({ outcome: 'passed' as const });
  const decisionOf = ({ answer }: OperationConclusion, trace: OperationTrace) => ({
    outcome: answer.outcome,
    code: getCode(answer),
    duration_ms: trace.elapsed(),
  });
  const begun = new WeakSet<OperationTrace>();
  const write = (trace: OperationTrace, conclusion: OperationConclusion) => {
    const { refusal } = conclusion;
    if (refusal) log.append('alert', 'monitor', createRefusalAlert(trace, refusal, log.stage));
    log.append('coordination', 'agent', createCoordinationEvent(trace, conclusion));
  };
  const recorder: OperationRecorder = {
    last_number: findLastNumber(log),
    fault(trace, fault) {
      if (begun.has(trace)) return;
      const message = `a fault of the harness: ${fault instanceof Error ? fault.message : String(fault)}`;
      recorder.conclude(trace, {
        answer: { outcome: 'failed', code: 'agent_stopped', message: truncateUntrustedText(message, 500) },
      });
    },
    conclude(trace, conclusion) {
      begun.add(trace);
      try {
        if (audit)
          trace.through('audit', () => audit.recordDecision(trace.about, decisionOf(conclusion, trace)), passed);
        write(trace, conclusion);
      } catch (error) {
        return createUnavailableResult(error, 'nothing was done');
      }
      return conclusion.answer;
    },
    admit(trace) {
      begun.add(trace);
      let completed: ReturnType<AuditTrail['recordAdmission']> | undefined;
      try {
        completed = audit && trace.through('audit', () => audit.recordAdmission(trace.about), passed);
      } catch (error) {
        return createUnavailableResult(error, 'nothing was done');
      }
      return {
        complete(conclusion) {
          try {
            if (completed) trace.through('audit', () => completed(decisionOf(conclusion, trace)), passed);
            write(trace, conclusion);
          } catch (error) {
            return createUnavailableResult(error, 'it was begun, and how it ended is not recorded');
          }
          return conclusion.answer;
        },
      };
    },
  };
  return recorder;
}

function createCoordinationEvent(
  trace: OperationTrace,
  { answer, transition, waited_ms }: OperationConclusion,
): EventPayload<'coordination'> {
  const { id, agent, operation, arguments: requestArguments } = trace.about;
  return {
    id,
    agent,
    profile: trace.profile,
    operation,
    arguments: requestArguments,
    outcome: answer.outcome,
    code: getCode(answer),
    message: answer.outcome === 'done' ? '' : truncateUntrustedText(answer.message, 1000),
    stages: [...trace.stages],
    wall_ms: trace.elapsed(),
    waited_ms: waited_ms ?? 0,
    operations: trace.number,
    transition: transition ?? null,
  };
}

/** Creates the alert about a refusal; the judge decides later what it means. */
function createRefusalAlert(
  { about }: OperationTrace,
  refusal: PolicyRefusal,
  stage: EventPayload<'alert'>['stage'],
): EventPayload<'alert'> {
  const { code, severity, message, rule, format } = refusal;
  const { id, agent, operation } = about;
  const signals = { rule, operation, agent, id };
  return { code, severity, stage, message: `${operation}: ${message}`, signals, ...omitUndefined({ format }) };
}

const getCode = (answer: OperationResult) => (answer.outcome === 'done' ? null : answer.code);

/** Creates the result for a record that cannot be written, such as on a full disk; rethrows other errors. */
function createUnavailableResult(error: unknown, what: string): OperationResult {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) throw error;
  return {
    outcome: 'denied',
    code: 'audit_unavailable',
    message: `the record of this task cannot be written (${code}): ${what}`,
  };
}

function findLastNumber({ events }: CoordinationLog): number {
  const numbers = [
    ...selectEvents(events, 'coordination').map(({ payload }) => payload.operations),
    ...selectEvents(events, 'audit').map(({ payload }) => parseOperationNumber(payload.id)),
  ];
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
