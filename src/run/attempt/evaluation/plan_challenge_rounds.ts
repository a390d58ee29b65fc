import { randomBytes } from 'node:crypto';
import { createEmptyReference } from '../../../contract/validation/contract_lock.js';
import {
  computeCommitment,
  MAX_ROUND_RETRIES,
  planChallenge,
  SPARE_CHALLENGE_ROUNDS,
} from '../../../record/checks/plan_challenge.js';
import { hasPassedChecks } from '../../oracle/perturbation/perturbation_decision.js';
import type { AttemptContext } from '../attempt_context.js';
import { findReference, type ReferenceLookup } from './find_reference.js';
import { type RecordableRound, runChallengeRound } from './run_challenge_round.js';
import type { EvaluablePatch } from './run_in_patched_workspace.js';
import type { QueuedRun, RunQueue } from './run_queue.js';

/** Maximum number of missing tests listed in an event; the lock lists all. */
const MAX_LISTED_MISSING = 100;

/** Acceptance and challenge rounds of an attempt, in a queue. */
interface PlannedRounds<T> {
  /** Records the runs in their planned order and returns the result of the acceptance checks. */
  finish(): Promise<T>;
}

/**
 * Adds the acceptance checks to a queue, at a random position among the challenge rounds.
 *
 * In each round a random half of the tests has a wrong expectation, and exactly these must fail. Position and choices
 * come from a secret that is committed before the first run and revealed after the last. The function records events
 * and judges nothing.
 *
 * Rounds end early if the patch fails acceptance or a round shows that it fails; what runs beside is then ended and no
 * part of the record. A round in which only tests with true expectations failed is repeated unchanged, since a test may
 * fail by accident. Runs may be made side by side, but are recorded in their order.
 *
 * @param accept runs the acceptance checks; it may record them once `turn` has resolved
 */
export async function planChallengeRounds<T>(
  application: EvaluablePatch,
  context: AttemptContext,
  queue: RunQueue,
  accept: (turn?: Promise<void>) => Promise<T>,
): Promise<PlannedRounds<T>> {
  const { run, runner } = context;
  const started_ms = run.log.now();
  const found = await findAttemptReference(application, context);
  const waited_ms = run.log.now() - started_ms;
  const rounds = found ? recordReference(found, isChallenged(application, context), waited_ms, context) : 0;
  if (!found || rounds === 0) {
    const acceptance = queue.add(() => accept());
    return { finish: () => acceptance.take() };
  }
  const secret = randomBytes(32).toString('hex');
  const { pool } = found.reference;
  const tests = pool.map(({ variants }) => ({ variants: variants.length }));
  const plan = planChallenge(secret, { tests, rounds });
  context.supply?.expect(rounds);
  run.log.append('challenge_commitment', 'harness', { digest: computeCommitment(secret), rounds });

  let again = 0;
  const addRound = (number: number) =>
    queue.add(async (signal): Promise<RecordableRound> => {
      const place = { ...context, runner: { ...runner, signal: AbortSignal.any([runner.signal, signal]) } };
      const first = await runChallengeRound(number, plan, application, place, pool);
      if (first.standing !== 'failed' || again >= MAX_ROUND_RETRIES || place.runner.signal.aborted) return first;
      again++;
      const second = await runChallengeRound(number, plan, application, place, pool);
      return {
        standing: second.standing,
        record: () => {
          first.record();
          second.record();
        },
      };
    });
  let beginTurn = () => {};
  const turn = new Promise<void>((resolve) => {
    beginTurn = resolve;
  });
  const early = Array.from({ length: plan.position }, (_, i) => addRound(i + 1));
  const acceptance = queue.add(() => accept(turn));
  const late = Array.from({ length: rounds - plan.position }, (_, i) => addRound(plan.position + i + 1));

  let held = 0;
  let open = 0;
  /** Records a round; tells whether further ones make sense. */
  const recordRound = async (round: QueuedRun<RecordableRound>): Promise<boolean> => {
    const { standing, record } = await round.take();
    record();
    if (standing === 'held') held++;
    else if (standing === 'open') open++;
    // A skipped round is recorded, so that the record shows that the attempt was cut off.
    return (standing === 'held' || standing === 'open') && !runner.signal.aborted;
  };
  const recordRounds = async (planned: readonly QueuedRun<RecordableRound>[]): Promise<boolean> => {
    for (const round of planned) if (!(await recordRound(round))) return false;
    return true;
  };
  return {
    async finish() {
      let goesOn = await recordRounds(early).finally(beginTurn);
      if (!goesOn) await Promise.all([...early, ...late].map((round) => round.drop()));
      const accepted = await acceptance.take();
      goesOn &&= hasPassedChecks(context.loaded, run.log.events);
      if (goesOn) goesOn = await recordRounds(late);
      await Promise.all(late.map((round) => round.drop()));
      for (let number = rounds + 1; goesOn && held < rounds && number <= rounds + SPARE_CHALLENGE_ROUNDS; number++)
        goesOn = await recordRound(addRound(number));
      run.log.append('challenge_reveal', 'harness', { secret, position: plan.position, repeated: open });
      return accepted;
    },
  };
}

/**
 * Tells whether the attempt gets challenge rounds. Empty patches get none. The reference solution gets them only if its
 * pool comes from a lock: otherwise it would be measured against itself.
 */
const isChallenged = (application: EvaluablePatch, { run, loaded, challenged }: AttemptContext): boolean => {
  const isReference = run.manifest.agent.kind === 'golden';
  return application.outcome === 'applied' && (challenged ?? (!isReference || loaded.proof !== undefined));
};

/** Finds or makes the reference of an attempt, depending on whether the attempt needs it. */
async function findAttemptReference(
  application: EvaluablePatch,
  context: AttemptContext,
): Promise<ReferenceLookup | undefined> {
  const challenged = isChallenged(application, context);
  const wanted = context.loaded.contract.oracle.challenge.rounds > 0;
  // Every attempt must keep tests passing that passed before, even without challenge rounds.
  const named = context.loaded.contract.acceptance.some(({ pass_to_pass }) => pass_to_pass === 'all');
  const found = await findReference(context, named || (challenged && wanted));
  if (found !== undefined || !challenged || wanted) return found;
  const reference = createEmptyReference('base', 'the contract asks for no challenge rounds');
  return { reference, source: 'layer', steps: 0 };
}

/**
 * Records the reference of the oracle.
 *
 * @returns the number of challenge rounds to run
 */
function recordReference(
  { reference, source, steps }: ReferenceLookup,
  challenged: boolean,
  waited_ms: number,
  { run }: AttemptContext,
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
    missing: missing.slice(0, MAX_LISTED_MISSING),
    missing_count: missing.length,
    limits: { rounds, because: challenged ? because : 'reference answers and empty patches are not challenged' },
    steps,
    waited_ms,
  });
  return rounds;
}
