import shippedPhrases from './shipped_phrases.json' with { type: 'json' };
import type { PhraseRule } from './text_analysis.js';

/** Phrases that plans and requests must not contain: data/guard/phrases, compiled by scripts/compile-data.mjs. */
export const phraseRules = shippedPhrases as readonly unknown[] as readonly PhraseRule[];
