import { setTimeout as delay } from 'node:timers/promises';
import { digestOf } from '../../record/canonical.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Session } from '../sandbox/backend.js';
import { JUSTIFICATION_LIMIT, NAME_LIMIT, plainText } from './answer_text.js';
import type { Answer, Operator, Question } from './operator.js';

/** Where a question belongs and who can be asked. */
export interface Asking {
  run: RunDirectory;
  /** Everybody who can be asked; nobody = deny. */
  operators: readonly Operator[];
  /** Interruption of the run: deny. */
  signal: AbortSignal;
  /** What stands still while an answer is waited for, and the alert because of which it does. */
  held?: { session: Pick<Session, 'pause' | 'resume'>; alert_seq: number } | undefined;
}

/** The answer that counts, and its event. */
export type Answered = Answer & { seq: number };

/**
 * Asks a person and waits (R12; executable contracts §3.4). All channels are asked at once; the first answer with a written
 * justification counts and the others are told to stop. Nobody there, no answer in time, an interruption: deny.
 *
 * What is `held` is paused first. After an allow it goes on; after a deny it stays as it is, so that nothing runs
 * between the decision and the caller's ending it.
 */
export async function askOperator(question: Question, asking: Asking): Promise<Answered> {
  const { run, held } = asking;
  const paused = await pause(asking);
  const id = digestOf({
    attempt: run.manifest.attempt_id,
    condition: question.condition,
    seq: run.log.events.length,
  }).slice(0, 10);
  const asked = { id, ...question, timeout_ms: Math.max(0, question.timeout_ms) };
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
  const answer = await firstAnswer(asked, asking);
  const { seq } = run.log.append('escalation', answer.by === null ? 'harness' : 'operator', {
    ...record,
    ...answer,
    waited_ms: Math.round(run.log.now() - begun_ms),
  });
  if (paused && held && answer.decision === 'allow') {
    run.log.append('intervention', 'operator', {
      action: 'resume',
      alert_seq: held.alert_seq,
      detail: `allowed by ${answer.by} (question ${id})`,
    });
    await held.session.resume?.();
  }
  return { ...answer, seq };
}

/** Pauses what is held. Where that is impossible the question is asked all the same, and the record says so. */
async function pause({ run, held }: Asking): Promise<boolean> {
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

/** How long a channel that was told to stop may take, in milliseconds. */
const PATIENCE_MS = 1000;

const nobody = (channel: 'timeout' | 'none', justification: string): Answer => ({
  decision: 'deny',
  by: null,
  channel,
  justification,
});

async function firstAnswer(question: Question & { id: string }, { run, operators, signal }: Asking): Promise<Answer> {
  if (signal.aborted) return nobody('none', 'the run was interrupted');
  if (operators.length === 0) return nobody('none', 'nobody can be asked here');
  const over = new AbortController();
  const waiting = AbortSignal.any([signal, over.signal]);
  const channels = operators.map(async (operator): Promise<Answer | undefined> => {
    try {
      return valid(await operator.ask(question, run, waiting));
    } catch (error) {
      // A channel that breaks must not decide, nor keep others from deciding.
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
  ).catch(() => (signal.aborted ? undefined : nobody('none', 'nobody can be asked any more')));
  const late = delay(question.timeout_ms, nobody('timeout', 'no answer in time'), { signal: waiting }).catch(
    () => undefined,
  );
  try {
    return (await Promise.race([first, late])) ?? nobody('none', 'the run was interrupted');
  } finally {
    over.abort();
    // Channels clean up after themselves, and nothing of theirs may be left when the record is sealed.
    const ended = new AbortController();
    const patience = delay(PATIENCE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(channels), patience]);
    ended.abort();
  }
}

/** The answer as it is recorded; undefined when it is none. */
function valid(answer: Answer | undefined): Answer | undefined {
  if (answer === undefined || (answer.decision !== 'allow' && answer.decision !== 'deny')) return undefined;
  const justification = plainText(answer.justification, JUSTIFICATION_LIMIT);
  if (justification === '') return undefined;
  const by = plainText(answer.by ?? '', NAME_LIMIT);
  return { decision: answer.decision, by: by === '' ? 'unnamed' : by, channel: answer.channel, justification };
}
