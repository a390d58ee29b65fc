import { lstatSync, readFileSync } from 'node:fs';
import { ofPart } from '../subtasks/part.js';
import { bytesOf } from '../workspace/byte_path.js';
import { placeFile, removeFiles, standsAt } from '../workspace/place.js';
import type { AgentRoom } from './agent.js';
import { type Made, makeCall } from './call.js';
import type { Known } from './known.js';
import type { Script, ScriptCommand, ScriptOperation } from './script.js';
import type { Stop } from './stop.js';
import { useTogether } from './use.js';

/** Runs a command; while writes are suspended, without leave to write. The cycle that ends such a round gives it back. */
export async function runCommand(command: ScriptCommand, room: AgentRoom): Promise<Made | undefined> {
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
export async function perform(
  operation: ScriptOperation,
  via: Script['via'],
  room: AgentRoom,
  known: Known,
): Promise<Stop | undefined> {
  const { workspace, run, supervisor } = room;
  if ('run' in operation) {
    await runCommand(operation, room);
    return undefined;
  }
  if ('use' in operation) return useTogether([[operation]], via, room, known);
  if ('together' in operation) return useTogether(operation.together, via, room, known);
  const tool = 'write' in operation ? 'write' : 'delete' in operation ? 'delete' : 'replace';
  if ((await supervisor.admit({ tool, arguments: operation, ...ofPart(room.part) })) !== undefined) return undefined;
  const root = workspace.view;
  const noted = async (tool: string, summary: string): Promise<number> => {
    const state = await room.state();
    const taken = { tree: state?.tree ?? null, manifests: state?.manifests ?? null, ...ofPart(room.part) };
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
