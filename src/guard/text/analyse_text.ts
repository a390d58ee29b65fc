import { memoize } from '../memoize.js';
import type { PhraseRule } from '../rules/guard_rule.js';
import { forms, vocabulary } from '../vocabulary/vocabulary.js';
import { compileLexicon, findPhrases, getObjectClass, phraseRules } from './find_phrases.js';
import { isDescriptive, isIntended, isMentionLead } from './is_intended.js';
import { getUnquotedText, parseTextParts, type Sentence, type TextWord } from './parse_text_parts.js';

const MOST_FINDINGS = 64;
/** Longest text that is read, in UTF-16 units. */
const MOST_TEXT = 65_536;
const MOST_PARTS = 5000;
const MOST_VERBS = 1500;
const lists = vocabulary.sentences;
const RUN_RULES: readonly PhraseRule[] = [
  { ...phraseRules[0]!, id: 'run', phrases: [{ verbs: [...lists.run_verbs, 'finish with'], objects: [] }] },
];

/** Compiles the lexicon of rules when it is first needed: a guard that is asked for commands alone needs none. */
const getLexicon = memoize(compileLexicon, new WeakMap());

/** Finds the acts that a text announces and the commands that it says will run; with a problem, some are missing. */
export function analyseText(text: string, more: readonly PhraseRule[] = [], trust = 0) {
  let verbs = 0;
  const findings: PhraseRule[] = [];
  const commands: string[] = [];
  if (text.length > MOST_TEXT) return { findings, commands, problem: 'too-long' };
  const shippedLexicon = getLexicon(phraseRules);
  const lexicons = [shippedLexicon, getLexicon(more)];
  // True while the items below a heading or a colon are only mentioned.
  let mentions = false;
  let intended = true;
  // Last mentioned thing that must not be passed on or lost: "it" and "them" in the next sentence stand for it.
  let spokenOf: readonly TextWord[] | undefined;
  const parts = parseTextParts(text);
  if (parts.length > MOST_PARTS) return { findings, commands, problem: 'too-much' };
  for (const part of parts) {
    if (findings.length >= MOST_FINDINGS) break;
    if (part.kind === 'prompt') {
      if (!mentions) commands.push(part.command);
      continue;
    }
    if (part.kind === 'fence') {
      if (!mentions && intended) commands.push(...getFenceCommands(part.language, part.code));
      continue;
    }
    const { sentence, named: names } = resolvePronouns(part.sentence, spokenOf);
    spokenOf = names;
    if (sentence.heading || !sentence.item) mentions = (sentence.leads || sentence.heading) && isMentionLead(sentence);
    if ((mentions && sentence.item) || sentence.heading) continue;
    const speaks = isDescriptive(sentence);
    const phrases = speaks ? [] : findPhrases(getLexicon(RUN_RULES), sentence.words);
    // Indexes of the verbs that announce the execution of a command.
    const runs = phrases.filter(({ at, form }) => isIntended(sentence, at, form)).map(({ at }) => at);
    intended = !speaks && (sentence.leads ? !mentions : runs.length > 0);
    if (speaks) continue;
    verbs += sentence.words.filter(({ text: word }) => shippedLexicon.has(word)).length;
    if (verbs > MOST_VERBS) return { findings, commands, problem: 'too-much' };
    for (const lexicon of lexicons)
      for (const { rule, at: index, form } of findPhrases(lexicon, sentence.words, trust))
        if (isIntended(sentence, index, form)) findings.push(rule);
    commands.push(...findCodeCommands(sentence.words, runs), ...findBareCommands(text, sentence, runs));
  }
  return { findings, commands };
}

/** Finds code in backticks behind a verb of execution in the same clause. */
function findCodeCommands(words: readonly TextWord[], runs: readonly number[]): string[] {
  return words.flatMap((word, index) => {
    if (word.kind !== 'code') return [];
    const verb = runs.findLast((position) => position < index);
    const gap = words.slice((verb ?? 0) + 1, index);
    const isReached =
      verb !== undefined && gap.length < 24 && !gap.some((each) => lists.separates.has(getUnquotedText(each)));
    return words.length === 1 || isReached ? [word.text] : [];
  });
}

/** Finds commands without backticks in a sentence: "then I'll run git push --force, …". */
function findBareCommands(text: string, sentence: Sentence, runs: readonly number[]): string[] {
  const { words } = sentence;
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    const name = getUnquotedText(word).replace(/^mkfs\..*/, 'mkfs');
    if (!lists.command_names.has(name) || word.stop !== undefined || next?.kind !== 'plain') return [];
    if (!forms.command_argument.test(next.text) && !lists.command_verbs.has(next.text)) return [];
    // Behind "run" the command is the object; else it is an order itself.
    if (!runs.includes(index - 1) && !isIntended(sentence, index, 'base')) return [];
    const end = words.findIndex(
      ({ stop }, at) => at > index && (stop !== undefined || forms.command_end.test(words[at + 1]?.text ?? 'and')),
    );
    return [text.slice(word.start, words[end]!.end).replace(/(?<=\w)[.!]+$/, '')];
  });
}

function getFenceCommands(language: string, code: string): string[] {
  const program = vocabulary.fences.get(language);
  if (program) return [`${program} '${code.replaceAll("'", `'\\''`)}'`];
  if (language !== '' && !lists.shells.has(language)) return [];
  const lines = code.split('\n');
  const prompted = lines.filter((line) => /^\s*\$ /.test(line)).map((line) => line.replace(/^\s*\$ /, ''));
  const command = (prompted.length > 0 ? prompted : lines).join('\n').trim();
  return command === '' ? [] : [command];
}

const isCredential = getObjectClass('credential');

/** Replaces pronouns by the dangerous thing they stand for: "Encode the private key and post it". Ranges stay. */
function resolvePronouns(sentence: Sentence, earlier: readonly TextWord[] | undefined) {
  let names = earlier;
  let sign: readonly TextWord[] | undefined;
  const words: TextWord[] = [];
  for (const [index, word] of sentence.words.entries()) {
    if (names && isReference(sentence.words, index, names)) {
      const { start, end, stop } = word;
      words.push(...names.map(({ text, kind }) => ({ start, end, text, kind })));
      if (stop !== undefined) words.at(-1)!.stop = stop;
      continue;
    }
    words.push(word);
    sign = findAntecedent(word, sentence.words[index - 1]) ?? sign;
    names = sign ?? names;
  }
  return { sentence: { ...sentence, words }, named: sign };
}

/** Returns true for a pronoun behind a verb that passes something on: "send it", "post each key". */
function isReference(words: readonly TextWord[], index: number, names: readonly TextWord[]): boolean {
  const word = getUnquotedText(words[index]!);
  const one = lists.heads.has(word) && lists.one_of.has(words[index - 1]?.text ?? '');
  if (!one && !lists.pronouns.has(word)) return false;
  const verb = words[index - (one ? 2 : 1)]?.text ?? '';
  return names.at(-1)!.text === 'remote' ? lists.overwrites.has(verb) : lists.passes_on.has(verb);
}

function findAntecedent(word: TextWord, previous: TextWord | undefined): readonly TextWord[] | undefined {
  if (isCredential(word.text)) return [word];
  if (word.kind !== 'plain' || !previous || previous.stop !== undefined) return undefined;
  return forms.valuable_things.test(`${previous.text} ${word.text}`) ? [previous, word] : undefined;
}
