import type { RefusalCode } from '../../../contract/operations.js';

/** What is to be judged: a command line, an edit of a file, or words that say what somebody is about to do. */
export type Question = { command: string; folder?: string } | { write: string; content?: string } | { text: string };

/** Rules can be switched off by trust, catastrophic ones never (A5). */
export type Severity = 'catastrophic' | 'severe' | 'risky';

export type Answer =
  | { verdict: 'allow'; format: 'code' | 'natural_text' }
  | {
      verdict: 'deny';
      /** Id of the rule. */
      rule: string;
      category: string;
      severity: Severity;
      code: Extract<RefusalCode, 'destructive_operation_blocked' | 'credential_file_protected'>;
      /** For the agent and for people: what is wrong and what to do instead, one line. */
      reason: string;
      format: 'code' | 'natural_text';
    };

/** Who asks. */
export interface Asking {
  /** Trust level 0–4. */
  trust: number;
  /** Absolute path of the workspace as commands see it; what lies outside is not the agent's. Default /work. */
  workspace?: string;
}

/**
 * The guardrails (A5): pure, but for what earlier questions of the same guard left: files that were written and may be run
 * later. One guard per attempt.
 */
export interface Guard {
  judge(question: Question, asking: Asking): Answer;
}
