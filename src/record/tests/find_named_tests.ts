import {
  maskVolatileParts,
  type NamePattern,
  normalizeTestName,
  parseNamePattern,
  unescapeName,
} from '../../contract/checks/name_pattern.js';
import {
  formatTestId,
  formatTestName,
  listExactNames,
  listTestAliases,
  listTestFiles,
  TEST_ALIAS_RANK,
  type TestCase,
  type TestReport,
} from './test_report.js';

/** Name to look up in a report. */
export interface NameQuery {
  name: string;
  /** True for a full name or id taken from a report, which is no pattern, no file, and no other spelling of a test. */
  exact: boolean;
}

/** Tests of a report that a name stands for. */
export interface NamedTestsResult {
  /** Tests of this name: each must have passed. */
  tests: TestCase[];
  /** Tests in the file of this name: none may fail, one must have passed. */
  in_file: TestCase[];
  /** Failed tests that the name may mean as well, because it names neither a file nor a class. */
  failed_namesakes: TestCase[];
  /** Failures in the file of this name outside any test. */
  suite_failures: TestReport['suite_failures'];
}

/**
 * Finds the tests of several names in a report, in the order of the names. Reads the report a constant number of times,
 * regardless of the number of names.
 *
 * A name stands for the tests of which it is the most specific name (`TEST_ALIAS_RANK`); the name of a test file
 * stands for the file. A name that matches neither is used as a pattern. One that is still not found stands for the
 * tests from which it differs only in what changes from run to run (`maskVolatileParts`).
 */
export function findNamedTests(report: TestReport, wanted: readonly NameQuery[]): NamedTestsResult[] {
  const exact = new Map<string, TestCase[]>();
  const slots = new Map<string, AliasSlot>();
  for (const { name, exact: alone } of wanted) {
    if (alone) exact.set(normalizeTestName(name), []);
    else
      for (const key of getNameKeys(name))
        slots.set(key, { rank: Number.POSITIVE_INFINITY, is_bare: true, tests: [], ...createEmptyMatch() });
  }
  if (exact.size > 0) fillExactSlots(exact, report);
  if (slots.size > 0) {
    fillAliasSlots(slots, report);
    fillFileSlots(slots, report);
  }
  const patterns = createPatternSearch(report);
  const results = wanted.map(({ name, exact: alone }): NamedTestsResult => {
    if (alone) return { tests: exact.get(normalizeTestName(name)) ?? [], ...createEmptyMatch() };
    for (const key of getNameKeys(name)) {
      const result = toNamedTestsResult(slots.get(key)!);
      if (!isUnreportedName(result)) return result;
    }
    const pattern = parseNamePattern(normalizeTestName(name));
    return { tests: pattern ? patterns(pattern) : [], ...createEmptyMatch() };
  });
  fillMaskedNames(wanted, results, report);
  return results;
}

/** Returns true if a report contains nothing of a name. */
export const isUnreportedName = ({ tests, in_file, suite_failures }: NamedTestsResult): boolean =>
  tests.length + in_file.length + suite_failures.length === 0;

interface AliasSlot extends NamedTestsResult {
  /** Rank of the name for `tests`. */
  rank: number;
  /** True if the name consists of titles only, so that tests of other files and suites may be meant. */
  is_bare: boolean;
}

const createEmptyMatch = (): Omit<NamedTestsResult, 'tests'> => ({
  in_file: [],
  failed_namesakes: [],
  suite_failures: [],
});

/** Returns the spellings of a name under which it is indexed: as written, and without escapes. */
function getNameKeys(name: string): string[] {
  const plain = unescapeName(name);
  return plain === undefined ? [normalizeTestName(name)] : [normalizeTestName(name), normalizeTestName(plain)];
}

function fillExactSlots(slots: Map<string, TestCase[]>, { tests }: TestReport): void {
  for (const test of tests) {
    for (const key of new Set(listExactNames(test).map(normalizeTestName))) slots.get(key)?.push(test);
  }
}

function fillAliasSlots(slots: Map<string, AliasSlot>, { tests }: TestReport): void {
  for (const test of tests) {
    for (const [alias, rank] of listTestAliases(test)) {
      const slot = slots.get(normalizeTestName(alias));
      if (slot === undefined) continue;
      if (rank > slot.rank) {
        if (test.outcome === 'failed') slot.failed_namesakes.push(test);
        continue;
      }
      if (rank < slot.rank) {
        slot.failed_namesakes.push(...slot.tests.filter(({ outcome }) => outcome === 'failed'));
        slot.tests = [];
        slot.is_bare = true;
      }
      slot.rank = rank;
      if (rank % TEST_ALIAS_RANK.row <= TEST_ALIAS_RANK.qualified && !isFullName(alias, test)) slot.is_bare = false;
      // Two aliases of one test may have the same spelling.
      if (slot.tests.at(-1) !== test) slot.tests.push(test);
    }
  }
}

