import type { CommandContext } from '../commands/io/command_context.js';
import { readHostRestrictions } from '../sandbox/bubblewrap/diagnose_bubblewrap.js';
import { installBubblewrap } from '../sandbox/bubblewrap/install_bubblewrap.js';
import { SYSTEM_PATH } from '../system/find_program.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';

/**
 * Creates the function that installs the sandbox on a runner.
 *
 * @returns undefined outside of GitHub Actions, and where the input `sandbox` names a backend
 */
export function createSandboxInstaller(
  { sandbox }: Pick<ActionInputs, 'sandbox'>,
  { is_runner, search_path }: Pick<ActionEnvironment, 'is_runner' | 'search_path'>,
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
): CommandContext['install_sandbox'] {
  if (sandbox !== 'auto' || !is_runner) return undefined;
  return (obstacle) =>
    installBubblewrap(obstacle, {
      search_path: [search_path, SYSTEM_PATH].filter(Boolean).join(':'),
      is_root: process.getuid?.() === 0,
      apparmor_restricts: readHostRestrictions().apparmor_restricts,
      log,
      signal,
    });
}
