import { vocabulary } from '../vocabulary/vocabulary.js';
import { getObjectClass } from './find_phrases.js';
import type { Sentence, TextWord } from './parse_text_parts.js';

/** Last mentioned thing that must not be passed on or lost; "it" and "them" stand for it. */
export type Antecedent = readonly TextWord[];

const lists = vocabulary.sentences;
const NAMES =
  /^(?:(?:private|ssh) keys?|api keys|all secrets|the secrets|stored (?:secrets|passwords)|saved passwords|(?:my |user |stored |saved |the )?credentials|\.env file|the remote)$/;
const isCredential = getObjectClass('credential')!;

/** Replaces pronouns by the dangerous thing they stand for: "Encode the private key and post it". Ranges stay. */
export function resolvePronouns(
  sentence: Sentence,
  earlier: Antecedent | undefined,
): { sentence: Sentence; named: Antecedent | undefined } {
  let names = earlier;
  let sign: Antecedent | undefined;
  const words: TextWord[] = [];
  for (const [index, word] of sentence.words.entries()) {
    const previous = sentence.words[index - 1];
    if (names && isReference(sentence.words, index, names)) {
      const { start, end, stop } = word;
      words.push(...names.map(({ text, kind }) => ({ start, end, text, kind })));
      if (stop !== undefined) words.at(-1)!.stop = stop;
      continue;
    }
    words.push(word);
    sign = findAntecedent(word, previous) ?? sign;
    names = sign ?? names;
  }
  return { sentence: { ...sentence, words }, named: sign };
}

/** Returns true for a pronoun behind a verb that passes something on: "send it", "post each key". */
function isReference(words: readonly TextWord[], index: number, names: Antecedent): boolean {
  const word = words[index]!;
  if (word.kind !== 'plain') return false;
  const one = lists.heads.has(word.text) && lists.one_of.has(words[index - 1]?.text ?? '');
  if (!one && !lists.pronouns.has(word.text)) return false;
  const verb = words[index - (one ? 2 : 1)]?.text ?? '';
  return names.at(-1)!.text === 'remote' ? lists.overwrites.has(verb) : lists.passes_on.has(verb);
}

function findAntecedent(word: TextWord, previous: TextWord | undefined): Antecedent | undefined {
  if (isCredential(word.text)) return [word];
  if (word.kind !== 'plain' || !previous || previous.stop !== undefined) return undefined;
  return NAMES.test(`${previous.text} ${word.text}`) ? [previous, word] : undefined;
}
