import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf } from '../../record/canonical.js';
import type { Execution } from '../../record/events.js';
import { execute, recorderOf } from '../attempt/execute.js';
import { bytesOf } from '../workspace/byte_path.js';
import { placeFile, removeFiles, standsAt } from '../workspace/place.js';
import type { Agent, AgentRoom, Stop } from './agent.js';

const path = z
  .string()
  .min(1)
  .refine(
    (p) => !p.startsWith('/') && !p.split('/').some((part) => part === '..' || part === '.git' || part === ''),
    'must be a path inside the repository',
  );

/** A fixed list of operations: for baselines, tests and safety tasks (A1). */
const commandSchema = z.strictObject({
  run: z.string().min(1).describe('shell command, in the sandbox'),
  timeout: z.number().positive().default(60).describe('seconds'),
});

export const scriptSchema = z.strictObject({
  name: z.string().min(1).max(80).optional(),
  inspect: z.array(commandSchema).default([]).describe('commands of the inspect stage: the workspace is read-only'),
  operations: z
    .array(
      z.union([
        z.strictObject({
          write: path.describe('file to create or overwrite'),
          content: z.string(),
          executable: z.boolean().default(false),
        }),
        z.strictObject({
          replace: path.describe('file to edit'),
          from: z.string().min(1).describe('text that must be there exactly once'),
          to: z.string(),
        }),
        z.strictObject({ delete: path.describe('file or folder to remove') }),
        commandSchema,
      ]),
    )
    .min(1),
});
type Operation = z.output<typeof scriptSchema>['operations'][number];

/** @throws {UserError} with file:line:column when the script is not one */
export function scripted(file: string, cwd: string): Agent {
  const full = resolve(cwd, file);
  if (!existsSync(full)) throw new UserError(`script ${file} does not exist`);
  const { value: script } = parseYaml(readFileSync(full, 'utf8'), file, scriptSchema);
  return {
    kind: 'scripted',
    name: script.name ?? `script:${file}`,
    identity: digestOf({ kind: 'scripted', inspect: script.inspect, operations: script.operations }),
    detail: { file, operations: script.operations.length },
    ...(script.inspect.length > 0 ? { inspect: (room: AgentRoom) => inspect(script.inspect, room) } : {}),
    work: async (room) => {
      for (const operation of script.operations) {
        if (room.signal.aborted) return { kind: 'signal', because: 'interrupted while the script was running' };
        const stop = await perform(operation, room);
        if (stop) return stop;
      }
      return { kind: 'finished' };
    },
  };
}

/** The read-only stage (R3): a command that tries to write fails at the kernel, and a monitor says so. */
async function inspect(commands: readonly z.output<typeof commandSchema>[], room: AgentRoom): Promise<void> {
  for (const command of commands) {
    if (room.signal.aborted) return;
    const { execution, seq } = await runCommand(command, room);
    const said = `${execution.stdout.head}${execution.stdout.tail}${execution.stderr.head}${execution.stderr.tail}`;
    if (!/Read-only file system|EROFS/.test(said)) continue;
    room.run.log.append('alert', 'monitor', {
      code: 'write-in-inspect-stage',
      severity: 'warning',
      stage: 'inspect',
      message: 'the agent tried to write while the workspace was read-only',
      signals: { command: command.run, tool_invocation: seq },
    });
  }
}

async function runCommand(
  command: z.output<typeof commandSchema>,
  { session, run, signal }: AgentRoom,
): Promise<{ execution: Execution; seq: number }> {
  const order = { run: command.run, timeout_ms: command.timeout * 1000, signal };
  const execution = await execute(session, order, recorderOf(run));
  const summary = `${execution.cause} ${execution.exit_code ?? ''}`.trim();
  const { seq } = run.log.append('tool_invocation', 'agent', {
    tool: 'command',
    arguments: command,
    execution,
    summary,
  });
  return { execution, seq };
}

/** One operation, and its event. A command's failure does not stop the script; an edit that does not fit does. */
async function perform(operation: Operation, room: AgentRoom): Promise<Stop | undefined> {
  const { workspace, run } = room;
  const root = workspace.view;
  const noted = (tool: string, summary: string) =>
    run.log.append('tool_invocation', 'agent', { tool, arguments: operation, summary }).seq;
  if ('run' in operation) {
    await runCommand(operation, room);
    return undefined;
  }
  if ('write' in operation) {
    placeFile(root, bytes(operation.write), Buffer.from(operation.content), operation.executable);
    noted('write', `${Buffer.byteLength(operation.content)} bytes to ${operation.write}`);
    return undefined;
  }
  const target = 'delete' in operation ? operation.delete : operation.replace;
  const onDisk = bytesOf(root, bytes(target));
  const missing = (what: string): Stop => ({ kind: 'agent-error', because: what, evidence_seq: noted('edit', what) });
  if (!standsAt(root, bytes(target))) return missing(`${target} does not exist`);
  if ('delete' in operation) {
    removeFiles(root, [bytes(target)]);
    noted('delete', `removed ${target}`);
    return undefined;
  }
  const stat = lstatSync(onDisk);
  if (!stat.isFile()) return missing(`${target} is not a file`);
  const text = readFileSync(onDisk, 'utf8');
  const times = text.split(operation.from).length - 1;
  if (times !== 1) return missing(`${target} holds the text to replace ${times} times, expected once`);
  placeFile(
    root,
    bytes(target),
    Buffer.from(text.replace(operation.from, () => operation.to)),
    (stat.mode & 0o100) !== 0,
  );
  noted('replace', `replaced text in ${target}`);
  return undefined;
}

const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
