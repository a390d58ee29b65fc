import { createWrongNumbers, hashText } from './create_wrong_numbers.js';
import {
  createWrongBodies,
  createWrongCharacters,
  createWrongExpressions,
  createWrongStrings,
} from './create_wrong_strings.js';
import type { SiteDraft } from './site_drafts.js';
import { splitStringLiteral } from './tokens/split_string_literal.js';
import { isTypeCheckedLanguage, type TestLanguage } from './tokens/test_language.js';

/** Expected value of some test, which may serve as a wrong one elsewhere. */
export interface PooledValue {
  text: string;
  /** Values of one type are exchangeable. */
  type: string;
}

const MOST_POOLED = 600;
const TRUTH_OPPOSITES: Record<string, string> = {
  true: 'false',
  false: 'true',
  True: 'False',
  False: 'True',
  TRUE: 'FALSE',
  FALSE: 'TRUE',
  YES: 'NO',
  NO: 'YES',
};

/** Collects the literals that tests of a file compare for equality. */
export function collectPooledValues(content: string, drafts: readonly SiteDraft[]): PooledValue[] {
  const values = new Map<string, PooledValue>();
  for (const { start, end, kind, mode, literal } of drafts) {
    if (kind !== 'literal' || mode !== 'equal' || values.size >= MOST_POOLED) continue;
    if (literal !== 'string' && literal !== 'number' && literal !== 'body') continue;
    const text = content.slice(start, end);
    // An unquoted word of a shell ends at a blank.
    if (literal === 'body' && !/^\w+$/.test(text)) continue;
    if (text.length > 2 || literal !== 'string') values.set(text, { text, type: getLiteralType(text, literal) });
  }
  return [...values.values()];
}

function getLiteralType(text: string, literal: string): string {
  // Any plain text may stand between the quotes of a shell.
  if (literal === 'body')
    return /^\d+$/.test(text) ? 'digits' : /^[\w .,:/@%+=-]+$/.test(text) ? 'plain' : `quoted ${text}`;
  if (literal === 'string') return `string ${splitStringLiteral(text)?.prefix.replace(/["'`]+$/, '') ?? '?'}`;
  const suffix = /^0[xX]/.test(text) ? '' : /[a-zA-Z]\w*$/.exec(text.replace(/[eE][+-]?\d+/, ''))?.[0];
  return `${/[.]|^\d[\d_]*[eE]/.test(text) ? 'float' : 'int'} ${suffix ?? ''}`;
}

/** Creates wrong texts for a draft: near misses first, then values of other tests. */
export function createWrongTexts(
  content: string,
  draft: SiteDraft,
  pool: readonly PooledValue[],
  language: TestLanguage,
): string[] {
  if (draft.texts) return draft.texts;
  const text = content.slice(draft.start, draft.end);
  const salt = hashText(text, draft.start);
  const [open, close] = draft.frame ?? ['', ''];
  if (draft.frame || draft.kind === 'argument')
    return createOtherValues(text, pool, salt, content).map((value) => open + value + close);
  const near = createNearTexts(text, draft, salt);
  if (draft.mode !== 'equal' || !/^(string|number|body)$/.test(draft.literal)) return near;
  const typed = isTypeCheckedLanguage(language);
  const own = getLiteralType(text, draft.literal);
  const others = pool.filter(
    (value) =>
      value.type === own &&
      hasOtherValue(value.text, text, draft.literal) &&
      (!typed || canReplaceValue(value.text, text, own)),
  );
  const permuted = [0, 1, 2].map((nth) => others[hashText(text, salt + 31 * nth) % Math.max(1, others.length)]?.text);
  const words = near.length === 0 && draft.literal === 'string' ? fillEmptyText(text, content, salt) : [];
  return [...near.slice(0, 2), ...permuted.filter((one) => one !== undefined), ...near.slice(2), ...words];
}

function createNearTexts(text: string, { literal, mode }: SiteDraft, salt: number): string[] {
  switch (literal) {
    case 'number':
      return createWrongNumbers(text, mode, salt);
    case 'string':
      return createWrongStrings(text, mode, salt);
    case 'template':
      return createWrongStrings(text.replace(/^\$/, ''), mode === 'equal' ? 'equal' : 'included', salt, true);
    case 'char':
      return createWrongCharacters(text, salt);
    case 'expression':
      return createWrongExpressions(text, salt);
    case 'truth':
      return [TRUTH_OPPOSITES[text]!];
    case 'body':
      return /^\d+$/.test(text)
        ? [
            ...createWrongNumbers(text, 'equal', salt).slice(0, 2),
            ...(mode === 'equal' ? [] : createWrongBodies(text, mode, salt)),
          ]
        : createWrongBodies(text, mode, salt);
    default:
      return [];
  }
}

/** Tells whether two literals differ in value, not only in quotes or zeros. */
function hasOtherValue(one: string, other: string, literal: string): boolean {
  if (one === other) return false;
  if (literal === 'number') return Number(one.replaceAll('_', '')) !== Number(other.replaceAll('_', ''));
  return splitStringLiteral(one)?.body !== splitStringLiteral(other)?.body;
}

/**
 * Tells whether a value can replace another one. It may be too large for the type, or of another length where the
 * length is part of the type.
 */
function canReplaceValue(one: string, text: string, type: string): boolean {
  if (type.startsWith('string b')) return one.length === text.length;
  if (!type.startsWith('int')) return true;
  const value = Number.parseInt(one.replaceAll('_', ''), 10);
  return Number.isNaN(value) || value <= Math.max(127, Number.parseInt(text.replaceAll('_', ''), 10) || 0);
}

/** Creates literals instead of an expression: values of other tests, else a number and a word of the file. */
function createOtherValues(text: string, pool: readonly PooledValue[], salt: number, content: string): string[] {
  const chosen = [0, 1, 2].map((nth) => pool[hashText(text, salt + 17 * nth) % Math.max(1, pool.length)]?.text);
  const number = String(2 + (salt % 90));
  return [
    ...new Set([...chosen.filter((one) => one !== undefined), number, ...fillEmptyText("''", content, salt)]),
  ].filter((one) => one !== text);
}

/** Puts a word of the file between the quotes of an empty text. */
function fillEmptyText(text: string, content: string, salt: number): string[] {
  const parts = splitStringLiteral(text) ?? { prefix: "'", close: "'" };
  const from = content.length === 0 ? 0 : salt % content.length;
  const word = /\b[a-z]{3,9}\b/.exec(content.slice(from, from + 400))?.[0] ?? 'name';
  return /["'`]/.test(parts.prefix) ? [`${parts.prefix}${word}${parts.close}`] : [];
}
