import { type CalibrationLimits, type CalibrationRun, CalibrationSession } from './calibration_session.js';
import {
  type CandidateTrial,
  type ChallengeCandidate,
  dropUnread,
  forgetUntried,
  type GroupQueue,
  groupsOf,
  nextWave,
  readFiles,
} from './candidate_queue.js';
import { distinctCodes } from './codes.js';
import { type CalibratedTest, confirmPool } from './confirm_pool.js';
import { addVariant, decode, innermost } from './decode_wave.js';
import { keepPreferred } from './preferred_variants.js';
import { spoilersOf } from './spoilers.js';

/** Result of a calibration. */
export interface Calibration {
  tests: CalibratedTest[];
  runs: number;
  /** Why it stopped before everything was tried; empty = it did not. */
  stopped: string;
}

/** Files that do not load with one candidate are narrowed down so often, then given up. */
const MOST_BREAKAGES = 24;
/** Candidates that are tried alone at the end. */
const MOST_ALONE = 40;
/** Further digits of the codes beyond what tells the candidates apart. */
const REDUNDANCY = 3;

/**
 * Finds the wrong expectations that make exactly their own test fail on the reference solution (the clean pool).
 *
 * Candidates are tried together, each in its own subset of a few runs: a test that fails in exactly the runs of one candidate is the
 * test of that candidate. What breaks loading is found by halving; what makes other tests fail, or nothing, is dropped. The pool is then
 * tried in random halves, as rounds will, and what does not come out as it must is dropped as well.
 *
 * @param candidates in order of preference within their group
 * @param random whole numbers below n
 */
export async function calibrate(
  candidates: readonly ChallengeCandidate[],
  run: CalibrationRun,
  limits: CalibrationLimits,
  random: (n: number) => number,
): Promise<Calibration> {
  const session: WaveSession = Object.assign(new CalibrationSession(run, limits), { breakages: 0, unexplained: [] });
  const pool = new Map<string, CalibratedTest>();
  const some = candidates.filter(({ first }) => first);
  const all: GroupQueue[] = [];
  for (const part of some.length > 0 ? [some, candidates.filter(({ first }) => !first)] : [candidates]) {
    const queues = groupsOf(part);
    all.push(...queues);
    let waves = 0;
    while (queues.length > 0 && !session.over) {
      const wave = nextWave(queues, pool, limits);
      if (wave.length === 0) break;
      await tryWave(wave, pool, session, random);
      if (session.over) forgetUntried(wave, pool);
      dropUnread(queues, pool, ++waves);
    }
  }
  await tryAlone(session, pool);
  const read = all.filter(({ file }) => readFiles(pool).has(file));
  for (const test of pool.values()) keepPreferred(test, read, limits);
  await confirmPool(pool, session, random);
  return {
    tests: [...pool.values()].filter(({ variants }) => variants.length > 0),
    runs: session.runs,
    stopped: session.stopped || session.reason,
  };
}

/** A session with what its waves remember. */
interface WaveSession extends CalibrationSession {
  breakages: number;
  /** Trials that explained no test; two of them may stand in the same one. */
  unexplained: CandidateTrial[];
}

async function tryWave(
  wave: readonly CandidateTrial[],
  pool: Map<string, CalibratedTest>,
  session: WaveSession,
  random: (n: number) => number,
  depth = 0,
): Promise<void> {
  const loading = await withoutBreakages(wave, session);
  const [only] = loading;
  if (only === undefined) return;
  if (loading.length === 1) return tryOne(only, pool, session);
  const codes = distinctCodes(loading.length, REDUNDANCY, random);
  const failed: ReadonlyMap<string, string>[] = [];
  const digits: number[] = [];
  for (let digit = 0; digit < codes[0]!.length; digit++) {
    const seen = await session.try(loading.filter((_, i) => codes[i]![digit]).map(({ candidate }) => candidate));
    if (seen === undefined && session.over) return;
    // A run that cannot be read tells nothing; the other digits still do.
    if (seen === undefined) continue;
    failed.push(seen);
    digits.push(digit);
  }
  const spoiling = spoilersOf(loading, codes, digits, failed);
  if (spoiling.size > 0 && depth < MOST_CLEARINGS) {
    const clear = loading.filter((trial) => !spoiling.has(trial));
    return tryWave(clear, pool, session, random, depth + 1);
  }
  session.unexplained.push(...decode(loading, codes, digits, failed, pool));
}

/** Times that a wave is tried again without such candidates. */
const MOST_CLEARINGS = 3;

async function tryOne(trial: CandidateTrial, pool: Map<string, CalibratedTest>, session: WaveSession): Promise<void> {
  const seen = await session.try([trial.candidate]);
  const own = innermost([...(seen?.keys() ?? [])]);
  if (own) addVariant(trial, own, seen!.get(own.leaf)!, pool);
}

/** Candidates that explained nothing together are tried alone, one for each group that has no test yet. */
async function tryAlone(session: WaveSession, pool: Map<string, CalibratedTest>): Promise<void> {
  const left = session.unexplained.filter(({ queue }) => queue.tests.size === 0).slice(0, MOST_ALONE);
  for (const trial of left) if (trial.queue.tests.size === 0 && !session.over) await tryOne(trial, pool, session);
}

/** Returns the candidates that load, all together; those that break the file are found by halving. */
async function withoutBreakages(
  trials: readonly CandidateTrial[],
  session: WaveSession,
): Promise<readonly CandidateTrial[]> {
  if (trials.length === 0 || session.over) return [];
  const seen = await session.try(trials.map(({ candidate }) => candidate));
  if (seen !== undefined) return trials;
  if (session.over) return [];
  if (trials.length === 1 || ++session.breakages > MOST_BREAKAGES) return [];
  const half = trials.length >> 1;
  return [
    ...(await withoutBreakages(trials.slice(0, half), session)),
    ...(await withoutBreakages(trials.slice(half), session)),
  ];
}
