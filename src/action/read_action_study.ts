import type { ModelOptionsInput } from '../commands/models/model_options.js';
import type { RunOptionsInput } from '../commands/study/run_options.js';
import { UserError } from '../contract/input/user_error.js';
import type { RunEvent } from '../publish/github/event/run_event.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';

/**
 * Reads from the inputs which attempts there are: those of a suite, of contracts and agents, or of a comparison of
 * settings.
 *
 * @throws {UserError} for a comparison of settings without a pull request
 */
export function readActionStudy(
  inputs: ActionInputs,
  { pull_request: pull, change = pull }: RunEvent,
  { workspace, search_path, way_out }: ActionEnvironment,
): Omit<RunOptionsInput, 'out'> {
  const comparing = inputs.command === 'compare-config';
  if (comparing && !pull)
    throw new UserError('compare-config needs a pull request', 'Run it from a workflow on: pull_request.');
  const suite = inputs.suite || (comparing ? 'gatebench.yml' : undefined);
  const or = (given: string[], otherwise: string) => (given.length > 0 || suite ? given : [otherwise]);
  return {
    suite,
    contracts: or(inputs.contracts, 'tasks/*/contract.yml'),
    agents: comparing ? [] : or(inputs.agent, 'pull-request'),
    install_agents: inputs['install-agents'],
    ablations: inputs.ablate.length > 0 ? inputs.ablate : undefined,
    trials: comparing ? undefined : inputs.trials,
    ...(comparing
      ? {
          compare_settings: {
            ...{ agents: inputs.agent, trials: inputs.trials, fork: pull?.fork ?? true },
          },
        }
      : {}),
    seed: inputs.seed,
    cache: inputs.cache || undefined,
    search_path,
    way_out,
    require_proof: inputs['require-proof'],
    models: readActionModels(inputs),
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

/** Reads the models from the inputs; undefined = the input is empty. */
function readActionModels(inputs: ActionInputs): ModelOptionsInput {
  return {
    name: inputs.model || undefined,
    allow_models: inputs['allow-model'],
    judge: inputs['judge-model'] || undefined,
    upstreams: inputs.upstream,
    key_env: inputs['key-env'] || undefined,
    file: inputs.models || undefined,
    prices: inputs.prices || undefined,
    steering: inputs.steering || undefined,
    backend: inputs.backend || undefined,
    redaction: inputs.redaction || undefined,
  };
}
