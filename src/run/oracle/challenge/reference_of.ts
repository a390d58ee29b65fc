import type { OracleReference, PooledTest } from '../../../contract/lock.js';
import type { Check, Contract } from '../../../contract/schema.js';
import { spelling, testAliases, testName } from '../../../record/test_report.js';
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
  const basePassed = new Map(base.map(({ check, tests }) => [check, passedIn(tests)]));
  const solved = new Map((golden ?? []).map((reading) => [reading.check, reading]));
  const pool: PooledTest[] = [];
  const missing: string[] = [];
  for (const check of mandatory) {
    const reading = solved.get(check.id);
    if (!reading?.readable) continue;
    const before = basePassed.get(check.id) ?? new Set();
    const required = requiredTests(check, reading);
    const own = new Map(
      calibrated.flatMap((one): [string, CalibratedTest][] => {
        const { check: id, test } = splitCalibrationName(one.test);
        return id === check.id ? [[test, one]] : [];
      }),
    );
    for (const test of required) {
      const found = own.get(test);
      const counts = !before.has(test);
      if (found)
        pool.push({
          check: check.id,
          test,
          also: found.also.map((name) => splitCalibrationName(name).test),
          counts,
          variants: found.variants.map(({ marked: _, at_failure: __, ...variant }) => variant),
        });
      else if (counts && !isSuite(test, required)) missing.push(test === '' ? check.id : test);
    }
  }
  const checks = mandatory.map(({ id, report }) => {
    const reading = golden ? solved.get(id) : base.find(({ check }) => check === id);
    const passed = basePassed.get(id) ?? new Set<string>();
    const kept = golden && reading ? [...passed].filter((test) => reading.tests.get(test) === 'passed') : [...passed];
    return {
      check: id,
      readable: reading?.readable ?? false,
      wall_ms: reading?.wall_ms ?? null,
      base_passed: report === 'exit-code' ? [] : kept.sort(),
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

/** Tests that have to pass and do with the reference solution: those that the contract names, or all. */
function requiredTests(check: Check, { tests, cases }: CheckReading): string[] {
  const passed = passedIn(tests);
  if (check.pass_to_pass.length + check.fail_to_pass.length === 0) return [...passed];
  const wanted = new Set([...check.fail_to_pass, ...check.pass_to_pass].map(spelling));
  const named = cases.filter((test) => testAliases(test).some((alias) => wanted.has(spelling(alias)))).map(testName);
  return [...new Set(named)].filter((name) => passed.has(name));
}

/** A test with subtests that are required themselves needs no wrong expectation of its own. */
const isSuite = (test: string, required: readonly string[]): boolean =>
  required.some((other) => other.startsWith(`${test} > `) || other.startsWith(`${test}/`));

const passedIn = (tests: CheckReading['tests']): Set<string> =>
  new Set([...tests].flatMap(([name, standing]) => (standing === 'passed' ? [name] : [])));
