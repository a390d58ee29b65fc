import { statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { type LoadedSuite, suiteSchema } from '../../contract/suite/suite.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';

/** Conventional name of a suite file. */
const SUITE_FILE = 'gatebench.yml';

/** Reads a suite file, or the `gatebench.yml` of a folder. @throws {UserError} with file:line:column */
export function readSuite(file: string, cwd: string): LoadedSuite {
  let path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) path = resolve(path, SUITE_FILE);
  const shown = relative(cwd, path) || path;
  const text = readSuiteText(path, shown);
  const { value: suite, lines } = parseYaml(text, shown, suiteSchema);
  return { suite, path, shown, folder: dirname(path), lines, sha256: sha256(text) };
}

/**
 * Formats the location of a suite's field for messages: `gatebench.yml:12  budget`. A missing field is located at its
 * parent.
 */
export function formatSuiteLocation({ shown, lines }: Pick<LoadedSuite, 'shown' | 'lines'>, field: string): string {
  const parts = field.split('.');
  while (parts.length > 1 && lines[parts.join('.')] === undefined) parts.pop();
  return `${shown}:${lines[parts.join('.')] ?? 1}  ${field}`;
}

function readSuiteText(path: string, shown: string): string {
  try {
    return readRegularFile(path, MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(
      `suite ${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      `Name a suite file, or a folder with a ${SUITE_FILE}; docs/suites.md shows one.`,
    );
  }
}
