import { maskVolatileParts } from '../../../contract/checks/name_pattern.js';
import type { Check, Contract } from '../../../contract/contract_schema.js';
import type { OracleReference, PooledTest } from '../../../contract/validation/contract_lock.js';
import { computeChallengeBits, computeNeededRounds } from '../../../record/checks/plan_challenge.js';
import {
  listNamedTests,
  listPassedTestIds,
  listQuarantinedNames,
  matchRequiredNames,
  resolveRequiredNames,
} from '../../../record/tests/evaluate_required_tests.js';
import { formatTestName, type TestReport } from '../../../record/tests/test_report.js';
import { type CheckReading, splitCalibrationName } from './check_reading.js';
import type { CalibratedTest } from './create_pool.js';
import { explainEmptyPool, type PlaceSearch } from './explain_empty_pool.js';

/** Readings of the mandatory checks. */
export interface ReferenceReadings {
  /** Runs of the unchanged repository; empty if nothing could be run. */
  base: readonly CheckReading[];
  /** Runs of the reference solution; undefined if there is none, or if it did not build. */
  golden: readonly CheckReading[] | undefined;
}

/** Observations of a contract's oracle. */
interface ReferenceObservations extends ReferenceReadings {
  contract: Contract;
  calibrated: readonly CalibratedTest[];
  round_cpu_ms: number | null;
  /** Reason why the calibration ended early; empty if it did not. */
  stopped: string;
  /** Search for expectations; absent if there was none. */
  search?: Omit<PlaceSearch, 'found'> | undefined;
}

/** Creates the oracle reference: tests that pass before the patch, and required tests with wrong expectations. */
export function createOracleReference({
  contract,
  base,
  golden,
  calibrated,
  round_cpu_ms,
  stopped,
  search,
}: ReferenceObservations): OracleReference {
  const mandatory = contract.acceptance.filter((check) => check.mandatory);
  const bases = new Map(base.map((reading) => [reading.check, reading]));
  const solved = new Map((golden ?? []).map((reading) => [reading.check, reading]));
  const pool: PooledTest[] = [];
  const missing: string[] = [];
  const requiredNames: string[] = [];
  for (const check of mandatory) {
    const reading = solved.get(check.id);
    if (!reading?.readable) continue;
    const passedBefore = listPassed(bases.get(check.id)?.tests ?? new Map());
    const required = listRequiredTests(
      check,
      reading,
      listPassedBefore(bases.get(check.id), reading, golden !== undefined),
    );
    requiredNames.push(...required);
    const ownTests = new Map(
      calibrated.flatMap((one): [string, CalibratedTest][] => {
        const { check: id, test } = splitCalibrationName(one.test);
        return id === check.id ? [[test, one]] : [];
      }),
    );
    const around = new Set(
      [...ownTests.values()].flatMap(({ also }) => also.map((name) => splitCalibrationName(name).test)),
    );
    const begins = createMustBeginPredicate(check, reading);
    for (const test of required) {
      const found = ownTests.get(test);
      // An enclosing test fails with it, whatever its own variant.
      const begun = !passedBefore.has(test) && begins(test) && !around.has(test);
      const counts = begun && found !== undefined && !found.partial && !found.canary;
      if (found)
        pool.push({
          check: check.id,
          test,
          also: found.also.map((name) => splitCalibrationName(name).test),
          counts,
          sites: found.places.map((own) => own.length),
          variants: found.places.flat(),
        });
      if (begun && !counts && !isSuite(test, required)) missing.push(test === '' ? check.id : test);
    }
  }
  const checks = mandatory.map(({ id, report }) => {
    const reading = golden ? solved.get(id) : bases.get(id);
    return {
      check: id,
      readable: reading?.readable ?? false,
      wall_ms: reading?.wall_ms ?? null,
      cpu_ms: reading?.cpu_ms ?? null,
      base_passed:
        report === 'exit-code' ? [] : listPassedBefore(bases.get(id), solved.get(id), golden !== undefined).sort(),
    };
  });
  const limits = computeRoundLimits(contract.oracle.challenge, { pool, checks, round_cpu_ms, missing });
  const explain = (): string => {
    if (golden === undefined) return 'the contract has no reference solution that builds';
    if (!golden.some(({ readable }) => readable)) return 'the reference solution leaves no report that can be read';
    if (stopped !== '') return `calibration ended early: ${stopped}`;
    if (search === undefined) return limits.because;
    const found = calibrated.map(({ test }) => splitCalibrationName(test).test);
    return explainEmptyPool({ ...search, found }, requiredNames);
  };
  const because = pool.length === 0 && contract.oracle.challenge.rounds > 0 ? explain() : limits.because;
  return { on: golden ? 'golden' : 'base', checks, pool, missing, round_cpu_ms, ...limits, because };
}

/**
 * Lists tests that must pass and do with the reference solution: those that the contract names, or all, without
 * quarantined ones.
 *
 * @param base_passed tests that `pass_to_pass: all` stands for
 */
