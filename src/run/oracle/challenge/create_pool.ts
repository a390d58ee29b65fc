import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import { splitCalibrationName } from './check_reading.js';
import { groupBy } from './group_by.js';
import type { PlaceGroup } from './list_challenge_places.js';

/** Wrong expectation of a test under calibration. */
export interface PoolVariant {
  variant: ChallengeVariant;
  /** Place within its test. */
  place: string;
  /** 0 for the first wrong value of its place. */
  depth: number;
  /** Runs in which its test failed with it, and no other test but those that were wrong, too. */
  seen: number;
}

/** Test under calibration: its reported name, the tests around it, and its wrong expectations. */
export interface PoolTest {
  test: string;
  also: string[];
  first: boolean;
  canary: boolean;
  left_out: boolean;
  variants: PoolVariant[];
}

/** Test, or a check as a whole, with the wrong expectations of each of its places that make exactly it fail. */
export interface CalibratedTest {
  test: string;
  also: string[];
  /** True if its wrong expectations can be told by their form. */
  canary: boolean;
  /** True if some places were not tried; forging there would not be noticed. */
  partial: boolean;
  places: ChallengeVariant[][];
}

/** Test to which the places of a group belong, and the tests around it, which fail with it. */
export interface AssignedTest {
  leaf: string;
  also: string[];
  /** Wrong expectation that told it; absent where none had to. */
  variant?: ChallengeVariant;
  /** Name of the test in each run that failed with it. */
  names?: string[];
}

/** Creates the pool of the tests to which groups belong. Canaries are dropped where a test has other places. */
export function createPool(assigned: ReadonlyMap<PlaceGroup, AssignedTest>): Map<string, PoolTest> {
  const pool = new Map<string, PoolTest>();
  for (const [leaf, all] of groupBy(assigned, ([, { leaf }]) => leaf)) {
    const values = all.filter(([{ canary }]) => !canary);
    const usable = values.length > 0 ? values : all;
    const variants = usable.flatMap(([{ name, places }, { variant: tried, names = [] }]) =>
      places.flatMap((own, place) =>
        own.map((variant, depth) => {
          const one: PoolVariant = { variant, place: `${name} ${place}`, depth, seen: 0 };
          if (variant === tried) for (const seen_name of names) countSeenRun(one, leaf, seen_name);
          return one;
        }),
      ),
    );
    pool.set(leaf, {
      test: leaf,
      also: [...new Set(all.flatMap(([, { also }]) => also))].sort(),
      first: all.some(([{ first }]) => first),
      canary: values.length === 0,
      left_out: usable.some(([{ left_out }]) => left_out),
      // Every place before a second value of any.
      variants: variants.sort((a, b) => a.depth - b.depth),
    });
  }
  return pool;
}

/** Counts a run in which a test failed with a wrong expectation, under the name that it had there. */
export function countSeenRun(one: PoolVariant, test: string, name: string): void {
  one.seen++;
  if (name !== splitCalibrationName(test).test) one.variant = { ...one.variant, renamed: name };
}

export const isUsable = ({ variants }: PoolTest): boolean => variants.some(({ seen }) => seen > 0);

/** Runs in which a place must have made its test fail: a test may fail once by accident. */
const ENOUGH_SEEN = 2;

/**
 * Finds the variant of a test that is to be tried next: each place often enough before the next one, so that what is
 * found when time runs out can be kept; then further values. Undefined once each was tried.
 *
 * @param brief true if one value of each place is enough
 * @param trying variant that is being tried, as if it were seen
 */
export function findUntried({ variants }: PoolTest, brief: boolean, trying?: PoolVariant): PoolVariant | undefined {
  const count = (place: string) => countSeen(variants, place) + (trying?.place === place ? 1 : 0);
  const open = variants.filter(({ place }) => count(place) < ENOUGH_SEEN);
  const begun = open.filter(({ place }) => count(place) > 0);
  const isUntried = (one: PoolVariant) => one.seen === 0 && one !== trying;
  const further = brief ? undefined : variants.find(isUntried);
  return (brief ? undefined : begun.find(isUntried)) ?? begun[0] ?? open[0] ?? further;
}

/**
 * Drops what was not seen to make its test fail often enough.
 *
 * @returns true if some place of the test was not tried to an end
 */
export function keepSeen(test: PoolTest): boolean {
  const open = test.variants.filter(({ place }) => countSeen(test.variants, place) < ENOUGH_SEEN);
  test.variants = test.variants.filter((one) => one.seen > 0 && !open.includes(one));
  return open.length > 0;
}

const countSeen = (variants: readonly PoolVariant[], place: string): number =>
  variants.reduce((sum, one) => sum + (one.place === place ? one.seen : 0), 0);

/** Returns a test with what was seen of each of its places. */
export function splitPlaces({ test, also, canary, left_out, variants }: PoolTest, untried: boolean): CalibratedTest {
  const places = [...groupBy(variants, ({ place }) => place).values()].map((own) => own.map(({ variant }) => variant));
  return { test, also, canary, partial: left_out || untried, places };
}

/** Tells whether two wrong expectations overlap in one file. */
export const hasVariantOverlap = (a: ChallengeVariant, b: ChallengeVariant): boolean =>
  a.file === b.file && a.start < b.end && b.start < a.end;
