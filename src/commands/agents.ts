import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../contract/suggest.js';
import { UserError } from '../contract/user_error.js';
import { jsonText } from '../publish/report/escape.js';
import { type ReadAgent, readAgentFile } from '../run/agents/agent_file.js';
import type { InstallOrder } from '../run/agents/install_agent.js';
import { installedProgram } from '../run/agents/installed.js';
import { readShipped, shippedFile, shippedNames } from '../run/agents/profiles.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import { printLines } from './console_writer.js';
import { installInTurn, installOrder } from './install_agents.js';
import type { RunOutput } from './orders.js';

/** `agents list`: what is shipped, and what of it is on this machine. */
export function listAgents(options: { cache?: string | undefined; json: boolean }, out: RunOutput): number {
  const cache = resolve(options.cache ?? defaultCache());
  const rows = shippedNames().map((name) => {
    const { agent } = readShipped(name);
    const { install, program = '', tested, dialects = [] } = agent;
    const by_npm = install && 'npm' in install ? install : undefined;
    return {
      name,
      version: tested?.version ?? null,
      tested: tested?.by ?? null,
      dialects,
      package: by_npm?.npm ?? null,
      installed: by_npm ? installedProgram(cache, by_npm, program) !== undefined : null,
    };
  });
  if (options.json) {
    for (const row of rows) out.log(jsonText(row));
    return 0;
  }
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, version, tested, dialects, installed } of rows) {
    const where = installed === null ? 'by yourself' : installed ? 'installed' : 'not installed';
    const how = tested === 'real' ? `tested with ${version}` : 'from documentation';
    out.log(`${name.padEnd(width)}  ${where.padEnd(13)}  ${how.padEnd(20)}  ${dialects.join(', ')}`);
  }
  return 0;
}

/** `agents show`: the file of an agent, to start one of one's own from. @throws {UserError} for an unknown name */
export function showAgent(name: string, out: RunOutput): number {
  known(name);
  printLines(out.log, readFileSync(shippedFile(name), 'utf8').trimEnd().split('\n'));
  return 0;
}

/**
 * `agents install`: packages of shipped agents, or of files (`agent:FILE`).
 *
 * @throws {UserError} when a name is unknown, before anything is installed, or an installation fails
 */
export async function installAgents(
  names: readonly string[],
  options: { cache?: string | undefined; search_path: string },
  out: RunOutput,
  cwd: string,
): Promise<number> {
  const wanted = [...new Set(names)].map((name) => installable(name, cwd));
  const cache = await openCache(options.cache ?? defaultCache());
  await installInTurn(wanted, { cache, search_path: options.search_path, log: out.log, signal: out.signal });
  return 0;
}

function installable(name: string, cwd: string): InstallOrder {
  const found = read(name, cwd);
  const order = installOrder(found);
  if (order) return order;
  const { file, agent } = found;
  const { install } = agent;
  throw new UserError(
    `agent "${agent.name}" is not installed by gatebench (${file})`,
    install && 'documentation' in install
      ? `Install it yourself: ${install.documentation}`
      : 'Its file names no package under install.npm.',
  );
}

function read(name: string, cwd: string): ReadAgent {
  if (name.startsWith('agent:')) return readAgentFile(name.slice('agent:'.length), cwd);
  known(name);
  return readShipped(name);
}

function known(name: string): void {
  const names = shippedNames();
  if (!names.includes(name))
    throw new UserError(`unknown agent "${name}"${didYouMean(name, names)}`, `Known: ${names.join(', ')}.`);
}
