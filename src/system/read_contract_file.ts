import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join, posix } from 'node:path';
import { UserError } from '../contract/input/user_error.js';
import { MAX_CONTENT_BYTES } from './read_regular_file.js';

/** File of a folder next to the contract. */
interface ContractFile {
  /** Path below the folder; empty for the file itself. */
  inside: string;
  /** Content; of a link, its target. */
  content: Uint8Array;
  executable: boolean;
  link?: true;
}

/**
 * Generates the files of a folder next to the contract, in the order of names; or a single file. Links are refused, or
 * yielded as links if `links` is set; none is followed.
 *
 * @throws {UserError} if something is missing, lies behind a link, or is neither file nor folder
 */
export function* listContractFiles(
  folder: string,
  from: string,
  field: string,
  { links = false, noun = 'hidden files' }: { links?: boolean; noun?: string } = {},
  inside = '',
): Generator<ContractFile> {
  const path = join(folder, from, inside);
  const stat = statContractPath(folder, from, field);
  const stats = inside === '' ? stat : lstatSync(path);
  if (stats.isDirectory()) {
    for (const name of readdirSync(path).sort())
      yield* listContractFiles(folder, from, field, { links, noun }, posix.join(inside, name));
  } else if (stats.isFile()) {
    refuseLargeFile(stats, join(from, inside), field);
    yield { inside, content: readFileSync(path), executable: (stats.mode & 0o100) !== 0 };
  } else if (links && stats.isSymbolicLink()) {
    yield { inside, content: Buffer.from(readlinkSync(path)), executable: false, link: true };
  } else {
    const kind = links ? 'a special file' : 'a link or a special file';
    throw new UserError(`${field}: "${join(from, inside)}" is ${kind}; only files and folders may be ${noun}`);
  }
}

/**
 * Reads one file of the contract folder.
 * @throws {UserError} if it is missing or leads through a link
 */
export function readContractFile(folder: string, path: string, field: string): Uint8Array {
  const stat = statContractPath(folder, path, field);
  if (!stat.isFile()) throw new UserError(`${field}: "${path}" is not a file`);
  refuseLargeFile(stat, path, field);
  return readFileSync(join(folder, path));
}

/** Refuses a file that is larger than what is read into memory. @throws {UserError} */
function refuseLargeFile({ size }: Stats, path: string, field: string): void {
  if (size > MAX_CONTENT_BYTES)
    throw new UserError(
      `${field}: "${path}" is larger than ${MAX_CONTENT_BYTES / 2 ** 20} MiB`,
      'Leave it out, or make it in the setup.',
    );
}

/**
 * Reads the status of a path in the contract folder.
 * @throws {UserError} if it is missing or leads through a link
 */
export function statContractPath(folder: string, path: string, field: string): Stats {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  let stat = lstatSync(folder);
  parts.forEach((_, i) => {
    const stats = lstatSync(join(folder, ...parts.slice(0, i + 1)), { throwIfNoEntry: false });
    if (!stats) throw new UserError(`${field}: "${path}" does not exist beside the contract`);
    if (stats.isSymbolicLink()) throw new UserError(`${field}: "${path}" leads through a link`);
    if (i < parts.length - 1 && !stats.isDirectory())
      throw new UserError(`${field}: "${path}" does not exist beside the contract`);
    stat = stats;
  });
  return stat;
}
