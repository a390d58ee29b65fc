import type { PhraseRule } from '../rules/guard_rule.js';
import shippedPhrases from './shipped_phrases.json' with { type: 'json' };

/** Phrases that plans and requests must not contain: data/guard/phrases, compiled by scripts/compile-data.mjs. */
export const phraseRules = shippedPhrases as readonly unknown[] as readonly PhraseRule[];
