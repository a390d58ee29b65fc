import { UserError } from '../../contract/input/user_error.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import { findUpstream, type Upstream } from '../../gateway/upstreams/upstream.js';
import type { Agent } from '../../run/agents/agent.js';

/**
 * Requires that an agent can reach the models that it needs.
 *
 * @param judged true if the run names a judge model, whose upstreams agents get only with a model of their own
 * @throws {UserError} before the first attempt, where otherwise each request would be refused
 */
export function requireModels(agent: Agent, models: ModelConfig | undefined, judged = false): void {
  if (!('work' in agent)) return;
  const { name, dialects = [] } = agent;
  if (!models) {
    if (agent.models !== 'needed') return;
    throw new UserError(
      `agent "${name}" asks a model, and the run has none`,
      judged
        ? AGENT_MODEL_REMEDY
        : 'Say where requests go: --upstream openai (with OPENAI_API_KEY set), --upstream ' +
            'local:http://127.0.0.1:8000, or --models FILE.',
    );
  }
  if (models.name === null) {
    if (agent.names_model) throw new UserError(`agent "${name}" must be told which model to use`, 'Add --model NAME.');
    return;
  }
  const served = dialects.map((dialect) => findUpstream(models.name!, dialect, models.upstreams));
  const open = served.flatMap((one) => ('upstream' in one ? [one.upstream] : []));
  const [refusal] = served.filter((one) => !('upstream' in one));
  if (open.length > 0 && agent.models === 'needed') requirePrice('--model', models, open);
  if (!refusal || 'upstream' in refusal || open.length > 0) return;
  throw new UserError(
    `agent "${name}": ${refusal.message}`,
    'Take another upstream, or an agent that asks in its format: gatebench agents list.',
  );
}

/** Remedy for agents without models in a run with a judge model. */
export const AGENT_MODEL_REMEDY =
  'Beside --judge-model, upstreams are for agents too only if their model is named: --model NAME, or in a suite ' +
  "allow_models: ['*'] for their own choice.";

/** Requires a price: contracts always have a cap in US dollars, and requests without a price are refused. */
export function requirePrice(flag: string, { name, prices }: ModelConfig, open: readonly Upstream[]): void {
  if (open.some(({ provider }) => prices.cost(name!, provider, ONE_TOKEN) !== undefined)) return;
  throw new UserError(
    `${flag} ${name}: nobody knows its price, so that the budget in US dollars could not be held`,
    'Declare it in a table (--prices FILE, docs/agents.md#costs); for a server of your own that costs nothing write ' +
      '--upstream local:URL.',
  );
}

const ONE_TOKEN = {
  input_tokens: 1,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 1,
  reasoning_tokens: 0,
};
