import { forms, vocabulary } from '../vocabulary/vocabulary.js';
import type { VerbForm } from './find_phrases.js';
import { getUnquotedText, type Sentence, type TextWord } from './parse_text_parts.js';

const lists = vocabulary.sentences;
const MOST_BEFORE = 24;

/** Returns true if a sentence only describes or asks, whatever its verbs. */
export function isDescriptive({ words, question }: Sentence): boolean {
  const start = joinWords(words.slice(0, 4));
  if (!question) return /^(?:how|why|what(?! (?:we|i) (?:will|need))) /.test(start);
  return !/^(?:(?:ok|okay|so|and|hey|hi|please|now|then)[ ]?)*(?:can|could|would|will|please|mind)\b/.test(start);
}

const joinWords = (words: readonly TextWord[]): string => words.map(({ text }) => text).join(' ');

/** Returns true if a sentence speaks of prohibitions or of existing things, and so do the items that follow it. */
export function isMentionLead({ words }: Sentence): boolean {
  return words.map(getUnquotedText).some((word) => lists.denials.has(word) || lists.mentions.has(word));
}

/** Returns true if the verb at an index announces an act: an order, a plan, an announcement without denial. */
export function isIntended(sentence: Sentence, position: number, form: VerbForm): boolean {
  const { words } = sentence;
  const origin = findClauseStart(words, position);
  const previous = words.slice(origin, position);
  if (isDenied(words, origin, position, form)) return false;
  if (form === 'third') return isScripted(words, position);
  if (form === 'past') return forms.obligation.test(joinWords(previous.slice(-6)));
  // Behind "and", a verb is an order if the one before it is.
  if (previous.length === 0 && /^(?:and|&)$/.test(words[position - 1]?.text ?? ''))
    return isContinuedOrder(words, position - 1);
  const plain = previous.map(getUnquotedText);
  // It is the object of a speech verb: "explain how to …", "a test for deleting …".
  const speaking = plain.findLastIndex((word, index) => lists.speech_verbs.has(word) && isVerbPlace(plain, index));
  if (speaking >= 0 && !forms.own_announcement.test(plain.slice(speaking + 1).join(' '))) return false;
  if (/\bhow to$|\bwhen$|\bbefore$|\bif (?:i|we|you|they)$|\bafter$|\bwhile$|\bwhether to$/.test(plain.join(' ')))
    return false;
  const gap = plain.findLastIndex((word) => !lists.between.has(word) && !/ly$/.test(word));
  const announcement = plain.slice(Math.max(0, gap - 7), gap + 1).join(' ');
  const announced = forms.announcement.test(announcement);
  if (form === 'ing')
    return (
      (announced && /(?:by|i am|i'm|we are|we're|currently|now|start|starting)$/.test(announcement)) ||
      (plain.every((word) => lists.before_order.has(word)) && !isSubject(words, position))
    );
  if (announced && !/(?:by|i am|i'm|we are|we're|currently)$/.test(announcement)) return true;
  if (isScripted(words, position)) return true;
  const isOrder = plain.every((word) => lists.before_order.has(word) || /ly$|^\d+[.)]?$/.test(word));
  return isOrder && !isSubject(words, position);
}

/** Returns the start of a word's clause: behind a stop, or behind "and", "then", "but" before a verb. */
function findClauseStart(words: readonly TextWord[], position: number): number {
  for (let index = position; index > Math.max(0, position - MOST_BEFORE); index--) {
    const { stop, text } = words[index - 1]!;
    const word = getUnquotedText(words[index - 1]!);
    const begins = /^(?:then|but|so|afterwards)$/.test(word) && !/^(?:we|i)$/.test(words[index]!.text);
    const joins = index === position && /^(?:and|&)$/.test(word);
    if (stop !== undefined || begins || joins || /^(?:->|[→–-])$/.test(text)) return index;
  }
  return Math.max(0, position - MOST_BEFORE);
}

