import { type CalibrationLimits, type CalibrationRun, CalibrationSession } from './calibration_session.js';
import {
  type CandidateQueue,
  type CandidateTrial,
  type ChallengeCandidate,
  createCandidateQueues,
  dropUnreadFiles,
  forgetUntriedPlaces,
  getAssertionPlace,
  listReadFiles,
  takeNextWave,
} from './candidate_queue.js';
import { splitCalibrationName } from './check_reading.js';
import { type CalibratedTest, confirmPool } from './confirm_pool.js';
import { addPooledVariant, decodeWave, findInnermostTest, isEnclosingTest, isSubsetSignature } from './decode_wave.js';
import { createDistinctCodes, type TrialCode } from './trial_code.js';

/** Result of a calibration. */
interface Calibration {
  tests: CalibratedTest[];
  runs: number;
  /** Reason why it stopped early; empty if everything was tried. */
  stopped: string;
}

/** Most searches for a candidate that keeps files from loading; later ones are given up. */
const MOST_BREAKAGES = 24;
/** Most candidates that are tried alone at the end. */
const MOST_ALONE = 40;
/** Digits of the codes beyond those that distinguish the candidates. */
const REDUNDANCY = 3;

/**
 * Finds the wrong expectations that make exactly their own test fail on the reference solution.
 *
 * Candidates are tried together, each in its own subset of a few runs: a test that fails in exactly the runs of one
 * candidate belongs to that candidate. Candidates that break loading are found by halving; those that make other tests
 * fail, or none, are dropped. The pool is then confirmed in random halves, as in challenge rounds, and whatever fails
 * there is dropped, too.
 *
 * @param candidates in order of preference within their group
 * @param random returns whole numbers below n
 */
export async function calibrateCandidates(
  candidates: readonly ChallengeCandidate[],
  run: CalibrationRun,
  limits: CalibrationLimits,
  random: (n: number) => number,
): Promise<Calibration> {
  const session: WaveSession = Object.assign(new CalibrationSession(run, limits), { breakages: 0, unexplained: [] });
  const pool = new Map<string, CalibratedTest>();
  const some = candidates.filter(({ first }) => first);
  const all: CandidateQueue[] = [];
  for (const part of some.length > 0 ? [some, candidates.filter(({ first }) => !first)] : [candidates]) {
    const queues = createCandidateQueues(part);
    all.push(...queues);
    let waves = 0;
    const gives_strength = some.length === 0 || part === some;
    while (queues.length > 0 && !session.over) {
      if (!gives_strength && pool.size > 0 && limits.enough?.()) break;
      const wave = takeNextWave(queues, pool, limits);
      if (wave.length === 0) break;
      await tryWave(wave, pool, session, random);
      if (session.over) forgetUntriedPlaces(wave, pool);
      dropUnreadFiles(queues, pool, ++waves);
    }
  }
  await tryEachAlone(session, pool);
  const read = all.filter(({ file }) => listReadFiles(pool).has(file));
  for (const test of pool.values()) keepPreferredVariants(test, read, limits);
  await confirmPool(pool, session, random);
  return {
    tests: [...pool.values()].filter(({ variants }) => variants.length > 0),
    runs: session.runs,
    stopped: session.stopped || session.reason,
  };
}

/** Calibration session with the state of its waves. */
interface WaveSession extends CalibrationSession {
  breakages: number;
  /** Trials that explained no test; two of them may belong to the same one. */
  unexplained: CandidateTrial[];
}

async function tryWave(
  wave: readonly CandidateTrial[],
  pool: Map<string, CalibratedTest>,
  session: WaveSession,
  random: (n: number) => number,
  depth = 0,
): Promise<void> {
  const loading = await dropBreakages(wave, session);
  const [only] = loading;
  if (only === undefined) return;
  if (loading.length === 1) return tryOne(only, pool, session);
  const codes = createDistinctCodes(loading.length, REDUNDANCY, random);
  const failed: ReadonlyMap<string, string>[] = [];
  const digits: number[] = [];
  for (let digit = 0; digit < codes[0]!.length; digit++) {
    const seen = await session.try(loading.filter((_, i) => codes[i]![digit]).map(({ candidate }) => candidate));
    if (seen === undefined && session.over) return;
    // A run that cannot be read carries no information; the other digits still do.
    if (seen === undefined) continue;
    failed.push(seen);
    digits.push(digit);
  }
  const spoiling = findSpoilers(loading, codes, digits, failed);
  if (spoiling.size > 0 && depth < MOST_CLEARINGS) {
    const clear = loading.filter((trial) => !spoiling.has(trial));
    return tryWave(clear, pool, session, random, depth + 1);
  }
  session.unexplained.push(...decodeWave(loading, codes, digits, failed, pool));
}

