import { isAbsolute, join, relative } from 'node:path';
import type { HookClient } from '../hook/clients/hook_formats.js';
import { isHookInput, quoteForShell } from '../hook/format/hook_input.js';
import type { JsonEntry, JsonSettings } from './add_json_entries.js';

/** Where a hook is installed: for one project on this machine, or for all of a person's. */
type HookScope = 'project' | 'user';

/** Files in which clients keep hooks, from the folder of the project or the home of the user. */
const FILES: Readonly<Record<HookClient, Record<HookScope, string>>> = {
  // The command names a place of this machine, so it is nothing to commit.
  'claude-code': { project: '.claude/settings.local.json', user: '.claude/settings.json' },
  codex: { project: '.codex/hooks.json', user: '.codex/hooks.json' },
  gemini: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
  copilot: { project: '.github/hooks/gatebench-guard.json', user: '.copilot/hooks/gatebench-guard.json' },
  opencode: { project: '.opencode/plugins/gatebench-guard.js', user: '.config/opencode/plugins/gatebench-guard.js' },
  cursor: { project: '.cursor/hooks.json', user: '.cursor/hooks.json' },
};

/** Remarks for the person who installs a hook. */
export const HOOK_REMARKS: Readonly<Partial<Record<HookClient, string>>> = {
  codex: 'Codex runs a new hook only after you have trusted it: start codex, and look at /hooks.',
  gemini: 'Gemini CLI runs hooks of a project only in a folder that you trust.',
  copilot: 'Copilot CLI runs hooks of a project only in a folder that you trust; without a dialog (-p) it may not.',
  cursor: 'This was written from the documentation of Cursor, and not tried with Cursor.',
};

/** Variables that name another folder of a client than the one in the home, and what they stand for. */
const VARIABLES: Readonly<Partial<Record<HookClient, readonly [name: string, folder: string]>>> = {
  'claude-code': ['CLAUDE_CONFIG_DIR', '.claude'],
  codex: ['CODEX_HOME', '.codex'],
  opencode: ['XDG_CONFIG_HOME', '.config'],
};

/** Returns the path of the file in which a client keeps the hooks of a project. */
export const getProjectHookPath = (client: HookClient, folder: string): string => join(folder, FILES[client].project);

/** Returns the path of the file in which a client keeps the hooks of a person; undefined without a home. */
export function getUserHookPath(
  client: HookClient,
  home: string | undefined,
  variable: (name: string) => string | undefined,
): string | undefined {
  const file = FILES[client].user;
  const [name, folder] = VARIABLES[client] ?? [];
  const place = name === undefined ? '' : (variable(name) ?? '');
  if (folder !== undefined && isAbsolute(place)) return join(place, relative(folder, file));
  return home === undefined ? undefined : join(home, file);
}

/** Seconds that a client waits for the hook. */
const SECONDS = 10;

/** Creates what a client's file of settings says about the hook. @param words program of the hook and its arguments */
export function createHookSettings(client: Exclude<HookClient, 'opencode'>, words: readonly string[]): JsonSettings {
  const program = words.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : quoteForShell(word))).join(' ');
  // A hook that cannot start would let the call run; with 2 it is blocked. Cursor and OpenCode do so themselves.
  const command = client === 'cursor' ? program : `${program} || exit 2`;
  const entry = (path: readonly string[], value: object): JsonEntry => ({
    path,
    value,
    isEntry: (other) => isHookEntry(other, client),
  });
  switch (client) {
    case 'claude-code': {
      const hook = { type: 'command', command, timeout: SECONDS, onFailure: 'block' };
      const matcher = 'Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*';
      return { members: {}, entries: [entry(['hooks', 'PreToolUse'], { matcher, hooks: [hook] })] };
    }
    case 'codex': {
      const hook = { type: 'command', command, timeout: SECONDS };
      return { members: {}, entries: [entry(['hooks', 'PreToolUse'], { matcher: '*', hooks: [hook] })] };
    }
    case 'gemini': {
      const hook = { type: 'command', command, name: 'gatebench-guard', timeout: SECONDS * 1000 };
      const matcher = 'run_shell_command|write_file|replace|edit|mcp_.*|.*__.*';
      return { members: {}, entries: [entry(['hooks', 'BeforeTool'], { matcher, hooks: [hook] })] };
    }
    case 'copilot': {
      const hook = { type: 'command', bash: command, timeoutSec: SECONDS };
      return { members: { version: 1 }, entries: [entry(['hooks', 'preToolUse'], hook)] };
    }
    case 'cursor': {
      const hook = { command, timeout: SECONDS, failClosed: true };
      const matcher = 'Write|Edit|MultiEdit|StrReplace|NotebookEdit|Delete|MCP:.*';
      return {
        members: { version: 1 },
        entries: [entry(['hooks', 'beforeShellExecution'], hook), entry(['hooks', 'preToolUse'], { ...hook, matcher })],
      };
    }
  }
}

/** Tells whether an entry runs the hook for a client, and nothing else. */
function isHookEntry(value: unknown, client: HookClient): boolean {
  if (!isHookInput(value)) return false;
  const { hooks } = value;
  if (Array.isArray(hooks)) return hooks.length === 1 && isHookEntry(hooks[0], client);
  const command = value.command ?? value.bash;
  if (typeof command !== 'string') return false;
  const [, program, end] = /^(.*?)( \|\| exit 2)?$/s.exec(command) ?? [];
  const words: readonly string[] = program?.match(WORDS) ?? [];
  const guard = words.indexOf('guard');
  const isWhole = words.join(' ') === program && (end !== undefined) === (client !== 'cursor');
  return isWhole && guard > 0 && words[guard + 1] === '--hook' && words[guard + 2] === client;
}

/** Words of a command as they are written here. */
const WORDS = /'[^']*'(?:\\''[^']*')*|[\w./:@=-]+/g;

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
