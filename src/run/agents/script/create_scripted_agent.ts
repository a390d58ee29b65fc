import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import { addSubtaskWorkers, defaultCoordination } from '../../../contract/coordination/coordination.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { parseYaml } from '../../../contract/input/parse_yaml.js';
import { suggestName, UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import { hasSucceeded } from '../../../sandbox/execution/execute_command.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import { type Agent, type AgentContext, DEFAULT_WORKERS, type TestStageResult } from '../agent.js';
import { findStopReason } from '../run_tool_call.js';
import { runScriptCommand, runScriptStep } from './run_script_step.js';
import {
  collectVariableNames,
  type FieldPath,
  listOperationLists,
  listOperationSteps,
  type Script,
  type ScriptCommand,
  scriptSchema,
} from './script_schema.js';
import type { ScriptVariables } from './script_variables.js';

/** Scripts of an agent, with the choice for each contract. */
interface ScriptSelection {
  all: readonly ScriptFile[];
  /**
   * Returns the script for a contract.
   *
   * @throws {UserError} if there is none
   */
  of(loaded: LoadedContract): ScriptFile;
}

/**
 * Creates an agent from a script file, the same for every contract, or from a folder with `<id>.yml` per contract.
 *
 * @throws {UserError} with file:line:column if a script is invalid
 */
export function createScriptedAgent(file: string, cwd: string): Agent {
  const full = resolve(cwd, file);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) throw new UserError(`script ${file} does not exist`);
  if (stat.isDirectory()) return createScriptFolderAgent(file, full);
  const read = readScript(full, file);
  const { script } = read;
  return {
    ...createScriptStages({ all: [read], of: () => read }),
    kind: 'scripted',
    name: script.name ?? `script:${file}`,
    identity: computeDigest({ kind: 'scripted', ...getScriptIdentity(script) }),
    detail: { file, operations: listOperationLists(script).reduce((sum, { list }) => sum + list.length, 0) },
  };
}

function createScriptFolderAgent(folder: string, path: string): Agent {
  const names = readdirSync(path).filter((name) => name.endsWith('.yml'));
  const all = names.sort().map((name) => {
    const file = posix.join(folder, name);
    return { id: name.slice(0, -'.yml'.length), ...readScript(join(path, name), file) };
  });
  return {
    ...createScriptStages({
      all,
      of: ({ contract, shown }) => {
        const chosen = all.find(({ id }) => id === contract.id);
        if (!chosen) throw new UserError(`${shown}: ${folder} has no ${contract.id}.yml`);
        return chosen;
      },
    }),
    kind: 'scripted',
    name: `script:${basename(folder)}`,
    identity: computeDigest({
      kind: 'scripted',
      scripts: Object.fromEntries(all.map(({ id, script }) => [id, getScriptIdentity(script)])),
    }),
    detail: { folder, scripts: all.length },
  };
}

function readScript(path: string, file: string): ScriptFile {
  const { value: script, lines } = parseYaml(readFileSync(path, 'utf8'), file, scriptSchema);
  return { file, script, lines };
}

/** Returns the identity of a script. Optional parts are left out, so that older scripts keep their identity. */
const getScriptIdentity = ({ inspect, operations, subtasks, test, via }: Script) => ({
  inspect,
  operations,
  ...omitUndefined({
    subtasks,
    test: test.length > 0 ? test : undefined,
    via: via === 'api' ? undefined : via,
  }),
});

/** Creates the stages of scripted agents. A stage exists if one script has commands for it. */
function createScriptStages({ all, of }: ScriptSelection) {
  const script = (context: AgentContext) => of(context.loaded).script;
  const hasInspect = all.some(({ script: { inspect } }) => inspect.length > 0);
  const hasTest = all.some(({ script: { test } }) => test.length > 0);
  return {
    fits: (loaded: LoadedContract) => validateScript(of(loaded), loaded),
    workers: (loaded: LoadedContract) => (of(loaded).script.subtasks ? DEFAULT_WORKERS : undefined),
    work: (context: AgentContext) => runOperations(script(context), context),
    ...omitUndefined({
      inspect: hasInspect ? (context: AgentContext) => runInspectCommands(script(context).inspect, context) : undefined,
      test: hasTest ? (context: AgentContext) => runTestCommands(script(context).test, context) : undefined,
    }),
  };
}

async function runOperations(script: Script, context: AgentContext): Promise<StopReason> {
  const list = context.part ? (script.subtasks?.[context.part.subtask.id] ?? []) : script.operations;
  const variables: ScriptVariables = { names: collectVariableNames(list), values: new Map() };
  for (const operation of list) {
    const stop =
      findStopReason(context) ??
      (await runScriptStep(operation, script.via, context, variables)) ??
      findStopReason(context);
    if (stop) return stop;
  }
  return { kind: 'finished' };
}

/** Runs the commands of the inspect stage (requirement R3). The kernel refuses writes, and a monitor records them. */
async function runInspectCommands(commands: readonly ScriptCommand[], context: AgentContext): Promise<string> {
  for (const command of commands) {
    if (findStopReason(context)) break;
    await runScriptCommand(command, context);
  }
  return '';
}

async function runTestCommands(commands: readonly ScriptCommand[], context: AgentContext): Promise<TestStageResult> {
  let all = true;
  for (const command of commands) {
    if (findStopReason(context)) break;
    const recorded = await runScriptCommand({ ...command, cycle: true }, context);
    all &&= recorded !== undefined && hasSucceeded(recorded.execution);
  }
  return { passed: all, feedback: '' };
}

/** Script with its file name. */
interface ScriptFile {
  file: string;
  script: Script;
  /** Line of each field path. */
  lines: Record<string, number>;
}

/**
 * Validates a script against a contract: its agents exist, and it has operations for each subtask.
 *
 * @throws {UserError} with file and line
 */
function validateScript({ file, script, lines }: ScriptFile, { contract, shown }: LoadedContract): void {
  const { agents, subtasks } = addSubtaskWorkers(contract.coordination ?? defaultCoordination);
  const formatPlace = (...place: FieldPath) => `${file}:${lines[place.join('.')] ?? 1} `;
  for (const { one, path } of listOperationSteps(script))
    if (one.as !== undefined && agents.every(({ name }) => name !== one.as))
      throw new UserError(
        `${formatPlace(...path, 'as')} operation ${one.use} is done as "${one.as}", whom ${shown} does not name`,
        `Its coordination.agents are: ${agents.map(({ name }) => name).join(', ')}.`,
      );
  if (!script.subtasks) return;
  const ids = subtasks.map(({ id }) => id);
  if (ids.length === 0)
    throw new UserError(
      `${formatPlace('subtasks')} the script is split, and ${shown} has no coordination.subtasks`,
      'Write its operations under `operations`, or the parts into the contract.',
    );
  for (const id of Object.keys(script.subtasks))
    if (!ids.includes(id))
      throw new UserError(
        `${formatPlace('subtasks', id)} ${shown} has no part "${id}"${suggestName(id, ids)}`,
        `Its coordination.subtasks are: ${ids.join(', ')}.`,
      );
  for (const id of ids)
    if (!Object.hasOwn(script.subtasks, id))
      throw new UserError(
        `${formatPlace('subtasks')} there are no operations for the part "${id}" of ${shown}`,
        `Write \`${id}: []\` if nothing is to be done there.`,
      );
}
