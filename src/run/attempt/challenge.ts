import { randomBytes } from 'node:crypto';
import type { ChallengeVariant, OracleReference } from '../../contract/lock.js';
import type { Check } from '../../contract/schema.js';
import { basePassed } from '../../record/base_passed.js';
import {
  type ChallengePlan,
  commitmentTo,
  planChallenge,
  SECOND_TRIES,
  SPARE_ROUNDS,
  type WrongChoice,
} from '../../record/challenge_plan.js';
import { readRound } from '../../record/challenge_round.js';
import type { Payload } from '../../record/events.js';
import { requiredNames } from '../../record/required_names.js';
import { varyOracle } from '../oracle/challenge/varied_oracle.js';
import { isPass } from '../oracle/perturbation/occasion.js';
import type { Ground } from './ground.js';
import type { Applied } from './patched_workspace.js';
import { type FoundReference, findReference } from './reference.js';
import { challengedChecks, observeRound } from './round.js';

/** Names of tests that an event keeps; the lock has all of them. */
const MOST_MISSING = 100;

/**
 * Runs the acceptance checks at a random place among the challenge rounds: runs in each of which a random half of the tests has a wrong
 * expectation, and exactly these must fail. What decides place and choices is drawn here, committed to before the first run and
 * revealed after the last one. Records what happens; judges nothing.
 *
 * Rounds end early when the patch does not pass acceptance, or a round shows that it does not hold. A round in which only tests with true
 * expectations failed is made once more, as it was: a test may fail by accident.
 *
 * @param accept runs the acceptance checks
 * @returns what `accept` returns
 */
export async function challengeAround<T>(application: Applied, ground: Ground, accept: () => Promise<T>): Promise<T> {
  const { run, rooms } = ground;
  const started_ms = run.log.now();
  const found = await referenceFor(application, ground);
  const waited_ms = run.log.now() - started_ms;
  const rounds = found ? recordReference(found, isChallenged(application, ground), waited_ms, ground) : 0;
  if (!found || rounds === 0) return accept();
  const secret = randomBytes(32).toString('hex');
  const { pool } = found.reference;
  const tests = pool.map(({ variants }) => ({ variants: variants.length }));
  const plan = planChallenge(secret, { tests, rounds });
  run.log.append('challenge_commitment', 'harness', { digest: commitmentTo(secret), rounds });

  let accepted: { value: T } | undefined;
  const acceptance = async () => {
    accepted ??= { value: await accept() };
    return isPass(ground.loaded, run.log.events);
  };
  let repeated = 0;
  let held = 0;
  let again = 0;
  let goesOn = true;
  for (let number = 1; goesOn && held < rounds && number <= rounds + SPARE_ROUNDS; number++) {
    if (number - 1 === plan.position && !accepted) goesOn = await acceptance();
    if (!goesOn) break;
    let standing = await makeRound(number, plan, application, ground, pool);
    if (standing === 'failed' && again < SECOND_TRIES && !rooms.signal.aborted) {
      again++;
      standing = await makeRound(number, plan, application, ground, pool);
    }
    if (standing === 'held') held++;
    else if (standing === 'open') repeated++;
    else goesOn = false;
    // The round that was not made any more is recorded, so that the attempt is known to have been cut off.
    if (rooms.signal.aborted) break;
  }
  if (!accepted) await acceptance();
  run.log.append('challenge_reveal', 'harness', { secret, position: plan.position, repeated });
  return accepted!.value;
}

/**
 * Whether the attempt is worth rounds. An empty patch forges nothing. The reference solution is challenged where the pool is known from a
 * lock; else it would first be run to find the pool, and then held against itself.
 */
const isChallenged = (application: Applied, { run, loaded, challenged }: Ground): boolean => {
  const isReference = run.manifest.agent.kind === 'golden';
  return application.outcome === 'applied' && (challenged ?? (!isReference || loaded.proof !== undefined));
};

/** What is known of the reference solution; runs of it are made where the attempt needs them. */
async function referenceFor(application: Applied, ground: Ground): Promise<FoundReference | undefined> {
  const challenged = isChallenged(application, ground);
  const wanted = ground.loaded.contract.oracle.challenge.rounds > 0;
  // What passed before the patch is asked of every attempt, also of those that forge nothing.
  const named = ground.loaded.contract.acceptance.some(({ pass_to_pass }) => pass_to_pass === 'all');
  const found = await findReference(ground, named || (challenged && wanted));
  return found ?? (challenged && !wanted ? { reference: NO_ROUNDS, source: 'layer', steps: 0 } : undefined);
}

