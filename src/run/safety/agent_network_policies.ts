import { type Coordination, findAgentProfile } from '../../contract/coordination/coordination.js';
import type { Policy } from '../../contract/policy/policy.js';
import { createAllowlist } from '../../network/allowlist.js';
import { TRUST_LEVELS } from './check_profile.js';
import { createEffectiveNetworkPolicy, createJointNetworkPolicy, type NetworkPolicy } from './network_policy.js';

/** Network policies of the agents of a contract. */
export interface AgentNetworkPolicies {
  /** Returns one policy for all named agents together; if none is named, for all that may run commands. */
  getJointPolicy(agents: readonly string[]): NetworkPolicy;
}

/** Creates the network policy of each agent: its profile's rules, the global rules, the contract's allowlist. */
export function createAgentNetworkPolicies(
  coordination: Coordination,
  { network, trust_level }: Pick<Policy, 'network' | 'trust_level'>,
): AgentNetworkPolicies {
  const list = createAllowlist(network === 'deny' ? [] : network.allow.map((pattern) => ({ pattern })));
  const policies = new Map<string, NetworkPolicy>();
  for (const { name } of coordination.agents) {
    const profile = findAgentProfile(coordination, trust_level, name);
    // An agent that may run no command sends no request.
    if (!profile || profile.trust_level < TRUST_LEVELS.standard) continue;
    policies.set(name, createEffectiveNetworkPolicy({ profile: profile.network, global: coordination.network }, list));
  }
  return {
    getJointPolicy(agents) {
      const names = agents.length === 0 ? [...policies.keys()] : [...new Set(agents)];
      return names.length === 0
        ? NO_NETWORK
        : createJointNetworkPolicy(names.map((name) => policies.get(name) ?? NO_NETWORK));
    },
  };
}

/** Policy of agents below trust level 2: every destination is refused, whatever the rules say. */
export const NO_NETWORK: NetworkPolicy = () => ({
  allowed: false,
  rule: `trust_level < ${TRUST_LEVELS.standard}`,
  reason: `the network needs trust level ${TRUST_LEVELS.standard}`,
});
