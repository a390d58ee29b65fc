import { type NamePattern, namePattern, unescapedName } from '../contract/name_pattern.js';
import { spelling } from '../contract/spelling.js';
import { ALIAS_RANK, type TestCase, type TestReport, testAliases, testFiles, testId, testName } from './test_report.js';

/** A name that is looked up in a report. */
export interface WantedName {
  name: string;
  /** It is a full name or an id read off a report: no pattern, no file, no other spelling of another test. */
  exact: boolean;
}

/** What a name stands for in a report. */
export interface NamedTests {
  /** Tests of this name: each must have passed. */
  tests: TestCase[];
  /** Tests of the file of this name: none may fail, one must have passed. */
  in_file: TestCase[];
  /** Failures of the file of this name outside any test. */
  suite_failures: TestReport['suite_failures'];
}

/**
 * Looks up names in a report, in their order. Each goes once over the report, whatever the number of names.
 *
 * Of the tests that a name may stand for, those count for which it is the most specific name (`ALIAS_RANK`); a name that is a file of
 * tests stands for the file. Only a name that is found in no such way is read as a pattern.
 */
export function findNamed(report: TestReport, wanted: readonly WantedName[]): NamedTests[] {
  const exact = new Map<string, TestCase[]>();
  const others = new Map<string, AliasSlot>();
  for (const { name, exact: alone } of wanted) {
    if (alone) exact.set(spelling(name), []);
    else for (const key of keysOf(name)) others.set(key, { rank: Number.POSITIVE_INFINITY, tests: [], ...NO_FILE() });
  }
  if (exact.size > 0) fillExact(exact, report);
  if (others.size > 0) {
    fillAliases(others, report);
    fillFiles(others, report);
  }
  const patterns = createPatternSearch(report);
  return wanted.map(({ name, exact: alone }): NamedTests => {
    if (alone) return { tests: exact.get(spelling(name)) ?? [], ...NO_FILE() };
    for (const key of keysOf(name)) {
      const found = namedBy(others.get(key)!);
      if (!isUnseen(found)) return found;
    }
    const pattern = namePattern(spelling(name));
    return { tests: pattern ? patterns(pattern) : [], ...NO_FILE() };
  });
}

/** Whether a report knows nothing of a name. */
export const isUnseen = ({ tests, in_file, suite_failures }: NamedTests): boolean =>
  tests.length + in_file.length + suite_failures.length === 0;

/** Every test that a name stands for. */
export const testsNamed = ({ tests, in_file }: NamedTests): TestCase[] => [...tests, ...in_file];

/** Ids of the tests of a report that passed each time that they were reported. */
export function passedIds({ tests }: TestReport): string[] {
  const passed = new Map<string, boolean>();
  for (const test of tests) {
    const id = testId(test);
    passed.set(id, test.outcome === 'passed' && passed.get(id) !== false);
  }
  return [...passed].flatMap(([id, all]) => (all ? [id] : []));
}

interface AliasSlot extends NamedTests {
  /** Rank of the name for `tests`. */
  rank: number;
}

const NO_FILE = (): Pick<NamedTests, 'in_file' | 'suite_failures'> => ({ in_file: [], suite_failures: [] });

/** A name as it is written, and without its escapes. */
function keysOf(name: string): string[] {
  const plain = unescapedName(name);
  return plain === undefined ? [spelling(name)] : [spelling(name), spelling(plain)];
}

function fillExact(slots: Map<string, TestCase[]>, { tests }: TestReport): void {
  for (const test of tests) {
    const keys = new Set([spelling(testName(test)), spelling(testId(test))]);
    for (const key of keys) slots.get(key)?.push(test);
  }
}

function fillAliases(slots: Map<string, AliasSlot>, { tests }: TestReport): void {
  for (const test of tests) {
    for (const [alias, rank] of testAliases(test)) {
      const slot = slots.get(spelling(alias));
      if (slot === undefined || rank > slot.rank) continue;
      if (rank < slot.rank) slot.tests = [];
      slot.rank = rank;
      // Two aliases of one test may be one by their spelling.
      if (slot.tests.at(-1) !== test) slot.tests.push(test);
    }
  }
}

function fillFiles(slots: Map<string, AliasSlot>, { tests, suite_failures }: TestReport): void {
  for (const test of tests) for (const file of testFiles(test)) fileSlot(slots, file)?.in_file.push(test);
  for (const failure of suite_failures) {
    // A module of Python that cannot be collected is named as it would be imported.
    const module = /^[\w.]+$/.test(failure.name) ? `${failure.name.replaceAll('.', '/')}.py` : failure.name;
    for (const name of new Set([failure.name, module])) fileSlot(slots, name)?.suite_failures.push(failure);
  }
}

/** Titles are words; a file has a folder or an ending. */
function fileSlot(slots: Map<string, AliasSlot>, file: string): AliasSlot | undefined {
  return /[./]/.test(file) ? slots.get(spelling(file)) : undefined;
}

function namedBy({ rank, tests, in_file, suite_failures }: AliasSlot): NamedTests {
  const is_file = in_file.length + suite_failures.length > 0;
  return { tests: is_file && rank > ALIAS_RANK.exact ? [] : tests, in_file, suite_failures };
}

/**
 * Characters that are compared with patterns over one report, once for each wildcard. What hostile names would cost beyond this is not
 * looked for, and counts as missing.
 */
const MOST_COMPARED = 100_000_000;

/** Finds tests whose full name or id a pattern matches. Names are sorted once, and only those with the pattern's beginning are looked at. */
function createPatternSearch({ tests }: TestReport): (pattern: NamePattern) => TestCase[] {
  let sorted: { name: string; test: TestCase }[] | undefined;
  let left = MOST_COMPARED;
  return ({ prefix, wildcards, matches }) => {
    sorted ??= tests
      .flatMap((test) =>
        [...new Set([spelling(testName(test)), spelling(testId(test))])].map((name) => ({ name, test })),
      )
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const found = new Set<TestCase>();
    for (let i = firstFrom(sorted, prefix); i < sorted.length && sorted[i]!.name.startsWith(prefix); i++) {
      const { name, test } = sorted[i]!;
      left -= name.length * wildcards;
      if (left < 0) return [];
      if (matches(name)) found.add(test);
    }
    return [...found];
  };
}

/** Index of the first name that is not before a text. */
function firstFrom(sorted: readonly { name: string }[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.name < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
