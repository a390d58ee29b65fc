import type { Payload } from '../../../record/events.js';
import { type Breaker, percent, sensor } from './breaker.js';
import { capTrip, refusedFor } from './model_requests.js';

/** What a cost event adds to the tokens, and to the dollars, that the agent's model requests have used. */
export function spentBy({ action_type, unit, quantity, cost_usd }: Payload<'cost'>): { tokens: number; usd: number } {
  if (action_type !== 'llm_request') return { tokens: 0, usd: 0 };
  return { tokens: unit === 'token' ? quantity : 0, usd: cost_usd ?? (unit === 'usd' ? quantity : 0) };
}

/** What may be used up of a cap: a share is kept back, so that the end of the run is never paid from nothing (R8). */
export const spendable = (cap: number, headroom: number) => cap * (1 - headroom);

const spending = (code: string, cap: 'tokens' | 'usd', words: string): Breaker => ({
  code,
  watch({ budget }) {
    const limit = budget[cap];
    if (limit === undefined) return undefined;
    let spent = 0;
    return sensor((event) => {
      const refusal = refusedFor(event, code);
      if (refusal !== undefined) return capTrip(code, cap, refusal, { spent, limit, headroom: budget.headroom });
      if (event.type !== 'cost') return undefined;
      spent += spentBy(event.payload)[cap];
      if (spent < spendable(limit, budget.headroom)) return undefined;
      const message = `the agent used ${spent} of ${limit} ${words}; ${percent(budget.headroom)} are kept back`;
      return capTrip(code, cap, message, { spent, limit, headroom: budget.headroom });
    });
  },
});

/** Trip when the requests to a model have used `budget.tokens` or `budget.usd`, less the headroom, or the gateway refuses one that could pass it (R8). */
export const tokenCap = spending('token-cap', 'tokens', 'tokens');
export const usdCap = spending('usd-cap', 'usd', 'USD');
