import type { CommandContext } from '../commands/io/command_context.js';
import { readHostRestrictions } from '../sandbox/bubblewrap/diagnose_bubblewrap.js';
import { installBubblewrap } from '../sandbox/bubblewrap/install_bubblewrap.js';
import { SYSTEM_PATH } from '../system/find_program.js';
import type { ActionEnvironment } from './action_environment.js';
import type { ActionInputs } from './action_inputs.js';

/**
 * Creates the function that installs the sandbox on a runner.
 *
 * @returns undefined outside of GitHub Actions, and with `install-sandbox: never`
 */
export function createSandboxInstaller(
  { 'install-sandbox': install }: Pick<ActionInputs, 'install-sandbox'>,
  { is_runner, search_path }: Pick<ActionEnvironment, 'is_runner' | 'search_path'>,
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
): CommandContext['install_sandbox'] {
  if (install === 'never' || !is_runner) return undefined;
  return (obstacle) =>
    installBubblewrap(obstacle, {
      search_path: [search_path, SYSTEM_PATH].filter(Boolean).join(':'),
      is_root: process.getuid?.() === 0,
      apparmor_restricts: readHostRestrictions().apparmor_restricts,
      log,
      signal,
    });
}
