import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf } from '../../record/canonical.js';
import type { Agent, AgentRoom, Tested } from './agent.js';
import { passed, stopOf } from './call.js';
import { fitting, type ScriptFile } from './fitting.js';
import type { Known } from './known.js';
import { perform, runCommand } from './perform.js';
import { keptNames, listsOf, type Script, type ScriptCommand, scriptSchema } from './script.js';
import type { Stop } from './stop.js';
import { WORKERS } from './workers.js';

/** Scripts, and which of them a contract is worked at by. */
interface Scripts {
  all: readonly ScriptFile[];
  /** @throws {UserError} when there is none for the contract */
  of(loaded: LoadedContract): ScriptFile;
}

/**
 * A script from a file, the same for every contract; or from a folder, where each contract has its own as `<id>.yml`.
 *
 * @throws {UserError} with file:line:column when a script is not one
 */
export function scripted(file: string, cwd: string): Agent {
  const full = resolve(cwd, file);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) throw new UserError(`script ${file} does not exist`);
  if (stat.isDirectory()) return scriptFolder(file, full);
  const read = readScript(full, file);
  const { script } = read;
  return {
    ...playing({ all: [read], of: () => read }),
    kind: 'scripted',
    name: script.name ?? `script:${file}`,
    identity: digestOf({ kind: 'scripted', ...identityOf(script) }),
    detail: { file, operations: listsOf(script).reduce((sum, { list }) => sum + list.length, 0) },
  };
}

function scriptFolder(folder: string, path: string): Agent {
  const names = readdirSync(path).filter((name) => name.endsWith('.yml'));
  const all = names.sort().map((name) => {
    const file = posix.join(folder, name);
    return { id: name.slice(0, -'.yml'.length), ...readScript(join(path, name), file) };
  });
  return {
    ...playing({
      all,
      of: ({ contract, shown }) => {
        const found = all.find(({ id }) => id === contract.id);
        if (!found) throw new UserError(`${shown}: ${folder} has no ${contract.id}.yml`);
        return found;
      },
    }),
    kind: 'scripted',
    name: `script:${basename(folder)}`,
    identity: digestOf({
      kind: 'scripted',
      scripts: Object.fromEntries(all.map(({ id, script }) => [id, identityOf(script)])),
    }),
    detail: { folder, scripts: all.length },
  };
}

function readScript(path: string, file: string): ScriptFile {
  const { value: script, lines } = parseYaml(readFileSync(path, 'utf8'), file, scriptSchema);
  return { file, script, lines };
}

/** Scripts without parts or tests keep the identity that they had before there were any. */
const identityOf = ({ inspect, operations, subtasks, test, via }: Script) => ({
  inspect,
  operations,
  ...(subtasks ? { subtasks } : {}),
  ...(test.length > 0 ? { test } : {}),
  ...(via === 'api' ? {} : { via }),
});

/** What an agent does by scripts. A stage is there where one of them has commands for it. */
function playing({ all, of }: Scripts) {
  const script = (room: AgentRoom) => of(room.loaded).script;
  return {
    fits: (loaded: LoadedContract) => fitting(of(loaded), loaded),
    workers: (loaded: LoadedContract) => (of(loaded).script.subtasks ? WORKERS : undefined),
    ...(all.some(({ script }) => script.inspect.length > 0)
      ? { inspect: (room: AgentRoom) => inspect(script(room).inspect, room) }
      : {}),
    work: (room: AgentRoom) => work(script(room), room),
    ...(all.some(({ script }) => script.test.length > 0)
      ? { test: (room: AgentRoom) => test(script(room).test, room) }
      : {}),
  };
}

async function work(script: Script, room: AgentRoom): Promise<Stop> {
  const list = room.part ? (script.subtasks?.[room.part.subtask.id] ?? []) : script.operations;
  const known: Known = { names: keptNames(list), values: new Map() };
  for (const operation of list) {
    const stop = stopOf(room) ?? (await perform(operation, script.via, room, known)) ?? stopOf(room);
    if (stop) return stop;
  }
  return { kind: 'finished' };
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
