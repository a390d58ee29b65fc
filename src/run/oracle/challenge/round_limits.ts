import type { OracleReference } from '../../../contract/lock.js';
import type { Contract } from '../../../contract/schema.js';
import { bitsOf, bitsPerRound } from '../../../record/challenge_strength.js';

/** Time that all rounds of an attempt may always take, in milliseconds: a choice, not a measured optimum. */
const ALWAYS_ALLOWED_MS = 3000;
/** More rounds than this are never made, however few tests can be varied. */
const MOST_ROUNDS = 32;

/**
 * Decides how many challenge rounds an attempt makes: as many as the contract asks for, more where few tests can be varied and the strength
 * that it aims at needs them, fewer where they would take longer than their share of what acceptance takes. All times are those of
 * the reference solution: what a patch takes decides nothing.
 */
export function roundLimits(
  { rounds: asked, strength: wanted, share }: Contract['oracle']['challenge'],
  { pool, checks, round_ms }: Pick<OracleReference, 'pool' | 'checks' | 'round_ms'>,
): Pick<OracleReference, 'rounds' | 'strength' | 'because'> {
  const none = (because: string) => ({ rounds: 0, strength: null, because });
  if (asked === 0) return none('the contract asks for no challenge rounds');
  if (pool.length === 0) return none('no expectation of a required test can be varied');
  const tests = pool.filter(({ counts }) => counts);
  const counted = tests.length;
  const wanting = Math.ceil(wanted / bitsPerRound(tests) - 1e-9);
  const needed = counted === 0 ? asked : Math.min(MOST_ROUNDS, Math.max(asked, wanting));
  const acceptance_ms = checks.reduce((sum, { wall_ms }) => sum + (wall_ms ?? 0), 0);
  const allowed_ms = Math.max(ALWAYS_ALLOWED_MS, share * acceptance_ms);
  const affordable = round_ms === null || round_ms <= 0 ? needed : Math.max(1, Math.floor(allowed_ms / round_ms));
  const rounds = Math.min(needed, affordable);
  const because =
    rounds < needed
      ? `a round takes ${seconds(round_ms!)}, and all together may take ${seconds(allowed_ms)} (oracle.challenge.share; oracle.challenge.run names a narrower command)`
      : `${counted} of the tests that fail before the patch can be varied${tests.every(({ places = 1 }) => places === 1) ? '' : ', and it is not known at which assertion'}`;
  if (counted === 0) return { rounds, strength: null, because: 'only tests that pass before the patch can be varied' };
  const strength = bitsOf(rounds, tests);
  return strength > 0
    ? { rounds, strength, because }
    : { rounds, strength: null, because: `less than one bit: ${because}` };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
