import { dirname, posix } from 'node:path';
import type { WorldFile } from '../../contract/loaded.js';
import type { Contract } from '../../contract/schema.js';
import { UserError } from '../../contract/user_error.js';
import { sha256 } from '../../record/canonical.js';
import { filesBeside, standing } from './beside.js';

/** A world is copied for every attempt; what is bigger is made by its `prepare`. */
const MOST_FILES = 10_000;
const MOST_BYTES = 64 * 2 ** 20;

/**
 * Reads the files of `world.directory` (K10). Links may stay in it: each leads, step by step, to a place inside.
 *
 * @throws {UserError} with the line of the contract
 */
export function readWorld({ world }: Contract, folder: string, at: (field: string) => string): WorldFile[] | undefined {
  if (world?.directory === undefined) return undefined;
  const what = `${at('world.directory')}  world.directory`;
  const from = world.directory.replace(/\/+$/, '');
  if (!standing(folder, from, what).isDirectory()) throw new UserError(`${what}: "${from}" is not a folder`);
  const files: WorldFile[] = [];
  let bytes = 0;
  for (const { inside, ...file } of filesBeside(folder, from, what, { links: true, noun: 'part of a world' })) {
    if (file.link && !staysInside(inside, Buffer.from(file.content).toString()))
      throw new UserError(
        `${what}: the link "${posix.join(from, inside)}" leads out of the folder`,
        'Let it lead to a relative path inside, with ".." only at its beginning.',
      );
    bytes += file.content.length;
    if (files.length === MOST_FILES || bytes > MOST_BYTES)
      throw new UserError(
        `${what}: "${from}" holds more than ${MOST_FILES} files or ${MOST_BYTES} bytes`,
        'Let a command of `world.prepare` make what is that big.',
      );
    files.push({ path: inside, ...file, sha256: sha256(file.content) });
  }
  return files;
}

/** `..` behind a name could pass through another link, and lead anywhere. */
function staysInside(path: string, target: string): boolean {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const up = parts.findIndex((part) => part !== '..');
  const climbs = up === -1 ? parts.length : up;
  const depth = dirname(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.').length;
  return !target.startsWith('/') && target !== '' && climbs <= depth && !parts.slice(climbs).includes('..');
}
