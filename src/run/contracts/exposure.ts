import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Cache } from '../workspace/cache.js';
import { gitOrThrow } from '../workspace/git.js';

/** Files shorter than this are too common to be an answer. */
const TELLING = 64;

/**
 * Paths of the snapshot under which the reference solution or a hidden file of this contract lies: a contract kept inside
 * the repository that it pins. An agent that works in the repository could read them.
 *
 * Told by content, so that no spelling of a path matters. A hidden file that the snapshot has at the very place where it will
 * be laid is public anyway.
 */
export async function exposedFiles(loaded: LoadedContract, tree: string, cache: Cache): Promise<string[]> {
  const secrets = new Map<string, string>();
  const add = (content: Uint8Array, place: string) => {
    if (content.length >= TELLING) secrets.set(blobId(content, tree.length), place);
  };
  if (loaded.golden) add(loaded.golden, '');
  for (const file of loaded.oracle_files) add(file.content, file.path);
  const listed = (await gitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store: cache.store })).toString(
    'utf8',
  );
  return listed
    .split('\0')
    .map((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line))
    .flatMap((entry) => {
      const place = entry && secrets.get(entry[1]!);
      return entry && place !== null && place !== undefined && isTelling(entry[2]!, place) ? [entry[2]!] : [];
    });
}

/** The golden patch is telling anywhere; a hidden file where it lies as the contract's own copy, under its own name. */
function isTelling(path: string, place: string): boolean {
  return place === '' || (path !== place && posix.basename(path) === posix.basename(place));
}

/** Object id that git gives a file, in the hash that the repository uses. */
function blobId(content: Uint8Array, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}
