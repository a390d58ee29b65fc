import { UserError } from '../../contract/input/user_error.js';
import type { PriceBook } from '../../gateway/meter/price_book.js';
import { computeSpendableUsd } from '../../record/costs/cost_estimator.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { computeEvaluationReserve } from '../../run/attempt/report/compute_evaluation_reserve.js';

/**
 * Requires that a contract's cap in USD leaves something for the agent after the reserve for the evaluation.
 *
 * Without it the agent would be stopped before it begins, which says nothing about the agent.
 *
 * @throws {UserError} before the first attempt
 */
export function requireAgentBudget(specs: readonly AttemptSpec[], shared: PriceBook | undefined): void {
  for (const { loaded, agent, models } of specs) {
    const prices = models?.prices ?? shared;
    if (!prices?.identity.table_sha256 || 'patch' in agent) continue;
    const { budget } = loaded.contract;
    const reserve = computeEvaluationReserve(loaded, prices.rates);
    const left = computeSpendableUsd(budget, reserve.usd);
    if (left > (prices.rates.run ?? 0)) continue;
    const minutes = Math.ceil(reserve.evaluation_minutes);
    const basis = reserve.basis === 'proof' ? 'by its proof' : 'by its timeouts';
    throw new UserError(
      `${loaded.shown}: the cap of ${budget.usd.toFixed(2)} USD leaves nothing for an agent: ` +
        `${reserve.usd.toFixed(2)} USD are kept back for the evaluation (up to ${minutes} min ${basis}), by the ` +
        `price table`,
      `Raise budget.usd` +
        `${reserve.basis === 'proof' ? '' : ', shorten the timeouts of its checks, or prove it (gatebench validate)'}` +
        `.`,
    );
  }
}
