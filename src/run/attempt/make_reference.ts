import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { OracleReference } from '../../contract/lock.js';
import { RunDirectory } from '../../record/run_directory.js';
import { calibrate } from '../oracle/challenge/calibrate.js';
import type { CalibrationRun } from '../oracle/challenge/calibration_session.js';
import { challengeCandidates } from '../oracle/challenge/candidates.js';
import { type CheckReading, failedTests, readCheck } from '../oracle/challenge/check_reading.js';
import { failureLines } from '../oracle/challenge/failure_lines.js';
import { referenceOf } from '../oracle/challenge/reference_of.js';
import { varyOracle } from '../oracle/challenge/varied_oracle.js';
import { applyPatch } from '../workspace/apply.js';
import { removeTree, scratch } from '../workspace/cache.js';
import type { Ground } from './ground.js';
import type { Applied } from './patched_workspace.js';
import { prepareWorld } from './prepare_world.js';
import { challengedChecks, observeRound } from './round.js';

/** Bounds of a calibration: in a proof it may take its time, before an ordinary attempt it may not. */
const THOROUGH = { runs: 400, variants: 3, places: 12, wall_ms: 900_000 };
const QUICK = { runs: 80, variants: 2, places: 8, wall_ms: 120_000 };
/** Fewer runs than these calibrate nothing: all together, the digits of a few codes, and the confirmations. */
const LEAST_RUNS = 12;

/** Whether the attempt is part of a proof, which may take its time and relies on nothing that was found before. */
export const isProof = ({ run }: Pick<Ground, 'run'>): boolean => run.manifest.harness.entrypoint === 'validate';

/** Names the tests that pass with the reference solution and not before. */
const testsThatBegan = (base: readonly CheckReading[], golden: readonly CheckReading[]): string[] =>
  golden.flatMap(({ check, tests }) => {
    const before = base.find((reading) => reading.check === check)?.tests;
    return [...tests].flatMap(([name, to]) => (to === 'passed' && before?.get(name) !== 'passed' ? [name] : []));
  });

/**
 * Runs the reference solution and the unchanged repository in a layer, and finds out which wrong expectations make exactly one test
 * fail on the reference solution. Nothing of it is part of an attempt's record: that has the result.
 *
 * @param ran is called for every run
 * @returns undefined when the world could not be made or the run was interrupted
 */
export async function makeReference(ground: Ground, ran: () => void): Promise<OracleReference | undefined> {
  const { loaded, rooms } = ground;
  const room = scratch(rooms.cache);
  const start = process.hrtime.bigint();
  const clock = () => Number(process.hrtime.bigint() - start);
  const run = RunDirectory.create(join(room, 'record'), ground.run.manifest, clock);
  try {
    run.log.enter('evaluation');
    const made = await prepareWorld({ ...ground, run });
    if (!('world' in made)) return undefined;
    try {
      return await observeReference({ ...ground, run, world: made.world }, clock, ran);
    } finally {
      await made.world?.dispose();
    }
  } finally {
    run.log.close();
    await removeTree(room);
  }

  async function observeReference(own: Ground, now: () => number, count: () => void) {
    const { layer } = own;
    const { contract } = loaded;
    const apply = (patch: Uint8Array) => applyPatch(patch, layer, rooms.cache);
    const readings = async (
      of: LoadedContract,
      application: Applied,
      rounds: boolean,
    ): Promise<CheckReading[] | undefined> => {
      count();
      const checks = rounds ? challengedChecks(of) : contract.acceptance.filter(({ mandatory }) => mandatory);
      const seen = await observeRound(checks, application, { ...own, loaded: of });
      return 'unbuilt' in seen
        ? undefined
        : seen.runs.map(({ check, execution, report }) => readCheck(check, execution, report));
    };
    const empty = await apply(new Uint8Array());
    const base = empty.outcome === 'empty' ? await readings(loaded, empty, false) : undefined;
    const solution = loaded.golden ? await apply(loaded.golden) : undefined;
    const solved = solution?.outcome === 'applied' ? solution : undefined;
    try {
      const golden = solved ? await readings(loaded, solved, false) : undefined;
      if (rooms.signal.aborted) return undefined;
      const known = { contract, base: base ?? [], golden };
      if (!solved || !golden || contract.oracle.challenge.rounds === 0)
        return referenceOf({ ...known, calibrated: [], round_ms: null, stopped: '' });
      const from = now();
      const baseline = await readings(loaded, solved, true);
      // The shortest of all runs: others on the machine make them longer, never shorter.
      let round_ms = (now() - from) / 1e6;
      // Where nothing can be read without wrong expectations, nothing can be with them.
      const readable = baseline?.some((reading) => reading.readable) ?? false;
      const beginning = testsThatBegan(base ?? [], golden);
      const candidates = readable ? challengeCandidates(loaded, failureLines(base ?? [], loaded), beginning) : [];
      if (!baseline || candidates.length === 0) return referenceOf({ ...known, calibrated: [], round_ms, stopped: '' });
      const calibration: CalibrationRun = async (wrong) => {
        const begun = now();
        const seen = await readings(varyOracle(loaded, wrong), solved, true);
        if (seen) round_ms = Math.min(round_ms, (now() - begun) / 1e6);
        return seen && failedTests(seen, baseline);
      };
      const bounds = isProof(ground) ? THOROUGH : QUICK;
      if (!isProof(ground) && round_ms * LEAST_RUNS > bounds.wall_ms) {
        const takes = `a round takes ${(round_ms / 1000).toFixed(0)} s`;
        const stopped = `${takes}: gatebench validate has the time, and oracle.challenge.run names a narrower command`;
        return referenceOf({ ...known, calibrated: [], round_ms, stopped });
      }
      const begun = now();
      const limits = {
        runs: bounds.runs,
        variants: bounds.variants,
        places: bounds.places,
        over: (confirming: boolean) => now() > begun + (confirming ? 2 : 1) * bounds.wall_ms * 1e6,
        interrupted: () => rooms.signal.aborted,
      };
      const { tests, stopped } = await calibrate(candidates, calibration, limits, randomInt);
      return rooms.signal.aborted ? undefined : referenceOf({ ...known, calibrated: tests, round_ms, stopped });
    } finally {
      await solved?.applied.release();
    }
  }
}
