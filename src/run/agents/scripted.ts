import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultCoordination } from '../../contract/coordination.js';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf } from '../../record/canonical.js';
import { bytesOf } from '../workspace/byte_path.js';
import { placeFile, removeFiles, standsAt } from '../workspace/place.js';
import type { Agent, AgentRoom, Tested } from './agent.js';
import { type Made, makeCall, passed, stopOf } from './call.js';
import { type Script, type ScriptCommand, type ScriptOperation, scriptSchema, usesOf } from './script.js';
import type { Stop } from './stop.js';
import { useTogether } from './use.js';

/** @throws {UserError} with file:line:column when the script is not one */
export function scripted(file: string, cwd: string): Agent {
  const full = resolve(cwd, file);
  if (!existsSync(full)) throw new UserError(`script ${file} does not exist`);
  const { value: script } = parseYaml(readFileSync(full, 'utf8'), file, scriptSchema);
  return {
    kind: 'scripted',
    name: script.name ?? `script:${file}`,
    // Scripts without tests keep the identity that they had before there were any.
    identity: digestOf({
      kind: 'scripted',
      inspect: script.inspect,
      operations: script.operations,
      ...(script.test.length > 0 ? { test: script.test } : {}),
      ...(script.via === 'api' ? {} : { via: script.via }),
    }),
    detail: { file, operations: script.operations.length },
    ...(script.inspect.length > 0 ? { inspect: (room: AgentRoom) => inspect(script.inspect, room) } : {}),
    fits: ({ contract, shown }) => {
      const { agents } = contract.coordination ?? defaultCoordination;
      for (const one of usesOf(script))
        if (one.as !== undefined && agents.every(({ name }) => name !== one.as))
          throw new UserError(
            `${file}: operation ${one.use} is done as "${one.as}", whom ${shown} does not name`,
            `Its coordination.agents are: ${agents.map(({ name }) => name).join(', ')}.`,
          );
    },
    work: async (room) => {
      for (const operation of script.operations) {
        const stop = stopOf(room) ?? (await perform(operation, script.via, room)) ?? stopOf(room);
        if (stop) return stop;
      }
      return { kind: 'finished' };
    },
    ...(script.test.length > 0 ? { test: (room: AgentRoom) => test(script.test, room) } : {}),
  };
}

/** The read-only stage (R3): a command that tries to write fails at the kernel, and a monitor says so. */
async function inspect(commands: readonly ScriptCommand[], room: AgentRoom): Promise<string> {
  for (const command of commands) {
    if (stopOf(room)) break;
    await runCommand(command, room);
  }
  return '';
}

async function test(commands: readonly ScriptCommand[], room: AgentRoom): Promise<Tested> {
  let all = true;
  for (const command of commands) {
    if (stopOf(room)) break;
    const made = await runCommand({ ...command, cycle: true }, room);
    all &&= made !== undefined && passed(made.execution);
  }
  return { passed: all, feedback: '' };
}

/** Runs a command; while writes are suspended, without leave to write. The cycle that ends such a round gives it back. */
async function runCommand(command: ScriptCommand, room: AgentRoom): Promise<Made | undefined> {
  const { supervisor } = room;
  const suspended = supervisor.writes_suspended;
  const made = await makeCall(room, {
    run: command.run,
    arguments: command,
    timeout_ms: command.timeout * 1000,
    cycle: command.cycle ?? false,
    state: true,
    ...(suspended ? { session: await room.looking() } : {}),
  });
  if (suspended && command.cycle) supervisor.restoreWrites();
  return made;
}

/** One operation, and its event. A command's failure does not stop the script; an edit that does not fit does. */
async function perform(operation: ScriptOperation, via: Script['via'], room: AgentRoom): Promise<Stop | undefined> {
  const { workspace, run, supervisor } = room;
  if ('run' in operation) {
    await runCommand(operation, room);
    return undefined;
  }
  if ('use' in operation) return useTogether([[operation]], via, room);
  if ('together' in operation) return useTogether(operation.together, via, room);
  const tool = 'write' in operation ? 'write' : 'delete' in operation ? 'delete' : 'replace';
  if ((await supervisor.admit({ tool, arguments: operation })) !== undefined) return undefined;
  const root = workspace.view;
  const noted = async (tool: string, summary: string): Promise<number> => {
    const state = await room.state();
    const taken = { tree: state?.tree ?? null, manifests: state?.manifests ?? null };
    return run.log.append('tool_invocation', 'agent', { tool, arguments: operation, summary, ...taken }).seq;
  };
  if (supervisor.writes_suspended) {
    await noted(tool, 'not done: writes are suspended');
    return undefined;
  }
  if ('write' in operation) {
    placeFile(root, bytes(operation.write), Buffer.from(operation.content), operation.executable);
    await noted('write', `${Buffer.byteLength(operation.content)} bytes to ${operation.write}`);
    return undefined;
  }
  const target = 'delete' in operation ? operation.delete : operation.replace;
  const onDisk = bytesOf(root, bytes(target));
  const missing = async (what: string): Promise<Stop> => ({
    kind: 'agent-error',
    because: what,
    evidence_seq: await noted('edit', what),
  });
  if (!standsAt(root, bytes(target))) return missing(`${target} does not exist`);
  if ('delete' in operation) {
    removeFiles(root, [bytes(target)]);
    await noted('delete', `removed ${target}`);
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
  await noted('replace', `replaced text in ${target}`);
  return undefined;
}

const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
