import { UserError } from '../contract/user_error.js';
import { terminal as safe } from '../publish/report/escape.js';
import { elapsed } from '../publish/report/quantities.js';
import { type ReadAgent, readAgentFile } from '../run/agents/agent_file.js';
import { builtInAgents } from '../run/agents/choose.js';
import { type InstallOrder, installAgent } from '../run/agents/install_agent.js';
import { installedProgram } from '../run/agents/installed.js';
import { readShipped, shippedNames } from '../run/agents/profiles.js';
import type { Cache } from '../run/workspace/cache.js';

/** Where installations are made, and who is told of them. */
export interface Installing {
  cache: Cache;
  /** PATH of the caller, where npm is looked for. */
  search_path: string;
  log(line: string): void;
  signal: AbortSignal;
}

/**
 * Installs agents one after the other, with a line before and after each.
 *
 * @throws {UserError} when an installation fails or is interrupted
 */
export async function installInTurn(orders: readonly InstallOrder[], installing: Installing): Promise<void> {
  const { cache, log } = installing;
  for (const order of orders) {
    const started = performance.now();
    log(`${safe(order.name)}: installing ${order.install.npm} …`);
    const { folder, kept } = await installAgent(order, cache, installing);
    const took = kept ? 'was there already' : `in ${elapsed(performance.now() - started)}`;
    log(`${safe(order.name)}: ${took} · ${folder}`);
  }
}

/**
 * Installs what of the agents of a run is not there and comes from npm.
 *
 * @param check looks for mistakes in the other agents, before anything is installed
 * @returns false = it was interrupted
 * @throws {UserError} when an installation fails
 */
export async function installMissing(
  names: readonly string[],
  cwd: string,
  installing: Installing,
  check: (others: string[]) => Promise<unknown>,
): Promise<boolean> {
  const { cache, signal } = installing;
  const missing = new Map<string, InstallOrder>();
  for (const name of names) {
    const read = readNamed(name, cwd);
    const order = read && installOrder(read);
    if (order && !installedProgram(cache.root, order.install, order.program)) missing.set(name, order);
  }
  const others = names.filter((name) => !missing.has(name));
  if (missing.size > 0 && others.length > 0) await check(others);
  try {
    await installInTurn([...missing.values()], installing);
    return true;
  } catch (error) {
    if (signal.aborted && error instanceof UserError) return false;
    throw error;
  }
}

/** What npm is to install for an agent; undefined = nothing. */
export function installOrder({ agent }: ReadAgent): InstallOrder | undefined {
  const { name, install, program } = agent;
  return install && 'npm' in install && program !== undefined ? { name, install, program } : undefined;
}

function readNamed(name: string, cwd: string): ReadAgent | undefined {
  if (name.startsWith('agent:')) return readAgentFile(name.slice('agent:'.length).trim(), cwd);
  if (builtInAgents.includes(name) || name.includes(':')) return undefined;
  return shippedNames().includes(name) ? readShipped(name) : undefined;
}
