import type { Phrase, PhraseRule } from './finding.js';
import { objectClasses } from './object_classes.js';
import type { TextWord } from './sentences.js';
import { type Form, formsOf } from './verbs.js';

/** An object follows its verb within so many words. */
const MOST_BETWEEN = 24;
/** What stands with a phrase is looked for in so many words behind the verb. */
const MOST_WITH = 40;

/** What takes the danger away stands between verb and object, or so many words behind it. */
const MOST_BEHIND = 3;

interface Verb {
  form: Form;
  /** Words that belong to the verb and may stand apart from it: "off" of "turn off". */
  rest: readonly string[];
  rule: PhraseRule;
  phrase: CompiledPhrase;
}

interface CompiledPhrase {
  /** None: the verb alone says it. */
  objects: Patterns | undefined;
  with: Patterns | undefined;
  without: Patterns;
}

/** Patterns by their first word, and those that begin with a class or a part of a word. */
interface Patterns {
  literal: ReadonlyMap<string, readonly Pattern[]>;
  others: readonly Pattern[];
}

type Pattern = readonly ((word: TextWord) => boolean)[];

/** Phrases by the forms of their verbs. */
export type Lexicon = ReadonlyMap<string, readonly Verb[]>;

export interface Found {
  rule: PhraseRule;
  form: Form;
  /** Places of the verb and of the last word of the object. */
  at: number;
  end: number;
}

export function compile(rules: readonly PhraseRule[]): Lexicon {
  const lexicon = new Map<string, Verb[]>();
  for (const rule of rules)
    for (const phrase of rule.phrases) {
      const compiled = compilePhrase(phrase);
      for (const verb of phrase.verbs) {
        const [head, ...rest] = verb.split(' ');
        for (const [form, kind] of formsOf(head!)) {
          const verbs = lexicon.get(form) ?? [];
          // A form that is also the base is the base: "put", "set".
          verbs.push({ form: form === head ? 'base' : kind, rest, rule, phrase: compiled });
          lexicon.set(form, verbs);
        }
      }
    }
  return lexicon;
}

const compilePhrase = ({ objects, with: required, without }: Phrase): CompiledPhrase => ({
  objects: objects.length === 0 ? undefined : patterns(objects),
  with: required && patterns(required),
  without: patterns(without ?? []),
});

function patterns(texts: readonly string[]): Patterns {
  const literal = new Map<string, Pattern[]>();
  const others: Pattern[] = [];
  for (const text of texts) {
    const parts = text.split(' ');
    const whole = parts.map(part);
    const [first] = parts;
    if (/^<.*>$|.\*$/.test(first!)) others.push(whole);
    else literal.set(first!, [...(literal.get(first!) ?? []), whole]);
  }
  return { literal, others };
}

function part(text: string): (word: TextWord) => boolean {
  const named = /^<([\w-]+)>$/.exec(text)?.[1];
  if (named !== undefined) return isOfClass(named);
  if (text.endsWith('*') && text.length > 1) {
    const start = text.slice(0, -1);
    return ({ text: word }) => word.startsWith(start);
  }
  return ({ text: word }) => word === text;
}

const classes = new WeakMap<TextWord, Map<string, boolean>>();

/** A path may be one of the words of code. Words are asked once. */
function isOfClass(named: string): (word: TextWord) => boolean {
  const test = Object.hasOwn(objectClasses, named) ? objectClasses[named]! : () => false;
  return (word) => {
    const known = classes.get(word) ?? new Map<string, boolean>();
    classes.set(word, known);
    const before = known.get(named);
    if (before !== undefined) return before;
    const { text, kind } = word;
    const is =
      text.length < 1000 &&
      (test(kind === 'plain' ? text.replace(/[.,'"]{1,4}$|^['"]{1,4}/g, '') : text) ||
        (kind !== 'plain' && text.split(/\s+/).some(test)));
    known.set(named, is);
    return is;
  };
}

/** Every verb of the lexicon with an object of its phrases behind it (before it, where it is passive). */
export function findPhrase(lexicon: Lexicon, sentence: readonly TextWord[]): Found[] {
  const words = joinedVerbs(sentence);
  const found: Found[] = [];
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'plain') continue;
    const said = new Set<PhraseRule>();
    for (const verb of lexicon.get(word.text) ?? []) {
      if (said.has(verb.rule)) continue;
      const end = endOf(words, at, verb);
      if (end === undefined) continue;
      said.add(verb.rule);
      found.push({ rule: verb.rule, form: verb.form, at, end });
    }
  }
  return found;
}

/** "force push", "force pushing" are one verb, like "force-push". The places of words stay. */
function joinedVerbs(words: readonly TextWord[]): TextWord[] {
  return words.map((word, index) => {
    const next = words[index + 1];
    const joins = word.text === 'force' && next?.kind === 'plain' && /^push/.test(next.text) && word.stop === undefined;
    return joins ? { ...word, text: `force-${next.text}` } : word;
  });
}

function endOf(words: readonly TextWord[], at: number, { form, rest, phrase }: Verb): number | undefined {
  let end = at;
  for (const part of rest) {
    const index = words.slice(end + 1, at + 7).findIndex((word) => word.text === part);
    if (index < 0) return undefined;
    end += 1 + index;
  }
  const after = { from: at + 1, to: Math.min(words.length, at + 1 + MOST_BETWEEN) };
  const range = form === 'past' ? { from: Math.max(0, at - MOST_BETWEEN), to: at } : after;
  const clause = untilStop(words, range, form === 'past');
  if (phrase.with && search(words, phrase.with, clause.from, Math.min(words.length, at + MOST_WITH)) < 0)
    return undefined;
  const last = phrase.objects ? search(words, phrase.objects, clause.from, clause.to) : end;
  if (last < 0) return undefined;
  const near = Math.min(clause.to, Math.max(end, last) + 1 + MOST_BEHIND);
  if (search(words, phrase.without, clause.from, near) >= 0) return undefined;
  return form === 'past' ? at : Math.max(end, last);
}

/** The clause of a verb: up to a semicolon, or a stop behind which another verb may begin. */
function untilStop(
  words: readonly TextWord[],
  { from, to }: { from: number; to: number },
  before: boolean,
): { from: number; to: number } {
  if (before) return { from, to };
  for (let index = from; index < to; index++) {
    const { stop, text } = words[index]!;
    if (index > from && (text === 'then' || text === 'because' || text === 'but')) return { from, to: index };
    if (stop === ';' || stop === '—') return { from, to: index + 1 };
  }
  return { from, to };
}

/** Place of the last word of the first pattern that is found, or -1. */
function search(words: readonly TextWord[], { literal, others }: Patterns, from: number, to: number): number {
  for (let index = from; index < to; index++) {
    const word = words[index]!;
    const fits = (of: Pattern) => index + of.length <= to && of.every((is, offset) => is(words[index + offset]!));
    const found = literal.get(word.text)?.find(fits) ?? others.find(fits);
    if (found) return index + found.length - 1;
  }
  return -1;
}
