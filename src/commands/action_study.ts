import type { RunEvent } from '../publish/github/event.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';
import type { ModelsOrderInput } from './models_order.js';
import type { RunOrderInput } from './orders.js';

/** Which attempts there are, as `run` and `plan` understand it alike: a suite, or contracts with agents. */
export function studyOf(
  inputs: ActionInputs,
  { pull_request: pull, change = pull }: RunEvent,
  { workspace, search_path, way_out }: ActionEnvironment,
): Omit<RunOrderInput, 'out'> {
  const suite = inputs.suite || undefined;
  const or = (given: string[], otherwise: string) => (given.length > 0 || suite ? given : [otherwise]);
  return {
    suite,
    contracts: or(inputs.contracts, 'tasks/*/contract.yml'),
    agents: or(inputs.agent, 'pull-request'),
    install_agents: inputs['install-agents'],
    ablations: inputs.ablate.length > 0 ? inputs.ablate : undefined,
    trials: inputs.trials,
    seed: inputs.seed,
    search_path,
    way_out,
    require_proof: inputs['require-proof'],
    models: modelsOf(inputs),
    repos: inputs.repos,
    ...(change && workspace !== ''
      ? {
          pull_request: {
            ...{ base_sha: change.base_sha, head_sha: change.head_sha, workspace },
            ...{ number: pull?.number, base_ref: pull?.base_ref },
          },
        }
      : {}),
  };
}

/** Models that the inputs name; an empty input says nothing. */
function modelsOf(inputs: ActionInputs): ModelsOrderInput {
  return {
    name: inputs.model || undefined,
    allow_models: inputs['allow-model'],
    upstreams: inputs.upstream,
    key_env: inputs['key-env'] || undefined,
    file: inputs.models || undefined,
    prices: inputs.prices || undefined,
    steering: inputs.steering || undefined,
    backend: inputs.backend || undefined,
    redaction: inputs.redaction || undefined,
  };
}
