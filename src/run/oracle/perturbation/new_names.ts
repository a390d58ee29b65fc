import { basename, dirname, join } from 'node:path';
import type { OracleFile } from '../../../contract/loaded_contract.js';
import type { RandomInteger } from './add_comments.js';
import { isNamedPath, isReplaceablePath } from './rewrite_paths.js';

/** New names of hidden files and folders, and reasons why some keep theirs. */
export interface NewNames {
  /** Folder or file → its name in this run. Files are named below their folder's new name. */
  renamed: Record<string, string>;
  /** Folder or file → reason why it keeps its name. */
  kept: Record<string, string>;
}

/** Folders that runners and languages find by name. */
const MEANINGFUL_FOLDERS =
  /^(tests?|specs?|__\w+__|e2e|it|integration|unit|cypress|features|src|lib|app|testdata|fixtures?|node_modules|t|\..*)$/i;

/** Names by which runners find tests: fixed prefix, free part, fixed suffix. */
const TEST_NAMES: readonly RegExp[] = [
  /^()([\w-]+?)([._-](?:test|spec|e2e|cy)\.[cm]?[jt]sx?)$/,
  /^(test[_-])([\w-]+?)(\.(?:[cm]?[jt]s|py|rb|sh))$/,
  /^()([\w-]+?)(_(?:test|spec)\.(?:py|rb))$/,
  /^()([a-z0-9]+?)((?:_[a-z0-9]+)*_test\.go)$/,
  /^()([\w-]+)(\.(?:bats))$/,
];

/** Script or test that a command names by its path. */
const NAMED_FILE = /^()([\w-]+?)(\.(?:sh|bash|[cm]?[jt]s|py|rb|pl|awk))$/;

/** Names that runners look for, or by which other files refer to a file. */
const KNOWN_FILE = /^(index|main|mod|conftest|__\w+__|setup|package|jest|vitest|mocha|karma|babel|rakefile)\b/i;

/** Facts about repository and contract that decide whether a name may change. */
export interface NamingContext {
  files: readonly OracleFile[];
  /** Folders that belong to the oracle alone. */
  folders: readonly string[];
  /** Every command, working directory and variable of build and acceptance. */
  commands: readonly string[];
  /** Texts of `listNameMentions` that the snapshot mentions. */
  mentioned: ReadonlySet<string>;
}

/**
 * Creates new names of the same depth for hidden files and folders (requirement S2).
 *
 * A name stays if something else depends on it: a command that does more than name a path, another hidden file, the
 * snapshot, or a runner's rule.
 */
export function createNewNames(naming: NamingContext, random: RandomInteger): NewNames {
  const names: NewNames = { renamed: {}, kept: {} };
  const inside = (folder: string, path: string) => path.startsWith(`${folder}/`);
  for (const folder of naming.folders) {
    const reason = reasonToKeepFolder(folder, naming);
    if (reason) names.kept[folder] = reason;
    else names.renamed[folder] = join(dirname(folder), createFreshName(basename(folder), random));
  }
  for (const { path } of naming.files) {
    const parts = splitFreePart(path, naming);
    const reason = parts === undefined ? 'its name has a meaning' : reasonToKeepFile(path, parts, naming);
    const folder = naming.folders.find((one) => names.renamed[one] && inside(one, path));
    const home = folder ? names.renamed[folder]! + dirname(path).slice(folder.length) : dirname(path);
    if (reason) {
      if (!folder) names.kept[path] = reason;
      continue;
    }
    names.renamed[path] = join(home, `${parts![0]}${createFreshName(parts![1], random)}${parts![2]}`);
  }
  return names;
}

/**
 * Creates new names for files that only the canary's command names.
 *
 * Code that knows the canary by its name could behave while it runs. An acceptance test that the canary runs keeps its
 * name, so that nothing distinguishes the two runs.
 */
export function createCanaryNames(
  files: readonly OracleFile[],
  canary: readonly string[],
  acceptance: readonly string[],
  random: RandomInteger,
): Record<string, string> {
  const canaryFiles = files.filter(
    ({ path }) => canary.some((text) => isNamedPath(text, path)) && !acceptance.some((text) => isNamedPath(text, path)),
  );
  const naming: NamingContext = { files, folders: [], commands: canary, mentioned: new Set() };
  return Object.fromEntries(
    canaryFiles.flatMap(({ path }) => {
      const parts = splitFreePart(path, naming);
      if (!parts || reasonToKeepFile(path, parts, naming)) return [];
      return [[path, join(dirname(path), `${parts[0]}${createFreshName(parts[1], random)}${parts[2]}`)]];
    }),
  );
}

