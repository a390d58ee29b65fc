import type { CalibrationSession } from './calibration_session.js';
import { type AssignedTest, hasVariantOverlap } from './create_pool.js';
import { decodeWave, findInnermostTest, isEnclosingTest, isSubsetSignature } from './decode_wave.js';
import type { GroupTrial } from './group_trial.js';
import type { PlaceGroup } from './list_challenge_places.js';
import { createDistinctCodes, type TrialCode } from './trial_code.js';

/** Most places of a group that are tried before it is given up. */
const MOST_WAVES = 3;
/** Most groups that are tried alone at the end. */
const MOST_ALONE = 40;
/** Most searches for a trial that keeps files from loading; later ones are given up. */
const MOST_BREAKAGES = 24;
/** Most retries of a wave without trials that make many tests fail. */
const MOST_CLEARINGS = 3;
/** Digits of the codes beyond those that distinguish the trials. */
const REDUNDANCY = 2;

/**
 * Finds the test to which each group belongs. Groups that make no test fail, or several unrelated ones, are left out.
 */
export async function assignGroups(
  groups: readonly PlaceGroup[],
  session: CalibrationSession,
  random: (n: number) => number,
): Promise<Map<PlaceGroup, AssignedTest>> {
  const assigned = new Map<PlaceGroup, AssignedTest>();
  const search = { session, random, assigned, breakages: 0 };
  // Groups whose tests have to begin to pass come first: time may run out.
  let left = [...groups].sort((a, b) => Number(b.first) - Number(a.first));
  for (let wave = 0; wave < MOST_WAVES && left.length > 0 && !session.over; wave++) {
    // The first wave tells which files are read; later ones try further places of a group.
    await tryWave(takeTrials(left, wave), search);
    const read = listReadFiles(assigned);
    left = left.filter((group) => !assigned.has(group) && (read.size === 0 || wave === 0 || read.has(group.file)));
  }
  const read = listReadFiles(assigned);
  for (const group of left.filter(({ file }) => read.size === 0 || read.has(file)).slice(0, MOST_ALONE)) {
    if (session.over) break;
    await tryOne({ group, variant: group.places[0]![0]! }, search);
  }
  return assigned;
}

interface GroupSearch {
  session: CalibrationSession;
  random: (n: number) => number;
  assigned: Map<PlaceGroup, AssignedTest>;
  breakages: number;
}

/** Takes a place of every group; no two overlap. */
function takeTrials(groups: readonly PlaceGroup[], wave: number): GroupTrial[] {
  const trials: GroupTrial[] = [];
  for (const group of groups) {
    const variant = group.places[wave]?.[0];
    if (variant && !trials.some((other) => hasVariantOverlap(other.variant, variant))) trials.push({ group, variant });
  }
  return trials;
}

async function tryWave(trials: readonly GroupTrial[], search: GroupSearch, depth = 0): Promise<void> {
  const { session, random, assigned } = search;
  const loading = await dropBreakages(trials, search);
  const [only] = loading;
  if (only === undefined) return;
  if (loading.length === 1) return tryOne(only, search);
  const codes = createDistinctCodes(loading.length, REDUNDANCY, random);
  const sets = codes[0]!.map((_, digit) => loading.flatMap(({ variant }, i) => (codes[i]![digit] ? [variant] : [])));
  const readings = await Promise.all(sets.map((wrong) => session.try(wrong)));
  if (readings.includes(undefined) && session.over) return;
  // A run that cannot be read carries no information; the other digits still do.
  const read = readings.flatMap((failures, digit) => (failures === undefined ? [] : [{ failures, digit }]));
  const failed = read.map(({ failures }) => failures);
  const digits = read.map(({ digit }) => digit);
  const spoiling = findSpoilers(loading, codes, digits, failed);
  if (spoiling.size > 0 && depth < MOST_CLEARINGS) {
    const clear = loading.filter((trial) => !spoiling.has(trial));
    return tryWave(clear, search, depth + 1);
  }
  for (const [trial, test] of decodeWave(loading, codes, digits, failed)) assigned.set(trial.group, test);
}

async function tryOne({ group, variant }: GroupTrial, { session, assigned }: GroupSearch): Promise<void> {
  const failures = await session.try([variant]);
  const innermost = findInnermostTest([...(failures?.keys() ?? [])]);
  if (innermost) assigned.set(group, { ...innermost, variant, names: [failures?.get(innermost.leaf) ?? ''] });
}

/** Drops the trials that keep a file from loading; they are found by halving. */
async function dropBreakages(trials: readonly GroupTrial[], search: GroupSearch): Promise<readonly GroupTrial[]> {
  const { session } = search;
  if (trials.length === 0 || session.over) return [];
  const failures = await session.try(trials.map(({ variant }) => variant));
  if (failures !== undefined) return trials;
  if (session.over || trials.length === 1 || ++search.breakages > MOST_BREAKAGES) return [];
  const half = trials.length >> 1;
  return [
    ...(await dropBreakages(trials.slice(0, half), search)),
    ...(await dropBreakages(trials.slice(half), search)),
  ];
}

/**
 * Lists the files in which a wrong expectation made a test fail: others belong to the canary, helpers or other
 * checks.
 */
const listReadFiles = (assigned: ReadonlyMap<PlaceGroup, AssignedTest>): Set<string> =>
  new Set([...assigned.keys()].map(({ file }) => file));

/** Unexplained failures from which on a single trial is sought that causes all of them. */
const MAX_UNEXPLAINED = 3;

/**
 * Finds trials that make many tests fail, such as the shared body of all rows of a table.
 *
 * While one of them is tried with others, no test fails in exactly the runs of its own trial.
 */
function findSpoilers(
  trials: readonly GroupTrial[],
  codes: readonly TrialCode[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
): Set<GroupTrial> {
  const names = [...new Set(failed.flatMap((seen) => [...seen.keys()]))];
  const leaves = names.filter((name) => !names.some((other) => isEnclosingTest(name, other)));
  const signatureOf = (name: string) => failed.map((seen) => (seen.has(name) ? '1' : '0')).join('');
  const signatures = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const strange = leaves.map(signatureOf).filter((signature) => !signatures.includes(signature));
  if (strange.length < MAX_UNEXPLAINED) return new Set();
  const exact = new Set(leaves.map(signatureOf));
  // Takes the trials that explain most one by one; among equals the one tried most often, which explains least by
  // chance.
  const suspects = trials.flatMap((trial, i) => (exact.has(signatures[i]!) ? [] : [{ trial, code: signatures[i]! }]));
  const weight = (code: string) => code.replaceAll('0', '').length;
  const spoilers = new Set<GroupTrial>();
  for (let left = strange; left.length >= MAX_UNEXPLAINED; ) {
    const [best] = suspects
      .filter(({ trial, code }) => code.includes('1') && !spoilers.has(trial))
      .map((one) => ({ ...one, explained: left.filter((signature) => isSubsetSignature(one.code, signature)).length }))
      .sort((a, b) => b.explained - a.explained || weight(b.code) - weight(a.code));
    if (!best || best.explained < MAX_UNEXPLAINED) break;
    spoilers.add(best.trial);
    left = left.filter((signature) => !isSubsetSignature(best.code, signature));
  }
  return spoilers;
}
