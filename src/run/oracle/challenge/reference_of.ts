import type { OracleReference, PooledTest } from '../../../contract/lock.js';
import type { Check, Contract } from '../../../contract/schema.js';
import { matchRequired, quarantinedNames, requiredNames } from '../../../record/required_names.js';
import { passedIds, testsNamed } from '../../../record/test_index.js';
import { type TestReport, testName } from '../../../record/test_report.js';
import { type CheckReading, splitCalibrationName } from './check_reading.js';
import type { CalibratedTest } from './confirm_pool.js';
import { roundLimits } from './round_limits.js';

/** What was seen of a contract's oracle. */
interface ReferenceSightings {
  contract: Contract;
  /** The unchanged repository; empty = nothing could be run. */
  base: readonly CheckReading[];
  /** The reference solution; undefined = there is none, or it did not build. */
  golden: readonly CheckReading[] | undefined;
  calibrated: readonly CalibratedTest[];
  round_ms: number | null;
  /** Why the calibration ended early; empty = it did not. */
  stopped: string;
}

/** Puts together what is known of an oracle: what passes before the patch, and which required tests can be given a wrong expectation. */
export function referenceOf({
  contract,
  base,
  golden,
  calibrated,
  round_ms,
  stopped,
}: ReferenceSightings): OracleReference {
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  const bases = new Map(base.map((reading) => [reading.check, reading]));
  const solved = new Map((golden ?? []).map((reading) => [reading.check, reading]));
  const pool: PooledTest[] = [];
  const missing: string[] = [];
  for (const check of mandatory) {
    const reading = solved.get(check.id);
    if (!reading?.readable) continue;
    const before = passedIn(bases.get(check.id)?.tests ?? new Map());
    const required = requiredTests(check, reading, passedBefore(bases.get(check.id), reading, golden !== undefined));
    const own = new Map(
      calibrated.flatMap((one): [string, CalibratedTest][] => {
        const { check: id, test } = splitCalibrationName(one.test);
        return id === check.id ? [[test, one]] : [];
      }),
    );
    const around = new Set(
      [...own.values()].flatMap(({ also }) => also.map((name) => splitCalibrationName(name).test)),
    );
    const begins = testsThatBegin(check, reading);
    for (const test of required) {
      const found = own.get(test);
      // A test around another one fails with it, whatever its own coin says.
      const begun = !before.has(test) && begins(test) && !around.has(test);
      const counts = begun && found?.partial !== true;
      if (found)
        pool.push({
          check: check.id,
          test,
          also: found.also.map((name) => splitCalibrationName(name).test),
          counts,
          places: found.places,
          variants: found.variants.map(({ marked: _, at_failure: __, assertion: ___, ...variant }) => variant),
        });
      if (begun && (!found || found.partial) && !isSuite(test, required)) missing.push(test === '' ? check.id : test);
    }
  }
  const checks = mandatory.map(({ id, report }) => {
    const reading = golden ? solved.get(id) : bases.get(id);
    return {
      check: id,
      readable: reading?.readable ?? false,
      wall_ms: reading?.wall_ms ?? null,
      base_passed:
        report === 'exit-code' ? [] : passedBefore(bases.get(id), solved.get(id), golden !== undefined).sort(),
    };
  });
  const limits = roundLimits(contract.oracle.challenge, { pool, checks, round_ms });
  const why =
    golden === undefined
      ? 'the contract has no reference solution that builds'
      : !golden.some(({ readable }) => readable)
        ? 'the reference solution leaves no report that can be read'
        : stopped === ''
          ? ''
          : `calibration ended early: ${stopped}`;
  const because = pool.length === 0 && why !== '' && contract.oracle.challenge.rounds > 0 ? why : limits.because;
  return { on: golden ? 'golden' : 'base', checks, pool, missing, round_ms, ...limits, because };
}

/**
 * Names tests that have to pass and do with the reference solution: those that the contract names, or all; none that is in quarantine.
 *
 * @param base_passed what `pass_to_pass: all` stands for
 */
function requiredTests(check: Check, { tests, cases }: CheckReading, base_passed: readonly string[]): string[] {
  const report: TestReport = { tests: [...cases], suite_failures: [] };
  const passed = passedIn(tests);
  const out = quarantinedNames(check, report);
  const names = requiredNames(check, base_passed);
  const named = matchRequired(names, report).required.flatMap(({ found }) => testsNamed(found).map(testName));
  const all = names.names.length === 0 ? [...passed] : [...new Set(named)];
  return all.filter((name) => passed.has(name) && !out.has(name));
}

/** Tells which tests have to begin to pass: those that `fail_to_pass` names, where it names any. What is required beside them counts for nothing. */
function testsThatBegin({ fail_to_pass }: Check, { cases }: CheckReading): (test: string) => boolean {
  if (fail_to_pass.length === 0) return () => true;
  const names = fail_to_pass.map((name) => ({ name, list: 'fail_to_pass' as const, exact: false }));
  const { required } = matchRequired({ names, quarantine: [] }, { tests: [...cases], suite_failures: [] });
  const named = new Set(required.flatMap(({ found }) => testsNamed(found).map(testName)));
  return (test) => test === '' || named.has(test);
}

/** Names the tests that pass in the unchanged repository and with the reference solution, where there is one. */
function passedBefore(base: CheckReading | undefined, golden: CheckReading | undefined, has_golden: boolean): string[] {
  if (!base?.readable || (has_golden && !golden?.readable)) return [];
  const ids = (reading: CheckReading) => passedIds({ tests: [...reading.cases], suite_failures: [] });
  const solved = golden && new Set(ids(golden));
  return ids(base).filter((id) => !solved || solved.has(id));
}

/** A test with subtests that are required themselves needs no wrong expectation of its own. */
const isSuite = (test: string, required: readonly string[]): boolean =>
  required.some((other) => other.startsWith(`${test} > `) || other.startsWith(`${test}/`));

const passedIn = (tests: CheckReading['tests']): Set<string> =>
  new Set([...tests].flatMap(([name, standing]) => (standing === 'passed' ? [name] : [])));
