import { isTestPath } from '../../../language/is_test_path.js';

/** Line of a file that a patch changes. */
export interface ChangedLine {
  path: string;
  line: number;
  /** True if no message names it: it is where the patch begins to change the only code that it changes. */
  assumed?: true;
}

/** Characters of a message that are searched. */
const SEARCHED = 20_000;
/** `path:line` in a message or a stack, with its column or without, and the form of Python's tracebacks. */
const PLACES = /(?:file:\/\/)?([\w@.+~-]*(?:\/[\w@.+~-]+)*\.\w+)(?::(\d{1,7})|", line (\d{1,7}))/g;

/**
 * Finds the first line of a changed file that the message of a failed test names. The message is foreign: a path counts
 * only if it is that of a changed file, or ends in it.
 *
 * @param changed paths of the changed files, relative to the repository
 */
export function findChangedLine(message: string, changed: readonly string[]): ChangedLine | undefined {
  if (changed.length === 0) return undefined;
  for (const [, file = '', colon, traceback] of message.slice(0, SEARCHED).matchAll(PLACES)) {
    const path = changed.find((one) => file === one || file.endsWith(`/${one}`));
    const line = Number(colon ?? traceback);
    if (path !== undefined && line > 0) return { path, line };
  }
  return undefined;
}

/** Finds the line of a test file that a foreign message names first: `test/a.test.js:9`. */
export function findTestLine(message: string): string | undefined {
  for (const [, file = '', colon, traceback] of message.slice(0, SEARCHED).matchAll(PLACES)) {
    const path = file.replace(/^\/work\//, '');
    if (!path.startsWith('/') && isTestPath(path)) return `${path}:${colon ?? traceback}`;
  }
  return undefined;
}

/** Code by its extension. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|scala|swift|cs|c|cc|cpp|cxx|h|hpp|lua|ex|exs|sh|sql|vue|svelte)$/i;

/**
 * Assumes which changed line a failed test is about whose message names none: the first added line of the code, if the
 * patch changes one file of code beside tests.
 *
 * @param added first added line of each changed file
 */
export function assumeChangedLine(added: readonly Pick<ChangedLine, 'path' | 'line'>[]): ChangedLine | undefined {
  const [only, ...rest] = added.filter(({ path }) => CODE.test(path) && !isTestPath(path));
  if (only === undefined || rest.length > 0) return undefined;
  return { path: only.path, line: only.line, assumed: true };
}
