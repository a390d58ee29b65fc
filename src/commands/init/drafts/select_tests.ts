import { maskVolatileParts, normalizeTestName, writeRequiredName } from '../../../contract/checks/name_pattern.js';
import { evaluateRequiredTests } from '../../../record/tests/evaluate_required_tests.js';
import {
  formatTestId,
  formatTestName,
  hasTestPassed,
  listTestAliases,
  type TestReport,
} from '../../../record/tests/test_report.js';

/** Test whose outcome differed between runs of the same files. */
interface FlakyTest {
  name: string;
  /** Runs in which it passed, and all of them, with and without the reference solution. */
  golden: { passed: number; runs: number };
  base: { passed: number; runs: number };
}

/** Tests of a change, by what the contract requires of them. Names are those that contracts use. */
export interface TestSelection {
  fail_to_pass: string[];
  pass_to_pass: string[];
  /** Tests that pass sometimes: required, and in quarantine. */
  flaky: FlakyTest[];
  /** Tests that fail with the reference solution too. */
  failing: string[];
}

type Outcome = 'passed' | 'failed' | 'skipped';

/**
 * Selects the required tests of a change from repeated runs.
 *
 * A test is in `fail_to_pass` if it passed in every run with the reference solution and in none without it, and in
 * `pass_to_pass` if it passed in all runs. One that passed in only some runs of the same files is flaky. Parts of names
 * that change from run to run are written as wildcards. A name that would also fail by other tests is not required.
 *
 * @param base reports of the unchanged repository with the hidden files; a run that left no report is an empty one
 * @param golden reports with the reference solution
 */
export function selectTests(base: readonly TestReport[], golden: readonly TestReport[]): TestSelection {
  const reports = [...golden, ...base];
  const distinct = findDistinctTests(reports);
  const getKey = (id: string) => (distinct.has(maskVolatileParts(id)) ? id : maskVolatileParts(id));
  const names = nameTests(reports, getKey);
  const baseOutcomes = base.map((report) => readOutcomes(report, getKey));
  const goldenOutcomes = golden.map((report) => readOutcomes(report, getKey));
  const selection: TestSelection = { fail_to_pass: [], pass_to_pass: [], flaky: [], failing: [] };
  for (const key of new Set(goldenOutcomes.flatMap((outcomes) => [...outcomes.keys()]))) {
    const name = names.get(key)!;
    if (name.trim() === '') continue;
    const passed_after = goldenOutcomes.filter((outcomes) => outcomes.get(key) === 'passed').length;
    const passed_before = baseOutcomes.filter((outcomes) => outcomes.get(key) === 'passed').length;
    if (passed_after === 0) {
      if (goldenOutcomes.some((outcomes) => outcomes.get(key) === 'failed')) selection.failing.push(name);
    } else if (passed_after < goldenOutcomes.length || (passed_before > 0 && passed_before < baseOutcomes.length))
      selection.flaky.push({
        name,
        golden: { passed: passed_after, runs: goldenOutcomes.length },
        base: { passed: passed_before, runs: baseOutcomes.length },
      });
    else selection[passed_before === 0 ? 'fail_to_pass' : 'pass_to_pass'].push(name);
  }
  return excludeUnmetNames(selection, golden);
}

/**
 * Moves names that the reference solution does not meet, because they stand for other tests too, to those that fail.
 */
function excludeUnmetNames(selection: TestSelection, golden: readonly TestReport[]): TestSelection {
  const { fail_to_pass, pass_to_pass, failing } = selection;
  const names = [...fail_to_pass, ...pass_to_pass].map((name) => ({
    name,
    list: 'fail_to_pass' as const,
    exact: false,
  }));
  const unmet = new Set(
    golden.flatMap((report) =>
      evaluateRequiredTests({ names, quarantine: [] }, report).flatMap(({ name, standing }) =>
        standing === 'passed' ? [] : [name],
      ),
    ),
  );
  if (unmet.size === 0) return selection;
  const isMet = (name: string) => !unmet.has(name);
  return {
    ...selection,
    fail_to_pass: fail_to_pass.filter(isMet),
    pass_to_pass: pass_to_pass.filter(isMet),
    failing: [...failing, ...unmet],
  };
}

/** Writes a name so that nothing in it is a pattern. */
const escapeName = (name: string): string => name.replace(/[\\*?]/g, '\\$&');

/**
 * Finds the masked ids of tests that must be told apart by what looks as if it changed from run to run: in one report
 * they end differently.
 */
function findDistinctTests(reports: readonly TestReport[]): Set<string> {
  const distinct = new Set<string>();
  for (const { tests } of reports) {
    const outcomes = new Map<string, string>();
    for (const test of tests) {
      const masked = maskVolatileParts(formatTestId(test));
      const outcome = outcomes.get(masked);
      if (outcome !== undefined && outcome !== test.outcome) distinct.add(masked);
      outcomes.set(masked, test.outcome);
    }
  }
  return distinct;
}

/** Reads the outcome of each test by its key. A test that is reported twice must have passed both times. */
function readOutcomes({ tests }: TestReport, getKey: (id: string) => string): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const test of tests) {
    const key = getKey(formatTestId(test));
    const unpassed = test.outcome === 'passed' ? 'failed' : test.outcome;
    const unmet = unpassed === 'todo' ? 'skipped' : unpassed;
    const outcome = hasTestPassed(test) ? 'passed' : unmet;
    const last = outcomes.get(key);
    outcomes.set(key, last === undefined || last === 'passed' || outcome === 'failed' ? outcome : last);
  }
  return outcomes;
}

/** Names each test by its titles where no other test has them and none that failed may be meant, else by its id. */
function nameTests(reports: readonly TestReport[], getKey: (id: string) => string): Map<string, string> {
  const spellings = new Map<string, { id: string; name: string }>();
  const owners = new Map<string, Set<string>>();
  const addOwner = (name: string, key: string) => {
    const spelling = maskVolatileParts(normalizeTestName(name));
    owners.set(spelling, (owners.get(spelling) ?? new Set()).add(key));
  };
  for (const test of reports.flatMap(({ tests }) => tests)) {
    const [id, name] = [formatTestId(test), formatTestName(test)];
    const key = getKey(id);
    spellings.set(key, { id, name });
    addOwner(name, key);
    if (test.outcome === 'failed') for (const alias of listTestAliases(test).keys()) addOwner(alias, key);
  }
  return new Map(
    [...spellings].map(([key, { id, name }]) => {
      const shown = owners.get(maskVolatileParts(normalizeTestName(name)))!.size === 1 ? name : id;
      return [key, key === id ? escapeName(shown) : writeRequiredName(shown)];
    }),
  );
}
