import { NAME_SEPARATOR } from '../../../record/test_report.js';
import { type CalibrationLimits, type CalibrationRun, CalibrationSession } from './calibration_session.js';
import { splitCalibrationName } from './check_reading.js';
import { type Code, distinctCodes } from './codes.js';
import { type CalibratedTest, confirmPool, type MarkedVariant, overlaps } from './confirm_pool.js';

/** A wrong expectation that is to be tried, with the test that it seems to stand in. */
export interface ChallengeCandidate extends MarkedVariant {
  /** Candidates of the same group are not tried together, and are alternatives to each other. */
  group: string;
  /** Its test seems to have to begin to pass: it comes before others, which give no strength. */
  first?: boolean;
  /** Places of its group at which something can be made wrong, also those that are not among the candidates; default: as many as there are. */
  places?: number;
}

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

/**
 * Leaves a test the variants that are of use: none that code could recognise, where there are others; those where the unchanged
 * repository fails, since the rest of the test is answered honestly by whoever forges there; and where that is not known one for each
 * place, so that all places are alike likely.
 */
function keepPreferred(test: CalibratedTest, queues: readonly GroupQueue[], { places }: CalibrationLimits): void {
  const plain = test.variants.filter(({ marked }) => !marked);
  const usable = plain.length > 0 ? plain : test.variants;
  const sharp = usable.filter(({ at_failure }) => at_failure);
  test.variants =
    sharp.length > 0 ? sharp : [...new Map(usable.toReversed().map((one) => [placeOf(one), one])).values()];
  if (sharp.length > 0) test.places = 1;
  else {
    // A check as a whole may be forged at any of its places, another test at those of its own.
    const whole = splitCalibrationName(test.test).test === '';
    const own = queues.filter(({ tests }) => whole || tests.has(test.test));
    test.partial = test.variants.length > places || own.some((queue) => queue.tried.size < queue.places);
    test.variants.splice(places);
    test.places = test.variants.length;
  }
}

/** Takes back that places of a wave were tried that was cut off before they were. */
function forgetUntried(wave: readonly Trial[], pool: ReadonlyMap<string, CalibratedTest>): void {
  const found = new Set([...pool.values()].flatMap(({ variants }) => variants.map(placeOf)));
  for (const { candidate, queue } of wave) if (!found.has(placeOf(candidate))) queue.tried.delete(placeOf(candidate));
}

const placeOf = ({ file, start, assertion = start }: Pick<MarkedVariant, 'file' | 'start' | 'assertion'>) =>
  `${file}:${assertion}`;

/** Tells whether no more variants are looked for: enough where the unchanged repository fails, or enough places where that is not known. */
function isSatisfied(test: CalibratedTest | undefined, limits: CalibrationLimits): boolean {
  const variants = test?.variants ?? [];
  const sharp = variants.filter(({ at_failure }) => at_failure).length;
  return sharp >= limits.variants || new Set(variants.map(placeOf)).size >= limits.places;
}

/** A session with what its waves remember. */
interface WaveSession extends CalibrationSession {
  breakages: number;
  /** Trials that explained no test; two of them may stand in the same one. */
  unexplained: Trial[];
}

interface GroupQueue {
  name: string;
  file: string;
  candidates: ChallengeCandidate[];
  /** Tests that candidates of this group turned out to belong to. */
  tests: Set<string>;
  /** Places that were tried, and how many there are. */
  tried: Set<string>;
  places: number;
}

function groupsOf(candidates: readonly ChallengeCandidate[]): GroupQueue[] {
  const groups = new Map<string, GroupQueue>();
  for (const candidate of candidates) {
    const known = groups.get(candidate.group) ?? {
      name: candidate.group,
      file: candidate.file,
      candidates: [],
      tests: new Set(),
      tried: new Set(),
      places: candidate.places ?? 0,
    };
    known.candidates.push(candidate);
    groups.set(candidate.group, known);
  }
  return [...groups.values()];
}

