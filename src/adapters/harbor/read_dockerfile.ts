import { posix } from 'node:path';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { TaskFault } from './read_task_folder.js';

/** Facts of a Dockerfile, as far as they can be had without an image. */
export interface DockerfileFacts {
  /** Last WORKDIR; undefined without one. */
  workdir: string | undefined;
  variables: Record<string, string>;
  /** Files that it copies below the working folder, by path in it. */
  files: Map<string, { content: Buffer; executable: boolean }>;
  notes: string[];
}

/** Commands that only install tools, or make users and folders: what they give is taken from this machine. */
const INSTALLS =
  /^((apt-get|apt|apk|yum|dnf|pip3?|python3? -m pip|npm (i|install) (-g|--global)|useradd|adduser|groupadd|chown|chmod|mkdir|locale-gen)\b|rm -rf? \/var\/|curl [^>]*\| *(ba)?sh$)/;

/**
 * Reads a Dockerfile. Installation of tools is left out, and told; any other command makes files that only its image
 * has.
 *
 * @param given folder that the settings name as the working one
 * @throws {TaskFault} for what cannot be had without the image
 */
export function readDockerfile(text: string, context: FolderFiles, given: string | undefined): DockerfileFacts {
  const facts: DockerfileFacts = { workdir: undefined, variables: {}, files: new Map(), notes: [] };
  const copies: { from: string[]; to: string; at: string | undefined }[] = [];
  for (const line of joinLines(text)) {
    const [, word = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(line) ?? [];
    switch (word.toUpperCase()) {
      case 'FROM':
        facts.notes.push(`the image ${rest.split(/\s+/)[0]} is not used: the tools of this machine are`);
        break;
      case 'WORKDIR':
        facts.workdir = posix.resolve(facts.workdir ?? '/', rest.trim());
        break;
      case 'ENV':
        Object.assign(facts.variables, readVariables(rest));
        break;
      case 'COPY':
      case 'ADD': {
        const words = rest.split(/\s+/).filter((part) => !part.startsWith('--'));
        if (/(^|\s)--from=/.test(rest)) facts.notes.push(`not copied: ${rest.slice(0, 120)}`);
        else copies.push({ from: words.slice(0, -1), to: words.at(-1) ?? '.', at: facts.workdir });
        break;
      }
      case 'RUN': {
        const commands = rest.split(/&&|;|\|\|/).map((command) => command.trim().replace(/^-+\S+\s+/, ''));
        const odd = commands.find((command) => command !== '' && !INSTALLS.test(command));
        if (odd !== undefined)
          throw new TaskFault(`its Dockerfile runs "${odd.slice(0, 80)}", whose result only its image has`);
        facts.notes.push(`not installed: ${rest.replace(/\s+/g, ' ').slice(0, 120)}`);
        break;
      }
    }
  }
  const root = given ?? facts.workdir;
  for (const copy of copies) copyFiles(copy, root, context, facts);
  return facts;
}

/** Joins continued lines, and leaves comments out. */
function joinLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|(\S*))/g)].map(([, name, quoted, plain]) => [
      name!,
      quoted ?? plain ?? '',
    ]),
  );

/** Copies files of the context as Docker does: a folder's content, or files into a folder. */
function copyFiles(
  { from, to, at }: { from: readonly string[]; to: string; at: string | undefined },
  root: string | undefined,
  context: FolderFiles,
  facts: DockerfileFacts,
): void {
  const target = posix.resolve(at ?? '/', to);
  const below = root === undefined ? undefined : posix.relative(root, target);
  if (below === undefined || below.startsWith('..')) {
    facts.notes.push(
      `not copied, since it lies outside of the working folder: ${[...from, to].join(' ').slice(0, 120)}`,
    );
    return;
  }
  for (const source of from.map((path) =>
    posix
      .normalize(path)
      .replace(/^\.?\//, '')
      .replace(/\/$/, ''),
  )) {
    const whole = source === '' || source === '.';
    const inside = [...context].filter(([path]) => whole || path.startsWith(`${source}/`));
    const file = context.get(source);
    if (file === undefined && inside.length === 0)
      throw new TaskFault(`its Dockerfile copies ${source}, which is not there`);
    for (const [path, content] of inside)
      if (path !== 'Dockerfile')
        facts.files.set(posix.join(below, whole ? path : path.slice(source.length + 1)), content);
    const isFolder = to.endsWith('/') || from.length > 1 || to === '.' || below === '';
    if (file) facts.files.set(isFolder ? posix.join(below, posix.basename(source)) : below, file);
  }
}
