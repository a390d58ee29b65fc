import type { FolderFiles } from '../rows/read_folder_files.js';
import { createIgnoreMatcher } from './create_name_matcher.js';
import { TaskFault } from './read_task_folder.js';

const IGNORE_FILES = ['Dockerfile.dockerignore', '.dockerignore'];
const MAX_LINES = 1000;

/**
 * Selects the files that a Dockerfile may copy: those that `.dockerignore` leaves. The last pattern that fits a file, or
 * a folder above it, decides.
 *
 * @throws {TaskFault} for a pattern that cannot be read as Docker does
 */
export function selectContextFiles(context: FolderFiles): FolderFiles {
  const name = IGNORE_FILES.find((one) => context.has(one));
  if (name === undefined) return context;
  const lines = context.get(name)!.content.toString('utf8').split(/\r?\n/);
  const rules = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (rules.length > MAX_LINES) throw new TaskFault(`its ${name} has more than ${MAX_LINES} patterns`);
  const patterns = rules.map((rule) => {
    const isKept = rule.startsWith('!');
    const pattern = rule
      .replace(/^!/, '')
      .replace(/^\.?\/+/, '')
      .replace(/(?<!\/)\/+$/, '');
    if (pattern === '' || /[[\]\\]|(^|\/)\.\.?(\/|$)|[^/]\*\*|\*\*[^/]|\/\//.test(pattern))
      throw new TaskFault(`its ${name} has the pattern ${rule.slice(0, 80)}, which is not read here`);
    return { isKept, matches: createIgnoreMatcher(pattern) };
  });
  const isIgnored = (path: string): boolean => {
    const last = patterns.findLast(({ matches }) => matches(path));
    return last !== undefined && !last.isKept;
  };
  return new Map([...context].filter(([path]) => !isIgnored(path)));
}
