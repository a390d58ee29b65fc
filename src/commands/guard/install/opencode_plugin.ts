/** Mark in the first line of the plugin, by which an installed one is known. */
export const PLUGIN_MARK = '// Written by `gatebench guard install opencode`';

/** Milliseconds after which a hook that does not answer counts as a refusal. */
const PATIENCE = 10_000;

/**
 * Renders the plugin for OpenCode: it hands each call of a tool to the hook, and refuses what the hook refuses and
 * what it does not answer.
 *
 * @param words program of the hook and its arguments
 */
export const renderOpencodePlugin = ([
  program = '',
  ...args
]: readonly string[]): string => `${PLUGIN_MARK}; \`uninstall\` removes it.
import { spawnSync } from 'node:child_process';

export const GatebenchGuard = async ({ directory, worktree }) => ({
  'tool.execute.before': async ({ tool }, { args }) => {
    const input = JSON.stringify({ hook_event_name: 'tool.execute.before', tool, args, directory, worktree });
    const { status, stdout, stderr, error } = spawnSync(${JSON.stringify(program)}, ${JSON.stringify(args)}, {
      input,
      encoding: 'utf8',
      timeout: ${PATIENCE},
    });
    if (error || status !== 0) throw new Error(stderr?.trim() || 'gatebench guard: the hook gave no answer');
    if (stdout.trim() !== '') throw new Error(JSON.parse(stdout).deny);
  },
});
`;