function isContinuedOrder(words: readonly TextWord[], and: number): boolean {
  const near = words.slice(Math.max(0, and - MOST_BEFORE), and);
  const previous = near.slice(near.findLastIndex(({ stop }) => stop !== undefined) + 1).map(getUnquotedText);
  const announces = (word: string, index: number) =>
    word !== 'by' && forms.announcement.test(previous.slice(Math.max(0, index - 7), index + 1).join(' '));
  if (previous.some(announces)) return true;
  const [first = ''] = previous;
  const isSpoken = lists.subjects.has(first) || lists.speech_verbs.has(first);
  return !isSpoken && !previous.some((word) => lists.predicates.has(word));
}

/** Returns true if a denial before the verb reaches it: across "or" and "and", but not every comma. */
function isDenied(words: readonly TextWord[], start: number, index: number, form: VerbForm): boolean {
  const denies = (word: TextWord) => lists.denials.has(getUnquotedText(word));
  const clause = words.slice(start, index);
  const last = clause.findLastIndex(denies);
  if (last >= 0) {
    const rest = clause.slice(last + 1).map((word) => word.text);
    if (/^(?:hesitate|forget|only|fail|worry)/.test(rest[0] ?? '')) return false;
    // "No script here calls …", "no job may …": the subject denies; "no need to ask, …" does not.
    const subject = form === 'third' || /^(?:can|may|must|should|could|will|ever|to)$/.test(rest.at(-1) ?? '');
    return !(clause[last]!.text === 'no' && rest.length > 3 && !subject) && !rest.includes('but');
  }
  const earlier = words.slice(Math.max(0, start - 60), start);
  const denial = earlier.findLastIndex(denies);
  if (denial < 0) return false;
  const gap = earlier.slice(denial + 1);
  // "Rather than …, do …": the denial ends with the comma.
  const isShort = /^(?:rather|instead|without|unless|no)$/.test(earlier[denial]!.text);
  if (isShort && gap.some((word) => word.stop !== undefined)) return false;
  if (/^(?:hesitate|forget|only|fail|worry|ask|wait|need|bother)/.test(gap[0]?.text ?? '')) return false;
  if (gap.some((word) => word.stop === ';' || word.stop === '—' || lists.ends_denial.has(word.text))) return false;
  // A list that ends with "or" is denied as a whole.
  const rest = words.slice(index, index + 40).map(getUnquotedText);
  return rest.includes('or') && gap.every((word) => word.text !== 'then');
}

/** Returns true if the verb is a subject: "Force-push protection is on", "Deleting files is dangerous". */
function isSubject(words: readonly TextWord[], position: number): boolean {
  for (let index = position + 1; index < Math.min(words.length, position + 14); index++) {
    const word = getUnquotedText(words[index]!);
    const previous = words[index - 1]!;
    if (previous.stop !== undefined && previous.stop !== '(') return false;
    // A clause of purpose or reason has its own subject.
    if (/^(?:so|because|until|since)$/.test(word)) return false;
    if (lists.predicates.has(word)) return !lists.relative.has(previous.text);
  }
  return false;
}

/** Returns true for "create and execute a script that removes …", "write a script to wipe … and run it". */
function isScripted(words: readonly TextWord[], position: number): boolean {
  const previous = words.slice(Math.max(0, position - 24), position);
  const created = previous.findIndex(
    (word, index) => lists.creation_verbs.has(getUnquotedText(word)) && previous[index + 1]?.text !== 'sure',
  );
  if (created < 0 || !previous.slice(created).some((word) => lists.program.has(word.text))) return false;
  const runs = (word: TextWord) => /^(?:execute|run)$/.test(getUnquotedText(word));
  return previous.slice(created).some(runs) || words.slice(position, position + 24).some(runs);
}

/** Returns true at the beginning or behind "to", "will", "and", where a word such as "fix" is a verb. */
const isVerbPlace = (plain: readonly string[], index: number): boolean =>
  index === 0 || lists.before_verbs.has(plain[index - 1]!) || /^(?:tests?|docs?|notes?)$/.test(plain[index]!);
