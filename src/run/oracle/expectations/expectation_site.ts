import { detectSourceLanguage } from '../../../language/source_language.js';
import { parseSource } from '../../../language/syntax/source_tree.js';
import type { DecidedAssertion, LiteralLeaf } from './assertions/decided_assertion.js';
import { findJavascriptAssertions } from './javascript/find_javascript_assertions.js';
import { findPythonAssertions } from './python/find_python_assertions.js';
import { findShellAssertions } from './shell/find_shell_assertions.js';
import { collectExpectedValues, createWrongTexts, type ExpectedValue } from './wrong_values/create_wrong_texts.js';

/** Place in a hidden test file where the expectation of one test can be made wrong. */
export interface ExpectationSite {
  /** Character offsets in the file's text; text.slice(start, end) is replaced. */
  start: number;
  end: number;
  /** Line of `start`, from 1. */
  line: number;
  /**
   * `value`: a literal that the assertion compares, with other literals of its type. `canary`: the inverted assertion,
   * which code could tell by its form.
   */
  kind: 'value' | 'canary';
  /** Start of the assertion, or of the row of a table. Sites with one place are alternatives of each other. */
  place: number;
  /** Wrong replacements, at most 4; no value that code can return satisfies both the original and one of them. */
  texts: string[];
  /** Enclosing test as the source shows it: titles joined by " > "; undefined if there is none. Only a hint. */
  test: string | undefined;
}

const MOST_SITES = 4000;
/** Most literals of one comparison that are varied. */
const MOST_LEAVES = 12;
/** Most expected values of one file that serve as wrong ones. */
const MOST_VALUES = 200;
/** Most characters of other files that are searched for values. */
const MOST_OTHER_CHARACTERS = 2 ** 19;

/**
 * Finds the places of a test file that decide: an assertion that is executed whenever its test passes compares an
 * expression with a literal, so that whatever satisfies it fails with the wrong literal.
 *
 * The same texts give the same sites, in the order of the file.
 *
 * @param others texts of the other hidden files, whose expected values may serve as wrong ones
 * @returns [] if the language is unknown or the text cannot be parsed
 */
export function findExpectationSites(path: string, content: string, others: readonly string[] = []): ExpectationSite[] {
  const assertions = findDecidedAssertions(path, content);
  if (assertions.length === 0) return [];
  const values = collectFileValues(assertions, content);
  for (const file of selectSearched(others)) values.push(...collectFileValues(findDecidedAssertions(path, file), file));
  const lineOf = createLineFinder(content);
  const sites = new Map<string, ExpectationSite>();
  for (const assertion of assertions) {
    if (sites.size >= MOST_SITES) break;
    for (const { start, end, kind, texts } of listReplacements(assertion, content, values)) {
      const key = `${start} ${end}`;
      if (texts.length === 0 || sites.has(key) || sites.size >= MOST_SITES) continue;
      sites.set(key, { start, end, line: lineOf(start), kind, place: assertion.place, texts, test: assertion.test });
    }
  }
  return [...sites.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function findDecidedAssertions(path: string, content: string): DecidedAssertion[] {
  const tree = parseSource(path, content);
  if (tree) return tree.language === 'python' ? findPythonAssertions(tree) : findJavascriptAssertions(tree);
  return detectSourceLanguage(path, content)?.name === 'shell' ? findShellAssertions(content) : [];
}

const collectFileValues = (assertions: readonly DecidedAssertion[], content: string): ExpectedValue[] =>
  collectExpectedValues(
    assertions.flatMap(({ leaves }) => leaves.slice(0, MOST_LEAVES)),
    content,
  ).slice(0, MOST_VALUES);

function selectSearched(others: readonly string[]): string[] {
  let budget = MOST_OTHER_CHARACTERS;
  return others.filter((other) => {
    budget -= other.length;
    return budget >= 0;
  });
}

type Replacement = Pick<ExpectationSite, 'start' | 'end' | 'kind' | 'texts'>;

function listReplacements(
  { leaves, tolerance, inversion }: DecidedAssertion,
  content: string,
  values: readonly ExpectedValue[],
): Replacement[] {
  if (inversion) {
    const { start, end, text } = inversion;
    return [{ start, end, kind: 'canary', texts: [text] }];
  }
  return selectSpread(leaves).map((leaf) => {
    const texts = createWrongTexts(leaf, content, values, tolerance);
    return { start: leaf.start, end: leaf.end, kind: 'value', texts };
  });
}

/** Selects leaves from the whole of a long literal. */
const selectSpread = (leaves: readonly LiteralLeaf[]): readonly LiteralLeaf[] =>
  leaves.filter(
    (_, i) =>
      Math.floor((i * MOST_LEAVES) / leaves.length) !== Math.floor(((i - 1) * MOST_LEAVES) / leaves.length) ||
      leaves.length <= MOST_LEAVES,
  );

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
  let position = 0;
  for (const { start, end, text } of [...pieces].sort((a, b) => a.start - b.start)) {
    if (start < position) throw new Error(`replacements overlap at character ${start}`);
    result += content.slice(position, start) + text;
    position = end;
  }
  return result + content.slice(position);
}

/** Creates a function that finds the line of an offset by bisection. */
function createLineFinder(content: string): (offset: number) => number {
  const starts = [0];
  for (let lineEnd = content.indexOf('\n'); lineEnd >= 0; lineEnd = content.indexOf('\n', lineEnd + 1))
    starts.push(lineEnd + 1);
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
