import { normalizeTestName } from '../../contract/checks/normalize_test_name.js';
import { formatTestId, formatTestName, type TestReport } from '../../record/tests/test_report.js';

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
 * `pass_to_pass` if it passed in all runs. One that passed in only some runs of the same files is flaky.
 *
 * @param base reports of the unchanged repository with the hidden files; a run that left no report is an empty one
 * @param golden reports with the reference solution
 */
export function selectTests(base: readonly TestReport[], golden: readonly TestReport[]): TestSelection {
  const names = nameTests([...golden, ...base]);
  const before = base.map(readOutcomes);
  const after = golden.map(readOutcomes);
  const selection: TestSelection = { fail_to_pass: [], pass_to_pass: [], flaky: [], failing: [] };
  for (const id of new Set(after.flatMap((outcomes) => [...outcomes.keys()]))) {
    const name = escapeName(names.get(id)!);
    if (name.trim() === '') continue;
    const passed_after = after.filter((outcomes) => outcomes.get(id) === 'passed').length;
    const passed_before = before.filter((outcomes) => outcomes.get(id) === 'passed').length;
    if (passed_after === 0) {
      if (after.some((outcomes) => outcomes.get(id) === 'failed')) selection.failing.push(name);
    } else if (passed_after < after.length || (passed_before > 0 && passed_before < before.length))
      selection.flaky.push({
        name,
        golden: { passed: passed_after, runs: after.length },
        base: { passed: passed_before, runs: before.length },
      });
    else selection[passed_before === 0 ? 'fail_to_pass' : 'pass_to_pass'].push(name);
  }
  return selection;
}

/** Writes a name so that nothing in it is a pattern. */
const escapeName = (name: string): string => name.replace(/[\\*?]/g, '\\$&');

/** Reads the outcome of each test by its id. A test that is reported twice must have passed both times. */
function readOutcomes({ tests }: TestReport): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const test of tests) {
    const id = formatTestId(test);
    const outcome = test.outcome === 'todo' ? 'skipped' : test.outcome;
    const known = outcomes.get(id);
    outcomes.set(id, known === undefined || known === 'passed' || outcome === 'failed' ? outcome : known);
  }
  return outcomes;
}

/** Names each test by its titles where no other test has them, else by its id. */
function nameTests(reports: readonly TestReport[]): Map<string, string> {
  const full = new Map<string, string>();
  const owners = new Map<string, Set<string>>();
  for (const test of reports.flatMap(({ tests }) => tests)) {
    const [id, name] = [formatTestId(test), formatTestName(test)];
    full.set(id, name);
    const key = normalizeTestName(name);
    owners.set(key, (owners.get(key) ?? new Set()).add(id));
  }
  return new Map(
    [...full].map(([id, name]) => [id, owners.get(normalizeTestName(name))!.size === 1 ? name : id] as const),
  );
}
