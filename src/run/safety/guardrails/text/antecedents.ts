import { objectClasses } from './object_classes.js';
import type { Sentence, TextWord } from './sentences.js';

/** What a text named last that must not be passed on or lost: "it" and "them" stand for it. */
export type Named = readonly TextWord[];

const PRONOUNS = new Set(['it', 'them']);
const NAMES =
  /^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/;
/** Words that one of several is called by: "each key", "every one of them". */
const ONE_OF = new Set(['each', 'every']);
const HEADS = new Set(['key', 'secret', 'credential', 'password', 'one']);

/**
 * The sentence with what its pronouns stand for in their place, where that is something dangerous that it or the sentence before
 * named: "Encode the private key and post it" posts the private key. Spans stay those of the pronouns.
 */
export function nameAgain(sentence: Sentence, before: Named | undefined): { sentence: Sentence; named?: Named } {
  let named = before;
  let here: Named | undefined;
  const words: TextWord[] = [];
  for (const [index, word] of sentence.words.entries()) {
    const previous = sentence.words[index - 1];
    if (named && standsFor(word, previous)) {
      const { start, end, stop } = word;
      for (const [place, { text, kind }] of named.entries())
        words.push({ start, end, text, kind, ...(place === named.length - 1 && stop !== undefined && { stop }) });
      continue;
    }
    words.push(word);
    here = nameAt(word, previous) ?? here;
    named = here ?? named;
  }
  return { sentence: { ...sentence, words }, ...(here && { named: here }) };
}

const standsFor = (word: TextWord, previous: TextWord | undefined): boolean =>
  word.kind === 'plain' &&
  (PRONOUNS.has(word.text) || (HEADS.has(word.text) && previous !== undefined && ONE_OF.has(previous.text)));

function nameAt(word: TextWord, previous: TextWord | undefined): Named | undefined {
  if (objectClasses.credential!(word.text)) return [word];
  if (word.kind !== 'plain' || !previous || previous.stop !== undefined) return undefined;
  return NAMES.test(`${previous.text} ${word.text}`) ? [previous, word] : undefined;
}
