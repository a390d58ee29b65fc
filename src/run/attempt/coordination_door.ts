import type { Desk } from '../coordination/desk.js';
import { freePort } from '../egress/egress.js';
import type { Door } from '../sandbox/backend.js';

/** The port of the coordination layer inside a sandbox. */
export const MCP_PORT = 3129;

/** How an agent's commands find the coordination layer: a door of their session, and variables. */
export interface CoordinationDoor {
  doors: readonly Door[];
  environment: Record<string, string>;
  /** What is said about it, for a file of its own: the briefing is the contract's. */
  told: string;
}

/**
 * @param names whom the commands act as
 * @param isolated without isolation the port is one of the machine's, where the usual one may be taken
 */
export async function openCoordinationDoor(
  desk: Desk,
  names: readonly string[],
  isolated: boolean,
): Promise<CoordinationDoor> {
  const port = isolated ? MCP_PORT : await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const numbered = names.map((name, i) => {
    const suffix = i === 0 ? '' : `_${i + 1}`;
    return [`GATEBENCH_AGENT${suffix}`, name, `GATEBENCH_MCP_TOKEN${suffix}`] as const;
  });
  return {
    doors: [{ port, accept: (connection) => desk.accept(connection) }],
    environment: {
      GATEBENCH_MCP_URL: url,
      ...Object.fromEntries(
        numbered.flatMap(([agent, name, token]) => [
          [agent, name],
          [token, desk.token(name)],
        ]),
      ),
    },
    told: [
      `Coordination with other agents (locks, work queue, memory, handoffs, commands, edits): MCP server ${url}, header "Authorization: Bearer $GATEBENCH_MCP_TOKEN".`,
      'Clients that only start servers themselves: node "$GATEBENCH_MCP_BRIDGE", with GATEBENCH_MCP_URL and GATEBENCH_MCP_TOKEN in its environment.',
      ...numbered.map(([, name, token]) => `- $${token} is the token of agent "${name}".`),
      '',
    ].join('\n'),
  };
}
