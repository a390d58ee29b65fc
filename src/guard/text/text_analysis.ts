import type { GuardVerdict } from '../guard.js';
import shippedPhrases from './shipped_phrases.json' with { type: 'json' };

/**
 * Phrase that announces something dangerous: any of the verbs with any of the objects behind it in the same clause.
 * Negations, questions and descriptions never match.
 */
export interface Phrase {
  /** Lemmas in lower case: "delete" finds "deleting". */
  verbs: readonly string[];
  /** One or several words each; `*` at the end of a word stands for any ending. */
  objects: readonly string[];
  /** Words of which one must stand in the clause too, if given. */
  with?: readonly string[];
  /** Words that make the clause harmless. */
  without?: readonly string[];
  /** Trust level from which it may be announced, as the command may be run; absent = never. */
  trust?: number;
}

/** Phrases with one verdict. */
export interface PhraseRule extends Pick<Extract<GuardVerdict, { verdict: 'deny' }>, 'category' | 'severity' | 'code'> {
  /** Id such as `text-destroy-files`. */
  id: string;
  /** Explanation of the problem and of the alternative; one line. */
  explanation: string;
  phrases: readonly Phrase[];
}

/** Acts that a text announces; the guard judges the commands. */
export interface TextAnalysis {
  /** Rules of the clauses that announce something dangerous. */
  findings: PhraseRule[];
  /** Commands that the text says will be run: in backticks, in fences, behind a prompt sign. */
  commands: string[];
  /** Part of the text was not read; the analysis is incomplete. */
  problem?: 'too-long' | 'too-much';
}

/** Phrases that plans and requests must not contain: data/guard/phrases, compiled by scripts/compile-data.mjs. */
export const phraseRules = shippedPhrases as readonly unknown[] as readonly PhraseRule[];
