import { basename, dirname, join } from 'node:path';
import type { OracleFile } from '../../../contract/loaded.js';
import type { Random } from './comments.js';
import { isCleanlyNamed, isNamed } from './path_tokens.js';

/** Other names for hidden files and folders, and why some keep theirs. */
export interface NewNames {
  /** Folder or file → what it is called in this run. Files are named below their folder's new name. */
  renamed: Record<string, string>;
  /** Folder or file → why it keeps its name. */
  kept: Record<string, string>;
}

/** Folders that runners and languages look for by name. */
const MEANINGFUL =
  /^(tests?|specs?|__\w+__|e2e|it|integration|unit|cypress|features|src|lib|app|testdata|fixtures?|node_modules|t|\..*)$/i;

/** Names by which runners find tests: what comes before, the free part, what follows it. */
const TEST_NAMES: readonly RegExp[] = [
  /^()([\w-]+?)([._-](?:test|spec|e2e|cy)\.[cm]?[jt]sx?)$/,
  /^(test[_-])([\w-]+?)(\.(?:[cm]?[jt]s|py|rb|sh))$/,
  /^()([\w-]+?)(_(?:test|spec)\.(?:py|rb))$/,
  /^()([a-z0-9]+?)((?:_[a-z0-9]+)*_test\.go)$/,
  /^()([\w-]+)(\.(?:bats))$/,
];

/** A script or test that a command names by its path. */
const NAMED_FILE = /^()([\w-]+?)(\.(?:sh|bash|[cm]?[jt]s|py|rb|pl|awk))$/;

/** Names that are looked for, or that others are known by. */
const KNOWN_FILE = /^(index|main|mod|conftest|__\w+__|setup|package|jest|vitest|mocha|karma|babel|rakefile)\b/i;

/** What has to be known of repository and contract before a name may change. */
export interface Naming {
  files: readonly OracleFile[];
  /** Folders that belong to the oracle alone. */
  folders: readonly string[];
  /** Every command, working folder and variable of build and acceptance. */
  commands: readonly string[];
  /** Texts that the snapshot mentions, of those that `mentionsOf` asks for. */
  mentioned: ReadonlySet<string>;
}

/**
 * Other names of the same depth for what is hidden (S2; design "Verdicts that cannot be forged"). A name stays where something else
 * depends on it: a command that does more with it than naming a path, another hidden file, the snapshot, or a runner's rule.
 */
export function newNames(naming: Naming, random: Random): NewNames {
  const names: NewNames = { renamed: {}, kept: {} };
  const inside = (folder: string, path: string) => path.startsWith(`${folder}/`);
  for (const folder of naming.folders) {
    const reason = reasonToKeepFolder(folder, naming);
    if (reason) names.kept[folder] = reason;
    else names.renamed[folder] = join(dirname(folder), freshName(basename(folder), random));
  }
  for (const { path } of naming.files) {
    const parts = freePart(path, naming);
    const reason = parts === undefined ? 'its name has a meaning' : reasonToKeepFile(path, parts, naming);
    const folder = naming.folders.find((one) => names.renamed[one] && inside(one, path));
    const home = folder ? names.renamed[folder]! + dirname(path).slice(folder.length) : dirname(path);
    if (reason) {
      if (!folder) names.kept[path] = reason;
      continue;
    }
    names.renamed[path] = join(home, `${parts![0]}${freshName(parts![1], random)}${parts![2]}`);
  }
  return names;
}

/**
 * Other names for files that only the canary's command names: code that knows the canary by its name could behave while it runs. An
 * acceptance test that the canary runs keeps its name, for then nothing tells the two runs apart.
 */
export function canaryNames(
  files: readonly OracleFile[],
  canary: readonly string[],
  acceptance: readonly string[],
  random: Random,
): Record<string, string> {
  const own = files.filter(
    ({ path }) => canary.some((text) => isNamed(text, path)) && !acceptance.some((text) => isNamed(text, path)),
  );
  const naming: Naming = { files, folders: [], commands: canary, mentioned: new Set() };
  return Object.fromEntries(
    own.flatMap(({ path }) => {
      const parts = freePart(path, naming);
      if (!parts || reasonToKeepFile(path, parts, naming)) return [];
      return [[path, join(dirname(path), `${parts[0]}${freshName(parts[1], random)}${parts[2]}`)]];
    }),
  );
}

