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
  /** Resolves with the answer, or with undefined when `signal` aborts first. */
  ask(question: Question & { id: string }, run: RunDirectory, signal: AbortSignal): Promise<Answer | undefined>;
}
