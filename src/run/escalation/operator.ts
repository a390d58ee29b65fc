import type { Payload } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';

/** A question to a person (R12): what happened, and for how long an answer is waited for. */
export interface Question {
  /** Code of the condition: an alert's code, or the policy field that asks. */
  condition: string;
  /** What is asked, in a sentence, without text of the agent's that is not quoted. */
  question: string;
  /** The event that the question is about. */
  evidence_seq: number | null;
  timeout_ms: number;
}

/** A person's answer. Without a written justification there is none. */
export type Answer = Pick<Payload<'escalation'>, 'by' | 'channel' | 'justification'> & { decision: 'allow' | 'deny' };

/** A way to reach a person: terminal, decision file, comment. The first answer counts. */
export interface Operator {
  /** Resolves with the answer, or with undefined when `signal` aborts first or nobody can be reached any more. */
  ask(question: Question & { id: string }, run: RunDirectory, signal: AbortSignal): Promise<Answer | undefined>;
}

/** A question as people see it who have not seen the run directory. */
export interface Asked extends Omit<Question, 'evidence_seq'> {
  id: string;
  attempt_id: string;
  contract: string;
}

/** What a person said. Everything in it is untrusted text. */
export interface Reply {
  decision: 'allow' | 'deny';
  by: string;
  justification: string;
}

/** Asks one person in one place; undefined when `signal` aborts first or nobody can be reached. */
export type Ask = (asked: Asked, signal: AbortSignal) => Promise<Reply | undefined>;

/** A place where people are asked that knows nothing of run directories: a terminal, comments. */
export function personAt(channel: 'terminal' | 'github', ask: Ask): Operator {
  return {
    async ask({ id, condition, question, timeout_ms }, { manifest }, signal) {
      const { attempt_id, contract } = manifest;
      const reply = await ask({ id, attempt_id, contract: contract.id, condition, question, timeout_ms }, signal);
      return reply && { ...reply, channel };
    },
  };
}
