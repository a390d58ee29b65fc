import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { OracleReference } from '../../../contract/validation/contract_lock.js';
import { RunDirectory } from '../../../record/storage/run_directory.js';
import { createScratchFolder, removeTree } from '../../../workspace/cache/workspace_cache.js';
import { applyPatch } from '../../../workspace/patch/apply_patch.js';
import { calibrateCandidates } from '../../oracle/challenge/calibrate_candidates.js';
import type { CalibrationRun } from '../../oracle/challenge/calibration_session.js';
import { type CheckReading, findFailedTests, readCheckRun } from '../../oracle/challenge/check_reading.js';
import { createOracleReference } from '../../oracle/challenge/create_oracle_reference.js';
import { findFailureLines } from '../../oracle/challenge/failure_line.js';
import { listChallengeCandidates } from '../../oracle/challenge/list_challenge_candidates.js';
import { varyOracle } from '../../oracle/challenge/vary_oracle.js';
import type { AttemptContext } from '../attempt_context.js';
import { prepareFixtures } from '../setup/prepare_fixtures.js';
import { runCheckRound, selectChallengedChecks } from './run_check_round.js';
import type { EvaluablePatch } from './run_in_patched_workspace.js';

/** Bounds of a calibration: wide in a validation, narrow before an ordinary attempt. */
const VALIDATION_BOUNDS = { runs: 400, variants: 3, places: 12, wall_ms: 900_000 };
const ATTEMPT_BOUNDS = { runs: 80, variants: 2, places: 8, wall_ms: 120_000 };
/** Minimum number of runs that calibrate anything: all tests together, the digits of a few codes, and confirmations. */
const MIN_RUNS = 12;

/** Tells whether the attempt belongs to a validation, which may take its time and reuses no earlier result. */
export const isValidationRun = ({ run }: Pick<AttemptContext, 'run'>): boolean =>
  run.manifest.harness.entrypoint === 'validate';

/** Finds the tests that pass with the reference solution and did not pass before. */
const findNewlyPassingTests = (base: readonly CheckReading[], golden: readonly CheckReading[]): string[] =>
  golden.flatMap(({ check, tests }) => {
    const before = base.find((reading) => reading.check === check)?.tests;
    return [...tests].flatMap(([name, to]) => (to === 'passed' && before?.get(name) !== 'passed' ? [name] : []));
  });

/**
 * Measures the reference solution and the unchanged repository in a layer.
 *
 * It finds the wrong expectations that make exactly one test fail on the reference solution. These runs are no part of
 * an attempt's record; only their result is.
 *
 * @param ran called for every run
 * @returns undefined if the fixtures could not be made or the run was interrupted
 */
export async function makeReference(context: AttemptContext, ran: () => void): Promise<OracleReference | undefined> {
  const { loaded, runner } = context;
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
      const own = { ...context, run, world: made.world, on_check_program: undefined };
      return await observeReference(own, clock, ran);
    } finally {
      await made.world?.dispose();
    }
  } finally {
    run.log.close();
    await removeTree(folder);
  }

  async function observeReference(own: AttemptContext, now: () => number, count: () => void) {
    const { layer } = own;
    const { contract } = loaded;
    const apply = (patch: Uint8Array) => applyPatch(patch, layer, runner.cache);
    const readings = async (
      of: LoadedContract,
      application: EvaluablePatch,
      rounds: boolean,
    ): Promise<CheckReading[] | undefined> => {
      count();
      const checks = rounds ? selectChallengedChecks(of) : contract.acceptance.filter(({ mandatory }) => mandatory);
      const seen = await runCheckRound(checks, application, { ...own, loaded: of });
      return 'unbuilt' in seen
        ? undefined
        : seen.runs.map(({ check, execution, report }) => readCheckRun(check, execution, report));
    };
    const empty = await apply(new Uint8Array());
    const base = empty.outcome === 'empty' ? await readings(loaded, empty, false) : undefined;
    const solution = loaded.golden ? await apply(loaded.golden) : undefined;
    const solved = solution?.outcome === 'applied' ? solution : undefined;
    try {
      const golden = solved ? await readings(loaded, solved, false) : undefined;
      if (runner.signal.aborted) return undefined;
      const known = { contract, base: base ?? [], golden };
      if (!solved || !golden || contract.oracle.challenge.rounds === 0)
        return createOracleReference({ ...known, calibrated: [], round_ms: null, stopped: '' });
      const from = now();
      const baseline = await readings(loaded, solved, true);
      // The shortest run counts: load on the machine only makes runs longer.
      let round_ms = (now() - from) / 1e6;
      // If no report is readable without wrong expectations, none is with them.
      const readable = baseline?.some((reading) => reading.readable) ?? false;
      const beginning = findNewlyPassingTests(base ?? [], golden);
      const candidates = readable
        ? listChallengeCandidates(loaded, findFailureLines(base ?? [], loaded), beginning)
        : [];
      if (!baseline || candidates.length === 0)
        return createOracleReference({ ...known, calibrated: [], round_ms, stopped: '' });
      const calibration: CalibrationRun = async (wrong) => {
        const begun = now();
        const seen = await readings(varyOracle(loaded, wrong), solved, true);
        if (seen) round_ms = Math.min(round_ms, (now() - begun) / 1e6);
        return seen && findFailedTests(seen, baseline);
      };
      const bounds = isValidationRun(context) ? VALIDATION_BOUNDS : ATTEMPT_BOUNDS;
      const wall_ms = Math.min(bounds.wall_ms, runner.calibration_limit_ms ?? Number.POSITIVE_INFINITY);
      const { calibration_ms = wall_ms } = runner;
      if (!isValidationRun(context) && round_ms * MIN_RUNS > bounds.wall_ms) {
        const takes = `a round takes ${(round_ms / 1000).toFixed(0)} s`;
        const stopped = `${takes}: gatebench validate has the time, and oracle.challenge.run names a narrower command`;
        return createOracleReference({ ...known, calibrated: [], round_ms, stopped });
      }
      const begun = now();
      const limits = {
        runs: bounds.runs,
        variants: bounds.variants,
        places: bounds.places,
        over: (confirming: boolean) => now() > begun + (confirming ? 2 : 1) * wall_ms * 1e6,
        enough: () => now() > begun + calibration_ms * 1e6,
        interrupted: () => runner.signal.aborted,
      };
      const { tests, stopped } = await calibrateCandidates(candidates, calibration, limits, randomInt);
      return runner.signal.aborted
        ? undefined
        : createOracleReference({ ...known, calibrated: tests, round_ms, stopped });
    } finally {
      await solved?.applied.release();
    }
  }
}
