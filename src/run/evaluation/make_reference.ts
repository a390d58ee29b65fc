import { randomInt } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { RunDirectory } from '../../record/storage/run_directory.js';
import { createScratchFolder, removeTree } from '../../workspace/cache/workspace_cache.js';
import { applyPatch } from '../../workspace/patch/apply_patch.js';
import type { KnownReference, ReferenceExtent } from '../attempt/runner_context.js';
import { prepareFixtures } from '../attempt/setup/prepare_fixtures.js';
import { calibratePlaces } from '../oracle/challenge/calibrate_places.js';
import type { CalibrationRun } from '../oracle/challenge/calibration_session.js';
import {
  type CheckReading,
  findFailedTests,
  formatCalibrationName,
  readCheckRun,
} from '../oracle/challenge/check_reading.js';
import { createOracleReference, type ReferenceReadings } from '../oracle/challenge/create_oracle_reference.js';
import { estimateCalibrationRuns, listChallengePlaces } from '../oracle/challenge/list_challenge_places.js';
import { varyOracle } from '../oracle/challenge/vary_oracle.js';
import type { PatchContext } from './patch_context.js';
import { runCheckRound, selectChallengedChecks } from './run_check_round.js';
import type { EvaluablePatch } from './run_in_patched_workspace.js';

/**
 * Bounds of a calibration: wide in a validation, narrow before an ordinary attempt. Its processor time is a multiple of
 * that of acceptance, between a least and a most.
 */
interface CalibrationBounds {
  runs: number;
  times_acceptance: number;
  least_ms: number;
  most_ms: number;
}

const VALIDATION_BOUNDS: CalibrationBounds = { runs: 400, times_acceptance: 30, least_ms: 60_000, most_ms: 900_000 };
const ATTEMPT_BOUNDS: CalibrationBounds = { runs: 120, times_acceptance: 16, least_ms: 10_000, most_ms: 120_000 };
/**
 * Wall time as a multiple of the processor time, after which a calibration ends: tests that wait use none. As many times
 * that as this machine has more to do than it can, so that a busy machine finds what a quiet one does.
 */
const PATIENCE = 5;
const getPatience = () => PATIENCE * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
/** Minimum number of runs that calibrate anything: all tests together, the digits of a few codes, and confirmations. */
const MIN_RUNS = 12;

/** Tells whether the attempt belongs to a validation, which may take its time and reuses no earlier result. */
export const isValidationRun = ({ run }: Pick<PatchContext, 'run'>): boolean =>
  run.manifest.harness.entrypoint === 'validate';

/** Finds the tests that pass with the reference solution and did not pass before. */
const findNewlyPassingTests = (base: readonly CheckReading[], golden: readonly CheckReading[]): string[] =>
  golden.flatMap(({ check, tests }) => {
    const before = base.find((reading) => reading.check === check)?.tests;
    return [...tests].flatMap(([name, to]) => (to === 'passed' && before?.get(name) !== 'passed' ? [name] : []));
  });

const sumCpu = (readings: readonly CheckReading[]): number => readings.reduce((sum, { cpu_ms }) => sum + cpu_ms, 0);

/** Returns the calibration name of the only test, where there is one check, and it reports no tests. */
function findWholeCheck([first, ...rest]: readonly CheckReading[]): string | undefined {
  return first && rest.length === 0 && first.tests.size === 1 && first.tests.has('')
    ? formatCalibrationName(first.check, '')
    : undefined;
}

/**
 * Measures the reference solution and the unchanged repository in a layer.
 *
 * If it is to be calibrated, it finds the wrong expectations that make exactly one test fail on the reference solution. These runs are no part of
 * an attempt's record; only their result is.
 *
 * @param measured runs that were made already; undefined: they are made now
 * @param ran called for every run
 * @returns undefined if the fixtures could not be made or the run was interrupted
 */
export async function makeReference(
  extent: ReferenceExtent,
  measured: ReferenceReadings | undefined,
  context: PatchContext,
  ran: () => void,
): Promise<KnownReference | undefined> {
  const { runner } = context;
  const folder = createScratchFolder(runner.cache);
  const start = process.hrtime.bigint();
  const clock = () => Number(process.hrtime.bigint() - start);
  const run = RunDirectory.create(join(folder, 'record'), context.run.manifest, clock);
  try {
    run.log.enterStage('evaluation');
    const made = await prepareFixtures({ ...context, run });
    if (!('world' in made)) return undefined;
    try {
      // Programs of these runs are not executed by the evaluated patch.
      const observed = { ...context, run, world: made.world, on_check_program: undefined };
      return await observeReference(extent, measured, observed, clock, ran);
    } finally {
      await made.world?.dispose();
    }
  } finally {
    run.log.close();
    await removeTree(folder);
  }
}

/** Runs the mandatory checks over a patch, or those of challenge rounds. Undefined if they could not be built. */
type RunReadings = (
  varied: LoadedContract,
  application: EvaluablePatch,
  rounds: boolean,
) => Promise<CheckReading[] | undefined>;

/** Outcome of a search for wrong expectations, for `createOracleReference`. */
type CalibrationFacts = Pick<
  Parameters<typeof createOracleReference>[0],
  'calibrated' | 'round_cpu_ms' | 'stopped' | 'search'
>;

