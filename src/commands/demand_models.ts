import { UserError } from '../contract/user_error.js';
import type { Agent } from '../run/agents/agent.js';
import type { Models } from '../run/gateway/models.js';
import type { Upstream } from '../run/gateway/upstream.js';
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
      'Say where requests go: --upstream openai (with OPENAI_API_KEY set), --upstream local:http://127.0.0.1:8000, or --models FILE.',
    );
  }
  if (models.name === null) {
    if (agent.names_model) throw new UserError(`agent "${name}" must be told which model to use`, 'Add --model NAME.');
    return;
  }
  const found = dialects.map((dialect) => upstreamFor(models.name!, dialect, models.upstreams));
  const open = found.flatMap((one) => ('upstream' in one ? [one.upstream] : []));
  const [refusal] = found.filter((one) => !('upstream' in one));
  if (open.length > 0 && agent.models === 'needed') demandPrice(models, open);
  if (!refusal || 'upstream' in refusal || open.length > 0) return;
  throw new UserError(
    `agent "${name}": ${refusal.message}`,
    'Take another upstream, or an agent that asks in its format: gatebench agents list.',
  );
}

/** A contract always has a cap in US dollars, so that a model without a price would be refused request by request. */
function demandPrice({ name, prices }: Models, open: readonly Upstream[]): void {
  if (open.some(({ provider }) => prices.cost(name!, provider, ONE_TOKEN) !== undefined)) return;
  throw new UserError(
    `--model ${name}: nobody knows its price, so that the budget in US dollars could not be held`,
    'Declare it in a table (--prices FILE, docs/costs.md); for a server of your own that costs nothing write --upstream local:URL.',
  );
}

const ONE_TOKEN = {
  input_tokens: 1,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 1,
  reasoning_tokens: 0,
};
