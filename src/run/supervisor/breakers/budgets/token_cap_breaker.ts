import {
  createUnitCap,
  createUnitEstimator,
  FALLBACK_SCHEDULE,
  getModelSpending,
  UNITS_PER_SECOND,
} from '../../../../record/costs/cost_estimator.js';
import { type Breaker, type BreakerReducer, createEventReducer, formatSharePercent } from '../base/breaker.js';
import { createCapTrip, findGatewayRefusal } from './request_cap_breaker.js';

const TOKEN_CODE = 'token-cap';

/** Computes the usable part of a cap: a share is reserved for the end of the run (requirement R8). */
export const computeSpendableTokens = (cap: number, headroom: number) => cap * (1 - headroom);

/**
 * Trips when requests to models used `budget.tokens` less the headroom, or the gateway refuses one (requirement R8).
 */
export const tokenCapBreaker: Breaker = {
  code: TOKEN_CODE,
  watch({ budget }) {
    const limit = budget.tokens;
    if (limit === undefined) return undefined;
    let spent = 0;
    return createEventReducer((event) => {
      const refusal = findGatewayRefusal(event, TOKEN_CODE);
      if (refusal !== undefined)
        return createCapTrip(TOKEN_CODE, 'tokens', refusal, { spent, limit, headroom: budget.headroom });
      if (event.type !== 'cost') return undefined;
      spent += getModelSpending(event.payload).tokens;
      if (spent < computeSpendableTokens(limit, budget.headroom)) return undefined;
      const reserve = formatSharePercent(budget.headroom);
      const message = `the agent used ${spent} of ${limit} tokens; ${reserve} are kept back`;
      return createCapTrip(TOKEN_CODE, 'tokens', message, { spent, limit, headroom: budget.headroom });
    });
  },
};

const UNIT_CODE = 'unit-cap';
/** A timer may go off a little before its time, in seconds. */
const EARLY_SECONDS = 0.005;

/**
 * Trips when the agent used `budget.units` less the headroom, in abstract units of the fallback schedule (requirements
 * R8, R13). Without that number a default holds where no price is known. Requests and calls count when they ended,
 * commands by the clock.
 */
export const unitCapBreaker: Breaker = {
  code: UNIT_CODE,
  watch({ budget: { units, headroom } }) {
    const cap = createUnitCap(units);
    const estimate = createUnitEstimator();
    // Units that a person allowed to be used beyond the cap, by starting it anew.
    let begun = 0;
    const computeLeft = () =>
      cap.units === undefined ? Infinity : cap.units * (1 - headroom) - (estimate.units - begun);
    return {
      learn: cap.add,
      see(event) {
        cap.add(event);
        estimate.add(event);
        const limit = cap.units;
        if (limit === undefined || computeLeft() > UNITS_PER_SECOND * EARLY_SECONDS) return undefined;
        const spent = Math.round((estimate.units - begun) * 1000) / 1000;
        const reason = units === undefined ? ', the default where no price is known' : '';
        const remark = headroom === 0 ? '' : `; ${formatSharePercent(headroom)} are kept back`;
        const message = `the agent used ${spent} of ${limit} units of ${FALLBACK_SCHEDULE}${reason}${remark}`;
        return createCapTrip(UNIT_CODE, 'units', message, { spent, limit, headroom });
      },
      command_limit_ms: () => Math.max(0, (computeLeft() / UNITS_PER_SECOND) * 1000),
      allow() {
        begun = estimate.units;
      },
    } satisfies BreakerReducer;
  },
};
