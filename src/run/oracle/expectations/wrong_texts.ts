import { splitString } from './literal_strings.js';
import type { SiteDraft } from './site_drafts.js';
import { isTypeChecked, type TestLanguage } from './test_language.js';
import {
  hashText,
  wrongBodies,
  wrongCharacters,
  wrongExpressionLiterals,
  wrongNumbers,
  wrongStrings,
} from './wrong_values.js';

/** An expected value of some test, which may serve as a wrong one elsewhere. */
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

/** Returns the literals that tests of a file compare for equality. */
export function collectValues(content: string, drafts: readonly SiteDraft[]): PooledValue[] {
  const values = new Map<string, PooledValue>();
  for (const { start, end, kind, mode, literal } of drafts) {
    if (kind !== 'literal' || mode !== 'equal' || values.size >= MOST_POOLED) continue;
    if (literal !== 'string' && literal !== 'number' && literal !== 'body') continue;
    const text = content.slice(start, end);
    // A shell's word without quotes ends at a blank.
    if (literal === 'body' && !/^\w+$/.test(text)) continue;
    if (text.length > 2 || literal !== 'string') values.set(text, { text, type: typeOfLiteral(text, literal) });
  }
  return [...values.values()];
}

function typeOfLiteral(text: string, literal: string): string {
  // Between the quotes of a shell anything that is plain may stand.
  if (literal === 'body')
    return /^\d+$/.test(text) ? 'digits' : /^[\w .,:/@%+=-]+$/.test(text) ? 'plain' : `quoted ${text}`;
  if (literal === 'string') return `string ${splitString(text)?.prefix.replace(/["'`]+$/, '') ?? '?'}`;
  const suffix = /^0[xX]/.test(text) ? '' : /[a-zA-Z]\w*$/.exec(text.replace(/[eE][+-]?\d+/, ''))?.[0];
  return `${/[.]|^\d[\d_]*[eE]/.test(text) ? 'float' : 'int'} ${suffix ?? ''}`;
}

/** Returns wrong texts for a draft: near misses first, then what other tests expect. */
export function wrongTextsFor(
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
    return anyValues(text, pool, salt, content).map((value) => open + value + close);
  const near = nearTexts(text, draft, salt);
  if (draft.mode !== 'equal' || !/^(string|number|body)$/.test(draft.literal)) return near;
  const typed = isTypeChecked(language);
  const own = typeOfLiteral(text, draft.literal);
  const others = pool.filter(
    (value) =>
      value.type === own && isOther(value.text, text, draft.literal) && (!typed || fits(value.text, text, own)),
  );
  const permuted = [0, 1, 2].map((nth) => others[hashText(text, salt + 31 * nth) % Math.max(1, others.length)]?.text);
  const words = near.length === 0 && draft.literal === 'string' ? emptyFilled(text, content, salt) : [];
  return [...near.slice(0, 2), ...permuted.filter((one) => one !== undefined), ...near.slice(2), ...words];
}

function nearTexts(text: string, { literal, mode }: SiteDraft, salt: number): string[] {
  switch (literal) {
    case 'number':
      return wrongNumbers(text, mode, salt);
    case 'string':
      return wrongStrings(text, mode, salt);
    case 'template':
      return wrongStrings(text.replace(/^\$/, ''), mode === 'equal' ? 'equal' : 'included', salt, true);
    case 'char':
      return wrongCharacters(text, salt);
    case 'expression':
      return wrongExpressionLiterals(text, salt);
    case 'truth':
      return [TRUTH_OPPOSITES[text]!];
    case 'body':
      return /^\d+$/.test(text)
        ? [...wrongNumbers(text, 'equal', salt).slice(0, 2), ...(mode === 'equal' ? [] : wrongBodies(text, mode, salt))]
        : wrongBodies(text, mode, salt);
    default:
      return [];
  }
}

/** Other by its value, not only by its quotes or zeros. */
function isOther(one: string, other: string, literal: string): boolean {
  if (one === other) return false;
  if (literal === 'number') return Number(one.replaceAll('_', '')) !== Number(other.replaceAll('_', ''));
  return splitString(one)?.body !== splitString(other)?.body;
}

/** A value of another test may be too large for the type, or of another length where that is the type. */
function fits(one: string, text: string, type: string): boolean {
  if (type.startsWith('string b')) return one.length === text.length;
  if (!type.startsWith('int')) return true;
  const value = Number.parseInt(one.replaceAll('_', ''), 10);
  return Number.isNaN(value) || value <= Math.max(127, Number.parseInt(text.replaceAll('_', ''), 10) || 0);
}

/** Literals in place of an expression: what other tests expect, else a number and a word of the file. */
function anyValues(text: string, pool: readonly PooledValue[], salt: number, content: string): string[] {
  const chosen = [0, 1, 2].map((nth) => pool[hashText(text, salt + 17 * nth) % Math.max(1, pool.length)]?.text);
  const number = String(2 + (salt % 90));
  return [
    ...new Set([...chosen.filter((one) => one !== undefined), number, ...emptyFilled("''", content, salt)]),
  ].filter((one) => one !== text);
}

/** A word of the file between the quotes of an empty text. */
function emptyFilled(text: string, content: string, salt: number): string[] {
  const parts = splitString(text) ?? { prefix: "'", close: "'" };
  const from = content.length === 0 ? 0 : salt % content.length;
  const word = /\b[a-z]{3,9}\b/.exec(content.slice(from, from + 400))?.[0] ?? 'name';
  return /["'`]/.test(parts.prefix) ? [`${parts.prefix}${word}${parts.close}`] : [];
}
