import { posix } from 'node:path';
import picomatch from 'picomatch';
import type { WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import type { DockerfileFacts, ImageCopy } from './read_dockerfile.js';
import { TaskFault } from './read_task_folder.js';
import type { TaskPaths } from './task_paths.js';

/** Files of the image that lie in the repository, and commands that make the others. */
interface ImageFiles {
  /** By path in the repository. */
  files: Map<string, { content: Buffer; executable: boolean }>;
  setup: NonNullable<WrittenContract['setup']>;
}

/** Absolute path in a command. */
const COMMAND_PATH = /(?<![\w./}>:~*-])\/[\w.+-]+(?:\/[\w.+-]+)*|(?<=>)\/[\w.+/-]+/g;

/** Lists the places that a Dockerfile makes, as absolute paths. The root of an image is none. */
export const listMadePlaces = ({ copies, commands }: DockerfileFacts): string[] =>
  [
    ...copies.map(({ target }) => target),
    ...commands.flatMap(({ cwd, line }) => [cwd, ...line.flatMap((command) => command.match(COMMAND_PATH) ?? [])]),
  ].filter((path) => path !== '/');

/**
 * Creates the files of a repository from what an image copies, and setup from the commands that make files of them.
 *
 * @throws {TaskFault} for a file that is not there, or that belongs to a place of the system
 */
export function createImageFiles(facts: DockerfileFacts, context: FolderFiles, paths: TaskPaths): ImageFiles {
  const files: ImageFiles['files'] = new Map();
  for (const copy of facts.copies) copyFiles(copy, context, paths, files);
  return {
    files,
    setup: facts.commands.map((command) => ({ run: createSetupLine(command, paths) })),
  };
}

/** Creates a line of setup. One that names all files by absolute paths needs no folder. */
function createSetupLine({ cwd, line }: DockerfileFacts['commands'][number], paths: TaskPaths): string {
  const moved = line.map((command) => moveCommand(command, paths));
  const isPlaced = paths.locate(cwd) === undefined && line.every((command) => !hasRelativePath(command));
  if (isPlaced) return moved.join(' && ');
  return [`cd ${quoteWord(posix.join('/work', requirePlace(cwd, paths, 'works in')))}`, ...moved].join(' && ');
}

/** Tells whether a command may name a file by a relative path: a word that is no option, no mode and not absolute. */
function hasRelativePath(command: string): boolean {
  const [name = '', ...words] = command.split(/\s+/);
  if (/^(echo|printf|cat)$/.test(name)) return !/>>?\s*\/\S+$/.test(command) || name === 'cat';
  return words.some((word) => !/^([-/]|\d{3,4}$|[ugoa]*[+=-][rwxXst]+$)/.test(word));
}

/** Copies files of the context as Docker does: a folder's content, or files into a folder. */
function copyFiles(copy: ImageCopy, context: FolderFiles, paths: TaskPaths, files: ImageFiles['files']): void {
  const { target, executable, document } = copy;
  const below = requirePlace(target, paths, 'copies files to');
  const put = (path: string, file: { content: Buffer; executable: boolean }) =>
    files.set(path, executable ? { ...file, executable } : file);
  if (document !== undefined) {
    put(below, { content: Buffer.from(document), executable });
    return;
  }
  for (const source of copy.sources) {
    const name = posix
      .normalize(source)
      .replace(/^\.?\//, '')
      .replace(/\/$/, '');
    const whole = name === '' || name === '.';
    const isGlob = /[*?[]/.test(name);
    const inside = isGlob ? [] : [...context].filter(([path]) => whole || path.startsWith(`${name}/`));
    for (const [path, file] of inside)
      if (path !== 'Dockerfile') put(posix.join(below, whole ? path : path.slice(name.length + 1)), file);
    const found = isGlob ? matchFiles(context, name) : context.has(name) ? [name] : [];
    const isFolder = copy.folder || isGlob || below === '';
    for (const path of found) put(isFolder ? posix.join(below, posix.basename(path)) : below, context.get(path)!);
    if (inside.length === 0 && found.length === 0)
      throw new TaskFault(`its Dockerfile copies ${source.slice(0, 80)}, which is not there`);
  }
}

/** Lists the files that a pattern finds. @throws {TaskFault} if it finds folders, whose content would be copied */
function matchFiles(context: FolderFiles, pattern: string): string[] {
  const matches = picomatch(pattern, { dot: true });
  const depth = pattern.split('/').length;
  if (
    [...context.keys()].some(
      (path) => path.split('/').length > depth && matches(path.split('/').slice(0, depth).join('/')),
    )
  )
    throw new TaskFault(`its Dockerfile copies folders by the pattern ${pattern.slice(0, 80)}`);
  return [...context.keys()].filter((path) => matches(path));
}

function requirePlace(path: string, paths: TaskPaths, does: string): string {
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

const quoteWord = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