/** Where a hidden file lies under the new names. */
export function newPath(path: string, { renamed }: Pick<NewNames, 'renamed'>): string {
  if (renamed[path]) return renamed[path];
  const folder = Object.keys(renamed).find((one) => path.startsWith(`${one}/`));
  return folder === undefined ? path : renamed[folder]! + path.slice(folder.length);
}

/** What to look for in the snapshot before `newNames`: mentions of folders as paths, of files by what others know them by. */
export function mentionsOf({ files, folders }: Pick<Naming, 'files' | 'folders'>): string[] {
  return [...new Set([...folders.flatMap(mentionsOfFolder), ...files.map(({ path }) => knownAs(path))])];
}

const mentionsOfFolder = (folder: string) => ['/', '"', "'"].map((end) => `${folder}${end}`);

function reasonToKeepFolder(folder: string, { files, commands, mentioned }: Naming): string | undefined {
  const name = basename(folder);
  if (MEANINGFUL.test(name)) return 'runners look for this name';
  if (commands.some((command) => !isCleanlyNamed(command, folder, name)))
    return 'a command names it other than as a path';
  if (mentionsOfFolder(folder).some((text) => mentioned.has(text))) return 'the snapshot mentions it';
  const path = new RegExp(
    `(^|[^\\w-])${folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/|["'\`])|\\b(import|from|package|using|require)\\s+${name}\\b`,
    'm',
  );
  return files.some(({ content }) => path.test(Buffer.from(content).toString('utf8')))
    ? 'a hidden file mentions it'
    : undefined;
}

/** A name in three: what stays in front, what may change, what stays behind. */
function freePart(path: string, { commands }: Naming): readonly [string, string, string] | undefined {
  const name = basename(path);
  if (KNOWN_FILE.test(name)) return undefined;
  const patterns = commands.some((command) => command.includes(name)) ? [...TEST_NAMES, NAMED_FILE] : TEST_NAMES;
  const found = patterns.map((pattern) => pattern.exec(name)).find((match) => match !== null);
  return found ? [found[1]!, found[2]!, found[3]!] : undefined;
}

/** By what other files would know a file: its name, in Python and Ruby without the ending, in JavaScript tests too. */
function knownAs(path: string): string {
  const name = basename(path);
  if (/\.(py|rb)$/.test(name)) return name.replace(/\.\w+$/, '');
  return /[._-](test|spec|e2e|cy)\.\w+$/.test(name) ? name.replace(/\.\w+$/, '') : name;
}

function reasonToKeepFile(
  path: string,
  [, free]: readonly [string, string, string],
  { files, commands, mentioned }: Naming,
): string | undefined {
  const name = basename(path);
  const known = knownAs(path);
  // A pattern such as `hidden/w*` would lose it.
  if (commands.some((command) => /[*?[]/.test(command) && command.includes(dirname(path))))
    return 'a command has a pattern';
  const word = known === name ? name : known;
  if (commands.some((command) => command.includes(word) && !isCleanlyNamed(command, path, word)))
    return 'a command names it other than as a path';
  if (mentioned.has(known)) return 'the snapshot mentions it';
  const others = files.filter((file) => file.path !== path);
  if (others.some((file) => file.path.includes(known) || Buffer.from(file.content).toString('utf8').includes(known)))
    return 'another hidden file mentions it';
  return free === '' ? 'its name has a meaning' : undefined;
}

const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/** Another word, as long as the name or a little longer: short ones are found in too many places. */
function freshName(name: string, random: Random): string {
  const length = Math.min(24, Math.max(7, name.length));
  return Array.from({ length }, (_, i) => {
    const letters = i % 2 === 0 ? CONSONANTS : VOWELS;
    return letters[random(letters.length)]!;
  }).join('');
}