const NOT_CALIBRATED: CalibrationFacts = { calibrated: [], round_cpu_ms: null, stopped: '' };

/** Measures the reference in a context whose record is thrown away. */
async function observeReference(
  extent: ReferenceExtent,
  measured: ReferenceReadings | undefined,
  context: PatchContext,
  now: () => number,
  count: () => void,
): Promise<KnownReference | undefined> {
  const { layer, loaded, runner } = context;
  const { contract } = loaded;
  const apply = (patch: Uint8Array) => applyPatch(patch, layer, runner.cache);
  const read: RunReadings = async (varied, application, rounds) => {
    count();
    const checks = rounds ? selectChallengedChecks(varied) : contract.acceptance.filter(({ mandatory }) => mandatory);
    const round = await runCheckRound(checks, application, { ...context, loaded: varied });
    return 'unbuilt' in round
      ? undefined
      : round.runs.map(({ check, execution, report }) => readCheckRun(check, execution, report));
  };
  const runBase = async () => {
    const empty = await apply(new Uint8Array());
    return empty.outcome === 'empty' ? await read(loaded, empty, false) : undefined;
  };
  const solution = loaded.golden ? await apply(loaded.golden) : undefined;
  const solved = solution?.outcome === 'applied' ? solution : undefined;
  try {
    const first = measured?.base ?? runBase();
    // Runs that write to the same fixtures wait for each other.
    if (context.world) await first;
    const second = solved && (measured?.golden ?? read(loaded, solved, false));
    const [base = [], golden] = await Promise.all([first, second]);
    if (runner.signal.aborted) return undefined;
    const is_calibrated = extent === 'calibrated' && contract.oracle.challenge.rounds > 0;
    const facts =
      is_calibrated && solved && golden
        ? await calibrateOracle({ base, golden }, solved, read, context, now)
        : NOT_CALIBRATED;
    if (runner.signal.aborted) return undefined;
    const readings = { base, golden };
    return { reference: createOracleReference({ contract, ...readings, ...facts }), readings };
  } finally {
    await solved?.applied.release();
  }
}

/** Searches the wrong expectations that make exactly one test fail on the reference solution. */
async function calibrateOracle(
  { base, golden }: { base: readonly CheckReading[]; golden: readonly CheckReading[] },
  solved: EvaluablePatch,
  read: RunReadings,
  context: PatchContext,
  now: () => number,
): Promise<CalibrationFacts> {
  const { loaded, runner } = context;
  // Without a narrower command a round runs what the acceptance checks did.
  const is_narrowed = loaded.contract.oracle.challenge.run !== undefined;
  const baseline = is_narrowed ? await read(loaded, solved, true) : golden;
  if (!baseline) return NOT_CALIBRATED;
  // The cheapest run counts: what else runs on the machine only makes runs dearer.
  let round_cpu_ms = sumCpu(baseline);
  // If no report is readable without wrong expectations, none is with them.
  const readable = baseline.some((reading) => reading.readable);
  const groups = readable ? listChallengePlaces(loaded, findNewlyPassingTests(base, golden)) : [];
  const files = [...new Set(loaded.oracle_files.map(({ path }) => path))];
  const search = { files, places: groups.reduce((sum, { places }) => sum + places.length, 0), baseline };
  if (groups.length === 0) return { calibrated: [], round_cpu_ms, stopped: '', search };
  runner.activity?.('measuring the reference solution', { about: estimateCalibrationRuns(groups) });
  const brief = !isValidationRun(context);
  const bounds = brief ? ATTEMPT_BOUNDS : VALIDATION_BOUNDS;
  const fair_ms = Math.max(bounds.least_ms, bounds.times_acceptance * sumCpu(golden));
  const limit_ms = Math.min(fair_ms, bounds.most_ms, runner.calibration_limit_ms ?? Number.POSITIVE_INFINITY);
  if (brief && round_cpu_ms * MIN_RUNS > limit_ms) {
    const takes = `a round takes ${(round_cpu_ms / 1000).toFixed(0)} s of processor time`;
    const remedy = 'gatebench validate has the time, and oracle.challenge.run names a narrower command';
    return { calibrated: [], round_cpu_ms, stopped: `${takes}: ${remedy}` };
  }
  const begun = now();
  let spent_ms = 0;
  const calibration: CalibrationRun = async (wrong) => {
    const readings = await read(varyOracle(loaded, wrong), solved, true);
    const cost_ms = readings ? sumCpu(readings) : round_cpu_ms;
    spent_ms += cost_ms;
    round_cpu_ms = Math.min(round_cpu_ms, cost_ms);
    return readings && findFailedTests(readings, baseline);
  };
  const isOver = (ms: number) => spent_ms > ms || now() > begun + getPatience() * ms * 1e6;
  const limits = {
    runs: bounds.runs,
    over: (confirming: boolean) => isOver((confirming ? 2 : 1) * limit_ms),
    enough: () => brief || isOver(runner.calibration_ms ?? limit_ms),
    brief,
    width: context.world ? 1 : 2,
    interrupted: () => runner.signal.aborted,
  };
  const { tests, stopped } = await calibratePlaces(groups, calibration, limits, randomInt, findWholeCheck(baseline));
  return { calibrated: tests, round_cpu_ms, stopped, search };
}
