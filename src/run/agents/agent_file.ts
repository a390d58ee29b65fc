import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultCoordination } from '../../contract/coordination.js';
import { UserError } from '../../contract/user_error.js';
import { parseYaml } from '../../contract/yaml_source.js';
import { digestOf } from '../../record/canonical.js';
import type { Agent } from './agent.js';
import { stagesOf } from './command.js';

const line = z.string().min(1);

/** An agent as a file: a command line per stage (R3). */
export const agentFileSchema = z.strictObject({
  name: z.string().min(1).max(80).describe('name in reports'),
  inspect: line
    .optional()
    .describe('command of the inspect stage: the workspace is read-only; what it prints is in $GATEBENCH_NOTES later'),
  run: line.describe('command of the write stage: what it leaves in the files is the answer'),
  test: z
    .union([z.literal(true), line])
    .optional()
    .describe('command of the test stage; true = the test command of the contract. What it changes does not travel'),
  rounds: z
    .int()
    .min(1)
    .max(20)
    .default(1)
    .describe('how often `run` may be started: again after a failed test, which is in $GATEBENCH_FEEDBACK then'),
  workers: z
    .int()
    .min(1)
    .max(32)
    .optional()
    .describe(
      'how many parts of a contract with coordination.subtasks it works at side by side, in a process for each; default 2',
    ),
  coordination: z
    .union([
      z.boolean().transform((on) => (on ? { transport: 'http' as const, agents: 1 } : undefined)),
      z.strictObject({
        transport: z
          .enum(['http', 'stdio'])
          .default('http')
          .describe('http: by $GATEBENCH_MCP_URL; stdio: also by the program $GATEBENCH_MCP_BRIDGE'),
        agents: z
          .int()
          .min(1)
          .max(32)
          .default(1)
          .describe("how many of the contract's agents it acts as, each with a token of its own"),
      }),
    ])
    .optional()
    .describe('its commands reach the coordination layer over MCP'),
  environment: z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name of letters, digits and "_"'),
      z.string(),
    )
    .default({})
    .describe('variables of all its commands; part of the record, so never a secret'),
});

/** @throws {UserError} with file:line:column when the file is no agent */
export function agentFile(file: string, cwd: string): Agent {
  const full = resolve(cwd, file);
  if (!existsSync(full)) throw new UserError(`agent file ${file} does not exist`);
  const { value: agent } = parseYaml(readFileSync(full, 'utf8'), file, agentFileSchema);
  if (agent.rounds > 1 && agent.test === undefined)
    throw new UserError(
      `${file}: rounds: ${agent.rounds} need a test`,
      'Write `test: true` or a command under `test`.',
    );
  const { name, coordination, ...others } = agent;
  const definition = { ...others, ...(coordination ? { coordination } : {}) };
  return {
    kind: 'command',
    name,
    identity: digestOf({ kind: 'command', ...definition }),
    detail: { file, ...definition },
    ...stagesOf(agent),
    coordination,
    fits: ({ contract, shown }) => {
      const { agents } = contract.coordination ?? defaultCoordination;
      if (coordination && coordination.agents > agents.length)
        throw new UserError(
          `${shown}: has ${agents.length} of the ${coordination.agents} agents that agent "${name}" acts as (${file}: coordination)`,
          'Name them in the contract: coordination.agents.',
        );
      if (agent.test === true && contract.metadata.test_command === undefined)
        throw new UserError(
          `${shown}: has no metadata.test_command, which agent "${name}" asks for (${file}: test: true)`,
          'Name the command in the agent file or in the contract.',
        );
    },
  };
}
