import { shown } from '../../egress/destination.js';
import { destinationsOf } from '../../safety/destinations.js';
import type { NetworkPolicy } from '../../safety/network_policy.js';
import type { Stage } from './stage.js';

/**
 * Refuses commands that name a destination which the agent may not reach. What passes is looked at once more, and counted, where the
 * request arrives: at the proxy.
 *
 * @param policyOf an agent's policy in effect
 */
export function networkStage(policyOf: (agent: string) => NetworkPolicy): Stage {
  return {
    name: 'network',
    concerns: ({ operation }) => operation === 'run_command',
    judge(asked) {
      const destinations = destinationsOf(asked.reading().deeds);
      const policy = policyOf(asked.agent);
      for (const to of destinations) {
        const ruling = policy(to);
        if (ruling.allowed) continue;
        return {
          code: 'domain_blocked',
          rule: ruling.rule,
          message: `${shown(to)} may not be reached: ${ruling.reason}`,
          checks: destinations.length,
          severity: 'warning',
        };
      }
      return { checks: destinations.length };
    },
  };
}
