import { join } from 'node:path';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import type { EscalationQuestion, Operator, OperatorDecision } from '../../../src/run/escalation/operator.js';
import { givenRoom } from '../../given.js';
import { givenManifest } from '../../record/given_record.js';

export const QUESTION: EscalationQuestion = {
  condition: 'dependencies.add',
  question: 'The patch adds the dependency "left-pad". Allow it?',
  evidence_seq: 0,
  timeout_ms: 20_000,
};

/** A run in which a question can be asked. */
export function givenAskingRun(): RunDirectory {
  let now = 0;
  return RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => (now += 1_000_000));
}

/** What a log says of questions, without times. */
export const asked = (run: RunDirectory) =>
  selectEvents(run.log.events, 'escalation').map(({ actor, payload: { waited_ms: _, ...payload } }) => ({
    actor,
    ...payload,
  }));

export const ALLOW: OperatorDecision = {
  decision: 'allow',
  by: 'ada',
  channel: 'terminal',
  justification: 'looked at it',
};

/** Somebody who answers at once. */
export const answering = (answer: OperatorDecision | undefined): Operator => ({ ask: async () => answer });

/** Somebody who never answers, and says when they were told to stop. */
export function silent(): Operator & { stopped: Promise<void> } {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  return {
    stopped,
    ask: (_question, _run, signal) =>
      new Promise((resolve) => {
        const end = () => {
          stop();
          resolve(undefined);
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      }),
  };
}
