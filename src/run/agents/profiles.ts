import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ReadAgent, readAgentFile } from './agent_file.js';

/** Agent files that are shipped: `agents/` beside `action.yml`, wherever this code lies below. */
function shippedFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'action.yml'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the shipped agents/ folder is missing: the installation is incomplete');
    folder = parent;
  }
  return join(folder, 'agents');
}

/** Names of the shipped agents. */
export const shippedNames = (): string[] =>
  readdirSync(shippedFolder())
    .filter((name) => name.endsWith('.yml'))
    .map((name) => name.slice(0, -'.yml'.length))
    .sort();

/** Where the file of a shipped agent lies. */
export const shippedFile = (name: string): string => join(shippedFolder(), `${name}.yml`);

/** A shipped agent. @throws {UserError} when its file was changed into none */
export function readShipped(name: string): ReadAgent {
  const read = readAgentFile(shippedFile(name), '/');
  return { ...read, file: `agents/${name}.yml` };
}
