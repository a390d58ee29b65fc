import {
  type CostEstimator,
  computeSpendableUsd,
  createCostEstimator,
  roundDollars,
} from '../../../../record/costs/cost_estimator.js';
import type { Event } from '../../../../record/events/event.js';
import { isMediatedCall } from '../../../../record/events/select_events.js';
import { type Breaker, type BreakerReducer, formatSharePercent } from '../base/breaker.js';
import { createCapTrip, findGatewayRefusal } from './request_cap_breaker.js';

const CODE = 'usd-cap';
/** A timer may go off a little before its time, in milliseconds. */
const EARLY_MS = 5;
/** Sums of decimal fractions are not exact. */
const ROUNDING_USD = 1e-9;
const MS_PER_MINUTE = 60_000;

/**
 * Trips when the estimated cost reaches `budget.usd` less its reserve (requirement R8). Also trips when a call or
 * request would exceed it. Models count when settled, commands by the clock, calls when made, people when they answer.
 * Without declared prices only models count.
 */
export const usdCapBreaker: Breaker = {
  code: CODE,
  watch({ budget }) {
    const estimate = createCostEstimator();
    // Dollars that a person allowed to be spent beyond the cap, by starting it anew.
    let begun_usd = 0;
    const limit_usd = () => computeSpendableUsd(budget, estimate.reserve_usd);
    const left_usd = () => limit_usd() - (estimate.usd - begun_usd);
    const call_usd = () => estimate.rates.tool_call ?? 0;
    const isUnaffordable = (under_way = 0) =>
      call_usd() > 0 && call_usd() * (1 + under_way) > left_usd() + ROUNDING_USD;
    const trip = (message: string) =>
      createCapTrip(CODE, 'usd', message, {
        spent: roundDollars(estimate.usd - begun_usd),
        limit: budget.usd,
        headroom: budget.headroom,
        ...(estimate.usd > estimate.lm_usd || estimate.reserve_usd > 0
          ? {
              models: roundDollars(estimate.lm_usd),
              other: roundDollars(estimate.other_usd()),
              reserve: estimate.reserve_usd,
            }
          : {}),
      });
    return {
      learn: (event) => estimate.add(event),
      see(event) {
        estimate.add(event);
        const refusal =
          findGatewayRefusal(event, CODE) ??
          (isRefusedCall(event) && isUnaffordable() ? UNAFFORDABLE_MESSAGE : undefined);
        if (refusal !== undefined) return trip(refusal);
        const early_usd = hasTimedOut(event) ? (getMinuteRate(estimate) * EARLY_MS) / MS_PER_MINUTE : 0;
        if (left_usd() > early_usd + ROUNDING_USD) return undefined;
        const reserve_usd = Math.max(budget.usd * budget.headroom, estimate.reserve_usd);
        const back =
          reserve_usd > budget.usd * budget.headroom
            ? `${formatUsd(reserve_usd)} USD are kept back for the evaluation`
            : `${formatSharePercent(budget.headroom)} are kept back`;
        return trip(`the agent used ${formatUsd(estimate.usd - begun_usd)} of ${budget.usd} USD; ${back}`);
      },
      refuses: (_call, _acts, under_way) => (isUnaffordable(under_way) ? UNAFFORDABLE_MESSAGE : undefined),
      command_limit_ms: () => {
        const rate = getMinuteRate(estimate);
        return rate === 0 ? Number.POSITIVE_INFINITY : Math.max(0, (left_usd() / rate) * MS_PER_MINUTE);
      },
      allow() {
        begun_usd = estimate.usd;
      },
    } satisfies BreakerReducer;
  },
};

const UNAFFORDABLE_MESSAGE = 'what is left of the budget in USD does not pay for another call';
const isRefusedCall = (event: Event) => isMediatedCall(event) && event.payload.refused === true;
const hasTimedOut = (event: Event) => isMediatedCall(event) && event.payload.execution?.cause === 'timeout';
const getMinuteRate = ({ rates }: CostEstimator) => (rates.execution_minute ?? 0) + (rates.tool_minute ?? 0);
const formatUsd = (usd: number) => String(Number(usd.toPrecision(4)));
