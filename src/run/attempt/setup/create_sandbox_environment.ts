import type { Contract } from '../../../contract/contract_schema.js';
import { selectSearchPath } from '../../agents/installation/select_search_path.js';

/**
 * Creates the whole environment of a sandboxed command: variables of the contract over a fixed base (requirement K3).
 *
 * It takes nothing from the caller's environment, so it cannot hold a secret.
 *
 * @param path PATH of the toolchain
 */
export function createSandboxEnvironment(
  { environment }: Pick<Contract, 'environment'>,
  path: string,
  seed: number,
): Record<string, string> {
  const base: Record<string, string> = {
    PATH: selectSearchPath(path, environment),
    LANG: environment.locale,
    LC_ALL: environment.locale,
    TZ: environment.timezone,
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: 'true',
    // Seeds of runtimes, and one for the contract (requirement K3).
    GATEBENCH_SEED: String(seed),
    PYTHONHASHSEED: String(seed % 2 ** 32),
    PYTHONDONTWRITEBYTECODE: '1',
    // Update checks are not the agent's own and would count as network attempts.
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    NO_UPDATE_NOTIFIER: '1',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    // Without a network, waiting between retries (over a minute for npm) only eats the agent's time.
    npm_config_fetch_retries: '0',
    PIP_RETRIES: '0',
    ...environment.variables,
  };
  for (const name of environment.absent) delete base[name];
  return base;
}
