import { MAX_LOAD } from './read_test_run.js';

/**
 * Least time limit of tests that end themselves, in milliseconds, and how many times their longest run it is: at it they
 * fail, where others are undecided, so a slow machine must be far from it.
 */
const [MIN_HANGING_MS, HANGING_FACTOR] = [60_000, 20];
/** The same of a measured run without the reference solution. */
const MIN_BASE_MS = 30_000;
/** Limit of such a run that is not raised for slow tests, but for those that the machine's load may slow down. */
const MAX_BASE_MS = 300_000;
/** Least and greatest time limit of tests, and how many times their longest run it is. Milliseconds. */
const MIN_LIMIT_MS = 60_000;
const MAX_LIMIT_MS = 1_800_000;
const LIMIT_FACTOR = 10;

/** Computes the time limit of tests by their longest run. Milliseconds. */
export const computeTestLimit = ({ wall_ms, hanging }: { wall_ms: number; hanging?: true }): number =>
  Math.min(
    MAX_LIMIT_MS,
    hanging ? Math.max(MIN_HANGING_MS, HANGING_FACTOR * wall_ms) : Math.max(MIN_LIMIT_MS, LIMIT_FACTOR * wall_ms),
  );

/** Computes the time limit of a run without the reference solution. Milliseconds. */
export const computeBaseLimit = (wall_ms: number): number =>
  Math.min(MAX_LIMIT_MS, Math.max(MIN_BASE_MS, LIMIT_FACTOR * wall_ms), Math.max(MAX_BASE_MS, MAX_LOAD * wall_ms));
