import { posix } from 'node:path';
import type { WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { createNameMatcher } from './create_name_matcher.js';
import { createSetupLine, requirePlace } from './create_setup_line.js';
import type { DockerfileFacts, ImageCommandLine, ImageCopy } from './read_dockerfile.js';
import { TaskFault } from './read_task_folder.js';
import type { TaskPaths } from './task_paths.js';

/** Files of the image that lie in the repository, and commands that make the others. */
interface ImageFiles {
  /** By path in the repository. */
  files: Map<string, { content: Buffer; executable: boolean }>;
  setup: NonNullable<WrittenContract['setup']>;
}

/**
 * Creates the files of a repository from what an image copies, and setup from the commands that make files of them.
 *
 * @throws {TaskFault} for a file that is not there, or that belongs to a place of the system
 */
export function createImageFiles(facts: DockerfileFacts, context: FolderFiles, paths: TaskPaths): ImageFiles {
  const files: ImageFiles['files'] = new Map();
  const touched = new Map<string, string>();
  let count = 0;
  for (const copy of facts.copies) {
    for (const command of facts.commands.slice(count, copy.after)) addTouchedPlaces(command, paths, touched);
    count = copy.after;
    copyFiles(copy, touched, context, paths, files);
  }
  const lines = facts.commands.map((command) => createSetupLine(command, paths));
  return { files, setup: lines.filter((line) => line !== undefined).map((run) => ({ run })) };
}

/** Copies files of the context as Docker does: a folder's content, or files into a folder. */
function copyFiles(
  copy: ImageCopy,
  touched: ReadonlyMap<string, string>,
  context: FolderFiles,
  paths: TaskPaths,
  files: ImageFiles['files'],
): void {
  const { target, executable, document } = copy;
  const place = requirePlace(target, paths, 'copies files to');
  const put = (path: string, file: { content: Buffer; executable: boolean }) => {
    requireUntouched(path, touched);
    files.set(path, executable ? { ...file, executable } : file);
  };
  if (document !== undefined) {
    put(place, { content: Buffer.from(document), executable });
    return;
  }
  for (const source of copy.sources) {
    if (/[[\\]/.test(source))
      throw new TaskFault(`its Dockerfile copies by the pattern ${source.slice(0, 80)}, which is not read here`);
    const name = posix
      .normalize(source)
      .replace(/^\.?\//, '')
      .replace(/\/$/, '');
    const whole = name === '' || name === '.';
    const isGlob = /[*?]/.test(name);
    const inside = isGlob ? [] : [...context].filter(([path]) => whole || path.startsWith(`${name}/`));
    for (const [path, file] of inside)
      if (path !== 'Dockerfile') put(posix.join(place, whole ? path : path.slice(name.length + 1)), file);
    const matches = isGlob ? matchFiles(context, name) : [name].filter((path) => context.has(path));
    const isFolder = copy.folder || isGlob || place === '';
    for (const path of matches) put(isFolder ? posix.join(place, posix.basename(path)) : place, context.get(path)!);
    if (inside.length === 0 && matches.length === 0)
      throw new TaskFault(`its Dockerfile copies ${source.slice(0, 80)}, which is not there`);
  }
}

/** Commands that leave files as they are. */
const HARMLESS = /^(cd|mkdir)\b/;

/** Adds the places on which the commands of a line work, each with the first command that does. */
function addTouchedPlaces({ cwd, line }: ImageCommandLine, paths: TaskPaths, touched: Map<string, string>): void {
  let folder = cwd;
  for (const { text } of line) {
    const words = text.split(/[\s<>]+/).map((word) => word.replace(/^["']|["']$/g, ''));
    if (words[0] === 'cd') folder = posix.resolve(folder, words[1] ?? '/');
    if (HARMLESS.test(text)) continue;
    for (const word of words.slice(1).filter((one) => !/^(-|$)/.test(one))) {
      // What a pattern finds lies below the folder in front of it.
      const star = word.search(/[*?[]/);
      const place = paths.locate(
        posix.resolve(folder, star < 0 ? word : word.slice(0, word.lastIndexOf('/', star) + 1)),
      );
      if (place !== undefined && !touched.has(place)) touched.set(place, text);
    }
  }
}

/**
 * Copies are laid before all commands are run.
 *
 * @throws {TaskFault} if a command in front of a copy has worked on the file that it lays, or on a folder above it
 */
function requireUntouched(path: string, touched: ReadonlyMap<string, string>): void {
  for (let place = path; ; place = posix.dirname(place)) {
    const text = touched.get(place === '.' ? '' : place);
    if (text !== undefined)
      throw new TaskFault(`its Dockerfile copies ${path.slice(0, 80)} after "${text.slice(0, 60)}" has changed it`);
    if (place === '.') return;
  }
}

/** Lists the files that a pattern finds. @throws {TaskFault} if it finds folders, whose content would be copied */
function matchFiles(context: FolderFiles, pattern: string): string[] {
  const parts = pattern.split('/').map(createNameMatcher);
  const paths = [...context.keys()].filter((path) => {
    const names = path.split('/');
    return names.length >= parts.length && parts.every((matches, at) => matches(names[at]!));
  });
  if (paths.some((path) => path.split('/').length > parts.length))
    throw new TaskFault(`its Dockerfile copies folders by the pattern ${pattern.slice(0, 80)}`);
  return paths;
}
