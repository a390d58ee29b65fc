import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { locateProgram } from '../../system/find_program.js';
import { runProgramOrThrow } from '../../system/run_program.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { MAX_CACHE_BYTES } from '../runner/cache_key.js';
import { MAX_UNPACKED_BYTES } from './unpack_layers.js';

/**
 * Packs layers into a file, with times and modes as they are: the seal of a layer holds both.
 *
 * @returns false if it would be larger than an entry of the cache may be
 */
export async function packLayers(
  cache: WorkspaceCache,
  names: readonly string[],
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  const plain = `${file}.tar`;
  const args = ['--create', '--format=posix', `--file=${plain}`, `--directory=${cache.layers}`, '--', ...names];
  await runProgramOrThrow(locateProgram('tar'), args, { env: { LC_ALL: 'C' }, signal });
  if (statSync(plain).size > MAX_UNPACKED_BYTES) return false;
  await pipeline(createReadStream(plain), createGzip({ level: 1 }), createWriteStream(file), { signal });
  return statSync(file).size <= MAX_CACHE_BYTES;
}
