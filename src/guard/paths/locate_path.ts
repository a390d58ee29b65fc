import { UNKNOWN_VALUE } from '../invocation.js';
import { forms, pathWords } from '../vocabulary/vocabulary.js';

/** Base for resolving a path. */
export interface PathContext {
  /** Absolute path of the workspace. */
  workspace: string;
  /** Working directory of the command as written; absent for the workspace. */
  folder?: string | undefined;
}

/** Path without `.`, `..` and `//`, relative to a base. */
export interface PathLocation {
  from: 'workspace' | 'above' | 'home' | 'slash' | 'unknown';
  parts: readonly string[];
  /** It ends in a pattern for everything in a folder. */
  whole: boolean;
  /** A slash follows the unknown beginning: `$X/`, `$X/*`. */
  inside: boolean;
}

/** Resolves a path of a command. Unknown parts stay unknown. */
export function locatePath(text: string, { workspace: root, folder }: PathContext): PathLocation {
  const path = normalizeSeparators(text.replace(/^file:\/\/(localhost)?/, ''));
  const workspace = normalizeSeparators(root);
  if (folder !== undefined && !/^[/~\u{FFFC}]/u.test(path) && folder !== '.')
    return locatePath(`${folder.replace(/\/$/, '')}/${path}`, { workspace });
  let start: PathLocation['from'] = 'workspace';
  let rest = path;
  if (/^~/.test(path)) {
    start = 'home';
    rest = path.replace(/^~[^/]*/, '');
  } else if (path.startsWith(UNKNOWN_VALUE)) {
    start = 'unknown';
    rest = path.replace(/^\u{FFFC}+/u, '');
    if (rest !== '' && !rest.startsWith('/')) rest = `${UNKNOWN_VALUE}${rest}`;
  } else if (path.startsWith('/')) start = 'slash';
  const parts: string[] = [];
  let climbed = 0;
  for (const part of rest.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0) parts.pop();
    else if (start === 'workspace' || start === 'home') start = start === 'home' ? 'slash' : 'above';
    if (part === '..' && start === 'above') climbed += 1;
  }
  if (start === 'above' && isRootReached(climbed, parts[0])) start = 'slash';
  if (start === 'slash') {
    const absolute = `/${parts.join('/')}`;
    const home = /^\/((?:[A-Za-z]:\/)?(?:root|(?:home|Users)(?:\/[^/]+)?))(\/|$)/.exec(absolute);
    if (absolute === workspace || absolute.startsWith(`${workspace}/`)) {
      start = 'workspace';
      parts.splice(0, workspace.split('/').filter(Boolean).length);
    } else if (home) {
      start = 'home';
      parts.splice(0, home[1]!.split('/').length);
    }
  }
  let whole = false;
  while (parts.length > 0 && forms.whole_folder.test(parts.at(-1)!)) {
    parts.pop();
    whole = true;
  }
  return { from: start, parts, whole, inside: start === 'unknown' && rest.startsWith('/') };
}

/** Returns a path of Windows as one of a root that has its drives as folders: `/C:/a`. */
const normalizeSeparators = (path: string): string =>
  path.replace(/^([A-Za-z]:)(?=[\\/]|$)/, '/$1').replaceAll('\\', '/');

/** Returns true if a path that climbs far and descends into a folder that only the root has means the root. */
function isRootReached(climbed: number, name = ''): boolean {
  const first = name.toLowerCase();
  const { root_folders, system_folders } = pathWords;
  return root_folders.has(first) ? climbed >= 2 : climbed >= 4 && (system_folders.has(first) || first === 'home');
}