/** Waves after which a file of which nothing was found is taken for one that the checks do not read. */
const ENOUGH_WAVES = 2;

/** Gives up files of which no wrong expectation made a test fail, where others' did: the canary's, helpers', those of other checks. */
function dropUnread(queues: GroupQueue[], pool: ReadonlyMap<string, CalibratedTest>, waves: number): void {
  if (waves < ENOUGH_WAVES || pool.size === 0) return;
  const read = readFiles(pool);
  for (const queue of queues) queue.candidates = queue.candidates.filter(({ file }) => read.has(file));
  queues.splice(0, queues.length, ...queues.filter(({ candidates }) => candidates.length > 0));
}

const readFiles = (pool: ReadonlyMap<string, CalibratedTest>): Set<string> =>
  new Set([...pool.values()].flatMap(({ variants }) => variants.map(({ file }) => file)));

interface Trial {
  candidate: ChallengeCandidate;
  queue: GroupQueue;
}

/** Takes the next candidate of every group whose tests have not enough variants yet; none overlap. */
function nextWave(queues: GroupQueue[], pool: ReadonlyMap<string, CalibratedTest>, limits: CalibrationLimits): Trial[] {
  const wave: Trial[] = [];
  for (const queue of queues) {
    const satisfied = queue.tests.size > 0 && [...queue.tests].every((test) => isSatisfied(pool.get(test), limits));
    const at = satisfied
      ? -1
      : queue.candidates.findIndex((one) => !wave.some(({ candidate }) => overlaps(candidate, one)));
    if (at < 0) {
      if (satisfied) queue.candidates = [];
      continue;
    }
    const candidate = queue.candidates.splice(at, 1)[0]!;
    queue.tried.add(placeOf(candidate));
    wave.push({ candidate, queue });
  }
  queues.splice(0, queues.length, ...queues.filter(({ candidates }) => candidates.length > 0));
  return wave;
}

