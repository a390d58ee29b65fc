import type { Contract } from '../../contract/contract_schema.js';
import type { Agent, CoordinationTransport } from './agent.js';

/**
 * Finds the way of an agent to the coordination layer on a contract: agents that can use it get it wherever the
 * contract has a section for it.
 *
 * @returns undefined if it has none there
 */
export function findCoordination(
  agent: Agent,
  { coordination }: Pick<Contract, 'coordination'>,
): CoordinationTransport | undefined {
  const way = 'work' in agent ? agent.coordination : undefined;
  return way?.when === 'always' || coordination !== undefined ? way : undefined;
}
