import type { Answer, Severity } from '../guard.js';

/** A stretch of a text: offsets in UTF-16 units, the end outside. */
export interface Span {
  start: number;
  end: number;
}

/**
 * What somebody must not say to be about to do: any of the verbs with any of the objects after it in the same clause. Words are
 * lower-case; verbs are lemmas ("delete" finds "deleting"); objects are words or several words in a row, `*` at the end of a word
 * stands for any ending. Negations, questions, and descriptions are no matches whatever the phrase.
 */
export interface Phrase {
  verbs: readonly string[];
  objects: readonly string[];
  /** Where given, one of these must stand in the clause too. */
  with?: readonly string[];
  /** Where one of these stands in the clause, nothing is meant. */
  without?: readonly string[];
}

/** Phrases that are judged alike. */
export interface PhraseRule {
  /** Like `text-destroy-files`. */
  id: string;
  category: string;
  severity: Severity;
  code: Extract<Answer, { verdict: 'deny' }>['code'];
  /** What is wrong and what to do instead, one line. */
  explanation: string;
  phrases: readonly Phrase[];
}

/** A clause that says that something dangerous is going to be done. */
export interface Finding {
  rule: PhraseRule;
  /** The words that say it, shortened to one line. */
  what: string;
  span: Span;
}

/** What a text says that is going to be done; the commands are for the guard to judge. */
export interface TextReading {
  findings: Finding[];
  /** Commands that the text says will be run: in backticks, fences, after a prompt sign. */
  commands: { command: string; span: Span }[];
  /** Not all of it was read: nothing follows from what is missing. */
  problem?: 'too-long' | 'too-much';
}
