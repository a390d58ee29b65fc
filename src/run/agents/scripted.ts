import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf } from '../../record/canonical.js';
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
export const scriptSchema = z.strictObject({
  name: z.string().min(1).max(80).optional(),
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
        z.strictObject({
          run: z.string().min(1).describe('shell command, in the sandbox'),
          timeout: z.number().positive().default(60).describe('seconds'),
        }),
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
    identity: digestOf({ kind: 'scripted', operations: script.operations }),
    detail: { file, operations: script.operations.length },
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

/** One operation, and its event. A command's failure does not stop the script; an edit that does not fit does. */
async function perform(
  operation: Operation,
  { workspace, session, run, signal }: AgentRoom,
): Promise<Stop | undefined> {
  const root = workspace.view;
  const noted = (tool: string, summary: string) =>
    run.log.append('tool_invocation', 'agent', { tool, arguments: operation, summary }).seq;
  if ('run' in operation) {
    const execution = await execute(
      session,
      { run: operation.run, timeout_ms: operation.timeout * 1000, signal },
      recorderOf(run),
    );
    run.log.append('tool_invocation', 'agent', {
      tool: 'command',
      arguments: operation,
      execution,
      summary: `${execution.cause} ${execution.exit_code ?? ''}`.trim(),
    });
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