/** Returns the path of a hidden file under the new names. */
export function getNewPath(path: string, { renamed }: Pick<NewNames, 'renamed'>): string {
  if (renamed[path]) return renamed[path];
  const folder = Object.keys(renamed).find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? path : renamed[folder]! + path.slice(folder.length);
}

/**
 * Lists the texts to look for in the snapshot before `createNewNames` is called.
 *
 * These are folders as paths, and files by the names that others use.
 */
export function listNameMentions({ files, folders }: Pick<NamingContext, 'files' | 'folders'>): string[] {
  return [...new Set([...folders.flatMap(listFolderMentions), ...files.map(({ path }) => getReferenceName(path))])];
}

const listFolderMentions = (folder: string) => ['/', '"', "'"].map((end) => `${folder}${end}`);

function reasonToKeepFolder(folder: string, { files, commands, mentioned }: NamingContext): string | undefined {
  const name = basename(folder);
  if (MEANINGFUL_FOLDERS.test(name)) return 'runners look for this name';
  if (commands.some((command) => !isReplaceablePath(command, folder, name)))
    return 'a command names it other than as a path';
  if (listFolderMentions(folder).some((text) => mentioned.has(text))) return 'the snapshot mentions it';
  const path = new RegExp(
    `(^|[^\\w-])${folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/|["'\`])|\\b(import|from|package|using|require)\\s+${name}\\b`,
    'm',
  );
  return files.some(({ content }) => path.test(Buffer.from(content).toString('utf8')))
    ? 'a hidden file mentions it'
    : undefined;
}

/** Splits a name into fixed prefix, free part and fixed suffix. */
function splitFreePart(path: string, { commands }: NamingContext): readonly [string, string, string] | undefined {
  const name = basename(path);
  if (KNOWN_FILE.test(name)) return undefined;
  const patterns = commands.some((command) => command.includes(name)) ? [...TEST_NAMES, NAMED_FILE] : TEST_NAMES;
  const match = patterns.map((pattern) => pattern.exec(name)).find((match) => match !== null);
  return match ? [match[1]!, match[2]!, match[3]!] : undefined;
}

/**
 * Returns the name by which other files refer to a file, in Python, Ruby and JavaScript tests without the extension.
 */
function getReferenceName(path: string): string {
  const name = basename(path);
  if (/\.(py|rb)$/.test(name)) return name.replace(/\.\w+$/, '');
  return /[._-](test|spec|e2e|cy)\.\w+$/.test(name) ? name.replace(/\.\w+$/, '') : name;
}

function reasonToKeepFile(
  path: string,
  [, free]: readonly [string, string, string],
  { files, commands, mentioned }: NamingContext,
): string | undefined {
  const name = basename(path);
  const referenceName = getReferenceName(path);
  // A pattern such as `hidden/w*` would no longer match.
  if (commands.some((command) => /[*?[]/.test(command) && command.includes(dirname(path))))
    return 'a command has a pattern';
  const word = referenceName === name ? name : referenceName;
  if (commands.some((command) => command.includes(word) && !isReplaceablePath(command, path, word)))
    return 'a command names it other than as a path';
  if (mentioned.has(referenceName)) return 'the snapshot mentions it';
  const otherFiles = files.filter((file) => file.path !== path);
  if (
    otherFiles.some(
      (file) => file.path.includes(referenceName) || Buffer.from(file.content).toString('utf8').includes(referenceName),
    )
  )
    return 'another hidden file mentions it';
  return free === '' ? 'its name has a meaning' : undefined;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/** Creates a word at least as long as the name, since short words occur in too many places. */
function createFreshName(name: string, random: RandomInteger): string {
  const length = Math.min(24, Math.max(7, name.length));
  return Array.from({ length }, (_, i) => {
    const letters = i % 2 === 0 ? CONSONANTS : VOWELS;
    return letters[random(letters.length)]!;
  }).join('');
}
