import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultCoordination } from '../../contract/coordination.js';
import type { LoadedContract } from '../../contract/loaded.js';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf } from '../../record/canonical.js';
import type { Agent } from './agent.js';
import { type AgentFile, agentFileSchema } from './agent_schema.js';
import { stagesOf } from './command.js';
import { type AgentMachine, equip } from './installed.js';
import { loopAgentOf } from './loop/agent.js';
import { mentionsModelName } from './placeholders.js';

/** An agent file as it was read; `file`: how it is named to people. */
export interface ReadAgent {
  file: string;
  agent: AgentFile;
}

/** @throws {UserError} with file:line:column when the file is no agent */
export function readAgentFile(file: string, cwd: string): ReadAgent {
  const full = resolve(cwd, file);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) throw new UserError(`agent file ${file} does not exist`);
  if (!stat.isFile()) throw new UserError(`agent file ${file} is no file`);
  return parseAgent(readFileSync(full, 'utf8'), file);
}

/** @throws {UserError} with file:line:column when the text is no agent */
export function parseAgent(text: string, file: string): ReadAgent {
  return { file, agent: parseYaml(text, file, agentFileSchema).value };
}

/**
 * An agent from its file.
 *
 * @param machine where its program is looked for
 * @throws {UserError} when the program is not there
 */
export function agentOf({ file, agent }: ReadAgent, machine: AgentMachine): Agent {
  const { name, coordination, ...others } = agent;
  const definition = { ...others, ...(coordination ? { coordination } : {}) };
  if (agent.loop) {
    const { loop, environment, test, rounds, workers } = agent;
    const made = loopAgentOf(name, { loop, environment, test, rounds, workers }, file);
    return { ...made, fits: (loaded) => fits(agent, file, loaded) };
  }
  const equipped = equip(agent, machine);
  return {
    kind: 'command',
    name,
    identity: digestOf({ kind: 'command', ...withoutRemarks(definition) }),
    detail: { file, ...definition, ...(equipped ? { installed: equipped.installed } : {}) },
    ...stagesOf({ ...agent, run: agent.run! }),
    coordination,
    ...(agent.models ? { models: agent.models, names_model: namesModel(agent), dialects: agent.dialects } : {}),
    ...(equipped ? { equipment: equipped.equipment } : {}),
    fits: (loaded) => {
      fits(agent, file, loaded);
      equipped?.equipment(loaded);
    },
  };
}

/** What is only said of an agent makes it no other one. */
const withoutRemarks = ({ tested: _, calls_home: __, ...others }: Partial<AgentFile>) => others;

/** Whether anything of it stays empty when a run names no model. */
const namesModel = ({ run = '', environment, files = {} }: AgentFile): boolean =>
  /\bGATEBENCH_MODEL\b/.test(run) || Object.values({ ...environment, ...files }).some(mentionsModelName);

function fits({ name, coordination, test }: AgentFile, file: string, { contract, shown }: LoadedContract): void {
  const { agents } = contract.coordination ?? defaultCoordination;
  if (coordination && coordination.agents > agents.length)
    throw new UserError(
      `${shown}: has ${agents.length} of the ${coordination.agents} agents that agent "${name}" acts as (${file}: coordination)`,
      'Name them in the contract: coordination.agents.',
    );
  if (test === true && contract.metadata.test_command === undefined)
    throw new UserError(
      `${shown}: has no metadata.test_command, which agent "${name}" asks for (${file}: test: true)`,
      'Name the command in the agent file or in the contract.',
    );
}
