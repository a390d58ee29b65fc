import type { ModelConfig } from '../../gateway/model_config.js';
import type { Agent } from '../agents/agent.js';

/**
 * Selects the models that an agent can reach.
 *
 * @returns undefined if it uses none or the run has none
 */
export function selectModels(agent: Agent, models: ModelConfig | undefined): ModelConfig | undefined {
  return 'models' in agent && agent.models !== undefined ? models : undefined;
}

/**
 * Returns the part of the models that identifies an attempt. Addresses of servers are left out; their names stand for
 * them.
 */
export function getModelKey({ name, allowed, upstreams, steering }: ModelConfig): unknown {
  // Absent fields are left out, so that earlier records keep their ids.
  return {
    name,
    ...(allowed ? { allowed } : {}),
    upstreams: upstreams.map((one) => one.name),
    steering: steering ?? null,
  };
}
