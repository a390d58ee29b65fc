import type { Check } from '../../../contract/contract_schema.js';
import type { ChallengeVariant, OracleReference } from '../../../contract/validation/contract_lock.js';
import { evaluateChallengeRound } from '../../../record/checks/evaluate_challenge_round.js';
import { findBasePassedTests } from '../../../record/checks/find_base_passed_tests.js';
import type { ChallengePlan, WrongExpectation } from '../../../record/checks/plan_challenge.js';
import type { EventPayload } from '../../../record/events/event.js';
import { holdEvents } from '../../../record/storage/hold_events.js';
import { resolveRequiredNames } from '../../../record/tests/required_names.js';
import { varyOracle } from '../../oracle/challenge/vary_oracle.js';
import type { AttemptContext } from '../attempt_context.js';
import { runCheckRound, selectChallengedChecks } from './run_check_round.js';
import type { EvaluablePatch } from './run_in_patched_workspace.js';

/**
 * Round that was run and is not yet in the record.
 *
 * `standing`: `forged` if a test passed with a wrong expectation, `failed` if one failed with its true expectation,
 * `open` if the round was cut off and must be replaced.
 */
export interface RecordableRound {
  standing: 'held' | 'forged' | 'failed' | 'open';
  /** Appends the round's events. */
  record(): void;
}

/** Runs one round. Its events are held back. */
export async function runChallengeRound(
  round: number,
  plan: ChallengePlan,
  application: EvaluablePatch,
  context: AttemptContext,
  pool: OracleReference['pool'],
): Promise<RecordableRound> {
  const { loaded, runner } = context;
  const { run, release: record } = holdEvents(context.run);
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
    return { standing: 'open' as const, record };
  };
  if (runner.signal.aborted) return skip({ because: 'interrupted', detail: 'the run was interrupted' });
  const seen = await runCheckRound(checks, application, { ...context, run, loaded: varied });
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
  const decisive = (['forged', 'failed'] as const).find((kind) => standings.includes(kind));
  return { standing: decisive ?? (standings.every((kind) => kind === 'held') ? 'held' : 'open'), record };
}

const findVariant = ({ test, variant }: WrongExpectation, pool: OracleReference['pool']): ChallengeVariant =>
  pool[test]!.variants[variant]!;
