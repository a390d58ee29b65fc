import { UserError } from '../contract/user_error.js';
import type { Agent } from '../run/agents/agent.js';
import type { Models } from '../run/gateway/models.js';
import { upstreamFor } from '../run/gateway/upstream_for.js';

/**
 * That an agent finds the models that it asks.
 *
 * @throws {UserError} before the first attempt, where otherwise each of its requests would be refused
 */
export function demandModels(agent: Agent, models: Models | undefined): void {
  if (!('work' in agent)) return;
  const { name, dialects = [] } = agent;
  if (!models) {
    if (agent.models !== 'needed') return;
    throw new UserError(
      `agent "${name}" asks a model, and the run has none`,
      'Say where requests go: --upstream openai (with OPENAI_API_KEY set), --upstream http://127.0.0.1:11434, or --models FILE.',
    );
  }
  if (models.name === null) {
    if (agent.names_model) throw new UserError(`agent "${name}" must be told which model to use`, 'Add --model NAME.');
    return;
  }
  const found = dialects.map((dialect) => upstreamFor(models.name!, dialect, models.upstreams));
  const [refusal] = found.filter((one) => !('upstream' in one));
  if (!refusal || 'upstream' in refusal || found.some((one) => 'upstream' in one)) return;
  throw new UserError(
    `agent "${name}": ${refusal.message}`,
    'Take another upstream, or an agent that asks in its format: gatebench agents list.',
  );
}
