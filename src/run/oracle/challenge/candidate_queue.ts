import type { CalibrationLimits } from './calibration_session.js';
import { type CalibratedTest, type MarkedVariant, overlaps } from './confirm_pool.js';

/** A wrong expectation that is to be tried, with the test that it seems to stand in. */
export interface ChallengeCandidate extends MarkedVariant {
  /** Candidates of the same group are not tried together, and are alternatives to each other. */
  group: string;
  /** Its test seems to have to begin to pass: it comes before others, which give no strength. */
  first?: boolean;
  /** Places of its group at which something can be made wrong, also those that are not among the candidates; default: as many as there are. */
  places?: number;
}

/** Candidates of one group that are still to be tried, and what is known of the group. */
export interface GroupQueue {
  name: string;
  file: string;
  candidates: ChallengeCandidate[];
  /** Tests that candidates of this group turned out to belong to. */
  tests: Set<string>;
  /** Places that were tried, and how many there are. */
  tried: Set<string>;
  places: number;
}

/** Returns a queue for each group of the candidates, in their order. */
export function groupsOf(candidates: readonly ChallengeCandidate[]): GroupQueue[] {
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

/** A candidate that is tried, with the queue it came from. */
export interface CandidateTrial {
  candidate: ChallengeCandidate;
  queue: GroupQueue;
}

/** Returns the place of a wrong expectation: the assertion that it is in. */
export const placeOf = ({ file, start, assertion = start }: Pick<MarkedVariant, 'file' | 'start' | 'assertion'>) =>
  `${file}:${assertion}`;

/** Tells whether no more variants are looked for: enough where the unchanged repository fails, or enough places where that is not known. */
function isSatisfied(test: CalibratedTest | undefined, limits: CalibrationLimits): boolean {
  const variants = test?.variants ?? [];
  const sharp = variants.filter(({ at_failure }) => at_failure).length;
  return sharp >= limits.variants || new Set(variants.map(placeOf)).size >= limits.places;
}

/** Takes the next candidate of every group whose tests have not enough variants yet; none overlap. */
export function nextWave(
  queues: GroupQueue[],
  pool: ReadonlyMap<string, CalibratedTest>,
  limits: CalibrationLimits,
): CandidateTrial[] {
  const wave: CandidateTrial[] = [];
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

/** Takes back that places of a wave were tried that was cut off before they were. */
export function forgetUntried(wave: readonly CandidateTrial[], pool: ReadonlyMap<string, CalibratedTest>): void {
  const found = new Set([...pool.values()].flatMap(({ variants }) => variants.map(placeOf)));
  for (const { candidate, queue } of wave) if (!found.has(placeOf(candidate))) queue.tried.delete(placeOf(candidate));
}

/** Waves after which a file of which nothing was found is taken for one that the checks do not read. */
const ENOUGH_WAVES = 2;

/** Gives up files of which no wrong expectation made a test fail, where others' did: the canary's, helpers', those of other checks. */
export function dropUnread(queues: GroupQueue[], pool: ReadonlyMap<string, CalibratedTest>, waves: number): void {
  if (waves < ENOUGH_WAVES || pool.size === 0) return;
  const read = readFiles(pool);
  for (const queue of queues) queue.candidates = queue.candidates.filter(({ file }) => read.has(file));
  queues.splice(0, queues.length, ...queues.filter(({ candidates }) => candidates.length > 0));
}

/** Returns the files in which a wrong expectation made a test fail. */
export const readFiles = (pool: ReadonlyMap<string, CalibratedTest>): Set<string> =>
  new Set([...pool.values()].flatMap(({ variants }) => variants.map(({ file }) => file)));
