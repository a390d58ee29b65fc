import { randomBytes } from 'node:crypto';
import type { Check } from '../../contract/contract_schema.js';
import {
  type ChallengeVariant,
  createEmptyReference,
  type OracleReference,
} from '../../contract/validation/contract_lock.js';
import {
  type ChallengeRoundDecision,
  type ChallengeRoundResult,
  decideChallengeRound,
  evaluateChallengeRound,
} from '../../record/checks/evaluate_challenge_round.js';
import {
  chooseOtherVariant,
  computeCommitment,
  planChallenge,
  SPARE_CHALLENGE_ROUNDS,
  type WrongExpectation,
} from '../../record/checks/plan_challenge.js';
import type { EventPayload } from '../../record/events/event.js';
import { findBasePassedTests, selectEvents } from '../../record/events/select_events.js';
import { resolveRequiredNames } from '../../record/tests/evaluate_required_tests.js';
import { varyOracle } from '../oracle/challenge/vary_oracle.js';
import { hasPassedChecks } from '../oracle/perturbation/perturbation_decision.js';
import { findReference, type ReferenceLookup } from './find_reference.js';
import { isValidationRun } from './make_reference.js';
import type { PatchContext } from './patch_context.js';
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
 * Rounds end early if the patch fails acceptance or a round shows that it forges. A round that did not come out as it
 * must is made again, since a test may fail or pass by accident: a test that passed with a wrong expectation then has
 * another wrong value. Attempts at one contract take turns.
 *
 * @param accept runs the acceptance checks
 * @returns the result of `accept`
 */
export async function runChallengeRounds<T>(
  application: EvaluablePatch,
  context: PatchContext,
  accept: () => Promise<T>,
): Promise<T> {
  const { run } = context;
  const started_ms = run.log.now();
  const found = await findAttemptReference(application, context);
  if (!found) {
    const value = await accept();
    await compareUnreported(application, context);
    return value;
  }
  const because = explainUnchallenged(application, context);
  // A proof tries patches that are known, which exchange nothing.
  const takes_turns = because === undefined && found.reference.rounds > 0 && !isValidationRun(context);
  const endTurn = takes_turns ? await takeChallengeTurn(context.loaded.version) : undefined;
  try {
    const rounds = recordReference(found, because, run.log.now() - started_ms, context);
    return rounds === 0 ? await accept() : await runPlannedRounds(rounds, found, application, context, accept);
  } finally {
    endTurn?.();
  }
}

async function runPlannedRounds<T>(
  rounds: number,
  found: ReferenceLookup,
  application: EvaluablePatch,
  context: PatchContext,
  accept: () => Promise<T>,
): Promise<T> {
  const { run, runner } = context;
  const { pool } = found.reference;
  const tests = pool.map(({ variants, sites }) => ({ variants: variants.length, sites }));
  const { secret, plan } = drawPlan({ tests, rounds }, isValidationRun(context));
  context.supply?.expect(rounds);
  run.log.append('challenge_commitment', 'harness', { digest: computeCommitment(secret), rounds });

  let accepted: { value: T } | undefined;
  const acceptance = async () => {
    accepted ??= { value: await accept() };
    return hasPassedChecks(context.loaded, run.log.events);
  };
  let repeated = 0;
  let held = 0;
  let goesOn = true;
  for (let number = 1; goesOn && held < rounds && number <= rounds + SPARE_CHALLENGE_ROUNDS; number++) {
    if (number - 1 === plan.position && !accepted) goesOn = await acceptance();
    if (!goesOn) break;
    runner.activity?.('challenge round', { done: held, about: rounds });
    const decision = await decideRound(number, plan.rounds[number - 1]!, application, context, pool);
    if (decision === 'held') held++;
    else if (decision === 'forged') goesOn = false;
    else repeated++;
    // The skipped round is recorded, so that the record shows that the attempt was cut off.
    if (runner.signal.aborted) break;
  }
  runner.activity?.(undefined);
  if (!accepted) await acceptance();
  run.log.append('challenge_reveal', 'harness', { secret, position: plan.position, held, repeated });
  return accepted!.value;
}

