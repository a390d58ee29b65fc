import { eventsOf, type Payload } from '../../record/events.js';
import type { Transition } from '../../record/transitions.js';
import type { Audit, Journal } from '../safety/audit.js';
import type { Answer } from './answer.js';
import { numberOf, type Passage } from './passage.js';
import { bounded } from './recorded_arguments.js';
import type { Refusal } from './stages/stage.js';

/** How an operation ended. */
export interface Conclusion {
  answer: Answer;
  /** Where a stage refused it. */
  refusal?: Refusal;
  /** What it changes of the shared state. */
  transition?: Transition | null;
  /** For a lock. */
  waited_ms?: number;
}

/**
 * Writes what became of every operation: audit, alert, event, in this order and all before the answer. What it cannot write has not
 * happened: the answer is then `audit_unavailable`.
 */
export interface Recorder {
  /** Ends an operation with which nothing is left to do but to make its transition so. Another answer than the given = do not. */
  conclude(passage: Passage, conclusion: Conclusion): Answer;
  /** Admits an operation that is about to be done with hands: what completes it, or the answer when it may not be done. */
  admit(passage: Passage): { complete(conclusion: Conclusion): Answer } | Answer;
  /** Records an operation that a fault of ours has ended, unless it is recorded already. */
  fault(passage: Passage, fault: unknown): void;
  /** The highest number of an operation in the log as it was opened. */
  readonly last_number: number;
}

/** @param audit undefined = switched off */
export function openRecorder(log: Journal, audit: Audit | undefined): Recorder {
  const passed = () => ({ outcome: 'passed' as const });
  const decisionOf = ({ answer }: Conclusion, passage: Passage) => ({
    outcome: answer.outcome,
    code: codeOf(answer),
    duration_ms: passage.elapsed(),
  });
  const begun = new WeakSet<Passage>();
  const write = (passage: Passage, conclusion: Conclusion) => {
    const { refusal } = conclusion;
    if (refusal) log.append('alert', 'monitor', alertOf(passage, refusal, log.stage));
    log.append('coordination', 'agent', eventOf(passage, conclusion));
  };
  const recorder: Recorder = {
    last_number: lastNumber(log),
    fault(passage, fault) {
      if (begun.has(passage)) return;
      const message = `a fault of the harness: ${fault instanceof Error ? fault.message : String(fault)}`;
      recorder.conclude(passage, {
        answer: { outcome: 'failed', code: 'agent_stopped', message: bounded(message, 500) },
      });
    },
    conclude(passage, conclusion) {
      begun.add(passage);
      try {
        if (audit)
          passage.through('audit', () => audit.decided(passage.about, decisionOf(conclusion, passage)), passed);
        write(passage, conclusion);
      } catch (error) {
        return unavailable(error, 'nothing was done');
      }
      return conclusion.answer;
    },
    admit(passage) {
      begun.add(passage);
      let completed: ReturnType<Audit['admitted']> | undefined;
      try {
        completed = audit && passage.through('audit', () => audit.admitted(passage.about), passed);
      } catch (error) {
        return unavailable(error, 'nothing was done');
      }
      return {
        complete(conclusion) {
          try {
            if (completed) passage.through('audit', () => completed(decisionOf(conclusion, passage)), passed);
            write(passage, conclusion);
          } catch (error) {
            return unavailable(error, 'it was begun, and how it ended is not recorded');
          }
          return conclusion.answer;
        },
      };
    },
  };
  return recorder;
}

function eventOf(passage: Passage, { answer, transition, waited_ms }: Conclusion): Payload<'coordination'> {
  const { id, agent, operation, arguments: given } = passage.about;
  return {
    id,
    agent,
    profile: passage.profile,
    operation,
    arguments: given,
    outcome: answer.outcome,
    code: codeOf(answer),
    message: answer.outcome === 'done' ? '' : bounded(answer.message, 1000),
    stages: [...passage.stages],
    wall_ms: passage.elapsed(),
    waited_ms: waited_ms ?? 0,
    operations: passage.number,
    transition: transition ?? null,
  };
}

/** A refusal of a mechanism is told to the monitors; what it means for the attempt is judged afterwards. */
function alertOf({ about }: Passage, refusal: Refusal, stage: Payload<'alert'>['stage']): Payload<'alert'> {
  const { code, severity, message, rule, format } = refusal;
  const { id, agent, operation } = about;
  const signals = { rule, operation, agent, id };
  return { code, severity, stage, message: `${operation}: ${message}`, signals, ...(format ? { format } : {}) };
}

const codeOf = (answer: Answer) => (answer.outcome === 'done' ? null : answer.code);

/** A disk that is full, a log that is closed. Anything else is a fault of ours, and stays one. */
function unavailable(error: unknown, what: string): Answer {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) throw error;
  return {
    outcome: 'denied',
    code: 'audit_unavailable',
    message: `the record of this task cannot be written (${code}): ${what}`,
  };
}

function lastNumber({ events }: Journal): number {
  const known = [
    ...eventsOf(events, 'coordination').map(({ payload }) => payload.operations),
    ...eventsOf(events, 'audit').map(({ payload }) => numberOf(payload.id)),
  ];
  return known.reduce((most, number) => Math.max(most, number), 0);
}
