import { getModelSpending } from '../../../../record/costs/cost_estimator.js';
import { type Breaker, createEventReducer, formatSharePercent } from '../breaker.js';
import { createCapTrip, findGatewayRefusal } from './request_cap_breaker.js';

const CODE = 'token-cap';

/** Computes the usable part of a cap: a share is reserved for the end of the run (requirement R8). */
export const computeSpendableTokens = (cap: number, headroom: number) => cap * (1 - headroom);

/**
 * Trips when requests to models used `budget.tokens` less the headroom, or the gateway refuses one (requirement R8).
 */
export const tokenCapBreaker: Breaker = {
  code: CODE,
  watch({ budget }) {
    const limit = budget.tokens;
    if (limit === undefined) return undefined;
    let spent = 0;
    return createEventReducer((event) => {
      const refusal = findGatewayRefusal(event, CODE);
      if (refusal !== undefined)
        return createCapTrip(CODE, 'tokens', refusal, { spent, limit, headroom: budget.headroom });
      if (event.type !== 'cost') return undefined;
      spent += getModelSpending(event.payload).tokens;
      if (spent < computeSpendableTokens(limit, budget.headroom)) return undefined;
      const message = `the agent used ${spent} of ${limit} tokens; ${formatSharePercent(budget.headroom)} are kept back`;
      return createCapTrip(CODE, 'tokens', message, { spent, limit, headroom: budget.headroom });
    });
  },
};
