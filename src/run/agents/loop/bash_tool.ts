import { MCP_INSTRUCTIONS, MCP_TOOLS } from '../../coordination/mcp/mcp_tools.js';
import type { LoopTool } from './formats/loop_format.js';

/** Command by which the model says that its work is done; it is not run. */
export const SUBMIT_COMMAND = 'submit';

/** Tool for commands. */
export const BASH_TOOL = {
  type: 'function',
  function: {
    name: 'bash',
    description: [
      "Runs a command in bash, in a new shell at the repository's root, and returns its exit status and output.",
      `The command "${SUBMIT_COMMAND}" says that the work is done.`,
    ].join(' '),
    parameters: {
      type: 'object',
      properties: { command: { type: 'string', description: 'the command' } },
      required: ['command'],
    },
  },
} as const satisfies LoopTool;

/** Part of a tool's name that tells it from tools of other origin, as clients of MCP servers show them. */
export const COORDINATION_PREFIX = 'coordination_';

/** Tools of the coordination layer. Commands of the bash tool are its operation run_command. */
export const COORDINATION_TOOLS: readonly LoopTool[] = MCP_TOOLS.filter(({ name }) => name !== 'run_command').map(
  ({ name, description = '', inputSchema }) => ({
    type: 'function',
    function: {
      name: `${COORDINATION_PREFIX}${name}`,
      description,
      parameters: inputSchema as Record<string, unknown>,
    },
  }),
);

/** Creates what an agent is told that works through the coordination layer. */
export const createCoordinationPrompt = (seat: string, agents: readonly string[]): string =>
  `You are agent "${seat}" of ${agents.map((name) => `"${name}"`).join(', ')}. Tools that begin with "${COORDINATION_PREFIX}" are for working with others; your commands are operations of the same layer.\n${MCP_INSTRUCTIONS}`;
