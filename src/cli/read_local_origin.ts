import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CommandContext } from '../commands/io/command_context.js';
import { omitUndefined } from '../contract/input/omit_undefined.js';

/** Bytes of a file of git that are read. */
const MOST = 4 * 1024 * 1024;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * Reads which repository and commit `cwd` is a checkout of, for reports. It reads git's own files and starts no
 * program. What cannot be read is left out.
 */
export function readLocalOrigin(cwd: string): NonNullable<CommandContext['origin']> {
  const folder = findGitFolder(cwd);
  if (folder === undefined) return {};
  const shared = resolve(folder, readSmallFile(join(folder, 'commondir'))?.trim() || '.');
  const repository = readRepositoryName(shared);
  const commit = readHeadCommit(folder, shared);
  return omitUndefined({ repository, commit });
}

/** Finds the git folder of the checkout around `cwd`; undefined outside of one. */
function findGitFolder(cwd: string): string | undefined {
  for (let place = resolve(cwd); ; place = dirname(place)) {
    const entry = join(place, '.git');
    if (existsSync(join(entry, 'HEAD'))) return entry;
    // A worktree or submodule has a file that names the folder.
    const target = /^gitdir: (.+)$/m.exec(readSmallFile(entry) ?? '')?.[1];
    if (target !== undefined) return resolve(place, target.trim());
    if (dirname(place) === place) return undefined;
  }
}

function readHeadCommit(folder: string, shared: string): string | undefined {
  const head = readSmallFile(join(folder, 'HEAD'))?.trim() ?? '';
  const name = /^ref: (refs\/[\w./+@-]+)$/.exec(head)?.[1];
  if (name === undefined) return COMMIT.test(head) ? head : undefined;
  if (name.split('/').includes('..')) return undefined;
  const loose = readSmallFile(join(shared, name))?.trim();
  if (loose !== undefined) return COMMIT.test(loose) ? loose : undefined;
  const packed = readSmallFile(join(shared, 'packed-refs')) ?? '';
  const commit = packed.split('\n').find((line) => line.endsWith(` ${name}`));
  return commit?.split(' ')[0];
}

/** Reads the name of the remote "origin" as `owner/name`; the address itself may hold a password. */
function readRepositoryName(shared: string): string | undefined {
  const config = readSmallFile(join(shared, 'config')) ?? '';
  const url = /^\[remote "origin"\]\s*\n(?:[ \t]+.*\n)*?[ \t]+url = (\S+)/m.exec(config)?.[1];
  return /([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url ?? '')?.[1];
}

/** Reads a regular file; undefined if there is none, or if it is larger than git's own files of this kind. */
function readSmallFile(path: string): string | undefined {
  try {
    const { size } = statSync(path);
    return size > MOST ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
