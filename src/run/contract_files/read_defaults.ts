import { posix, relative, resolve } from 'node:path';
import { contractDefaultsSchema } from '../../contract/complete_contract.js';
import { type CompletedValue, parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { readContractFile } from '../../system/read_contract_file.js';

/** Most folders above the contract in which defaults may lie. */
const MAX_PARENTS = 3;

/**
 * Reads the defaults that a contract extends. They lie beside the contract or in a folder above it, and not behind a
 * link, so that a foreign contract cannot have other files read.
 *
 * @param place where the contract names the file, as `file:line:column`
 * @returns the raw value, which fits `contractDefaultsSchema`, with the places of its fields
 * @throws {UserError} if the file cannot be read, or does not fit
 */
export function readDefaults(file: string, folder: string, place: string, cwd: string): Required<CompletedValue> {
  const normal = posix.normalize(file);
  const [, up = '', inside = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(normal) ?? [];
  const parents = up.length / 3;
  if (file.startsWith('/') || parents > MAX_PARENTS || !/\.ya?ml$/.test(inside) || file.includes('\0'))
    throw new UserError(
      `${place}  extends: "${file}" must be a YAML file beside the contract or at most ${MAX_PARENTS} folders above it`,
      'Write for example extends: ../defaults.yml.',
    );
  const base = resolve(folder, up || '.');
  const text = readContractFile(base, inside, `${place}  extends`);
  const path = resolve(base, inside);
  const shown = relative(cwd, path) || path;
  let raw: unknown;
  const { locator } = parseYaml(Buffer.from(text).toString('utf8'), shown, contractDefaultsSchema, (value) => {
    raw = value;
    return { raw };
  });
  return { raw, inherited: locator };
}
