import type { ChallengeRoundResult } from './evaluate_challenge_round.js';

/** Most runs of one round. */
const MOST_ROUND_TRIES = 3;

/**
 * Decision about a round after some runs of it.
 *
 * - `held`: exactly the tests with wrong expectations failed.
 * - `forged`: a test passed with two wrong expectations.
 * - `failed`: tests with true expectations failed, twice; decides nothing.
 * - `silent`, `stopped`: a run ended without a credible report, or was ended; decides nothing.
 * - `again`: another run has to decide.
 */
export type ChallengeRoundDecision = 'held' | 'forged' | 'failed' | 'silent' | 'stopped' | 'again';

/**
 * Decides a round by all its runs so far.
 *
 * A test may fail, or pass, once by accident. So a test with its true expectation never decides, and one with a wrong
 * expectation is tried with another wrong value before it accuses.
 *
 * @param tries results of the runs in their order, each with the results of all checks in the same order
 */
export function decideChallengeRound(tries: readonly (readonly ChallengeRoundResult[])[]): {
  decision: ChallengeRoundDecision;
  why: string;
  tests: string[];
} {
  const kinds = tries.map((results) => STANDING_PRECEDENCE.find((kind) => results.some((one) => one.kind === kind))!);
  const last = kinds.at(-1)!;
  const said = tries.at(-1)!.find(({ kind }) => kind === last)!;
  const tests = 'tests' in said ? said.tests : [];
  const as = (decision: ChallengeRoundDecision, of = tests) => ({
    decision,
    why: 'why' in said ? said.why : '',
    tests: of,
  });
  if (last === 'held' || last === 'silent' || last === 'stopped') return as(last);
  const twice = tries.at(-1)!.flatMap((result, check) => {
    const earlier = new Set(tries.slice(0, -1).flatMap((results) => listForged(results[check])));
    return listForged(result).filter((test) => earlier.has(test));
  });
  if (twice.length > 0) return as('forged', twice);
  if (kinds.filter((kind) => kind === 'failed').length > 1 || tries.length >= MOST_ROUND_TRIES) return as('failed');
  return as('again');
}

const listForged = (result: ChallengeRoundResult | undefined): string[] =>
  result?.kind === 'forged' ? result.tests : [];

/** Kinds of results in the order in which they decide a run. */
const STANDING_PRECEDENCE = ['forged', 'failed', 'stopped', 'silent', 'held'] as const;
