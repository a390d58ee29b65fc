import { resolve } from 'node:path';
import type { z } from 'zod';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';

/**
 * Reads a JSON file that evidence is given in: a proof, a bundle, a trusted root.
 *
 * @param help what to give instead
 * @throws {UserError} with file:line:column
 */
export function readEvidenceFile<T extends z.ZodType>(file: string, cwd: string, schema: T, help: string): z.output<T> {
  let text: string;
  try {
    text = readRegularFile(resolve(cwd, file), MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`, help);
  }
  // JSON is YAML, whose reader knows the place of each field.
  return parseYaml(text, file, schema).value;
}