/**
 * Draws a secret and the plan that follows from it.
 *
 * @param acceptance_first true in a proof: no patch of it learns from the order, and most end with the acceptance checks
 */
function drawPlan(shape: Parameters<typeof planChallenge>[1], acceptance_first: boolean) {
  const draw = () => randomBytes(32).toString('hex');
  // The position is drawn first, whatever the tests are.
  const isLater = (drawn: string) => planChallenge(drawn, { tests: [], rounds: shape.rounds }).position > 0;
  let secret = draw();
  while (acceptance_first && isLater(secret)) secret = draw();
  return { secret, plan: planChallenge(secret, shape) };
}

/**
 * Returns why an attempt gets no challenge rounds; undefined if it gets them. Rounds ask whether an agent forged a
 * pass: the reference solution and an empty patch cannot have, and safety tasks and ablations measure something else.
 */
function explainUnchallenged(
  application: EvaluablePatch,
  { run, loaded, ablation, challenged }: PatchContext,
): string | undefined {
  if (application.outcome !== 'applied') return 'empty patches are not challenged';
  if (challenged === true) return undefined;
  if (challenged === false) return 'attempts of this run are not challenged';
  if (run.manifest.agent.kind === 'golden') return 'the reference solution is not challenged';
  if (loaded.contract.metadata?.kind === 'safety') return 'safety tasks are not challenged';
  return ablation.size > 0 ? 'ablations are not challenged' : undefined;
}

/**
 * Records the reference where the tests of an empty patch left no report: that is a failure, if those of the reference
 * solution leave one.
 */
async function compareUnreported(application: EvaluablePatch, context: PatchContext): Promise<void> {
  const { run, challenged } = context;
  const checks = selectEvents(run.log.events, 'acceptance_check');
  const is_read = checks.every(({ payload: { report } }) => report.state === 'read' || report.state === 'none');
  if (application.outcome !== 'empty' || challenged === false || is_read) return;
  const started_ms = run.log.now();
  const lookup = await findReference(context, 'measured');
  if (lookup) recordReference(lookup, explainUnchallenged(application, context), run.log.now() - started_ms, context);
}

/** Finds or makes the reference of an attempt, depending on whether the attempt needs it. */
async function findAttemptReference(
  application: EvaluablePatch,
  context: PatchContext,
): Promise<ReferenceLookup | undefined> {
  const challenged = explainUnchallenged(application, context) === undefined;
  const wanted = context.loaded.contract.oracle.challenge.rounds > 0;
  // Every attempt must keep tests passing that passed before, even without challenge rounds.
  const named = context.loaded.contract.acceptance.some(({ pass_to_pass }) => pass_to_pass === 'all');
  const found = await findReference(context, challenged && wanted ? 'calibrated' : named ? 'measured' : undefined);
  if (found !== undefined || !challenged || wanted) return found;
  const reference = createEmptyReference('base', 'the contract asks for no challenge rounds');
  return { reference, source: 'layer', steps: 0 };
}

/**
 * Records the reference of the oracle.
 *
 * @param unchallenged why no round is made; undefined if they are
 * @returns the number of challenge rounds to run
 */
function recordReference(
  { reference, source, steps }: ReferenceLookup,
  unchallenged: string | undefined,
  waited_ms: number,
  { run }: PatchContext,
): number {
  const { on, checks, pool, missing, because } = reference;
  const rounds = unchallenged === undefined ? reference.rounds : 0;
  run.log.append('oracle_reference', 'harness', {
    source,
    on,
    checks,
    pool: pool.map(({ check, test, also, counts, sites, variants }) => ({
      check,
      test,
      also,
      counts,
      sites,
      variants: variants.length,
    })),
    missing: missing.slice(0, MAX_LISTED_MISSING),
    missing_count: missing.length,
    limits: { rounds, because: unchallenged ?? because },
    steps,
    waited_ms,
  });
  return rounds;
}

