import { cSites } from './c_sites.js';
import { checkingCallSites, checkingFunctions, checkingSwapSites } from './checking_call_sites.js';
import { goSites } from './go_sites.js';
import { javascriptSites } from './javascript_sites.js';
import { jvmSites } from './jvm_sites.js';
import { phpSites } from './php_sites.js';
import { pythonSites } from './python_sites.js';
import { rubySites } from './ruby_sites.js';
import { rustSites } from './rust_sites.js';
import { shellDrafts } from './shell_sites.js';
import { type CheckingFunction, type SiteDraft, SiteDrafts } from './site_drafts.js';
import { tokenizeSource } from './source_tokens.js';
import { tableRowSites } from './table_row_sites.js';
import { type TestLanguage, testLanguageOf } from './test_language.js';
import { mapScopes } from './test_scopes.js';
import { collectValues, type PooledValue, wrongTextsFor } from './wrong_texts.js';

/** A place in a hidden test file where what one test expects can be made wrong. */
export interface ExpectationSite {
  /** Character offsets in the file's text; text.slice(start, end) is replaced. */
  start: number;
  end: number;
  /** 1-based line of start. */
  line: number;
  /** literal: another value of the same type; argument: an expected expression replaced by a literal; negation: the condition or matcher is turned round. */
  kind: 'literal' | 'argument' | 'negation';
  /** Wrong replacements for text.slice(start, end), best first, at most 4; none equals the original. */
  texts: string[];
  /** Enclosing test as the text shows it: titles joined by " > ", or the row of a table; undefined where none is seen. Only a hint. */
  test: string | undefined;
}

const MOST_SITES = 4000;
const MOST_TEXTS = 4;
/** Characters of other files that are read for values. */
const MOST_OTHER_CHARACTERS = 2 ** 19;

/**
 * Finds the places of a test file where what a test expects can be made wrong. The same texts give the same sites.
 *
 * Tests come in the order of the file; within a test the most reliable sites come first.
 *
 * @param others texts of the other hidden files, whose expected values may serve as wrong ones
 * @returns [] where the language is unknown or the text cannot be read
 */
export function expectationSites(path: string, content: string, others: readonly string[] = []): ExpectationSite[] {
  const language = testLanguageOf(path);
  if (!language) return [];
  const read = readOthers(others, language);
  const drafts = distinctDrafts(draftsOf(content, language, read));
  if (drafts.length === 0) return [];
  const values = [...collectValues(content, drafts), ...read.flatMap(({ values: theirs }) => theirs)];
  const lineOf = lineNumbers(content);
  const sites: ExpectationSite[] = [];
  for (const draft of orderDrafts(drafts)) {
    if (sites.length >= MOST_SITES) break;
    const original = content.slice(draft.start, draft.end);
    const wrong = wrongTextsFor(content, draft, values, language);
    const texts = [...new Set(wrong)].filter((text) => text !== original && namesCharacters(text, content));
    if (texts.length === 0) continue;
    const { start, end, kind, test } = draft;
    sites.push({ start, end, line: lineOf(start), kind, texts: texts.slice(0, MOST_TEXTS), test });
  }
  return sites;
}

/** Tells whether every character that a text names, as Python's `\N{SHAMROCK}` does, is one that the file names too: others may not exist. */
const namesCharacters = (text: string, content: string): boolean =>
  (text.match(/\\N[^}]{0,80}\}?/g) ?? []).every((name) => !name.startsWith('\\N{') || content.includes(name));

/** Applies replacements to a text. @throws Error where two of them overlap */
export function applyReplacements(
  content: string,
  pieces: readonly { start: number; end: number; text: string }[],
): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of [...pieces].sort((a, b) => a.start - b.start)) {
    if (start < at) throw new Error(`replacements overlap at character ${start}`);
    result += content.slice(at, start) + text;
    at = end;
  }
  return result + content.slice(at);
}

const FINDERS: Record<Exclude<TestLanguage, 'shell'>, (drafts: SiteDrafts) => void> = {
  javascript: javascriptSites,
  python: pythonSites,
  go: goSites,
  java: jvmSites,
  kotlin: jvmSites,
  csharp: jvmSites,
  rust: rustSites,
  c: cSites,
  ruby: rubySites,
  php: phpSites,
};

/** What another hidden file has to offer: values, and functions that tests call to check something. */
interface OtherTestFile {
  values: PooledValue[];
  checking: CheckingFunction[];
  expectedParameters: ReadonlyMap<string, ReadonlySet<number>>;
}

function readOthers(others: readonly string[], language: TestLanguage): OtherTestFile[] {
  const read: OtherTestFile[] = [];
  let budget = MOST_OTHER_CHARACTERS;
  for (const other of others) {
    budget -= other.length;
    if (budget < 0) break;
    const found = language === 'shell' ? undefined : findDrafts(other, language);
    const drafts = found?.drafts ?? (language === 'shell' ? shellDrafts(other) : []);
    read.push({
      values: collectValues(other, drafts),
      checking: found ? checkingFunctions(found) : [],
      expectedParameters: found?.expectedParameters ?? new Map(),
    });
  }
  return read;
}

function draftsOf(content: string, language: TestLanguage, others: readonly OtherTestFile[]): SiteDraft[] {
  if (language === 'shell') return shellDrafts(content);
  return findDrafts(content, language, others)?.drafts ?? [];
}

function findDrafts(
  content: string,
  language: Exclude<TestLanguage, 'shell'>,
  others: readonly OtherTestFile[] = [],
): SiteDrafts | undefined {
  const source = tokenizeSource(content, language);
  if (!source) return undefined;
  const drafts = new SiteDrafts(source, mapScopes(source));
  for (const { checking, expectedParameters } of others) {
    drafts.imported.push(...checking);
    for (const [name, indexes] of expectedParameters) drafts.expectedParameters.set(name, new Set(indexes));
  }
  FINDERS[language](drafts);
  tableRowSites(drafts);
  checkingCallSites(drafts);
  checkingSwapSites(drafts);
  return drafts;
}

/** One draft for a place and a kind: the most reliable. */
function distinctDrafts(drafts: readonly SiteDraft[]): SiteDraft[] {
  const best = new Map<string, SiteDraft>();
  for (const draft of drafts) {
    const key = `${draft.start} ${draft.end} ${draft.kind} ${draft.kind === 'negation' ? draft.texts?.[0] : ''}`;
    const known = best.get(key);
    if (!known) best.set(key, draft);
    else if (draft.rank < known.rank) best.set(key, { ...draft, test: draft.test ?? known.test });
  }
  return [...best.values()];
}

/** By the first place of a test; within it by rank, then by place. */
function orderDrafts(drafts: readonly SiteDraft[]): SiteDraft[] {
  const first = new Map<string, number>();
  for (const { test = '', start } of drafts) first.set(test, Math.min(first.get(test) ?? start, start));
  const group = ({ test, start }: SiteDraft) => (test === undefined ? start : first.get(test)!);
  return [...drafts].sort(
    (a, b) =>
      Number(a.test === undefined) - Number(b.test === undefined) ||
      group(a) - group(b) ||
      a.rank - b.rank ||
      a.start - b.start ||
      a.end - b.end,
  );
}

/** Finds lines by bisection. */
function lineNumbers(content: string): (offset: number) => number {
  const starts = [0];
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
