import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/contract/input/user_error.js';
import { readShippedAgent } from '../../src/run/agents/catalog/read_agent_file.js';
import { findInstalledProgram, installAgent } from '../../src/run/agents/installation/install_agent.js';
import { getDefaultCachePath, openCache } from '../../src/workspace/cache/workspace_cache.js';

/** Installations are kept between runs of the tests. */
export const AGENTS_CACHE = join(getDefaultCachePath(), 'tests');

/** Room that an installation may need, in bytes. */
const ROOM = 1_000_000_000;

/** Installs shipped agents; why one cannot be installed here is told by its name. */
export async function givenAgents(names: readonly string[]): Promise<Map<string, string>> {
  const missing = new Map<string, string>();
  const cache = await openCache(AGENTS_CACHE);
  // Who is offline waits once.
  let offline: string | undefined;
  for (const name of names) {
    const { install, program } = readShippedAgent(name).agent;
    if (!install || !('npm' in install) || !program) throw new Error(`${name} does not come from npm`);
    const { bavail, bsize } = statfsSync(AGENTS_CACHE);
    const there = findInstalledProgram(AGENTS_CACHE, install, program) !== undefined;
    if (!there && bavail * bsize < ROOM) missing.set(name, 'less than 1 GB of disk is left');
    else if (!there && offline) missing.set(name, offline);
    else
      try {
        const order = { name, install, program };
        const signal = AbortSignal.timeout(600_000);
        await installAgent(order, cache, { search_path: process.env.PATH ?? '', signal });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        offline = error.text;
        missing.set(name, offline);
      }
  }
  return missing;
}