/** Tells whether an alias is the full name of a test, or of the test whose row it is. */
function isFullName(alias: string, test: TestCase): boolean {
  const full = formatTestName(test);
  return alias === full || (full.startsWith(alias) && full[alias.length] === '[');
}

function fillFileSlots(slots: Map<string, AliasSlot>, { tests, suite_failures }: TestReport): void {
  for (const test of tests) for (const file of listTestFiles(test)) findFileSlot(slots, file)?.in_file.push(test);
  for (const failure of suite_failures) {
    // pytest reports a module that cannot be collected by its import name.
    const module = /^[\w.]+$/.test(failure.name) ? `${failure.name.replaceAll('.', '/')}.py` : failure.name;
    for (const name of new Set([failure.name, module])) findFileSlot(slots, name)?.suite_failures.push(failure);
  }
}

/** Returns the slot of a file. A name without a folder or extension is a title, not a file. */
function findFileSlot(slots: Map<string, AliasSlot>, file: string): AliasSlot | undefined {
  return /[./]/.test(file) ? slots.get(normalizeTestName(file)) : undefined;
}

function toNamedTestsResult({ rank, is_bare, tests, in_file, suite_failures, ...slot }: AliasSlot): NamedTestsResult {
  const is_file = in_file.length + suite_failures.length > 0;
  const meant = is_file && rank > TEST_ALIAS_RANK.exact ? [] : tests;
  return { tests: meant, in_file, suite_failures, failed_namesakes: is_bare && !is_file ? slot.failed_namesakes : [] };
}

/**
 * Fills the results of names that were not found with the tests from which they differ only in what changes from run to
 * run. A test that has the name of another of them is left to that one, and names for which no test is left stay
 * missing.
 */
function fillMaskedNames(wanted: readonly NameQuery[], found: NamedTestsResult[], { tests }: TestReport): void {
  const groups = new Map<string, { missing: Map<string, number[]>; tests: Set<TestCase> }>();
  const claimed = new Set<TestCase>();
  for (const [i, { name }] of wanted.entries()) {
    const spelling = normalizeTestName(name);
    const masked = maskVolatileParts(spelling);
    if (masked === spelling) continue;
    const result = found[i];
    for (const test of result?.tests ?? []) claimed.add(test);
    if (result === undefined || !isUnreportedName(result)) continue;
    const group = groups.get(masked) ?? { missing: new Map<string, number[]>(), tests: new Set<TestCase>() };
    group.missing.set(spelling, [...(group.missing.get(spelling) ?? []), i]);
    groups.set(masked, group);
  }
  if (groups.size === 0) return;
  for (const test of tests.filter((one) => !claimed.has(one)))
    for (const spelling of [formatTestName(test), formatTestId(test)])
      groups.get(maskVolatileParts(normalizeTestName(spelling)))?.tests.add(test);
  for (const { missing, tests: left } of groups.values()) {
    const ids = new Set([...left].map(formatTestId)).size;
    for (const i of [...missing.values()].slice(0, ids).flat()) found[i] = { tests: [...left], ...createEmptyMatch() };
  }
}

/**
 * Budget of characters compared with patterns in one report, once for each wildcard. Tests beyond the budget count as
 * missing, so that hostile names cannot use up the time.
 */
const MAX_COMPARED_CHARACTERS = 100_000_000;

/**
 * Creates a search for the tests whose full name or id matches a pattern. It sorts names once and compares only those
 * that share the pattern's literal beginning.
 */
function createPatternSearch({ tests }: TestReport): (pattern: NamePattern) => TestCase[] {
  let sorted: { name: string; test: TestCase }[] | undefined;
  let left = MAX_COMPARED_CHARACTERS;
  return ({ prefix, wildcards, matches }) => {
    sorted ??= tests
      .flatMap((test) => [...new Set(listExactNames(test).map(normalizeTestName))].map((name) => ({ name, test })))
      .sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
    const hits = new Set<TestCase>();
    for (let i = findFirstIndex(sorted, prefix); ; i++) {
      const { name, test } = sorted[i] ?? {};
      if (name === undefined || test === undefined || !name.startsWith(prefix)) break;
      left -= name.length * wildcards;
      if (left < 0) return [];
      if (matches(name)) hits.add(test);
    }
    return [...hits];
  };
}

/** Returns the index of the first name that does not sort before a text. */
function findFirstIndex(sorted: readonly { name: string }[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.name < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
