import type { GuardRule } from '../rules/guard_rule.js';
import shippedPhrases from './shipped_phrases.json' with { type: 'json' };

/**
 * Phrase that announces something dangerous: any of the verbs with any of the objects behind it in the same clause.
 * Negations, questions and descriptions never match.
 */
export interface Phrase extends Readonly<NonNullable<GuardRule['phrases']>[number]> {
  /** Trust level from which it may be announced, as the command may be run; absent = never. */
  trust?: number;
}

/** Phrases with one verdict, such as `text-destroy-files`. */
export interface PhraseRule extends Pick<GuardRule, 'id' | 'category' | 'severity' | 'code' | 'explanation'> {
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
