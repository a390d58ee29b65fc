import type { EventPayload } from '../../record/events/event.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';

/** Question to a person (requirement R12): the event, and the time to wait for an answer. */
export interface EscalationQuestion {
  /** Code of the condition: that of an alert, or the policy field that asks. */
  condition: string;
  /** Text of the question, in one sentence; text of the agent is quoted. */
  question: string;
  /** Event that the question is about. */
  evidence_seq: number | null;
  timeout_ms: number;
}

/** Decision of a person; it needs a written justification. */
export type OperatorDecision = Pick<EventPayload<'escalation'>, 'by' | 'channel' | 'justification'> & {
  decision: 'allow' | 'deny';
};

/** Channel to a person: terminal, decision file or comment. The first answer counts. */
export interface Operator {
  /**
   * Asks the question.
   *
   * @returns undefined if `signal` aborts first or nobody can be reached
   */
  ask(
    question: EscalationQuestion & { id: string },
    run: RunDirectory,
    signal: AbortSignal,
  ): Promise<OperatorDecision | undefined>;
}

/** Question for people who have not seen the run directory. */
export interface OperatorQuestion extends Omit<EscalationQuestion, 'evidence_seq'> {
  id: string;
  attempt_id: string;
  contract: string;
}

/** Reply of a person; all of it is untrusted text. */
export interface OperatorReply {
  decision: 'allow' | 'deny';
  by: string;
  justification: string;
}

/** Prompt that asks one person in one place; undefined if `signal` aborts first or nobody can be reached. */
export type OperatorPrompt = (asked: OperatorQuestion, signal: AbortSignal) => Promise<OperatorReply | undefined>;

/** Creates an operator from a prompt that knows nothing of run directories: a terminal, or comments. */
export function createPersonOperator(channel: 'terminal' | 'github', ask: OperatorPrompt): Operator {
  return {
    async ask({ id, condition, question, timeout_ms }, { manifest }, signal) {
      const { attempt_id, contract } = manifest;
      const reply = await ask({ id, attempt_id, contract: contract.id, condition, question, timeout_ms }, signal);
      return reply && { ...reply, channel };
    },
  };
}

/** Maximum characters of a written justification. */
export const JUSTIFICATION_LIMIT = 1000;
/** Maximum characters of a name. */
export const NAME_LIMIT = 100;

/** Invisible characters: controls, bidirectional overrides, zero-width and tag characters, lone surrogates. */
const INVISIBLE_CHARACTERS =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]+/gu;

/** Converts untrusted text to one line of at most `limit` visible characters, which may be empty. */
export function toPlainLine(text: string, limit: number): string {
  const visible = text
    .slice(0, limit * 8)
    .replace(INVISIBLE_CHARACTERS, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...visible].slice(0, limit).join('').trim();
}
