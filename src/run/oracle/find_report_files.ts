import { readdirSync } from 'node:fs';
import { toBytePath } from '../../workspace/git/run_git.js';
import { existsWithoutSymlinks } from '../../workspace/write_file_safely.js';

/** Most files of one report: a runner writes one for each class. */
const MAX_FILES = 10_000;
/** Most entries of folders that are looked at. */
const MAX_ENTRIES = 200_000;

/** Tells whether a path of a report is a pattern for several files. */
export const isReportPattern = (path: string): boolean => /[*?]/.test(path);

/** Returns the folder before the first wildcard of a pattern; empty for the root. */
export function getPatternFolder(pattern: string): string {
  const parts = pattern.split('/');
  return parts.slice(0, parts.findIndex(isReportPattern)).join('/');
}

/**
 * Finds the files that a pattern matches, sorted: `*` and `?` stand for characters of a name, `**` for any folders.
 * Links are neither followed nor found.
 *
 * @param pattern path below `root`; it and the result are latin-1 strings, one character per byte
 * @returns undefined if there are too many
 */
export function findReportFiles(root: string, pattern: string): string[] | undefined {
  const folder = getPatternFolder(pattern);
  if (folder !== '' && !existsWithoutSymlinks(root, folder)) return [];
  const depth = folder === '' ? 0 : folder.split('/').length;
  const parts = pattern.split('/').slice(depth).map(toNameMatcher);
  const reports: string[] = [];
  const open: [path: string, rest: NameMatcher[]][] = [[folder, parts]];
  let entries = 0;
  while (open.length > 0) {
    const [path, rest] = open.pop()!;
    for (const entry of listFolder(root, path)) {
      if (++entries > MAX_ENTRIES) return undefined;
      const name = entry.name.toString('latin1');
      const whole = path === '' ? name : `${path}/${name}`;
      if (entry.isFile() && matchesFile(rest, name)) reports.push(whole);
      if (entry.isDirectory()) for (const next of enterFolder(rest, name)) open.push([whole, next]);
    }
    if (reports.length > MAX_FILES) return undefined;
  }
  return [...new Set(reports)].sort();
}

/** Matcher of one name of a path; `any` stands for any folders. */
type NameMatcher = RegExp | 'any';

function toNameMatcher(part: string): NameMatcher {
  if (part === '**') return 'any';
  const source = part
    .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}

function matchesFile(rest: readonly NameMatcher[], name: string): boolean {
  const namedMatchers = rest.filter((matcher) => matcher !== 'any');
  return (
    namedMatchers.length === 0 || (namedMatchers.length === 1 && rest.at(-1) !== 'any' && namedMatchers[0]!.test(name))
  );
}

/** Returns what is left of a pattern below a folder. */
function enterFolder(rest: readonly NameMatcher[], name: string): NameMatcher[][] {
  const [first, ...further] = rest;
  if (first === undefined) return [];
  if (first === 'any') return [[...rest], ...enterFolder(further, name)];
  return further.length > 0 && first.test(name) ? [further] : [];
}

function listFolder(root: string, path: string) {
  try {
    return readdirSync(path === '' ? Buffer.from(root) : toBytePath(root, path), {
      withFileTypes: true,
      encoding: 'buffer',
    });
  } catch {
    return [];
  }
}
