/** Line of a file that a patch changes. */
export interface ChangedLine {
  path: string;
  line: number;
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
  for (const [, named = '', colon, traceback] of message.slice(0, SEARCHED).matchAll(PLACES)) {
    const path = changed.find((one) => named === one || named.endsWith(`/${one}`));
    const line = Number(colon ?? traceback);
    if (path !== undefined && line > 0) return { path, line };
  }
  return undefined;
}
