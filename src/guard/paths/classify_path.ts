import { type ExpandedWord, UNKNOWN_VALUE } from '../invocation.js';
import { forms, type PathClass, pathWords, vocabulary } from '../vocabulary/vocabulary.js';
import { isCredentialPath } from './is_credential_path.js';
import { locatePath, type PathContext, type PathLocation } from './locate_path.js';

/** Returns the classes of a path. An unknown part of a name makes it no more dangerous than the known part. */
export function classifyPath(word: ExpandedWord, base: PathContext): ReadonlySet<PathClass> {
  if (word.text === '' || word.text.length > 4096) return new Set();
  const location = locatePath(word.text, base);
  const parts = location.parts.map((part) => part.toLowerCase());
  const absolute = `${location.from === 'slash' ? '/' : ''}${parts.join('/')}`;
  const purposes = listPurposes(location.from, absolute, parts);
  if (forms.device.test(absolute)) return new Set(purposes);
  const classes = new Set([...purposes, ...listPlaces(location, absolute, parts)]);
  if (isCredentialPath(location.from === 'home' ? `~/${absolute}` : absolute)) classes.add('credentials');
  if (parts.at(-1)?.includes('credentials')) classes.add('credentials-by-name');
  return classes;
}

function listPlaces({ from, whole, inside }: PathLocation, absolute: string, parts: readonly string[]): PathClass[] {
  const [first = ''] = parts;
  if (from === 'slash') {
    if (forms.temp.test(absolute))
      return [/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(absolute) ? 'temp-root' : 'temp'];
    if (parts.length === 0) return ['root'];
    if (forms.package_cache.test(`${absolute}${whole ? '/' : ''}`)) return ['disposable'];
    if (forms.local_system.test(absolute)) return ['local-system'];
    if (/^[a-z]:$/.test(first)) return listDrivePlaces(parts.slice(1));
    if (pathWords.system_folders.has(first) || /[*?[{]|^(program files.*|windows)$/.test(first))
      return forms.system_tree.test(removeGlobs(parts)) ? ['system', 'system-tree'] : ['system'];
  }
  if (isDisposablePath(parts) || ((from === 'workspace' || from === 'unknown') && parts.some(isProjectOutput)))
    return ['disposable'];
  if (from === 'unknown') return parts.length > 0 ? [] : [inside ? 'unknown-folder' : 'unknown'];
  // Near the root of a project outside the workspace: /app/src.
  if (from === 'slash')
    return [parts.length === 1 ? 'workspace' : 'outside', ...(parts.length <= 3 ? ['source' as const] : [])];
  if (parts.length === 0) return [from === 'home' ? 'home' : 'workspace'];
  if (from === 'home' || from === 'above') {
    const isPersonal = parts.length === 1 || (from === 'home' && pathWords.personal_folders.has(first));
    return [isPersonal ? 'personal' : 'outside'];
  }
  if (parts.length === 1 && first === UNKNOWN_VALUE) return [whole ? 'workspace' : 'unknown'];
  if (parts.length > 2) return ['inner'];
  // A first folder that holds what people wrote, or a pattern that may be one.
  const isSourceFolder = pathWords.source_folders.has(first) || /[*?[{\u{FFFC}]/u.test(first);
  return isSourceFolder ? ['source', 'source-folder'] : ['source'];
}

/** Lists the classes of a path on a drive of Windows, outside of the homes. */
function listDrivePlaces(parts: readonly string[]): PathClass[] {
  const [first, ...rest] = parts;
  if (first === undefined) return ['root'];
  if (forms.windows_folder.test(first)) return rest.length === 0 ? ['system', 'system-tree'] : ['system'];
  return isDisposablePath(rest) ? ['disposable'] : [rest.length === 0 ? 'workspace' : 'outside'];
}

/** Returns the absolute path without patterns at its end, which may stand for everything in the folder. */
function removeGlobs(parts: readonly string[]): string {
  const end = parts.findLastIndex((part) => !/[*?[{\u{FFFC}]/u.test(part));
  return `/${parts.slice(0, Math.max(1, end + 1)).join('/')}`;
}

/** Returns the names that a pattern with a set of characters stands for: `*.py[co]`. */
function expandBrackets(part: string): readonly string[] {
  const [set, characters] = /\[(\w{1,8})\]/.exec(part) ?? [];
  return set === undefined ? [part] : [...characters!].map((character) => part.replace(set, character));
}

/** Returns true for what builds make in a project: at its top, or under a name that nobody gives to sources. */
const isProjectOutput = (part: string, index: number, parts: readonly string[]): boolean => {
  const names = index > 0 ? [`${parts[index - 1]}/${part}`, ...(/^[._]/.test(part) ? [part] : [])] : [part];
  return names.some((name) => pathWords.project_outputs.has(name));
};

function isDisposablePath(parts: readonly string[]): boolean {
  if (parts.includes('.git'))
    return /\.(lock|sample)$/.test(parts.at(-1)!) || isDisposablePath(parts.slice(0, parts.indexOf('.git')));
  // `test_*.py` in a folder: the tests of a project, not a trial of one's own.
  const isTestPattern = (part: string, index: number) => index > 0 && /^test[-_.].*\*/.test(part);
  const isDisposable = (part: string, index: number) =>
    pathWords.disposable.has(part) ||
    (!isTestPattern(part, index) && expandBrackets(part).every((name) => forms.disposable_name.test(name))) ||
    (index > 0 && pathWords.disposable.has(`${parts[index - 1]}/${part}`)) ||
    (forms.package_store.test(part) && parts.length > index + 1);
  return parts.some(isDisposable);
}

/** Expressions of the classes by purpose; some hold for whatever may be a home, too. */
const PURPOSES = [...vocabulary.purposes].map(([name, { form, home }]) => ({ name, home, form: new RegExp(form) }));

/** Returns the path as if it stood in a home, from the first hidden name on; homes lie in other places, too. */
function toHomePath(absolute: string, parts: readonly string[]): string {
  const hidden = parts.findIndex((part) => /^\.\w/.test(part));
  return hidden === -1 || forms.temp.test(absolute) ? '' : `~/${parts.slice(hidden).join('/')}`;
}

/** Lists the classes of a path that some program reads for a purpose of its own. */
function listPurposes(start: PathLocation['from'], absolute: string, parts: readonly string[]): PathClass[] {
  const path = start === 'home' ? `~/${absolute}` : absolute;
  const personal = start === 'slash' || start === 'unknown' ? toHomePath(absolute, parts) : path;
  const purposes = PURPOSES.filter(({ home, form }) => form.test(path) || (home && form.test(personal)));
  const classes = purposes.map(({ name }) => name as PathClass);
  const git = parts.findIndex((part) => part === '.git' || part === '.hg' || part === '.svn');
  const isPassing = () => (start === 'slash' && forms.temp.test(absolute)) || isDisposablePath(parts.slice(0, git));
  if (git === -1 || /\.(lock|sample)$/.test(parts.at(-1)!) || isPassing()) return classes;
  const isConfig = /^(hooks|config|info|modules|config\.worktree)$/.test(parts[git + 1] ?? '');
  return isConfig ? [...classes, 'vcs', 'vcs-config'] : [...classes, 'vcs'];
}
