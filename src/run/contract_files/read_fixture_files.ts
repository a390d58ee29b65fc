import { dirname, posix } from 'node:path';
import type { Contract } from '../../contract/contract_schema.js';
import { UserError } from '../../contract/input/user_error.js';
import type { FixtureFile } from '../../contract/loaded_contract.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { listContractFiles, statContractPath } from '../../system/read_contract_file.js';

/** Maximum size of the fixtures: they are copied for every attempt. Larger ones can be made by `prepare`. */
const MAX_FILES = 10_000;
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Reads the files of `world.directory`. Links are allowed if each step stays inside.
 * @throws {UserError} with the line of the contract
 */
export function readFixtureFiles(
  { world }: Contract,
  folder: string,
  at: (field: string) => string,
): FixtureFile[] | undefined {
  if (world?.directory === undefined) return undefined;
  const field_place = `${at('world.directory')}  world.directory`;
  const directory = world.directory.replace(/\/+$/, '');
  if (!statContractPath(folder, directory, field_place).isDirectory())
    throw new UserError(`${field_place}: "${directory}" is not a folder`);
  const files: FixtureFile[] = [];
  let bytes = 0;
  for (const { inside, ...file } of listContractFiles(folder, directory, field_place, {
    links: true,
    noun: 'part of a world',
  })) {
    if (file.link && !isLinkInside(inside, Buffer.from(file.content).toString()))
      throw new UserError(
        `${field_place}: the link "${posix.join(directory, inside)}" leads out of the folder`,
        'Let it lead to a relative path inside, with ".." only at its beginning.',
      );
    bytes += file.content.length;
    if (files.length === MAX_FILES || bytes > MAX_BYTES)
      throw new UserError(
        `${field_place}: "${directory}" holds more than ${MAX_FILES} files or ${MAX_BYTES} bytes`,
        'Let a command of `world.prepare` make what is that big.',
      );
    files.push({ path: inside, ...file, sha256: sha256(file.content) });
  }
  return files;
}

/** Returns true if a link stays inside. `..` after a name is refused: it could pass through another link. */
function isLinkInside(path: string, target: string): boolean {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const up = parts.findIndex((part) => part !== '..');
  const climbs = up === -1 ? parts.length : up;
  const depth = dirname(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.').length;
  return !target.startsWith('/') && target !== '' && climbs <= depth && !parts.slice(climbs).includes('..');
}
