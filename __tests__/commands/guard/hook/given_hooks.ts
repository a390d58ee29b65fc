import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { HookClient } from '../../../../src/commands/guard/hook/clients/hook_formats.js';
import type { HookOutput } from '../../../../src/commands/guard/hook/format/hook_format.js';
import { runHook } from '../../../../src/commands/guard/hook/run_hook.js';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/hooks');

/** The recorded inputs of a client. */
export const recordedCalls = (client: HookClient): Record<string, unknown>[] =>
  readFileSync(join(FIXTURES, `${client}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Runs the hook as the shell does. */
export function answered(
  client: string,
  input: string | Uint8Array,
  {
    argv = [],
    cwd = '/home/ann/app',
    variables = { HOME: '/home/ann' },
    ...facts
  }: {
    argv?: readonly string[];
    cwd?: string;
    variables?: Record<string, string>;
    program_folders?: readonly string[];
    patience_ms?: number;
  } = {},
): Promise<HookOutput> {
  return runHook(['--hook', client, ...argv], {
    input: Readable.from([Buffer.from(input)]),
    cwd,
    variable: (name) => variables[name],
    now: () => new Date('2026-11-29T12:00:00Z'),
    ...facts,
  });
}

/** A call of the client's shell with this command, in the client's own form. */
export function shellCall(client: HookClient, command: string, folder = '/home/ann/app'): string {
  const [call] = recordedCalls(client);
  const at = { cwd: folder };
  switch (client) {
    case 'copilot':
      return JSON.stringify({ ...call, ...at, toolArgs: { command, description: 'x' } });
    case 'opencode':
      return JSON.stringify({ ...call, directory: folder, args: { command } });
    case 'cursor':
      return JSON.stringify({ ...call, ...at, workspace_roots: [folder], command });
    default:
      return JSON.stringify({ ...call, ...at, tool_input: { command } });
  }
}

/** What clients read in an answer. */
interface Answer {
  hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
  decision?: string;
  reason?: string;
  permissionDecision?: string;
  permissionDecisionReason?: string;
  deny?: string;
  permission?: string;
  agent_message?: string;
}

/** What a client makes of an answer, by its documentation: whether the tool runs, and what the model is told. */
export function understood(client: HookClient, { stdout, stderr, exit_code }: HookOutput): [string, string] {
  if (exit_code === 2 && client !== 'cursor') return ['deny', stderr];
  const answer: Answer = stdout === '' ? {} : (JSON.parse(stdout) as Answer);
  switch (client) {
    case 'claude-code':
    case 'codex': {
      const { permissionDecision = 'none', permissionDecisionReason = '' } = answer.hookSpecificOutput ?? {};
      return [permissionDecision, permissionDecisionReason];
    }
    case 'gemini':
      return [answer.decision ?? 'none', answer.reason ?? ''];
    case 'copilot':
      return [answer.permissionDecision ?? 'none', answer.permissionDecisionReason ?? ''];
    case 'opencode':
      return answer.deny === undefined ? ['none', ''] : ['deny', answer.deny];
    case 'cursor':
      return [answer.permission ?? 'none', answer.agent_message ?? ''];
  }
}
