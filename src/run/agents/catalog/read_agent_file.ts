import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultCoordination } from '../../../contract/coordination/coordination.js';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import { findInstallationFolder } from '../../../system/find_installation_folder.js';
import { MAX_TEXT_BYTES } from '../../../system/read_regular_file.js';
import type { Agent, AgentLookupOptions, CoordinationTransport } from '../agent.js';
import { createCommandStages } from '../command/create_command_agent.js';
import { hasModelNamePlaceholder } from '../fill_placeholders.js';
import { resolveAgentProgram } from '../installation/resolve_agent_program.js';
import { createNamedLoopAgent } from '../loop/create_loop_agent.js';
import { type AgentFile, parseAgentFile } from './agent_file_schema.js';

/** Agent file with its content; `file`: its name in messages. */
export interface LoadedAgentFile {
  file: string;
  agent: AgentFile;
}

/**
 * Reads an agent file.
 *
 * @throws {UserError} with file:line:column if the file is no agent
 */
export function readAgentFile(file: string, cwd: string): LoadedAgentFile {
  const full = resolve(cwd, file);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) throw new UserError(`agent file ${file} does not exist`);
  if (!stat.isFile()) throw new UserError(`agent file ${file} is no file`);
  if (stat.size > MAX_TEXT_BYTES)
    throw new UserError(`agent file ${file} is larger than ${MAX_TEXT_BYTES / 2 ** 20} MiB`);
  return { file, agent: parseAgentFile(readFileSync(full, 'utf8'), file) };
}

/** Finds the folder of shipped agent files. */
function findShippedFolder(): string {
  const folder = findInstallationFolder();
  if (folder === undefined) throw new Error('the shipped agents/ folder is missing: the installation is incomplete');
  return join(folder, 'agents');
}

/** Lists the names of the shipped agents. */
export const listShippedAgents = (): string[] =>
  readdirSync(findShippedFolder())
    .filter((name) => name.endsWith('.yml'))
    .map((name) => name.slice(0, -'.yml'.length))
    .sort();

/** Returns the path of a shipped agent's file. */
export const getShippedAgentPath = (name: string): string => join(findShippedFolder(), `${name}.yml`);

/**
 * Reads a shipped agent.
 *
 * @throws {UserError} if its file is no agent any more
 */
export function readShippedAgent(name: string): LoadedAgentFile {
  const read = readAgentFile(getShippedAgentPath(name), '/');
  return { ...read, file: `agents/${name}.yml` };
}

/**
 * Creates an agent from its file.
 *
 * @param machine places to look for its program
 * @throws {UserError} if the program does not exist
 */
export function createAgent({ file, agent }: LoadedAgentFile, machine: AgentLookupOptions): Agent {
  const { name, coordination: declared, ...fields } = agent;
  const definition = { ...fields, ...omitUndefined({ coordination: declared }) };
  const coordination = chooseTransport(agent);
  if (agent.loop) {
    const { loop, environment, test, rounds, workers } = agent;
    const loopAgent = createNamedLoopAgent(name, { loop, environment, test, rounds, workers }, file, declared);
    return { ...loopAgent, fits: (loaded) => validateForContract(agent, file, loaded) };
  }
  const equipped = resolveAgentProgram(agent, machine);
  return {
    kind: 'command',
    name,
    identity: computeDigest({ kind: 'command', ...removeRemarks(definition) }),
    detail: {
      file,
      ...definition,
      ...omitUndefined({ coordination, installed: equipped?.installed }),
    },
    ...createCommandStages({ ...agent, run: agent.run! }),
    coordination,
    ...(agent.models ? { models: agent.models, names_model: needsModelName(agent), dialects: agent.dialects } : {}),
    ...omitUndefined({ mounts: equipped?.mounts }),
    fits: (loaded) => {
      validateForContract(agent, file, loaded);
      equipped?.mounts(loaded);
    },
  };
}

/** Chooses the way to the coordination layer: the declared one, else over HTTP for a program that speaks MCP. */
function chooseTransport({ coordination, run = '', inspect = '', mcp }: AgentFile): CoordinationTransport | undefined {
  if (coordination === 'never') return undefined;
  if (coordination) return { when: 'always', ...coordination };
  const speaks = mcp !== undefined || [run, inspect].some((line) => line.includes('GATEBENCH_MCP'));
  return speaks ? { when: 'declared', transport: 'http', agents: 1 } : undefined;
}

/** Removes remarks, which do not change the identity of an agent. */
const removeRemarks = ({ tested: _, calls_home: __, ...others }: Partial<AgentFile>) => others;

/** Tells whether a part of the file stays empty if the run names no model. */
const needsModelName = ({ run = '', environment, files = {} }: AgentFile): boolean =>
  /\bGATEBENCH_MODEL\b/.test(run) || Object.values({ ...environment, ...files }).some(hasModelNamePlaceholder);

function validateForContract(
  { name, coordination, test }: AgentFile,
  file: string,
  { contract, shown }: LoadedContract,
): void {
  const { agents } = contract.coordination ?? defaultCoordination;
  if (typeof coordination === 'object' && coordination.agents > agents.length)
    throw new UserError(
      `${shown}: has ${agents.length} of the ${coordination.agents} agents ` +
        `that agent "${name}" acts as (${file}: coordination)`,
      'Name them in the contract: coordination.agents.',
    );
  if (test === true && contract.metadata.test_command === undefined)
    throw new UserError(
      `${shown}: has no metadata.test_command, which agent "${name}" asks for (${file}: test: true)`,
      'Name the command in the agent file or in the contract.',
    );
}
