import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { SessionOptions } from '../../../sandbox/sandbox_backend.js';
import { createClockVariables } from '../../agents/installation/create_clock_variables.js';
import type { RunnerContext } from '../runner_context.js';
import { createSandboxEnvironment } from './create_sandbox_environment.js';

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
    ...(environment.workdir === undefined ? {} : { root: environment.workdir }),
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
