import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Contract } from '../../../contract/contract_schema.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { SessionOptions } from '../../../sandbox/sandbox_backend.js';
import { createClockVariables } from '../../agents/installation/create_clock_variables.js';
import { selectSearchPath } from '../../agents/installation/select_search_path.js';
import type { RunnerContext } from '../runner_context.js';

/**
 * Finds folders that the mounts would expose: the contract's with its hidden files, its history, and recorded runs.
 * This happens for tasks of a global installation.
 */
export function findExposedFolders(folders: readonly string[], mounts: readonly string[]): string[] {
  const roots = mounts.map((mount) => `${realpathSync(mount)}/`);
  const shown = folders
    .filter((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .map((folder) => realpathSync(folder))
    .filter((path) => roots.some((root) => path.startsWith(root)));
  // A folder inside a covered one is covered with it.
  return [...new Set(shown)].filter((path) => !shown.some((other) => path.startsWith(`${other}/`)));
}

/** Lists the `.git` entries beside a folder and each folder above it. */
const listGitFolders = (folder: string): string[] => [
  ...(dirname(folder) === folder ? [] : listGitFolders(dirname(folder))),
  join(folder, '.git'),
];

/** Creates the options that all sessions of a contract share: limits, environment and visible toolchain. */
export function createSessionOptions(
  loaded: LoadedContract,
  runner: RunnerContext,
  seed = loaded.contract.environment.seed,
): Omit<SessionOptions, 'workspace'> {
  const { budget, policy, environment } = loaded.contract;
  return {
    ...omitUndefined({ root: environment.workdir }),
    trace: policy.evidence === 'trace',
    read_only_mounts: { ...runner.toolchain.mounts },
    covered: findExposedFolders(
      [loaded.folder, ...listGitFolders(realpathSync(loaded.folder)), runner.runs],
      ['/usr', ...Object.keys(runner.toolchain.mounts)],
    ),
    limits: {
      memory_bytes: budget.memory,
      processes: budget.processes,
      cpu_ms: budget.cpu,
      disk_bytes: budget.disk,
      output_bytes: budget.output,
    },
    environment: {
      ...createClockVariables(loaded.contract, runner.toolchain.clock_library, runner.now()),
      ...createSandboxEnvironment(loaded.contract, runner.toolchain.path, seed),
    },
  };
}

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
