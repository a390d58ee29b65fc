import type { Check } from '../../../contract/contract_schema.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { PriceRates } from '../../../record/events/model_payloads.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { AttemptContext } from '../attempt_context.js';

/** Factor on the reference solution's time that is reserved for a check; a shorter timeout counts as tight. */
const MARGIN = 3;
/** Timeout of a canary that declares none, in milliseconds. */
const DEFAULT_CANARY_MS = 60_000;
/** Bytes reserved for events of the evaluation and the report. */
const STORED_BYTES = 10_000_000;

type EvaluationReserve = EventPayload<'cost_projection'>['reserve'];

/**
 * Computes the part of the budget that is reserved for the evaluation.
 *
 * Build, checks with their reruns and the canary count once each: by the time of the reference solution if a lock knows
 * it for every check, else by their timeouts. Challenge rounds and perturbed runs count only if a lock knows the times.
 */
export function computeEvaluationReserve(loaded: LoadedContract, rates: PriceRates): EvaluationReserve {
  const { contract, proof } = loaded;
  const reference_ms = proof?.reference_ms ?? {};
  const checks = [
    ...(contract.build === 'none' ? [] : contract.build),
    ...contract.acceptance,
    ...contract.scoring.maintainability,
  ];
  const proven = checks.length > 0 && checks.every(({ id }) => reference_ms[id] !== undefined);
  const expected_ms = ({ id, timeout }: Check) =>
    proven ? Math.min(timeout, MARGIN * (reference_ms[id] ?? Infinity)) : timeout;
  const { canary } = contract.oracle;
  const canary_ms = typeof canary === 'string' ? DEFAULT_CANARY_MS : (canary?.timeout ?? 0);
  const repeated_ms = proven ? countRepetitions(loaded) * sumNumbers(contract.acceptance.map(expected_ms)) : 0;
  const once_ms = sumNumbers(checks.map((check) => expected_ms(check) * (1 + check.reruns)));
  const evaluation_minutes = (once_ms + canary_ms + repeated_ms) / 60_000;
  return {
    evaluation_minutes,
    basis: proven ? 'proof' : 'timeouts',
    stored_bytes: STORED_BYTES,
    usd: (rates.execution_minute ?? 0) * evaluation_minutes + (rates.stored_gigabyte ?? 0) * (STORED_BYTES / 1e9),
  };
}

/** Computes the maximum cost of an attempt without agent stages, by declared prices. No cap stops such an attempt. */
export function computeUnattendedCost(loaded: LoadedContract, rates: PriceRates): number {
  const setup_minutes = sumNumbers(loaded.contract.setup.map(({ timeout }) => timeout)) / 60_000;
  return (rates.run ?? 0) + (rates.execution_minute ?? 0) * setup_minutes + computeEvaluationReserve(loaded, rates).usd;
}

/** Counts the challenge rounds of the contract, plus two perturbed runs. */
const countRepetitions = ({ contract, oracle_files }: LoadedContract): number =>
  contract.oracle.challenge.rounds +
  (oracle_files.length === 0 || contract.oracle.perturbation.when === 'never' ? 0 : 2);

const sumNumbers = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/**
 * Records the terms of the running cost estimate once, before the agent starts. Every later reader computes the same
 * sum from them and the events. Without declared prices nothing is recorded, and only models count.
 */
export function recordCostProjection({ loaded, models, run, runner }: AttemptContext): void {
  const prices = models?.prices ?? runner.prices;
  const table = prices?.identity.table_sha256;
  if (!prices || !table || selectEvents(run.log.events, 'cost_projection').length > 0) return;
  const { rates, assumed } = prices;
  run.log.append('cost_projection', 'harness', {
    projection: `table:${table}`,
    rates,
    assumed: [...assumed],
    kept_bytes: run.bytes,
    reserve: computeEvaluationReserve(loaded, rates),
  });
}
