import { readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { type LoadedSuite, suiteSchema } from '../contract/suite.js';
import { UserError } from '../contract/user_error.js';
import { parseYaml } from '../contract/yaml_source.js';
import { sha256 } from '../record/canonical.js';

/** The name that a suite file has by custom. */
export const SUITE_FILE = 'gatebench.yml';

/**
 * Reads a suite file, or the `gatebench.yml` of a folder.
 *
 * @throws {UserError} with file:line:column
 */
export function readSuite(file: string, cwd: string): LoadedSuite {
  let path = resolve(cwd, file);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) path = resolve(path, SUITE_FILE);
  const shown = relative(cwd, path) || path;
  const text = readText(path, shown);
  const { value: suite, lines } = parseYaml(text, shown, suiteSchema);
  return { suite, path, shown, folder: dirname(path), lines, sha256: sha256(text) };
}

/** Where a field of a suite stands, as complaints begin: `gatebench.yml:12  budget`. A field that is not there stands where its parent does. */
export function placeIn({ shown, lines }: Pick<LoadedSuite, 'shown' | 'lines'>, field: string): string {
  const parts = field.split('.');
  while (parts.length > 1 && lines[parts.join('.')] === undefined) parts.pop();
  return `${shown}:${lines[parts.join('.')] ?? 1}  ${field}`;
}

function readText(path: string, shown: string): string {
  try {
    // A pipe or a device would keep us waiting.
    if (!statSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a file' });
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `suite ${shown} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      `Name a suite file, or a folder with a ${SUITE_FILE}; docs/suites.md shows one.`,
    );
  }
}
