import { createUnitEstimator, FALLBACK_SCHEDULE, UNITS_PER_SECOND } from '../../../../record/costs/cost_estimator.js';
import { type Breaker, type BreakerReducer, formatSharePercent } from '../breaker.js';
import { createCapTrip } from './request_cap_breaker.js';

const CODE = 'unit-cap';
/** A timer may go off a little before its time, in seconds. */
const EARLY_SECONDS = 0.005;

/**
 * Trips when the agent used `budget.units` less the headroom, in abstract units of the fallback schedule (requirements
 * R8, R13). Requests and calls count when they ended, commands by the clock. It needs no price.
 */
export const unitCapBreaker: Breaker = {
  code: CODE,
  watch({ budget: { units: limit, headroom } }) {
    if (limit === undefined) return undefined;
    const estimate = createUnitEstimator();
    // Units that a person allowed to be used beyond the cap, by starting it anew.
    let begun = 0;
    const computeLeft = () => limit * (1 - headroom) - (estimate.units - begun);
    return {
      see(event) {
        estimate.add(event);
        if (computeLeft() > UNITS_PER_SECOND * EARLY_SECONDS) return undefined;
        const spent = Math.round((estimate.units - begun) * 1000) / 1000;
        const kept = headroom === 0 ? '' : `; ${formatSharePercent(headroom)} are kept back`;
        const message = `the agent used ${spent} of ${limit} units of ${FALLBACK_SCHEDULE}${kept}`;
        return createCapTrip(CODE, 'units', message, { spent, limit, headroom });
      },
      command_limit_ms: () => Math.max(0, (computeLeft() / UNITS_PER_SECOND) * 1000),
      allow() {
        begun = estimate.units;
      },
    } satisfies BreakerReducer;
  },
};
