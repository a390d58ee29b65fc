import { type Coordination, coordinationSchema, defaultCoordination } from '../contract/coordination.js';
import type { LoadedContract } from '../contract/loaded.js';
import { type Policy, policySchema } from '../contract/policy.js';
import { didYouMean } from '../contract/suggest.js';
import { UserError } from '../contract/user_error.js';
import type { McpOrder } from './mcp_order.js';

/**
 * Who may act and what holds for them: the contract's word, or defaults, and what the order says beside it.
 *
 * @throws {UserError} for agents that the contract does not have, and for one that is named twice
 */
export function rulesFor(
  { agents, trust, contract }: McpOrder,
  loaded: LoadedContract | undefined,
): { coordination: Coordination; policy: Policy } {
  const policy = loaded?.contract.policy ?? policySchema.parse({});
  const coordination = loaded?.contract.coordination ?? defaultCoordination;
  const twice = agents.find((name, i) => agents.indexOf(name) < i);
  if (twice !== undefined) throw new UserError(`agent "${twice}" is named twice`, 'Name each once (--agent NAME).');
  return {
    policy: trust === undefined ? policy : { ...policy, trust_level: trust },
    coordination: agents.length === 0 ? coordination : { ...coordination, agents: chosen() },
  };

  function chosen(): Coordination['agents'] {
    if (contract === undefined) return coordinationSchema.parse({ agents: agents.map((name) => ({ name })) }).agents;
    return agents.map((name) => {
      const found = coordination.agents.find((agent) => agent.name === name);
      if (found) return found;
      const known = coordination.agents.map((agent) => agent.name);
      throw new UserError(
        `${contract} has no agent "${name}"${didYouMean(name, known)}`,
        `Its agents: ${known.join(', ')}.`,
      );
    });
  }
}