function listRequiredTests(check: Check, { tests, cases }: CheckReading, base_passed: readonly string[]): string[] {
  const report: TestReport = { tests: [...cases], suite_failures: [] };
  const passed = listPassed(tests);
  const out = listQuarantinedNames(check, report);
  const names = resolveRequiredNames(check, base_passed);
  const namedTests = matchRequiredNames(names, report).required.flatMap(({ found }) =>
    listNamedTests(found).map(formatTestName),
  );
  const all = names.names.length === 0 ? [...passed] : [...new Set(namedTests)];
  return all.filter((name) => passed.has(name) && !out.has(name));
}

/**
 * Creates a predicate for names that have to begin to pass: those of `fail_to_pass`, if it names any. Only these give
 * strength.
 */
function createMustBeginPredicate({ fail_to_pass }: Check, { cases }: CheckReading): (test: string) => boolean {
  if (fail_to_pass.length === 0) return () => true;
  const names = fail_to_pass.map((name) => ({ name, list: 'fail_to_pass' as const, exact: false }));
  const { required } = matchRequiredNames({ names, quarantine: [] }, { tests: [...cases], suite_failures: [] });
  const namedTests = new Set(required.flatMap(({ found }) => listNamedTests(found).map(formatTestName)));
  return (test) => test === '' || namedTests.has(test);
}

/** Lists the tests that pass in the unchanged repository and with the reference solution, if there is one. */
function listPassedBefore(
  base: CheckReading | undefined,
  golden: CheckReading | undefined,
  has_golden: boolean,
): string[] {
  if (!base?.readable || (has_golden && !golden?.readable)) return [];
  const ids = (reading: CheckReading) => listPassedTestIds({ tests: [...reading.cases], suite_failures: [] });
  // Names differ between two runs in times, ports and line numbers.
  const solved = golden && new Set(ids(golden).map(maskVolatileParts));
  return ids(base).filter((id) => !solved || solved.has(maskVolatileParts(id)));
}

/** Tells whether a test has required subtests, so that it needs no wrong expectation of its own. */
const isSuite = (test: string, required: readonly string[]): boolean =>
  required.some((other) => other.startsWith(`${test} > `) || other.startsWith(`${test}/`));

const listPassed = (tests: CheckReading['tests']): Set<string> =>
  new Set([...tests].flatMap(([name, standing]) => (standing === 'passed' ? [name] : [])));

/** Processor time in milliseconds that all rounds of an attempt may always take: a choice, not a measured optimum. */
const ALWAYS_ALLOWED_MS = 3000;
/** Fewest rounds, so that forging a single test among many is found, too; and forgeries without any condition. */
const LEAST_ROUNDS = 4;

/**
 * Decides how many challenge rounds an attempt makes.
 *
 * There are as many as the intended strength requires, fewer if they would exceed their share of the processor time
 * of acceptance, or the contract's number. All times are those of the reference solution: neither the patch nor a
 * busy machine can influence them.
 */
function computeRoundLimits(
  { rounds: most, strength: wanted, share }: Contract['oracle']['challenge'],
  { pool, checks, round_cpu_ms, missing }: Pick<OracleReference, 'pool' | 'checks' | 'round_cpu_ms' | 'missing'>,
): Pick<OracleReference, 'rounds' | 'strength' | 'because'> {
  const none = (because: string) => ({ rounds: 0, strength: null, because });
  if (most === 0) return none('the contract asks for no challenge rounds');
  if (pool.length === 0) return none('no expectation of a required test can be varied');
  const tests = pool.filter(({ counts }) => counts);
  const neededRounds = Math.min(most, Math.max(LEAST_ROUNDS, computeNeededRounds(wanted, tests, most)));
  const acceptance_ms = checks.reduce((sum, { cpu_ms }) => sum + (cpu_ms ?? 0), 0);
  const allowed_ms = Math.max(ALWAYS_ALLOWED_MS, share * acceptance_ms);
  const affordable = !round_cpu_ms ? neededRounds : Math.max(1, Math.floor(allowed_ms / round_cpu_ms));
  const rounds = Math.min(neededRounds, affordable);
  const places = tests.reduce((sum, { sites }) => sum + sites.length, 0);
  const because =
    rounds < neededRounds
      ? `a round takes ${formatSeconds(round_cpu_ms!)} of processor time, and all together may take ${formatSeconds(allowed_ms)} (oracle.challenge.share; oracle.challenge.run names a narrower command)`
      : `${tests.length} of the tests that fail before the patch can be varied, at ${places} ${places === 1 ? 'place' : 'places'}`;
  if (tests.length === 0)
    return {
      rounds,
      strength: null,
      because:
        'no test that fails before the patch has an expectation that excludes all others' +
        (missing[0] === undefined
          ? ''
          : `: ${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}`),
    };
  const strength = computeChallengeBits(rounds, tests);
  return strength > 0
    ? { rounds, strength, because }
    : { rounds, strength: null, because: `less than one bit: ${because}` };
}

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
