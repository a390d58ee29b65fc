import { memoize } from '../memoize.js';
import { isCredentialPath } from '../paths/is_credential_path.js';
import type { Phrase, PhraseRule } from '../rules/guard_rule.js';
import { vocabulary } from '../vocabulary/vocabulary.js';
import type { TextWord } from './parse_text_parts.js';
import shippedPhrases from './shipped_phrases.json' with { type: 'json' };

/** Phrases that plans and requests must not contain: data/guard/phrases, compiled by scripts/compile-data.mjs. */
export const phraseRules = shippedPhrases as readonly unknown[] as readonly PhraseRule[];

/** Returns the test for a class of words that phrases name in angle brackets; no word is of a class that there is not. */
export function getObjectClass(name: string): (word: string) => boolean {
  if (name === 'credential')
    return (word) => /[./~]|id_/.test(word) && !/[*'’]/.test(word) && isCredentialPath(word.toLowerCase());
  const pattern = new RegExp(vocabulary.objectClasses.get(name) ?? '(?!)', 'i');
  return (word) => pattern.test(word);
}

/** Form of a verb in a text: "delete", "deleting", "deletes", "deleted". */
export type VerbForm = 'base' | 'ing' | 'third' | 'past';

/** Returns the forms of a verb, of its first word if it has several. */
function inflectVerb(lemma: string): Readonly<Record<string, VerbForm>> {
  const silent = lemma.endsWith('e') && !lemma.endsWith('ee');
  const stem = silent ? lemma.slice(0, -1) : vocabulary.sentences.doubled.has(lemma) ? lemma + lemma.at(-1) : lemma;
  const hissing = /(?:s|x|z|ch|sh)$/.test(lemma);
  const ending = /[^aeiou]y$/.test(lemma);
  const third = hissing ? `${lemma}es` : ending ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
  const past = vocabulary.irregularVerbs.get(lemma) ?? (ending ? `${lemma.slice(0, -1)}ied` : `${stem}ed`);
  // A form equal to the base counts as the base: "put", "set".
  return { [past]: 'past', [`${stem}ing`]: 'ing', [third]: 'third', [lemma]: 'base' };
}

const MOST_BETWEEN = 24;
/** Words behind the verb that are searched for `with`. */
const MOST_WITH = 40;
/** Words behind the object that are searched for `without`. */
const MOST_BEHIND = 3;

interface LexiconVerb {
  form: VerbForm;
  /** Words that belong to the verb and may stand apart from it: "off" of "turn off". */
  rest: readonly string[];
  rule: PhraseRule;
  phrase: Phrase;
}

type WordPattern = readonly ((word: TextWord) => boolean)[];

/** Creates the lexicon of rules. */
export function compileLexicon(rules: readonly PhraseRule[]) {
  const lexicon = new Map<string, LexiconVerb[]>();
  for (const rule of rules)
    for (const phrase of rule.phrases)
      for (const verb of phrase.verbs) {
        const [head, ...rest] = verb.split(' ');
        for (const [text, form] of Object.entries(inflectVerb(head!)))
          lexicon.set(text, [...(lexicon.get(text) ?? []), { form, rest, rule, phrase }]);
      }
  return lexicon;
}

/** Compiles a phrase when one of its verbs is found: most verbs are in no text. */
const compilePhrase = memoize(
  ({ objects, with: required, without }: Phrase) => ({
    /** Patterns of objects; absent if the verb alone matches. */
    objects: objects.length === 0 ? undefined : compilePatterns(objects),
    with: required && compilePatterns(required),
    without: compilePatterns(without ?? []),
  }),
  new WeakMap(),
);

/** Compiles texts to patterns; those that begin with a class or a part of a word come last. */
function compilePatterns(texts: readonly string[]): readonly WordPattern[] {
  const rank = (text: string) => (/^<[^ ]*>(?: |$)|^[^ ]+\*(?: |$)/.test(text) ? 1 : 0);
  return [...texts].sort((a, b) => rank(a) - rank(b)).map((text) => text.split(' ').map(compilePart));
}

function compilePart(text: string): (word: TextWord) => boolean {
  const name = /^<([\w-]+)>$/.exec(text)?.[1];
  if (name !== undefined) return getClassTest(name);
  const start = text.length > 1 && text.endsWith('*') ? text.slice(0, -1) : undefined;
  return ({ text: word }) => (start === undefined ? word === text : word.startsWith(start));
}

/** Returns the test for a class. A path may be one of the words of code. */
const getClassTest = memoize((name: string) => {
  const test = getObjectClass(name);
  return memoize(({ text, kind }: TextWord) => {
    if (text.length >= 1000) return false;
    if (kind === 'plain') return test(text.replace(/[.,'"]{1,4}$|^['"]{1,4}/g, ''));
    return test(text) || text.split(/\s+/).some(test);
  }, new WeakMap());
});

/** Finds every verb with an object of its phrases behind it (before it, if it is passive), unless `trust` allows it. */
export function findPhrases(lexicon: ReturnType<typeof compileLexicon>, sentence: readonly TextWord[], trust = 0) {
  // "force push" and "force pushing" are one verb; indexes of words stay.
  const words = sentence.map((word, index) => {
    const next = sentence[index + 1];
    const joins = word.text === 'force' && next?.kind === 'plain' && /^push/.test(next.text) && word.stop === undefined;
    return joins ? { ...word, text: `force-${next.text}` } : word;
  });
  const result: (Pick<LexiconVerb, 'rule' | 'form'> & { at: number })[] = [];
  for (const [index, word] of words.entries()) {
    if (word.kind !== 'plain') continue;
    const options = new Set<PhraseRule>();
    for (const verb of lexicon.get(word.text) ?? []) {
      if (options.has(verb.rule) || trust >= (verb.phrase.trust ?? Number.POSITIVE_INFINITY)) continue;
      if (!hasPhrase(words, index, verb)) continue;
      options.add(verb.rule);
      result.push({ rule: verb.rule, form: verb.form, at: index });
    }
  }
  return result;
}

/** Returns true if the verb at an index has the objects of its phrase, and no word that makes it harmless. */
function hasPhrase(words: readonly TextWord[], position: number, { form, rest, phrase }: LexiconVerb): boolean {
  let end = position;
  for (const part of rest) {
    const index = words.slice(end + 1, position + 7).findIndex((word) => word.text === part);
    if (index < 0) return false;
    end += 1 + index;
  }
  const { objects, with: required, without: exceptions } = compilePhrase(phrase);
  const start = form === 'past' ? Math.max(0, position - MOST_BETWEEN) : position + 1;
  const close = form === 'past' ? position : findClauseEnd(words, start);
  if (required && findPattern(words, required, start, Math.min(words.length, position + MOST_WITH)) < 0) return false;
  const last = objects ? findPattern(words, objects, start, close) : end;
  if (last < 0) return false;
  return findPattern(words, exceptions, start, Math.min(close, Math.max(end, last) + 1 + MOST_BEHIND)) < 0;
}

/** Returns the end of the clause behind a verb: a semicolon, or a word behind which another verb may begin. */
function findClauseEnd(words: readonly TextWord[], start: number): number {
  const end = Math.min(words.length, start + MOST_BETWEEN);
  for (let index = start; index < end; index++) {
    const { stop, text } = words[index]!;
    if (index > start && (text === 'then' || text === 'because' || text === 'but')) return index;
    if (stop === ';' || stop === '—') return index + 1;
  }
  return end;
}

/** Returns the index of the last word of the first pattern found, or -1. */
function findPattern(words: readonly TextWord[], patterns: readonly WordPattern[], start: number, end: number): number {
  for (let index = start; index < end; index++) {
    const result = patterns.find(
      (pattern) => index + pattern.length <= end && pattern.every((fits, offset) => fits(words[index + offset]!)),
    );
    if (result) return index + result.length - 1;
  }
  return -1;
}