/** What is said where a contract switches rounds off: nothing was looked at. */
const NO_ROUNDS: OracleReference = {
  on: 'base',
  checks: [],
  pool: [],
  missing: [],
  round_ms: null,
  rounds: 0,
  strength: null,
  because: 'the contract asks for no challenge rounds',
};

/** Records what is known of the reference solution. @returns rounds that are to be made */
function recordReference(
  { reference, source, steps }: FoundReference,
  challenged: boolean,
  waited_ms: number,
  { run }: Ground,
): number {
  const { on, checks, pool, missing, because } = reference;
  const rounds = challenged ? reference.rounds : 0;
  run.log.append('oracle_reference', 'harness', {
    source,
    on,
    checks,
    pool: pool.map(({ check, test, also, counts, places, variants }) => ({
      check,
      test,
      also,
      counts,
      places,
      variants: variants.length,
    })),
    missing: missing.slice(0, MOST_MISSING),
    missing_count: missing.length,
    limits: { rounds, because: challenged ? because : 'reference answers and empty patches are not challenged' },
    steps,
    waited_ms,
  });
  return rounds;
}

/**
 * Makes one round and records it. `forged` = a test passed with a wrong expectation; `failed` = one failed with its true one; `open` = it did not
 * come to an end, and another takes its place.
 */
async function makeRound(
  round: number,
  plan: ChallengePlan,
  application: Applied,
  ground: Ground,
  pool: OracleReference['pool'],
): Promise<'held' | 'forged' | 'failed' | 'open'> {
  const { loaded, run, rooms } = ground;
  const choices = plan.rounds[round - 1]!;
  const chosen = choices.map((choice) => ({ ...pool[choice.test]!, ...choice, place: placeOf(choice, pool) }));
  const varied = varyOracle(
    loaded,
    chosen.map(({ place }) => place),
  );
  const checks = challengedChecks(loaded).filter(({ id }) => pool.some(({ check }) => check === id));
  const wrongIn = (check: Check): Payload<'challenge'>['wrong'] =>
    chosen.flatMap(({ check: id, test: index, variant, place }) =>
      id === check.id
        ? [
            {
              test: pool[index]!.test,
              variant,
              file: place.file,
              line: place.line,
              ...(place.renamed === undefined ? {} : { renamed: place.renamed }),
            },
          ]
        : [],
    );
  const skip = (not_run: NonNullable<Payload<'challenge'>['not_run']>) => {
    for (const check of checks)
      run.log.append('challenge', 'harness', {
        check: check.id,
        round,
        wrong: wrongIn(check),
        not_run,
        report: { state: 'none' },
      });
    return 'open' as const;
  };
  if (rooms.signal.aborted) return skip({ because: 'interrupted', detail: 'the run was interrupted' });
  const seen = await observeRound(checks, application, { ...ground, loaded: varied });
  if ('unbuilt' in seen) return skip({ because: 'build', detail: seen.unbuilt });
  const standings = seen.runs.map(({ check, execution, report }) => {
    const wrong = wrongIn(check);
    run.log.append('challenge', 'harness', { check: check.id, round, wrong, execution, report });
    return readRound(execution, report, {
      pool: pool.filter((one) => one.check === check.id).map((one) => ({ ...one, variants: one.variants.length })),
      wrong: new Set(wrong.map(({ test }) => test)),
      renamed: new Map(wrong.flatMap(({ test, renamed }) => (renamed === undefined ? [] : [[renamed, test]]))),
      required: requiredNames(check, basePassed(check.id, run.log.events)),
      narrow: loaded.contract.oracle.challenge.run !== undefined,
    }).kind;
  });
  for (const kind of ['forged', 'failed'] as const) if (standings.includes(kind)) return kind;
  return standings.every((kind) => kind === 'held') ? 'held' : 'open';
}

const placeOf = ({ test, variant }: WrongChoice, pool: OracleReference['pool']): ChallengeVariant =>
  pool[test]!.variants[variant]!;
