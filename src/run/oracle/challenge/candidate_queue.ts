import type { CalibrationLimits } from './calibration_session.js';
import { type CalibratedTest, hasVariantOverlap, type MarkedVariant } from './confirm_pool.js';

/** Wrong expectation to be tried, with the test that it seems to belong to. */
export interface ChallengeCandidate extends MarkedVariant {
  /** Candidates of the same group are alternatives and not tried together. */
  group: string;
  /** True if its test seems to have to begin to pass. It is tried before others, which give no strength. */
  first?: boolean;
  /** Number of places of its group that can be made wrong, candidates or not; default: all candidates. */
  places?: number;
}

/** Candidates of one group that are still to be tried, and the results of the group. */
export interface CandidateQueue {
  name: string;
  file: string;
  candidates: ChallengeCandidate[];
  /** Tests that candidates of this group turned out to belong to. */
  tests: Set<string>;
  /** Places that were tried, and the number of all places. */
  tried: Set<string>;
  places: number;
}

/** Creates a queue for each group of the candidates, in their order. */
export function createCandidateQueues(candidates: readonly ChallengeCandidate[]): CandidateQueue[] {
  const groups = new Map<string, CandidateQueue>();
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

/** Candidate under trial, with its queue. */
export interface CandidateTrial {
  candidate: ChallengeCandidate;
  queue: CandidateQueue;
}

/** Returns the place of a wrong expectation: the assertion that contains it. */
export const getAssertionPlace = ({
  file,
  start,
  assertion = start,
}: Pick<MarkedVariant, 'file' | 'start' | 'assertion'>) => `${file}:${assertion}`;

/** Tells whether a test has enough variants: at the failing place, or at enough places if that is unknown. */
function isSatisfied(test: CalibratedTest | undefined, limits: CalibrationLimits): boolean {
  const variants = test?.variants ?? [];
  const sharp = variants.filter(({ at_failure }) => at_failure).length;
  return sharp >= limits.variants || new Set(variants.map(getAssertionPlace)).size >= limits.places;
}

/** Takes the next candidate of every group whose tests have too few variants. No two overlap. */
export function takeNextWave(
  queues: CandidateQueue[],
  pool: ReadonlyMap<string, CalibratedTest>,
  limits: CalibrationLimits,
): CandidateTrial[] {
  const wave: CandidateTrial[] = [];
  for (const queue of queues) {
    const satisfied = queue.tests.size > 0 && [...queue.tests].every((test) => isSatisfied(pool.get(test), limits));
    const at = satisfied
      ? -1
      : queue.candidates.findIndex((one) => !wave.some(({ candidate }) => hasVariantOverlap(candidate, one)));
    if (at < 0) {
      if (satisfied) queue.candidates = [];
      continue;
    }
    const candidate = queue.candidates.splice(at, 1)[0]!;
    queue.tried.add(getAssertionPlace(candidate));
    wave.push({ candidate, queue });
  }
  queues.splice(0, queues.length, ...queues.filter(({ candidates }) => candidates.length > 0));
  return wave;
}

/** Marks places of an interrupted wave as untried. */
export function forgetUntriedPlaces(wave: readonly CandidateTrial[], pool: ReadonlyMap<string, CalibratedTest>): void {
  const found = new Set([...pool.values()].flatMap(({ variants }) => variants.map(getAssertionPlace)));
  for (const { candidate, queue } of wave)
    if (!found.has(getAssertionPlace(candidate))) queue.tried.delete(getAssertionPlace(candidate));
}

/** Waves without a result after which a file is taken for one that the checks do not read. */
const ENOUGH_WAVES = 2;

/**
 * Drops files in which no wrong expectation made a test fail although those of others did: of the canary, of helpers,
 * of other checks.
 */
export function dropUnreadFiles(
  queues: CandidateQueue[],
  pool: ReadonlyMap<string, CalibratedTest>,
  waves: number,
): void {
  if (waves < ENOUGH_WAVES || pool.size === 0) return;
  const read = listReadFiles(pool);
  for (const queue of queues) queue.candidates = queue.candidates.filter(({ file }) => read.has(file));
  queues.splice(0, queues.length, ...queues.filter(({ candidates }) => candidates.length > 0));
}

/** Lists the files in which a wrong expectation made a test fail. */
export const listReadFiles = (pool: ReadonlyMap<string, CalibratedTest>): Set<string> =>
  new Set([...pool.values()].flatMap(({ variants }) => variants.map(({ file }) => file)));
