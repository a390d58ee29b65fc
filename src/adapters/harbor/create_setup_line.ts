import { posix } from 'node:path';
import { isIdleCommand } from './classify_image_command.js';
import type { DockerfileFacts, ImageCommandLine } from './read_dockerfile.js';
import { TaskFault } from './read_task_folder.js';
import type { TaskPaths } from './task_paths.js';

/** Absolute path in a command. */
const COMMAND_PATH = /(?<![\w./}>:~*-])\/[\w.+-]+(?:\/[\w.+-]+)*|(?<=>)\/[\w.+/-]+/g;

/** Lists the places that a Dockerfile makes, as absolute paths. The root of an image is none. */
export const listMadePlaces = ({ copies, commands }: DockerfileFacts): string[] =>
  [
    ...copies.map(({ target }) => target),
    ...commands.flatMap(({ cwd, line }) => {
      const makers = line.filter(({ kind }) => kind === 'files');
      // A folder that a line only enters is none that it makes.
      return makers.every(({ text }) => isIdleCommand(text))
        ? []
        : [cwd, ...makers.flatMap(({ text }) => text.match(COMMAND_PATH) ?? [])];
    }),
  ].filter((path) => path !== '/');

/**
 * Creates a line of setup; undefined if nothing of it is left. One that names all files by absolute paths needs no
 * folder.
 *
 * @throws {TaskFault} if a command works on a place that a patch cannot have
 */
export function createSetupLine({ cwd, line }: ImageCommandLine, paths: TaskPaths): string | undefined {
  const alive = selectCommands(line, paths);
  if (alive.every(({ text }) => isIdleCommand(text))) return undefined;
  const moved = alive.map(({ operator, text, kind }) => ({
    operator,
    command: kind === 'removal' ? moveRemoval(text, paths)! : moveCommand(text, paths),
  }));
  const whole = moved
    .map(({ operator, command }, at) => (at === 0 ? command : `${operator === ';' ? ';' : ` ${operator}`} ${command}`))
    .join('');
  const isPlaced =
    paths.locate(cwd) === undefined && alive.every(({ kind, text }) => kind === 'removal' || !hasRelativePath(text));
  if (isPlaced) return whole;
  const folder = quoteWord(posix.join('/work', requirePlace(cwd, paths, 'works in')));
  const isPlain = moved.every(({ operator }) => operator === '' || operator === '&&');
  return `cd ${folder} && ${isPlain ? whole : `{ ${whole}; }`}`;
}

/**
 * Selects the commands of a line that do something here: not the removal of what is not there, and no change of folder
 * where only removals follow, whose paths are absolute. In front of an alternative they count as a success.
 */
function selectCommands(line: ImageCommandLine['line'], paths: TaskPaths): ImageCommandLine['line'] {
  const isRemovalOnly = line.every(({ kind, text }) => kind === 'removal' || isIdleCommand(text));
  const isDead = ({ kind, text }: ImageCommandLine['line'][number]) =>
    kind === 'removal' ? moveRemoval(text, paths) === undefined : isRemovalOnly && /^cd\b/.test(text);
  if (line.some(({ operator }) => operator === '||'))
    return line.map((command) => (isDead(command) ? { ...command, text: 'true', kind: 'none' } : command));
  const selected: ImageCommandLine['line'][number][] = [];
  let separated = false;
  for (const command of line) {
    separated ||= command.operator === ';';
    if (isDead(command)) continue;
    const joint = separated ? ';' : '&&';
    selected.push({ ...command, operator: selected.length === 0 ? '' : joint });
    separated = false;
  }
  return selected;
}

/** Tells whether a command may name a file by a relative path: a word that is no option, no mode and not absolute. */
function hasRelativePath(command: string): boolean {
  const [name = '', ...words] = command.split(/\s+/);
  if (/^(echo|printf|cat)$/.test(name)) return !/>>?\s*\/\S+$/.test(command) || name === 'cat';
  return words.some((word) => !/^([-/]|\d{3,4}$|[ugoa]*[+=-][rwxXst]+$)/.test(word));
}

/** Returns the path in the repository. @throws {TaskFault} for one that a patch cannot have */
export function requirePlace(path: string, paths: TaskPaths, does: string): string {
  const place = paths.locate(path);
  if (place === undefined)
    throw new TaskFault(`its Dockerfile ${does} ${path.slice(0, 80)}, which lies outside of what a patch can have`);
  return place;
}

function moveCommand(command: string, paths: TaskPaths): string {
  for (const path of command.match(COMMAND_PATH) ?? [])
    if (path !== '/dev/null') requirePlace(posix.normalize(path), paths, `runs "${command.slice(0, 60)}" on`);
  return paths.rewrite(command);
}

/** Moves the removal of what tools leave: paths without a place here are not there. */
function moveRemoval(command: string, paths: TaskPaths): string | undefined {
  const words = command.split(/\s+/).filter((word) => word.startsWith('/') && paths.locate(word) !== undefined);
  return words.length === 0 ? undefined : `rm -rf ${words.map((word) => paths.rewrite(word)).join(' ')}`;
}

const quoteWord = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
