import { UserError } from '../../contract/input/user_error.js';
import { escapeText as safe } from '../../publish/text/escape_text.js';
import { formatDuration } from '../../publish/text/format_quantity.js';
import { BUILT_IN_AGENTS } from '../../run/agents/catalog/choose_agent.js';
import {
  type LoadedAgentFile,
  listShippedAgents,
  readAgentFile,
  readShippedAgent,
} from '../../run/agents/catalog/read_agent_file.js';
import {
  type AgentInstallOptions,
  findInstalledProgram,
  installAgent,
} from '../../run/agents/installation/install_agent.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';

/** Context of an installation. */
interface AgentInstallationContext {
  cache: WorkspaceCache;
  /** PATH of the caller, in which npm is searched. */
  search_path: string;
  log(line: string): void;
  signal: AbortSignal;
}

/**
 * Installs agents one after the other, with a line before and after each.
 *
 * @throws {UserError} if an installation fails or is interrupted
 */
export async function installAgentsSequentially(
  orders: readonly AgentInstallOptions[],
  installing: AgentInstallationContext,
): Promise<void> {
  const { cache, log } = installing;
  for (const order of orders) {
    const started = performance.now();
    log(`${safe(order.name)}: installing ${order.install.npm} …`);
    const { folder, kept: is_kept } = await installAgent(order, cache, installing);
    const took = is_kept ? 'was there already' : `in ${formatDuration(performance.now() - started)}`;
    log(`${safe(order.name)}: ${took} · ${folder}`);
  }
}

/** Agent in the form of `--agent`, and the folder to which its file is relative. */
interface NamedAgent {
  agent: string;
  folder: string;
}

/**
 * Installs those agents of a run that come from npm and are not installed.
 *
 * @param check looks for mistakes in the other agents, before anything is installed
 * @returns false if it was interrupted
 * @throws {UserError} if an installation fails
 */
export async function installMissingAgents(
  named: readonly NamedAgent[],
  installing: AgentInstallationContext,
  check: (others: readonly NamedAgent[]) => Promise<unknown>,
): Promise<boolean> {
  const { cache, signal } = installing;
  const missing = new Map<NamedAgent, AgentInstallOptions>();
  for (const one of named) {
    const read = readNamedAgent(one.agent, one.folder);
    const order = read && createInstallSpec(read);
    if (order && !findInstalledProgram(cache.root, order.install, order.program)) missing.set(one, order);
  }
  const rest = named.filter((one) => !missing.has(one));
  if (missing.size > 0 && rest.length > 0) await check(rest);
  try {
    await installAgentsSequentially([...missing.values()], installing);
    return true;
  } catch (error) {
    if (signal.aborted && error instanceof UserError) return false;
    throw error;
  }
}

/** Returns what npm installs for an agent; undefined = nothing. */
export function createInstallSpec({ agent }: LoadedAgentFile): AgentInstallOptions | undefined {
  const { name, install, program } = agent;
  return install && 'npm' in install && program !== undefined ? { name, install, program } : undefined;
}

function readNamedAgent(name: string, cwd: string): LoadedAgentFile | undefined {
  if (name.startsWith('agent:')) return readAgentFile(name.slice('agent:'.length).trim(), cwd);
  if (BUILT_IN_AGENTS.includes(name) || name.includes(':')) return undefined;
  return listShippedAgents().includes(name) ? readShippedAgent(name) : undefined;
}
