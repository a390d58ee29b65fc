import { findFreePort } from '../../../network/stage_network.js';
import type { ForwardedPort } from '../../../sandbox/sandbox_backend.js';
import type { CoordinationSession } from '../../coordination/coordination_session.js';

/** Port of the coordination server inside a sandbox. */
const MCP_PORT = 3129;

/** Access of an agent's commands to the coordination server: ports of their session and variables. */
export interface CoordinationAccess {
  ports: readonly ForwardedPort[];
  environment: Record<string, string>;
  /** Instructions for the agent, written to a file; the briefing belongs to the contract. */
  instructions: string;
  /** Text of the program for clients that only start servers themselves. */
  bridge: string;
}

/**
 * Exposes the coordination server on a port inside the sandbox.
 *
 * @param names agents that the commands act as
 * @param isolated false: the port is one of the machine's, so a free one is taken
 */
export async function exposeCoordinationServer(
  coordination: CoordinationSession,
  names: readonly string[],
  isolated: boolean,
): Promise<CoordinationAccess> {
  const port = isolated ? MCP_PORT : await findFreePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const numbered = names.map((name, i) => {
    const suffix = i === 0 ? '' : `_${i + 1}`;
    return [`GATEBENCH_AGENT${suffix}`, name, `GATEBENCH_MCP_TOKEN${suffix}`] as const;
  });
  return {
    ports: [{ port, accept: (connection) => coordination.accept(connection) }],
    environment: {
      GATEBENCH_MCP_URL: url,
      ...Object.fromEntries(
        numbered.flatMap(([agent, name, token]) => [
          [agent, name],
          [token, coordination.token(name)],
        ]),
      ),
    },
    bridge: coordination.bridge,
    instructions: [
      'Coordination with other agents (locks, work queue, memory, handoffs, commands, edits): ' +
        `MCP server ${url}, header "Authorization: Bearer $GATEBENCH_MCP_TOKEN".`,
      'Clients that only start servers themselves: node "$GATEBENCH_MCP_BRIDGE", ' +
        'with GATEBENCH_MCP_URL and GATEBENCH_MCP_TOKEN in its environment.',
      ...numbered.map(([, name, token]) => `- $${token} is the token of agent "${name}".`),
      '',
    ].join('\n'),
  };
}
