import { readFileSync, statSync } from 'node:fs';

/**
 * Limits of files that people declare, in bytes: texts such as contracts, suites and agents; patches and hidden files.
 */
export const MAX_TEXT_BYTES = 16 * 2 ** 20;
export const MAX_CONTENT_BYTES = 256 * 2 ** 20;

/**
 * Reads a regular file; a pipe or a device would block.
 *
 * @throws an error whose `code` says why the file cannot be read, in words or as the system's code
 */
export function readRegularFile(path: string, max_bytes = Number.POSITIVE_INFINITY): Buffer {
  const stats = statSync(path);
  if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'not a file' });
  if (stats.size > max_bytes) {
    const code = `larger than ${max_bytes / 2 ** 20} MiB`;
    throw Object.assign(new Error(`${path} is ${code}`), { code });
  }
  return readFileSync(path);
}
