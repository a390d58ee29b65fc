import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { UserError } from '../../contract/input/user_error.js';

/**
 * Finds contract files by paths, folders or glob patterns, without duplicates, in a stable order. A folder stands for
 * its contract.yml, or else for those of its subfolders.
 *
 * @throws {UserError} if a pattern matches nothing: a typo must not turn into "0 tasks, all passed"
 */
export function findContracts(patterns: readonly string[], cwd = process.cwd()): string[] {
  const contracts = new Set<string>();
  for (const pattern of patterns) {
    const matches = expandPattern(pattern, cwd);
    if (matches.length === 0)
      throw new UserError(
        `no contract matches "${pattern}"`,
        'Name a contract file, a folder that has a contract.yml, or a pattern such as tasks/*/contract.yml.',
      );
    for (const match of matches) contracts.add(match);
  }
  return [...contracts];
}

function expandPattern(pattern: string, cwd: string): string[] {
  const path = resolve(cwd, pattern);
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) return [path];
    if (existsSync(join(path, 'contract.yml'))) return [join(path, 'contract.yml')];
    return readdirSync(path)
      .sort()
      .map((name) => join(path, name, 'contract.yml'))
      .filter((file) => existsSync(file));
  }
  const { base, glob } = picomatch.scan(pattern);
  if (!glob) return [];
  const matches = picomatch(glob);
  return listFiles(resolve(cwd, base))
    .filter((file) => matches(file))
    .map((file) => join(resolve(cwd, base), file));
}

function listFiles(folder: string, inside = '', depth = 0): string[] {
  if (depth > 8 || !existsSync(join(folder, inside))) return [];
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = inside ? `${inside}/${entry.name}` : entry.name;
      if (entry.name === 'node_modules' || entry.name === '.git') return [];
      return entry.isDirectory() ? listFiles(folder, path, depth + 1) : [path];
    });
}
