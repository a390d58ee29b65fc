/** Boundaries of a path in a command, as a shell splits words; the path is relative to the repository root. */
const BEFORE_PATH = String.raw`(?<=^|[\s"'=(;&|<>,\x60]|(?:^|[\s"'=(;&|<>,\x60])(?:\.{1,2}/)+)`;
const AFTER_PATH = String.raw`(?=$|[\s"'/);&|<>,\x60])`;

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Creates the pattern of a path in a command, as a whole or as the beginning of a longer one. */
const createPathPattern = (path: string) => new RegExp(`${BEFORE_PATH}${escapePattern(path)}${AFTER_PATH}`, 'g');

/**
 * Tells whether every mention of a name in a command is the path, so that another path can replace it.
 *
 * @param name text that must not be mentioned otherwise, usually the last part of the path
 */
export function isReplaceablePath(command: string, path: string, name: string): boolean {
  return command.split(name).length - 1 === (command.match(createPathPattern(path)) ?? []).length;
}

/** Tells whether a command names a path, or something below it. */
export const isNamedPath = (command: string, path: string): boolean => createPathPattern(path).test(command);

/** Rewrites the paths of a command, longer ones first, so that files precede their folders. */
export function rewritePaths(command: string, renamed: Readonly<Record<string, string>>): string {
  const paths = Object.keys(renamed).sort((a, b) => b.length - a.length);
  if (paths.length === 0) return command;
  const any = new RegExp(`${BEFORE_PATH}(?:${paths.map(escapePattern).join('|')})${AFTER_PATH}`, 'g');
  return command.replace(any, (path) => renamed[path]!);
}
