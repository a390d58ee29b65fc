import { randomBytes } from 'node:crypto';
import type { Check } from '../../../contract/contract_schema.js';
import {
  type ChallengeVariant,
  createEmptyReference,
  type OracleReference,
} from '../../../contract/validation/contract_lock.js';
import { evaluateChallengeRound } from '../../../record/checks/evaluate_challenge_round.js';
import { findBasePassedTests } from '../../../record/checks/find_base_passed_tests.js';
import {
  type ChallengePlan,
  computeCommitment,
  MAX_ROUND_RETRIES,
  planChallenge,
  SPARE_CHALLENGE_ROUNDS,
  type WrongExpectation,
} from '../../../record/checks/plan_challenge.js';
import type { EventPayload } from '../../../record/events/event.js';
import { resolveRequiredNames } from '../../../record/tests/required_names.js';
import { varyOracle } from '../../oracle/challenge/vary_oracle.js';
import { hasPassedChecks } from '../../oracle/perturbation/perturbation_decision.js';
import type { AttemptContext } from '../attempt_context.js';
import { findReference, type ReferenceLookup } from './find_reference.js';
import { runCheckRound, selectChallengedChecks } from './run_check_round.js';
import type { EvaluablePatch } from './run_in_patched_workspace.js';
import { takeChallengeTurn } from './take_challenge_turn.js';

/** Maximum number of missing tests listed in an event; the lock lists all. */
const MAX_LISTED_MISSING = 100;

/**
 * Runs the acceptance checks at a random position among the challenge rounds.
 *
 * In each round a random half of the tests has a wrong expectation, and exactly these must fail. Position and choices
 * come from a secret that is committed before the first run and revealed after the last. The function records events
 * and judges nothing.
 *
 * Rounds end early if the patch fails acceptance or a round shows that it fails. A round in which only tests with true
 * expectations failed is repeated unchanged, since a test may fail by accident. Attempts at one contract take turns.
 *
 * @param accept runs the acceptance checks
 * @returns the result of `accept`
 */
export async function runChallengeRounds<T>(
  application: EvaluablePatch,
  context: AttemptContext,
  accept: () => Promise<T>,
): Promise<T> {
  const { run } = context;
  const started_ms = run.log.now();
  const found = await findAttemptReference(application, context);
  if (!found) return accept();
  const challenged = isChallenged(application, context);
  const endTurn =
    challenged && found.reference.rounds > 0 ? await takeChallengeTurn(context.loaded.version) : undefined;
  try {
    const rounds = recordReference(found, challenged, run.log.now() - started_ms, context);
    return rounds === 0 ? await accept() : await runPlannedRounds(rounds, found, application, context, accept);
  } finally {
    endTurn?.();
  }
}

async function runPlannedRounds<T>(
  rounds: number,
  found: ReferenceLookup,
  application: EvaluablePatch,
  context: AttemptContext,
  accept: () => Promise<T>,
): Promise<T> {
  const { run, runner } = context;
  const secret = randomBytes(32).toString('hex');
  const { pool } = found.reference;
  const tests = pool.map(({ variants }) => ({ variants: variants.length }));
  const plan = planChallenge(secret, { tests, rounds });
  context.supply?.expect(rounds);
  run.log.append('challenge_commitment', 'harness', { digest: computeCommitment(secret), rounds });

  let accepted: { value: T } | undefined;
  const acceptance = async () => {
    accepted ??= { value: await accept() };
    return hasPassedChecks(context.loaded, run.log.events);
  };
  let repeated = 0;
  let held = 0;
  let again = 0;
  let goesOn = true;
  for (let number = 1; goesOn && held < rounds && number <= rounds + SPARE_CHALLENGE_ROUNDS; number++) {
    if (number - 1 === plan.position && !accepted) goesOn = await acceptance();
    if (!goesOn) break;
    let standing = await runChallengeRound(number, plan, application, context, pool);
    if (standing === 'failed' && again < MAX_ROUND_RETRIES && !runner.signal.aborted) {
      again++;
      standing = await runChallengeRound(number, plan, application, context, pool);
    }
    if (standing === 'held') held++;
    else if (standing === 'open') repeated++;
    else goesOn = false;
    // The skipped round is recorded, so that the record shows that the attempt was cut off.
    if (runner.signal.aborted) break;
  }
  if (!accepted) await acceptance();
  run.log.append('challenge_reveal', 'harness', { secret, position: plan.position, repeated });
  return accepted!.value;
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

/**
 * Runs and records one round.
 *
 * @returns `forged` if a test passed with a wrong expectation, `failed` if one failed with its true expectation, `open`
 * if the round was cut off and must be replaced
 */
async function runChallengeRound(
  round: number,
  plan: ChallengePlan,
  application: EvaluablePatch,
  context: AttemptContext,
  pool: OracleReference['pool'],
): Promise<'held' | 'forged' | 'failed' | 'open'> {
  const { loaded, run, runner } = context;
  const choices = plan.rounds[round - 1]!;
  const chosen = choices.map((choice) => ({ ...pool[choice.test]!, ...choice, place: findVariant(choice, pool) }));
  const varied = varyOracle(
    loaded,
    chosen.map(({ place }) => place),
  );
  const checks = selectChallengedChecks(loaded).filter(({ id }) => pool.some(({ check }) => check === id));
  const wrongIn = (check: Check): EventPayload<'challenge'>['wrong'] =>
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
  const skip = (not_run: NonNullable<EventPayload<'challenge'>['not_run']>) => {
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
  if (runner.signal.aborted) return skip({ because: 'interrupted', detail: 'the run was interrupted' });
  const seen = await runCheckRound(checks, application, { ...context, loaded: varied });
  if ('unbuilt' in seen) return skip({ because: 'build', detail: seen.unbuilt });
  const standings = seen.runs.map(({ check, execution, report }) => {
    const wrong = wrongIn(check);
    run.log.append('challenge', 'harness', { check: check.id, round, wrong, execution, report });
    return evaluateChallengeRound(execution, report, {
      pool: pool.filter((one) => one.check === check.id).map((one) => ({ ...one, variants: one.variants.length })),
      wrong: new Set(wrong.map(({ test }) => test)),
      renamed: new Map(wrong.flatMap(({ test, renamed }) => (renamed === undefined ? [] : [[renamed, test]]))),
      required: resolveRequiredNames(check, findBasePassedTests(check.id, run.log.events)),
      narrow: loaded.contract.oracle.challenge.run !== undefined,
    }).kind;
  });
  for (const kind of ['forged', 'failed'] as const) if (standings.includes(kind)) return kind;
  return standings.every((kind) => kind === 'held') ? 'held' : 'open';
}

const findVariant = ({ test, variant }: WrongExpectation, pool: OracleReference['pool']): ChallengeVariant =>
  pool[test]!.variants[variant]!;
