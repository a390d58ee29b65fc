import type { LoadedContract, OracleFile } from '../../../contract/loaded.js';
import type { Check } from '../../../contract/schema.js';
import { sha256 } from '../../../record/canonical.js';
import type { Payload } from '../../../record/events.js';
import { type Random, withComments } from './comments.js';
import { languageOf } from './language.js';
import { type Naming, type NewNames, newNames, newPath } from './new_names.js';
import { isNamed, rewritten } from './path_tokens.js';

export type Changes = Payload<'perturbation'>['changes'];

/** An oracle that was changed, with the contract that goes with it. */
export interface PerturbedOracle {
  loaded: LoadedContract;
  changes: Changes;
  /** Paths at which a hidden file lay, and now lies nothing. */
  vacated: string[];
  /** Where the repository lies; undefined = where it always does. */
  root?: string;
}

/** Ways in which an oracle is changed without that it may matter, by the contract's field. */
export const changeKinds = ['rename', 'comment', 'directory'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Commands that run before or as acceptance, and so are run again. */
export function repeatedChecks({ contract }: LoadedContract): { build: Check[]; acceptance: Check[] } {
  const build = contract.build === 'none' ? [] : contract.build.filter((check) => check.kind !== 'static');
  return { build, acceptance: contract.acceptance.filter((check) => check.mandatory) };
}

/** What `newNames` has to know, but for what the snapshot mentions. */
export function namingOf(loaded: LoadedContract): Omit<Naming, 'mentioned'> {
  const { build, acceptance } = repeatedChecks(loaded);
  const commands = [...build, ...acceptance].flatMap((check) => [
    check.run,
    ...Object.values(check.environment),
    ...(check.working_directory === undefined ? [] : [check.working_directory]),
    ...(check.report_file === undefined ? [] : [check.report_file]),
  ]);
  return { files: loaded.oracle_files, folders: loaded.oracle_folders, commands };
}

/**
 * The oracle, changed in ways that must not matter: other names, comments, another place of the repository (S2). What the
 * contract switches off, or what cannot be changed safely, stays.
 *
 * @param mentioned what the snapshot mentions of `mentionsOf`
 * @param only one way of changing it; default: all that the contract wants
 */
export function equivalentOracle(
  loaded: LoadedContract,
  mentioned: ReadonlySet<string>,
  random: Random,
  only?: ChangeKind,
): PerturbedOracle {
  const wanted = loaded.contract.oracle.perturbation;
  const [rename, comment, directory] = changeKinds.map((kind) => wanted[kind] && (only ?? kind) === kind);
  const naming = { ...namingOf(loaded), mentioned };
  const names: NewNames = rename ? newNames(naming, random) : { renamed: {}, kept: {} };
  const commented: string[] = [];
  const renamed: Record<string, string> = {};
  const files = loaded.oracle_files.map((file): OracleFile => {
    const path = newPath(file.path, names);
    if (path !== file.path) renamed[file.path] = path;
    const content = comment && isTest(file.path, naming.commands) ? commentedFile(file, random) : undefined;
    if (content === undefined) return { ...file, path };
    commented.push(file.path);
    return { ...file, path, content, sha256: sha256(content) };
  });
  const root = directory
    ? `/${Array.from({ length: 6 }, () => 'abcdefghijklmnopqrstuvwxyz'[random(26)]).join('')}`
    : null;
  const inFolder = (path: string) => loaded.oracle_folders.some((folder) => path.startsWith(`${folder}/`));
  return {
    loaded: {
      ...loaded,
      contract: withPaths(loaded, names),
      oracle_files: files,
      oracle_folders: [...loaded.oracle_folders, ...loaded.oracle_folders.flatMap((one) => names.renamed[one] ?? [])],
    },
    changes: { renamed, kept: names.kept, commented, directory: root, expectations: 0 },
    vacated: Object.keys(renamed).filter((path) => !inFolder(path)),
    ...(root === null ? {} : { root }),
  };
}

/** Whether anything at all is different. */
export const isChanged = ({ renamed, commented, directory, expectations }: Changes): boolean =>
  Object.keys(renamed).length + commented.length + expectations > 0 || directory !== null;

/** Data for tests may look like code; what a command names or runners would find is a test. */
const isTest = (path: string, commands: readonly string[]) =>
  /(^|[^a-z])(tests?|specs?|checks?)([^a-z]|$)/i.test(path.slice(path.lastIndexOf('/') + 1)) ||
  commands.some((command) => isNamed(command, path));

/** Longer files are data, whatever they are called. */
const MOST_BYTES = 2 ** 20;

function commentedFile({ path, content }: OracleFile, random: Random): Uint8Array | undefined {
  const language = languageOf(path);
  if (language === undefined || content.length > MOST_BYTES) return undefined;
  const text = Buffer.from(content).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(content)) return undefined;
  const changed = withComments(text, language, random);
  return changed === undefined ? undefined : Buffer.from(changed, 'utf8');
}

function withPaths({ contract }: LoadedContract, names: NewNames): LoadedContract['contract'] {
  const of = (text: string) => rewritten(text, names.renamed);
  const renamed = (check: Check): Check => ({
    ...check,
    run: of(check.run),
    environment: Object.fromEntries(Object.entries(check.environment).map(([name, value]) => [name, of(value)])),
    ...(check.working_directory === undefined ? {} : { working_directory: of(check.working_directory) }),
    ...(check.report_file === undefined ? {} : { report_file: of(check.report_file) }),
  });
  return {
    ...contract,
    build: contract.build === 'none' ? 'none' : contract.build.map(renamed),
    acceptance: contract.acceptance.map(renamed),
  };
}
