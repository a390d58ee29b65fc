import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { Meter, MeterCaps } from '../../gateway/meter/create_meter.js';
import { computeSpendableUsd } from '../../record/costs/cost_estimator.js';
import type { Event } from '../../record/events/event.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { computeSpendableTokens } from '../supervisor/breakers/budgets/token_cap_breaker.js';

/**
 * Computes the caps on an agent's use of models, at which breakers end it (requirement R8).
 *
 * @param reserve_usd dollars kept for the evaluation
 */
export function computeModelCaps(
  { contract: { budget } }: Pick<LoadedContract, 'contract'>,
  reserve_usd = 0,
): MeterCaps {
  const { tokens, model_requests, headroom } = budget;
  return {
    usd: computeSpendableUsd(budget, reserve_usd),
    tokens: tokens === undefined ? null : Math.floor(computeSpendableTokens(tokens, headroom)),
    requests: model_requests ?? null,
  };
}

const CAP_BY_CONDITION: ReadonlyMap<string, keyof MeterCaps> = new Map([
  ['usd-cap', 'usd'],
  ['token-cap', 'tokens'],
  ['request-cap', 'requests'],
]);

/** Renews a cap on models if a person allowed the agent to go on; its breaker restarts counting at the same event. */
export function renewMeterCap(event: Event, meter: Pick<Meter, 'renew'>, run: Pick<RunDirectory, 'log'>): void {
  if (event.type !== 'escalation' || event.payload.decision !== 'allow') return;
  const cap = CAP_BY_CONDITION.get(event.payload.condition);
  if (cap === undefined) return;
  meter.renew(cap);
  run.log.append('note', 'harness', { text: `the cap on ${cap} of models counts anew: it was allowed` });
}