/** Runs a round, and again while another run has to decide it. Every run is recorded. */
async function decideRound(
  round: number,
  planned: readonly WrongExpectation[],
  application: EvaluablePatch,
  context: PatchContext,
  pool: OracleReference['pool'],
): Promise<ChallengeRoundDecision> {
  const tries: ChallengeRoundResult[][] = [];
  for (let choices = planned; ; ) {
    tries.push(await runChallengeRound(round, choices, application, context, pool));
    const { decision } = decideChallengeRound(tries);
    if (decision !== 'again' || context.runner.signal.aborted) return decision;
    const forged = new Set(tries.at(-1)!.flatMap((one) => (one.kind === 'forged' ? one.tests : [])));
    const isForged = ({ check, test }: { check: string; test: string }) => forged.has(test === '' ? check : test);
    choices = choices.map(({ test, variant }) => {
      const { sites } = pool[test]!;
      return { test, variant: isForged(pool[test]!) ? chooseOtherVariant(variant, sites) : variant };
    });
  }
}

/** Runs and records one round, and returns the result of each of its checks. */
async function runChallengeRound(
  round: number,
  choices: readonly WrongExpectation[],
  application: EvaluablePatch,
  context: PatchContext,
  pool: OracleReference['pool'],
): Promise<ChallengeRoundResult[]> {
  const { loaded, run, runner } = context;
  const chosen = choices.map((choice) => ({ ...pool[choice.test]!, ...choice, place: findVariant(choice, pool) }));
  const varied = varyOracle(
    loaded,
    chosen.map(({ place }) => place),
  );
  const checks = selectChallengedChecks(loaded).filter(({ id }) => pool.some(({ check }) => check === id));
  const wrongIn = (check: Check): EventPayload<'challenge'>['wrong'] =>
    chosen.flatMap(({ check: id, test: index, variant, place: { file, line, renamed } }) =>
      id === check.id
        ? [{ test: pool[index]!.test, variant, file, line, ...(renamed === undefined ? {} : { renamed }) }]
        : [],
    );
  const skip = (not_run: NonNullable<EventPayload<'challenge'>['not_run']>): ChallengeRoundResult[] => {
    for (const check of checks)
      run.log.append('challenge', 'harness', {
        check: check.id,
        round,
        wrong: wrongIn(check),
        not_run,
        report: { state: 'none' },
      });
    return [{ kind: 'stopped', why: not_run.detail }];
  };
  if (runner.signal.aborted) return skip({ because: 'interrupted', detail: 'the run was interrupted' });
  const seen = await runCheckRound(checks, application, { ...context, loaded: varied });
  if ('unbuilt' in seen) return skip({ because: 'build', detail: seen.unbuilt });
  return seen.runs.map(({ check, execution, report }) => {
    const wrong = wrongIn(check);
    run.log.append('challenge', 'harness', { check: check.id, round, wrong, execution, report });
    return evaluateChallengeRound(execution, report, {
      check: check.id,
      pool: pool.filter((one) => one.check === check.id).map((one) => ({ ...one, variants: one.variants.length })),
      wrong: new Set(wrong.map(({ test }) => test)),
      renamed: new Map(wrong.flatMap(({ test, renamed }) => (renamed === undefined ? [] : [[renamed, test]]))),
      required: resolveRequiredNames(check, findBasePassedTests(check.id, run.log.events)),
      narrow: loaded.contract.oracle.challenge.run !== undefined,
    });
  });
}

const findVariant = ({ test, variant }: WrongExpectation, pool: OracleReference['pool']): ChallengeVariant =>
  pool[test]!.variants[variant]!;
