import { type Coordination, profileOf } from '../../contract/coordination.js';
import type { Policy } from '../../contract/policy.js';
import { allowlist } from '../egress/allowlist.js';
import { effectivePolicy, jointPolicy, type NetworkPolicy } from './network_policy.js';
import { TRUST } from './profiles.js';

/** The network policies of the agents of a contract. */
export interface AgentPolicies {
  /** Of these agents together, for what cannot be told apart; when nobody is named, of all who may run commands. */
  of(agents: readonly string[]): NetworkPolicy;
}

/** What each agent of a contract may reach in effect: its profile's rules, the global ones, the contract's allowlist (A5). */
export function agentPolicies(
  coordination: Coordination,
  { network, trust_level }: Pick<Policy, 'network' | 'trust_level'>,
): AgentPolicies {
  const list = allowlist(network === 'deny' ? [] : network.allow.map((pattern) => ({ pattern })));
  const policies = new Map<string, NetworkPolicy>();
  for (const { name } of coordination.agents) {
    const profile = profileOf(coordination, trust_level, name);
    // Whoever may run no command sends no request either.
    if (!profile || profile.trust_level < TRUST.standard) continue;
    policies.set(name, effectivePolicy({ profile: profile.network, global: coordination.network }, list));
  }
  return {
    of(agents) {
      const asked = agents.length === 0 ? [...policies.keys()] : [...new Set(agents)];
      return asked.length === 0 ? NO_NETWORK : jointPolicy(asked.map((name) => policies.get(name) ?? NO_NETWORK));
    },
  };
}

/** Below trust level 2 nothing is reached, whatever the rules say. */
const NO_NETWORK: NetworkPolicy = () => ({
  allowed: false,
  rule: `trust_level < ${TRUST.standard}`,
  reason: `the network needs trust level ${TRUST.standard}`,
});