async function tryWave(
  wave: readonly Trial[],
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

/** Failures that nothing explains, from which on a candidate is sought that brings them all about. */
const MOST_STRANGE = 3;
/** Times that a wave is tried again without such candidates. */
const MOST_CLEARINGS = 3;

/**
 * Finds candidates that make many tests fail, such as the body that all rows of a table share: while one of them is tried with the others, no test
 * fails in exactly the runs of its own.
 */
function spoilersOf(
  trials: readonly Trial[],
  codes: readonly Code[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
): Set<Trial> {
  const names = [...new Set(failed.flatMap((seen) => [...seen.keys()]))];
  const leaves = names.filter((name) => !names.some((other) => isAround(name, other)));
  const signatureOf = (name: string) => failed.map((seen) => (seen.has(name) ? '1' : '0')).join('');
  const own = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const strange = leaves.map(signatureOf).filter((signature) => !own.includes(signature));
  if (strange.length < MOST_STRANGE) return new Set();
  const exact = new Set(leaves.map(signatureOf));
  // One after the other, those that explain most; of these the one that was tried most often, which explains least by chance.
  const suspects = trials.flatMap((trial, i) => (exact.has(own[i]!) ? [] : [{ trial, code: own[i]! }]));
  const weight = (code: string) => code.replaceAll('0', '').length;
  const found = new Set<Trial>();
  for (let left = strange; left.length >= MOST_STRANGE; ) {
    const [best] = suspects
      .filter(({ trial, code }) => code.includes('1') && !found.has(trial))
      .map((one) => ({ ...one, explained: left.filter((signature) => isWithin(one.code, signature)).length }))
      .sort((a, b) => b.explained - a.explained || weight(b.code) - weight(a.code));
    if (!best || best.explained < MOST_STRANGE) break;
    found.add(best.trial);
    left = left.filter((signature) => !isWithin(best.code, signature));
  }
  return found;
}

async function tryOne(trial: Trial, pool: Map<string, CalibratedTest>, session: WaveSession): Promise<void> {
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
async function withoutBreakages(trials: readonly Trial[], session: WaveSession): Promise<readonly Trial[]> {
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

/** Assigns candidates to the tests that failed in exactly their runs. @returns those that explain no test */
function decode(
  trials: readonly Trial[],
  codes: readonly Code[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
  pool: Map<string, CalibratedTest>,
): Trial[] {
  const unexplained: Trial[] = [];
  const tests = new Map<string, string[]>();
  for (const name of new Set(failed.flatMap((names) => [...names.keys()]))) {
    const signature = failed.map((names) => (names.has(name) ? '1' : '0')).join('');
    tests.set(signature, [...(tests.get(signature) ?? []), name]);
  }
  const signatures = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const counts = new Map<string, number>();
  for (const signature of signatures) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  const found: { trial: Trial; leaf: string; also: string[] }[] = [];
  for (const [i, trial] of trials.entries()) {
    const signature = signatures[i]!;
    // Runs that could not be read may have made two codes alike, or left nothing of one.
    if (counts.get(signature) !== 1 || !signature.includes('1')) continue;
    const own = innermost(tests.get(signature) ?? []);
    if (own) found.push({ trial, ...own });
    else unexplained.push(trial);
  }
  const parents = parentsOf(tests, found);
  const whole = found.map((one) => ({
    ...one,
    also: [...new Set([...one.also, ...parents.filter((parent) => isAround(parent, one.leaf))])],
  }));
  const known = new Set(whole.flatMap(({ leaf, also }) => [leaf, ...also]));
  const strange = [...tests].flatMap(([signature, names]) =>
    names.some((name) => !known.has(name)) ? [signature] : [],
  );
  for (const { trial, leaf, also } of whole) {
    // A test that nothing explains failed whenever this candidate was there: it may fail both.
    const own = signatures[trials.indexOf(trial)]!;
    if (strange.some((signature) => isWithin(own, signature))) unexplained.push(trial);
    else addVariant(trial, { leaf, also }, failed[own.indexOf('1')]!.get(leaf)!, pool);
  }
  return unexplained;
}

/** Tells whether all runs of one signature are runs of the other. */
const isWithin = (inner: string, outer: string): boolean =>
  [...inner].every((digit, i) => digit === '0' || outer[i] === '1');

/** @param name what the test was called in that run */
function addVariant(
  { candidate, queue }: Trial,
  { leaf, also }: { leaf: string; also: readonly string[] },
  name: string,
  pool: Map<string, CalibratedTest>,
): void {
  const { group: _, first: __, places: ___, ...variant } = candidate;
  const known = pool.get(leaf);
  const renamed = name === splitCalibrationName(leaf).test ? {} : { renamed: name };
  queue.tests.add(leaf);
  pool.set(leaf, {
    test: leaf,
    also: [...new Set([...(known?.also ?? []), ...also])].sort(),
    places: 1,
    variants: [...(known?.variants ?? []), { ...variant, ...renamed }],
  });
}

/** One test and those around it; undefined when several fail that have nothing to do with each other. */
function innermost(names: readonly string[]): { leaf: string; also: string[] } | undefined {
  const leaf = [...names].sort((a, b) => b.length - a.length)[0];
  if (leaf === undefined) return undefined;
  const also = names.filter((name) => name !== leaf);
  return also.every((name) => isAround(name, leaf)) ? { leaf, also } : undefined;
}

/** Whether a test is a suite, or a test with subtests, that the other one is part of. */
const isAround = (outer: string, inner: string): boolean =>
  inner.startsWith(`${outer}${NAME_SEPARATOR}`) || inner.startsWith(`${outer}/`);

/** Tests that failed whenever one of several found ones did, and are around all of these. */
function parentsOf(tests: ReadonlyMap<string, readonly string[]>, found: readonly { leaf: string }[]): string[] {
  const leaves = found.map(({ leaf }) => leaf);
  return [...tests.values()].flat().filter((name) => leaves.some((leaf) => isAround(name, leaf)));
}
