import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join, posix } from 'node:path';
import { UserError } from '../../contract/user_error.js';

/** A file of a folder beside the contract. */
export interface Beside {
  /** Path below the folder; empty for the file itself. */
  inside: string;
  /** Of a link: what it leads to. */
  content: Uint8Array;
  executable: boolean;
  link?: true;
}

/**
 * Every file of a folder that lies beside the contract, or the one file that is named, in the order of names. Links are refused,
 * or handed out as what they are where `links` says so; none is followed.
 *
 * @throws {UserError} for what is missing, lies behind a link, or is neither file nor folder
 */
export function* filesBeside(
  folder: string,
  from: string,
  what: string,
  { links = false, noun = 'hidden files' }: { links?: boolean; noun?: string } = {},
  inside = '',
): Generator<Beside> {
  const path = join(folder, from, inside);
  const stat = standing(folder, from, what);
  const own = inside === '' ? stat : lstatSync(path);
  if (own.isDirectory()) {
    for (const name of readdirSync(path).sort())
      yield* filesBeside(folder, from, what, { links, noun }, posix.join(inside, name));
  } else if (own.isFile()) {
    yield { inside, content: readFileSync(path), executable: (own.mode & 0o100) !== 0 };
  } else if (links && own.isSymbolicLink()) {
    yield { inside, content: Buffer.from(readlinkSync(path)), executable: false, link: true };
  } else {
    throw new UserError(
      `${what}: "${join(from, inside)}" is ${links ? 'a special file' : 'a link or a special file'}; only files and folders may be ${noun}`,
    );
  }
}

/** Reads one file of the contract folder, refusing links on the way to it. */
export function readBeside(folder: string, path: string, what: string): Uint8Array {
  if (!standing(folder, path, what).isFile()) throw new UserError(`${what}: "${path}" is not a file`);
  return readFileSync(join(folder, path));
}

/** What stands at a path of the contract folder; a link before it would lead out of the folder. */
export function standing(folder: string, path: string, what: string): Stats {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  let stat = lstatSync(folder);
  parts.forEach((_, i) => {
    const found = lstatSync(join(folder, ...parts.slice(0, i + 1)), { throwIfNoEntry: false });
    if (!found) throw new UserError(`${what}: "${path}" does not exist beside the contract`);
    if (found.isSymbolicLink()) throw new UserError(`${what}: "${path}" leads through a link`);
    if (i < parts.length - 1 && !found.isDirectory())
      throw new UserError(`${what}: "${path}" does not exist beside the contract`);
    stat = found;
  });
  return stat;
}
