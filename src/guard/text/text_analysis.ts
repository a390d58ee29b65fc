import type { GuardRule } from '../rules/guard_rule.js';
import shippedPhrases from './shipped_phrases.json' with { type: 'json' };

type GivenPhrase = NonNullable<GuardRule['phrases']>[number];
/** Phrase that announces something dangerous; from the trust level on, if it has one, it may be announced. */
export type Phrase = { readonly [Key in keyof GivenPhrase]: Readonly<GivenPhrase[Key]> } & { trust?: number };

/** Phrases with one verdict. */
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
