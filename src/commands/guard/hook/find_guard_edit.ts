import { posix } from 'node:path';
import type { GuardRequest } from '../../../guard/guard.js';
import { type ExpandedWord, type Invocation, UNKNOWN_VALUE } from '../../../guard/invocation.js';
import { findWrittenPaths } from '../../../run/safety/find_written_paths.js';
import { GUARD_FILE } from './settings/guard_settings.js';

/** Ends of the paths at which clients keep hooks, and of the file that sets the guard of a project. */
const GUARDED = [
  GUARD_FILE,
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.cursor/hooks.json',
  '.github/hooks/gatebench-guard.json',
  '.copilot/hooks/gatebench-guard.json',
  '.opencode/plugins/gatebench-guard.js',
  '.config/opencode/plugins/gatebench-guard.js',
].map((end) => end.split('/'));

/** Folders that hold much beside a guarded file: only what changes the file itself, or its own folder, counts. */
const SHARED_FOLDERS = new Set(['.github', '.config']);

/** Place of a call: its folder and its user's home, where they are known. */
interface CallPlace {
  folder: string | undefined;
  home: string | undefined;
}

/**
 * Finds the file of the guard's own that a request would change, so that an agent cannot switch off what guards it.
 *
 * @param files absolute paths of further files and folders that set the guard, or that it consists of
 * @param invocations what the command of the request runs
 */
