import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import {
  getShippedAgentPath,
  type LoadedAgentFile,
  listShippedAgents,
  readAgentFile,
  readShippedAgent,
} from '../../run/agents/catalog/read_agent_file.js';
import { type AgentInstallOptions, findInstalledProgram } from '../../run/agents/installation/install_agent.js';
import { getDefaultCachePath, openCache } from '../../workspace/cache/workspace_cache.js';
import type { CommandContext } from '../io/command_context.js';
import { createInstallSpec, installAgentsSequentially } from './install_missing_agents.js';

/** Prints the agents that are shipped, and which of them are installed (`agents list`). */
export function listAgents(options: { cache?: string | undefined; json: boolean }, out: CommandContext): number {
  const cache = resolve(options.cache ?? getDefaultCachePath());
  const rows = listShippedAgents().map((name) => {
    const { agent } = readShippedAgent(name);
    const { install, program = '', tested, dialects = [] } = agent;
    const by_npm = install && 'npm' in install ? install : undefined;
    return {
      name,
      version: tested?.version ?? null,
      tested: tested?.by ?? null,
      dialects,
      package: by_npm?.npm ?? null,
      installed: by_npm ? findInstalledProgram(cache, by_npm, program) !== undefined : null,
    };
  });
  if (options.json) {
    for (const row of rows) out.log(formatInertJson(row));
    return 0;
  }
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, version, tested, dialects, installed } of rows) {
    const state = installed ? 'installed' : 'not installed';
    const where = installed === null ? 'by yourself' : state;
    const how = tested === 'real' ? `tested with ${version}` : 'from documentation';
    out.log(`${name.padEnd(width)}  ${where.padEnd(13)}  ${how.padEnd(20)}  ${dialects.join(', ')}`);
  }
  return 0;
}

/** Prints the file of a shipped agent (`agents show`). @throws {UserError} for an unknown name */
export function showAgent(name: string, out: CommandContext): number {
  requireShippedName(name);
  readFileSync(getShippedAgentPath(name), 'utf8').trimEnd().split('\n').forEach(out.log);
  return 0;
}

/**
 * Installs packages of shipped agents or agent files (`agents install`).
 *
 * @throws {UserError} for an unknown name, before anything is installed, and for a failed installation
 */
export async function installAgents(
  names: readonly string[],
  options: { cache?: string | undefined; search_path: string },
  out: CommandContext,
  cwd: string,
): Promise<number> {
  const specs = [...new Set(names)].map((name) => requireInstallSpec(name, cwd));
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  await installAgentsSequentially(specs, {
    cache,
    search_path: options.search_path,
    log: out.log,
    signal: out.signal,
  });
  return 0;
}

function requireInstallSpec(name: string, cwd: string): AgentInstallOptions {
  const agent_file = readNamedAgentFile(name, cwd);
  const order = createInstallSpec(agent_file);
  if (order) return order;
  const { file, agent } = agent_file;
  const { install } = agent;
  throw new UserError(
    `agent "${agent.name}" is not installed by gatebench (${file})`,
    install && 'documentation' in install
      ? `Install it yourself: ${install.documentation}`
      : 'Its file names no package under install.npm.',
  );
}

function readNamedAgentFile(name: string, cwd: string): LoadedAgentFile {
  if (name.startsWith('agent:')) return readAgentFile(name.slice('agent:'.length), cwd);
  requireShippedName(name);
  return readShippedAgent(name);
}

function requireShippedName(name: string): void {
  const names = listShippedAgents();
  if (!names.includes(name))
    throw new UserError(`unknown agent "${name}"${suggestName(name, names)}`, `Known: ${names.join(', ')}.`);
}
