import { createReadStream, createWriteStream, existsSync, lstatSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { locateProgram } from '../../system/find_program.js';
import { runProgramOrThrow } from '../../system/run_program.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';

/** Largest content of an archive of layers, in bytes. */
export const MAX_UNPACKED_BYTES = 8 * 2 ** 30;
/** Name of a layer: the digest of all that it is made from. */
const LAYER_NAME = /^[0-9a-f]{64}$/;
const ENV = { LC_ALL: 'C' };

/**
 * Unpacks layers that this cache lacks. Nothing else of the archive gets into the cache: it is unpacked aside, below a
 * folder that tar does not leave, and only folders with the name of a layer are moved.
 *
 * @returns the names of the layers in the archive
 * @throws for an archive that tar refuses, with special files, or of more than 8 GiB
 */
export async function unpackLayers(cache: WorkspaceCache, file: string, signal: AbortSignal): Promise<string[]> {
  const aside = createScratchFolder(cache);
  try {
    const plain = `${file}.tar`;
    await pipeline(createReadStream(file), createGunzip(), limitBytes, createWriteStream(plain), { signal });
    const tar = locateProgram('tar');
    const listed = await runProgramOrThrow(tar, ['--list', '--verbose', `--file=${plain}`], { env: ENV, signal });
    if (/^[^-dlh]/m.test(listed.toString('latin1'))) throw new Error('the archive holds a special file');
    const args = ['--extract', '--preserve-permissions', '--numeric-owner', `--file=${plain}`, `--directory=${aside}`];
    await runProgramOrThrow(tar, args, { env: ENV, signal });
    const names = readdirSync(aside).filter(
      (name) => LAYER_NAME.test(name) && lstatSync(join(aside, name)).isDirectory(),
    );
    for (const name of names) {
      const place = join(cache.layers, name);
      if (!existsSync(place)) renameSync(join(aside, name), place);
    }
    return names;
  } finally {
    await removeTree(aside);
  }
}

async function* limitBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_UNPACKED_BYTES) throw new Error('the archive unpacks to more than 8 GiB');
    yield chunk;
  }
}
