import { setTimeout as delay } from 'node:timers/promises';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { Session } from '../../sandbox/sandbox_backend.js';
import {
  type EscalationQuestion,
  JUSTIFICATION_LIMIT,
  NAME_LIMIT,
  type Operator,
  type OperatorDecision,
  toPlainLine,
} from './operator.js';

/** Context of a question: the record, the operators, and what waits. */
interface EscalationContext {
  run: RunDirectory;
  /** People who can be asked; with none, the question is denied. */
  operators: readonly Operator[];
  /** Aborts if the run is interrupted; the question is denied then. */
  signal: AbortSignal;
  /** Session that is paused during the question, and the alert that caused it. */
  held?: { session: Pick<Session, 'pause' | 'resume'>; alert_seq: number } | undefined;
}

/** Decision with the event that records it. */
type RecordedDecision = OperatorDecision & { seq: number };

/**
 * Asks operators for a decision and waits (requirement R12).
 *
 * All channels are asked at once. The first answer with a written justification counts, and the others are aborted.
 * Without operators, without an answer in time, or on an interruption the decision is deny.
 *
 * A `held` session is paused first. An allow resumes it; after a deny it stays paused, so that nothing runs before the
 * caller ends it.
 */
export async function askOperator(question: EscalationQuestion, asking: EscalationContext): Promise<RecordedDecision> {
  const { run, held: pause } = asking;
  const paused = await pauseSession(asking);
  const id = computeDigest({
    attempt: run.manifest.attempt_id,
    condition: question.condition,
    seq: run.log.events.length,
  }).slice(0, 10);
  const request = { id, ...question, timeout_ms: Math.max(0, question.timeout_ms) };
  const record = {
    id,
    condition: question.condition,
    question: question.question,
    evidence_seq: question.evidence_seq,
  };
  const begun_ms = run.log.now();
  run.log.append('escalation', 'harness', {
    ...record,
    decision: 'pending',
    by: null,
    channel: null,
    justification: '',
    waited_ms: 0,
  });
  const answer = await awaitFirstDecision(request, asking);
  const { seq } = run.log.append('escalation', answer.by === null ? 'harness' : 'operator', {
    ...record,
    ...answer,
    waited_ms: Math.round(run.log.now() - begun_ms),
  });
  if (paused && pause && answer.decision === 'allow') {
    run.log.append('intervention', 'operator', {
      action: 'resume',
      alert_seq: pause.alert_seq,
      detail: `allowed by ${answer.by} (question ${id})`,
    });
    await pause.session.resume?.();
  }
  return { ...answer, seq };
}

/** Pauses the held session. If that is impossible, the question is asked anyway and the record says so. */
async function pauseSession({ run, held }: EscalationContext): Promise<boolean> {
  if (!held) return false;
  try {
    if (!held.session.pause) throw new Error('this sandbox cannot pause');
    await held.session.pause();
  } catch (error) {
    run.log.append('note', 'harness', {
      text: `not paused while an operator is asked: ${(error as Error).message}`.slice(0, 500),
    });
    return false;
  }
  run.log.append('intervention', 'monitor', {
    action: 'pause',
    alert_seq: held.alert_seq,
    detail: 'an operator is asked',
  });
  return true;
}

/** Maximum time for aborted channels to clean up, in milliseconds. */
const CLEANUP_MS = 1000;

const createDenial = (channel: 'timeout' | 'none', justification: string): OperatorDecision => ({
  decision: 'deny',
  by: null,
  channel,
  justification,
});

async function awaitFirstDecision(
  question: EscalationQuestion & { id: string },
  { run, operators, signal }: EscalationContext,
): Promise<OperatorDecision> {
  if (signal.aborted) return createDenial('none', 'the run was interrupted');
  if (operators.length === 0) return createDenial('none', 'nobody can be asked here');
  const ending = new AbortController();
  const waiting = AbortSignal.any([signal, ending.signal]);
  const channels = operators.map(async (operator): Promise<OperatorDecision | undefined> => {
    try {
      return sanitizeDecision(await operator.ask(question, run, waiting));
    } catch (error) {
      // A broken channel must neither decide nor block others.
      if (!waiting.aborted)
        run.log.append('note', 'harness', {
          text: `question ${question.id}: a channel failed: ${String((error as Error)?.message ?? error)}`.slice(
            0,
            500,
          ),
        });
      return undefined;
    }
  });
  const first = Promise.any(
    channels.map(async (channel) => (await channel) ?? Promise.reject(new Error('no answer'))),
  ).catch(() => (signal.aborted ? undefined : createDenial('none', 'nobody can be asked any more')));
  const late = delay(question.timeout_ms, createDenial('timeout', 'no answer in time'), { signal: waiting }).catch(
    () => undefined,
  );
  try {
    return (await Promise.race([first, late])) ?? createDenial('none', 'the run was interrupted');
  } finally {
    ending.abort();
    // Channels remove their files; nothing may remain when the record is sealed.
    const ended = new AbortController();
    const patience = delay(CLEANUP_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(channels), patience]);
    ended.abort();
  }
}

/**
 * Sanitizes an answer for the record.
 *
 * @returns undefined if it is no valid decision
 */
function sanitizeDecision(answer: OperatorDecision | undefined): OperatorDecision | undefined {
  if (answer === undefined || (answer.decision !== 'allow' && answer.decision !== 'deny')) return undefined;
  const justification = toPlainLine(answer.justification, JUSTIFICATION_LIMIT);
  if (justification === '') return undefined;
  const person = toPlainLine(answer.by ?? '', NAME_LIMIT);
  return { decision: answer.decision, by: person === '' ? 'unnamed' : person, channel: answer.channel, justification };
}
