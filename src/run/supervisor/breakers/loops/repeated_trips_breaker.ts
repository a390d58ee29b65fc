import { defaultBreakers } from '../../../../contract/policy/policy.js';
import type { Breaker } from '../base/breaker.js';

/**
 * Trips when breakers intervened `breakers.interventions` times without ending the run. Interventions are delays,
 * suspended writes, rollbacks, and ended commands; trips that a person decides do not count.
 */
export const repeatedTripsBreaker: Breaker = {
  code: 'repeated-trips',
  watch({ policy }) {
    const limit = policy.breakers.interventions ?? defaultBreakers.interventions;
    if (limit === 0) return undefined;
    const codes = new Map<string, number>();
    let interventions = 0;
    return {
      see: () => undefined,
      follow(trips) {
        const acted = trips.filter(({ action, stop }) => action !== undefined && stop === undefined);
        interventions += acted.length;
        for (const { code } of acted) codes.set(code, (codes.get(code) ?? 0) + 1);
        if (acted.length === 0 || interventions < limit) return undefined;
        return {
          code: 'repeated-trips',
          severity: 'warning',
          message: `circuit breakers intervened ${interventions} times, the limit is ${limit}`,
          signals: { interventions, limit, codes: Object.fromEntries(codes) },
          action: 'kill',
          stop: { kind: 'resource', cap: 'interventions' },
        };
      },
    };
  },
};
