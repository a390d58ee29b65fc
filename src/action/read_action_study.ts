import { type RunOptionsInput, runOptionsSchema } from '../commands/study/run_options.js';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { UserError } from '../contract/input/user_error.js';
import type { RunEvent } from '../publish/github/event/run_event.js';
import type { ActionEnvironment } from './action_environment.js';
import { type ActionInputs, collectOptionValues } from './action_inputs.js';

/**
 * Reads from the inputs which attempts there are: those of a suite, of contracts and agents, or of a comparison of
 * settings.
 *
 * @param shape fields of the options of the verb
 * @throws {UserError} for a comparison of settings without a pull request
 */
export function readActionStudy(
  inputs: ActionInputs,
  { pull_request: pull, change = pull }: RunEvent,
  { workspace, search_path, way_out }: ActionEnvironment,
  shape: object = runOptionsSchema.shape,
): Omit<RunOptionsInput, 'out'> {
  const { settings: comparing, agent, trials } = inputs;
  if (comparing && !pull)
    throw new UserError('settings are compared for a pull request', 'Run it from a workflow on: pull_request.');
  const suite = inputs.suite || (comparing ? 'gatebench.yml' : undefined);
  const fallback = (given: string[], otherwise: string) => (given.length > 0 || suite ? given : [otherwise]);
  const compare_settings = { agents: agent, trials, fork: pull?.fork ?? true };
  const pull_request = {
    ...{ base_sha: change?.base_sha, head_sha: change?.head_sha, workspace },
    ...{ number: pull?.number, base_ref: pull?.base_ref },
  };
  return {
    ...collectOptionValues(inputs, shape),
    ...{ suite, search_path, way_out, install_agents: true },
    contracts: fallback(inputs.contracts, 'tasks/*/contract.yml'),
    agents: comparing ? [] : fallback(agent, 'pull-request'),
    trials: comparing ? undefined : trials,
    ...omitUndefined({ compare_settings: comparing ? compare_settings : undefined }),
    pull_request: change && workspace !== '' ? (pull_request as RunOptionsInput['pull_request']) : undefined,
  };
}
