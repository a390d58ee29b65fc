import type { PhraseRule } from '../rules/guard_rule.js';
import shippedPhrases from './shipped_phrases.json' with { type: 'json' };

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
