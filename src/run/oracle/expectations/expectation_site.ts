import { collectPooledValues, createWrongTexts, type PooledValue } from './create_wrong_texts.js';
import { findCheckingCallSites, findCheckingFunctions, findCheckingSwapSites } from './find_checking_call_sites.js';
import { findTableRowSites } from './find_table_row_sites.js';
import { findCSites } from './languages/find_c_sites.js';
import { findGoSites } from './languages/find_go_sites.js';
import { findJavascriptSites } from './languages/find_javascript_sites.js';
import { findJvmSites } from './languages/find_jvm_sites.js';
import { findPhpSites } from './languages/find_php_sites.js';
import { findPythonSites } from './languages/find_python_sites.js';
import { findRubySites } from './languages/find_ruby_sites.js';
import { findRustSites } from './languages/find_rust_sites.js';
import { findShellDrafts } from './languages/find_shell_drafts.js';
import { type CheckingFunction, type SiteDraft, SiteDrafts } from './site_drafts.js';
import { detectTestLanguage, type TestLanguage } from './tokens/test_language.js';
import { mapTestScopes } from './tokens/test_scope.js';
import { tokenizeSource } from './tokens/tokenize_source.js';

/** Place in a hidden test file where the expectation of one test can be made wrong. */
export interface ExpectationSite {
  /** Character offsets in the file's text; text.slice(start, end) is replaced. */
  start: number;
  end: number;
  /** Line of `start`, from 1. */
  line: number;
  /**
   * Kind of replacement. `literal`: another value of the same type. `argument`: a literal instead of an expected
   * expression. `negation`: the inverted condition or matcher.
   */
  kind: 'literal' | 'argument' | 'negation';
  /** Wrong replacements for text.slice(start, end), best first, at most 4; none equals the original. */
  texts: string[];
  /**
   * Enclosing test as the source shows it: titles joined by " > ", or the row of a table; undefined if there is none.
   * Only a hint.
   */
  test: string | undefined;
}

const MOST_SITES = 4000;
const MOST_TEXTS = 4;
/** Most characters of other files that are searched for values. */
const MOST_OTHER_CHARACTERS = 2 ** 19;

/**
 * Finds the places of a test file where the expectation of a test can be made wrong.
 *
 * The same texts give the same sites. Tests come in the order of the file; within a test the most reliable sites come
 * first.
 *
 * @param others texts of the other hidden files, whose expected values may serve as wrong ones
 * @returns [] if the language is unknown or the text cannot be read
 */
export function findExpectationSites(path: string, content: string, others: readonly string[] = []): ExpectationSite[] {
  const language = detectTestLanguage(path);
  if (!language) return [];
  const read = readOtherTestFiles(others, language);
  const drafts = distinctDrafts(listDrafts(content, language, read));
  if (drafts.length === 0) return [];
  const values = [...collectPooledValues(content, drafts), ...read.flatMap(({ values: theirs }) => theirs)];
  const lineOf = createLineFinder(content);
  const sites: ExpectationSite[] = [];
  for (const draft of orderDrafts(drafts)) {
    if (sites.length >= MOST_SITES) break;
    const original = content.slice(draft.start, draft.end);
    const wrong = createWrongTexts(content, draft, values, language);
    const texts = [...new Set(wrong)].filter((text) => text !== original && hasKnownCharacterNames(text, content));
    if (texts.length === 0) continue;
    const { start, end, kind, test } = draft;
    sites.push({ start, end, line: lineOf(start), kind, texts: texts.slice(0, MOST_TEXTS), test });
  }
  return sites;
}

/**
 * Tells whether all named characters of a text, such as Python's `\N{SHAMROCK}`, are named in the file already; others
 * may not exist.
 */
const hasKnownCharacterNames = (text: string, content: string): boolean =>
  (text.match(/\\N[^}]{0,80}\}?/g) ?? []).every((name) => !name.startsWith('\\N{') || content.includes(name));

/**
 * Applies replacements to a text.
 *
 * @throws {Error} if two of them overlap
 */
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

const SITE_FINDERS: Record<Exclude<TestLanguage, 'shell'>, (drafts: SiteDrafts) => void> = {
  javascript: findJavascriptSites,
  python: findPythonSites,
  go: findGoSites,
  java: findJvmSites,
  kotlin: findJvmSites,
  csharp: findJvmSites,
  rust: findRustSites,
  c: findCSites,
  ruby: findRubySites,
  php: findPhpSites,
};

/** Values and checking functions of another hidden file. */
interface OtherTestFile {
  values: PooledValue[];
  checking: CheckingFunction[];
  expectedParameters: ReadonlyMap<string, ReadonlySet<number>>;
}

function readOtherTestFiles(others: readonly string[], language: TestLanguage): OtherTestFile[] {
  const read: OtherTestFile[] = [];
  let budget = MOST_OTHER_CHARACTERS;
  for (const other of others) {
    budget -= other.length;
    if (budget < 0) break;
    const found = language === 'shell' ? undefined : findDrafts(other, language);
    const drafts = found?.drafts ?? (language === 'shell' ? findShellDrafts(other) : []);
    read.push({
      values: collectPooledValues(other, drafts),
      checking: found ? findCheckingFunctions(found) : [],
      expectedParameters: found?.expectedParameters ?? new Map(),
    });
  }
  return read;
}

function listDrafts(content: string, language: TestLanguage, others: readonly OtherTestFile[]): SiteDraft[] {
  if (language === 'shell') return findShellDrafts(content);
  return findDrafts(content, language, others)?.drafts ?? [];
}

function findDrafts(
  content: string,
  language: Exclude<TestLanguage, 'shell'>,
  others: readonly OtherTestFile[] = [],
): SiteDrafts | undefined {
  const source = tokenizeSource(content, language);
  if (!source) return undefined;
  const drafts = new SiteDrafts(source, mapTestScopes(source));
  for (const { checking, expectedParameters } of others) {
    drafts.imported.push(...checking);
    for (const [name, indexes] of expectedParameters) drafts.expectedParameters.set(name, new Set(indexes));
  }
  SITE_FINDERS[language](drafts);
  findTableRowSites(drafts);
  findCheckingCallSites(drafts);
  findCheckingSwapSites(drafts);
  return drafts;
}

/** Keeps the most reliable draft for each place and kind. */
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

/** Orders drafts by test, then by rank, then by place. */
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

/** Creates a function that finds the line of an offset by bisection. */
function createLineFinder(content: string): (offset: number) => number {
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
