import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findInstallationFolder } from '../../system/find_installation_folder.js';
import { type LoadedAgentFile, readAgentFile } from './read_agent_file.js';

/** Finds the folder of shipped agent files. */
function findShippedFolder(): string {
  const folder = findInstallationFolder();
  if (folder === undefined) throw new Error('the shipped agents/ folder is missing: the installation is incomplete');
  return join(folder, 'agents');
}

/** Lists the names of the shipped agents. */
export const listShippedAgents = (): string[] =>
  readdirSync(findShippedFolder())
    .filter((name) => name.endsWith('.yml'))
    .map((name) => name.slice(0, -'.yml'.length))
    .sort();

/** Returns the path of a shipped agent's file. */
export const getShippedAgentPath = (name: string): string => join(findShippedFolder(), `${name}.yml`);

/**
 * Reads a shipped agent.
 *
 * @throws {UserError} if its file is no agent any more
 */
export function readShippedAgent(name: string): LoadedAgentFile {
  const read = readAgentFile(getShippedAgentPath(name), '/');
  return { ...read, file: `agents/${name}.yml` };
}