/** Most retries of a wave without such candidates. */
const MOST_CLEARINGS = 3;

async function tryOne(trial: CandidateTrial, pool: Map<string, CalibratedTest>, session: WaveSession): Promise<void> {
  const seen = await session.try([trial.candidate]);
  const own = findInnermostTest([...(seen?.keys() ?? [])]);
  if (own) addPooledVariant(trial, own, seen!.get(own.leaf)!, pool);
}

/** Tries candidates alone that explained nothing together, one for each group without a test. */
async function tryEachAlone(session: WaveSession, pool: Map<string, CalibratedTest>): Promise<void> {
  const left = session.unexplained.filter(({ queue }) => queue.tests.size === 0).slice(0, MOST_ALONE);
  for (const trial of left) if (trial.queue.tests.size === 0 && !session.over) await tryOne(trial, pool, session);
}

/** Drops the candidates that keep a file from loading; they are found by halving. */
async function dropBreakages(
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
    ...(await dropBreakages(trials.slice(0, half), session)),
    ...(await dropBreakages(trials.slice(half), session)),
  ];
}

/**
 * Keeps the useful variants of a test.
 *
 * Recognisable ones are dropped if there are others. Those at the place where the unchanged repository fails are
 * preferred, since the rest of a forged test can be answered honestly. If that place is unknown, one variant per place
 * is kept, so that all places are equally likely.
 */
function keepPreferredVariants(
  test: CalibratedTest,
  queues: readonly CandidateQueue[],
  { places }: CalibrationLimits,
): void {
  const plain = test.variants.filter(({ marked }) => !marked);
  const usable = plain.length > 0 ? plain : test.variants;
  const sharp = usable.filter(({ at_failure }) => at_failure);
  test.variants =
    sharp.length > 0 ? sharp : [...new Map(usable.toReversed().map((one) => [getAssertionPlace(one), one])).values()];
  if (sharp.length > 0) test.places = 1;
  else {
    // A check as a whole may be forged at any of its places, any other test at its own.
    const whole = splitCalibrationName(test.test).test === '';
    const own = queues.filter(({ tests }) => whole || tests.has(test.test));
    test.partial = test.variants.length > places || own.some((queue) => queue.tried.size < queue.places);
    test.variants.splice(places);
    test.places = test.variants.length;
  }
}

/** Unexplained failures from which on a single candidate is sought that causes all of them. */
const MAX_UNEXPLAINED = 3;
/**
 * Finds candidates that make many tests fail, such as the shared body of all rows of a table.
 *
 * While one of them is tried with others, no test fails in exactly the runs of its own candidate.
 */
function findSpoilers(
  trials: readonly CandidateTrial[],
  codes: readonly TrialCode[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
): Set<CandidateTrial> {
  const names = [...new Set(failed.flatMap((seen) => [...seen.keys()]))];
  const leaves = names.filter((name) => !names.some((other) => isEnclosingTest(name, other)));
  const signatureOf = (name: string) => failed.map((seen) => (seen.has(name) ? '1' : '0')).join('');
  const own = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const strange = leaves.map(signatureOf).filter((signature) => !own.includes(signature));
  if (strange.length < MAX_UNEXPLAINED) return new Set();
  const exact = new Set(leaves.map(signatureOf));
  // Takes the candidates that explain most one by one; among equals the one tried most often, which explains least by
  // chance.
  const suspects = trials.flatMap((trial, i) => (exact.has(own[i]!) ? [] : [{ trial, code: own[i]! }]));
  const weight = (code: string) => code.replaceAll('0', '').length;
  const found = new Set<CandidateTrial>();
  for (let left = strange; left.length >= MAX_UNEXPLAINED; ) {
    const [best] = suspects
      .filter(({ trial, code }) => code.includes('1') && !found.has(trial))
      .map((one) => ({ ...one, explained: left.filter((signature) => isSubsetSignature(one.code, signature)).length }))
      .sort((a, b) => b.explained - a.explained || weight(b.code) - weight(a.code));
    if (!best || best.explained < MAX_UNEXPLAINED) break;
    found.add(best.trial);
    left = left.filter((signature) => !isSubsetSignature(best.code, signature));
  }
  return found;
}
