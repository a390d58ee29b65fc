import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { type Checklist, checklistSchema } from '../../contract/suite/suite.js';

/** Reads the checklist of a benchmark (requirement G8). @throws {UserError} with file:line:column */
export function readChecklist(file: string, cwd: string): Checklist {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UserError(
      `${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a YAML file such as docs/contracts.md shows under "Proving a contract".',
    );
  }
  return parseYaml(text, file, checklistSchema).value;
}
