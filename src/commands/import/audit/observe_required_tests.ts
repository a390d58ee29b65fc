import { NO_ABLATION } from '../../../contract/coordination/mechanism.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { scoreAttempt } from '../../../judge/rubric/score_attempt.js';
import { observeProofAttempt, type ProofObservation } from '../../../judge/validation/proof_observation.js';
import { type RunRecord, selectEvents } from '../../../record/events/select_events.js';
import type { AttemptRunner } from '../../../run/attempt/attempt_ports.js';
import { computeAttemptId, PROTOCOL_SEED, type PreparedContract } from '../../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../../run/attempt/lifecycle/run_attempt.js';
import { createVariantAgent, createVariantContract } from '../../../run/validation/create_variant_agent.js';

/** Outcome of the required tests in repeated runs of the same files. */
export interface RequiredTestRuns {
  /** One entry per run: `CHECK\0TEST` → outcome of the test. */
  base: Map<string, string>[];
  golden: Map<string, string>[];
  /** True if the checks tried to reach a network with the reference solution, which no check has. */
  network: boolean;
}

/** Runs without and with the reference solution. */
const RUNS = 3;

/** Creates the key of a required test of a check. */
export const createTestKey = (check: string, test: string): string => `${check}\0${test}`;

/**
 * Observes the required tests of a contract in three runs without and three with its reference solution.
 *
 * @throws if it is interrupted
 */
export async function observeRequiredTests(
  loaded: LoadedContract,
  prepared: PreparedContract,
  context: AttemptRunner,
): Promise<RequiredTestRuns> {
  const runs: RequiredTestRuns = { base: [], golden: [], network: false };
  for (let trial = 1; trial <= RUNS; trial++)
    for (const role of ['base', 'golden'] as const) {
      const variant = { role, name: role, change: '' };
      const variantContract = createVariantContract(loaded, variant);
      const agent = createVariantAgent(variant);
      const attempt_id = computeAttemptId(variantContract, agent, trial, PROTOCOL_SEED, NO_ABLATION);
      let observed: ProofObservation | undefined;
      await runAttempt(
        {
          attempt_id,
          loaded: variantContract,
          agent,
          trial,
          seed: PROTOCOL_SEED,
          ablation: NO_ABLATION,
          challenged: false,
        },
        prepared,
        context,
        (record) => {
          const verdict = scoreAttempt(record);
          observed = observeProofAttempt(variant, record, verdict);
          if (role === 'golden') runs.network ||= triesNetwork(record, observed);
          return verdict;
        },
      );
      context.signal.throwIfAborted();
      if (observed) runs[role].push(readOutcomes(observed));
    }
  return runs;
}

const readOutcomes = ({ runs }: ProofObservation): Map<string, string> =>
  new Map(
    runs
      .filter(({ kind }) => kind === 'acceptance')
      .flatMap(({ check, tests }) =>
        Object.entries(tests).map(([name, outcome]) => [createTestKey(check, name), outcome] as const),
      ),
  );

/** Messages of a resolver or a socket that finds no network. */
const NETWORK_PATTERN =
  /\b(EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|getaddrinfo|Name or service not known|Temporary failure in name resolution|Network is unreachable)\b/;

function triesNetwork({ events }: RunRecord, { runs }: ProofObservation): boolean {
  if (runs.some(({ network_attempts }) => (network_attempts ?? 0) > 0)) return true;
  return selectEvents(events, 'acceptance_check').some(({ payload: { report, execution } }) =>
    [
      ...(report.state === 'read' ? report.report.tests.map(({ message }) => message ?? '') : []),
      ...(execution ? [execution.stdout, execution.stderr].map(({ head, tail }) => `${head}\n${tail}`) : []),
    ].some((text) => NETWORK_PATTERN.test(text)),
  );
}
