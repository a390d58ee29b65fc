import { findOpposite } from '../assertions/assertion_words.js';
import type { LiteralLeaf, Tolerance } from '../assertions/decided_assertion.js';
import { createWrongBodies } from './create_wrong_bodies.js';
import { createWrongNumbers } from './create_wrong_numbers.js';
import { hashText } from './hash_text.js';
import { excludesOther, readLiteralValue, splitQuotes } from './read_literal_value.js';

/** Expected value of a test file, which may be the wrong one elsewhere. */
export interface ExpectedValue {
  text: string;
  type: LiteralLeaf['type'];
  negative: boolean;
  /** Form that code could tell a value by. */
  form: string;
}

const MOST_TEXTS = 4;
const MOST_POOLED = 2;

/** Collects the distinct numbers and strings that a file expects. */
export function collectExpectedValues(leaves: readonly LiteralLeaf[], content: string): ExpectedValue[] {
  const values = new Map<string, ExpectedValue>();
  for (const { start, end, type, negative = false } of leaves) {
    const text = content.slice(start, end);
    if (readLiteralValue(text, type) === undefined || text.length > 200) continue;
    values.set(`${negative} ${text}`, { text, type, negative, form: describeForm(text, type) });
  }
  return [...values.values()];
}

/**
 * Creates wrong texts for a literal, from 2 to 4 if there are as many: values of the same form that the tests expect
 * elsewhere, then similar ones. None can be equal to what the true one is equal to.
 */
export function createWrongTexts(
  leaf: LiteralLeaf,
  content: string,
  values: readonly ExpectedValue[],
  tolerance?: Tolerance,
): string[] {
  const { type, negative = false, taken: used = [] } = leaf;
  const text = content.slice(leaf.start, leaf.end);
  if (type === 'boolean') {
    const opposite = findOpposite('literals', text);
    return opposite === undefined ? [] : [opposite];
  }
  const salt = hashText(text, leaf.start);
  const rotated = rotate(values, salt);
  const plain = pickPlain(rotated).map(writeValue);
  const words = plain.length > 0 ? plain : rotate(listQuotedWords(content), salt).slice(0, MOST_POOLED);
  if (type === 'none') return words;
  if (type === 'empty list') return words.map((word) => `[${word}]`);
  const form = describeForm(text, type);
  const isWrong = (other: string) =>
    excludesOther(text, other, type, tolerance) && used.every((one) => excludesOther(one, other, type));
  const pooled = rotated.flatMap((value) =>
    value.type === type && value.form === form && value.negative === negative && isWrong(value.text)
      ? [value.text]
      : [],
  );
  const near = createSimilarTexts(text, type, salt, tolerance).filter(isWrong);
  const isEmpty = splitQuotes(text, type)?.body === '';
  const quotedWords = /^["'`]/.test(text) ? words : [];
  const filled =
    isEmpty || near.length === 0 ? [...fillEmptyText(text, type, rotated), ...quotedWords].filter(isWrong) : [];
  const chosen = [...new Set([...pooled.slice(0, MOST_POOLED), ...near, ...filled])];
  return chosen.slice(0, MOST_TEXTS);
}

function createSimilarTexts(text: string, type: LiteralLeaf['type'], salt: number, tolerance?: Tolerance): string[] {
  if (type === 'number') {
    const value = readLiteralValue(text, type);
    const { absolute = 0, relative = 0 } = tolerance ?? {};
    return typeof value === 'number' ? createWrongNumbers(text, salt, 2 * absolute + 5 * relative * value) : [];
  }
  const quoted = splitQuotes(text, type);
  if (!quoted) return [];
  const isDigits = type === 'word' && /^(0|[1-9]\d*)$/.test(quoted.body);
  const bodies = isDigits ? createWrongNumbers(quoted.body, salt) : createWrongBodies(quoted.body, salt);
  return bodies.map((body) => quoted.open + body + quoted.close);
}

/** Takes plain values of the file where the true one has no form of its own. */
const pickPlain = (values: readonly ExpectedValue[]): ExpectedValue[] =>
  values.filter(({ text, type }) => type === 'number' || (splitQuotes(text)?.body ?? '') !== '').slice(0, MOST_POOLED);

/** Lists quoted words of a file whose tests expect no values that are plain. */
const listQuotedWords = (content: string): string[] => [...new Set(content.match(/(['"])[a-z][a-z-]{2,11}\1/g) ?? [])];

const writeValue = ({ text, negative }: ExpectedValue): string => (negative ? `-${text}` : text);

/** Takes other texts for an empty one. */
const fillEmptyText = (text: string, type: LiteralLeaf['type'], values: readonly ExpectedValue[]): string[] => {
  const readPrefix = (each: string) =>
    splitQuotes(each, type)
      ?.open.replace(/["'`]+$/, '')
      .toLowerCase();
  return values
    .flatMap((value) => (value.type === type && readPrefix(value.text) === readPrefix(text) ? [value.text] : []))
    .slice(0, MOST_POOLED);
};

const rotate = <T>(list: readonly T[], salt: number): T[] => {
  const start = list.length === 0 ? 0 : salt % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
};

/** Describes what code could tell a literal by: its type, its magnitude, its kinds of characters. */
function describeForm(text: string, type: LiteralLeaf['type']): string {
  if (type === 'number') {
    const [, whole = '', fraction = ''] = /^([\d_]*)\.?([\d_]*)/.exec(text) ?? [];
    const notation = /^0[xob]/i.exec(text)?.[0] ?? (/e/i.test(text) ? 'e' : '');
    const isRound = /[1-9]0+$/.test(whole) ? 'round' : '';
    return `${notation} ${whole.length} ${fraction.length} ${text.includes('.')} ${text.endsWith('n')} ${isRound}`;
  }
  const { open = '', body = '' } = splitQuotes(text, type) ?? {};
  if (type === 'word' && /^\d+$/.test(body)) return describeForm(body, 'number');
  const prefix = open.replace(/["'`]+$/, '').toLowerCase();
  if (/^(?=.*\d)[\da-f]{8,}$/i.test(body)) return `${prefix} hex ${body.length}`;
  const isDated = /\d{4}-\d\d|\d:\d\d/.test(body);
  const kinds = body
    .replace(/[a-z]+/g, 'a')
    .replace(/[A-Z]+/g, 'A')
    .replace(/\d/g, '9');
  return `${prefix} ${isDated ? kinds : kinds.replace(/9+/g, '9').replace(/A?a/g, 'a')}`;
}