export function findGuardEdit(
  request: GuardRequest,
  { folder, home }: CallPlace,
  files: readonly string[],
  invocations: readonly Invocation[],
): string | undefined {
  if ('write' in request) return findGuarded(posix.resolve('/', request.write), files, {});
  if (!('command' in request)) return undefined;
  if (invocations.some(isGuardRemoval)) return 'gatebench guard';
  const placed = invocations.map((invocation) => placeInvocation(invocation, request.folder ?? folder ?? '/', home));
  const copies = findWrittenPaths(placed.filter(isPlainCopy), '/').map(({ path }) => path);
  const is_search = placed.some(({ program, wrappers }) => [program, ...wrappers].some((name) => SEARCHES.has(name)));
  for (const { path, below, glob } of findWrittenPaths(placed, '/')) {
    const file = findGuarded(`/${path}`, files, {
      below,
      glob,
      copied: copies.includes(path),
      deep: glob && is_search,
    });
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Returns the absolute path of a folder in which a program runs; undefined if it is not known. */
export function findRunFolder({ folder }: Invocation, start: string | undefined, home: string | undefined) {
  if (!folder) return start;
  const text = expandHome(folder.text, home);
  if (text.includes(UNKNOWN_VALUE) || text.startsWith('~')) return undefined;
  return posix.resolve(start ?? '/', text);
}

/** Programs whose patterns stand for files in all folders below. */
const SEARCHES = new Set(['find', 'fd', 'fdfind']);

const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const RUNNERS = new Set([...PACKAGE_MANAGERS, 'gatebench', 'npx', 'pnpx', 'bunx', 'node', 'deno']);
const REMOVALS = new Set(['uninstall', 'un', 'unlink', 'remove', 'rm', 'r']);

/** Tells whether an invocation takes the guard out of a client or off the machine, or installs another one. */
function isGuardRemoval({ program, path, args }: Invocation): boolean {
  const words = args.map(({ text }) => text.toLowerCase());
  const name = program.toLowerCase().replace(/\.(exe|cmd|ps1)$/, '');
  if (PACKAGE_MANAGERS.has(name) && words.some((word) => REMOVALS.has(word)))
    if (words.some((word) => /^(@[^/]+\/)?gatebench(@|$)/.test(word))) return true;
  const guard = words.indexOf('guard');
  const acts = guard !== -1 && words.slice(guard).some((word) => word === 'install' || word === 'uninstall');
  return acts && (RUNNERS.has(name) || path.toLowerCase().includes('gatebench'));
}

/** Tells whether an invocation copies files alone: into a folder, it changes nothing further below. */
const isPlainCopy = ({ program, args }: Invocation): boolean =>
  program === 'cp' && !args.some(({ text }) => /^-[a-z]*[rRa]|^--(recursive|archive)/.test(text));

/** Way in which a path is changed. */
interface PathChange {
  /** With whatever is in it. */
  below?: boolean | undefined;
  /** It is a pattern. */
  glob?: boolean | undefined;
  /** Single files are copied to it. */
  copied?: boolean | undefined;
  /** The pattern stands for files in all folders below. */
  deep?: boolean | undefined;
}

/** Finds what is guarded and changed with a path. Names are compared as file systems without capitals do. */
function findGuarded(
  path: string,
  own_files: readonly string[],
  { below, glob, copied, deep }: PathChange,
): string | undefined {
  const names = splitPath(path);
  const matchers = names.map((name) => createNameMatcher(name, glob === true));
  const isAt = (wanted: readonly string[], start: number) =>
    matchers.slice(start, start + wanted.length).every((matches, index) => matches(wanted[index]!));
  const isMany = below === true || glob === true;
  const first_pattern = names.findIndex((name) => /[*?[]/.test(name));
  const tree = deep === true && first_pattern !== -1 ? first_pattern : Number.POSITIVE_INFINITY;
  const last_name = names.at(-1) ?? '';
  const isFound = createNameMatcher(last_name, true, true);
  for (const own_file of own_files) {
    const file = splitPath(own_file);
    const isAncestor = isMany && copied !== true && names.length < file.length && isAt(file.slice(0, names.length), 0);
    const isBelow = tree < file.length && isAt(file.slice(0, tree), 0) && isFound(file.at(-1)!);
    if (isAncestor || isBelow || (names.length >= file.length && isAt(file, 0))) return own_file;
  }
  for (const end of GUARDED) {
    const file = end.join('/');
    if (names.length >= end.length && isAt(end, names.length - end.length)) return file;
    const isNamed = tree < names.length && !/^\*+(\.\w+)?$/.test(last_name) && isFound(end.at(-1)!);
    if (isNamed) return file;
    for (let length = 1; length < end.length; length += 1) {
      const folder = end.slice(0, length);
      if (SHARED_FOLDERS.has(folder.at(-1)!)) continue;
      const isWhole = folder[0] === '.gatebench' || isMany;
      if (isWhole && names.length >= length && isAt(folder, names.length - length)) return file;
      if (tree >= length && tree < names.length && isAt(folder, tree - length) && isFound(end.at(-1)!)) return file;
    }
  }
  return undefined;
}

const splitPath = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((name) => name !== '');

/** Creates a test of names in a path; a pattern matches no dot at the start, as in a shell, unless it has one. */
function createNameMatcher(name: string, glob: boolean, dots = false): (wanted: string) => boolean {
  if (!glob || !/[*?[]/.test(name)) return (wanted) => wanted === name;
  // What a bracket holds is not read: it may be any character, and several of them stay few.
  const parts = name.split(/(\*+|\?|\[[^\]]*\])/).map((part) => {
    if (/^\*+$/.test(part)) return '.*';
    return part === '?' || part.startsWith('[') ? '.' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  if (parts.length > MOST_PARTS) return () => true;
  const pattern = new RegExp(`^${parts.join('')}$`, 's');
  return (wanted) => (dots || !wanted.startsWith('.') || !/^[*?]/.test(name)) && pattern.test(wanted);
}

/** Most parts of a pattern that are compared. */
const MOST_PARTS = 16;

const expandHome = (text: string, home: string | undefined): string =>
  home === undefined ? text : text.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, () => home);

/** Returns an invocation whose folder is absolute and whose words name the home folder in full. */
function placeInvocation(invocation: Invocation, folder: string, home: string | undefined): Invocation {
  const expand = <W extends ExpandedWord>(word: W): W => {
    const text = expandHome(word.text, home);
    return text === word.text ? word : { ...word, text };
  };
  const place = invocation.folder && expand(invocation.folder).text;
  return {
    ...invocation,
    args: invocation.args.map(expand),
    redirects: invocation.redirects.map((redirect) => ({ ...redirect, path: expand(redirect.path) })),
    folder: { text: place === undefined ? folder : posix.resolve(folder, place), glob: false },
  };
}
