import type { Check } from '../../../contract/contract_schema.js';
import type { LoadedContract, OracleFile } from '../../../contract/loaded_contract.js';
import { hasTestWord } from '../../../language/is_test_path.js';
import { detectSourceLanguage } from '../../../language/source_language.js';
import type { EventPayload } from '../../../record/events/event.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { addComments, type RandomInteger } from './add_comments.js';
import { createNewNames, getNewPath, type NamingContext, type NewNames } from './new_names.js';
import { isNamedPath, rewritePaths } from './rewrite_paths.js';

/** Changes of an oracle as the record holds them. */
export type OracleChanges = EventPayload<'perturbation'>['changes'];

/** Changed oracle with the contract that belongs to it. */
export interface PerturbedOracle {
  loaded: LoadedContract;
  changes: OracleChanges;
  /** Former paths of hidden files, at which nothing lies now. */
  vacated: string[];
  /** Directory of the repository; undefined for the usual one. */
  root?: string;
}

/** Kinds of changes that must not matter, by field of the contract. */
export const oracleChangeKinds = ['rename', 'comment', 'directory'] as const;
/** Kind of change that must not matter. */
export type OracleChangeKind = (typeof oracleChangeKinds)[number];

/** Lists the checks that run before or as acceptance, and so run again. */
export function listRepeatedChecks({ contract }: LoadedContract): { build: Check[]; acceptance: Check[] } {
  const build = contract.build === 'none' ? [] : contract.build.filter((check) => check.kind !== 'static');
  return { build, acceptance: contract.acceptance.filter((check) => check.mandatory) };
}

/** Creates the context of `createNewNames`, except for the mentions of the snapshot. */
export function createNamingContext(loaded: LoadedContract): Omit<NamingContext, 'mentioned'> {
  const { build, acceptance } = listRepeatedChecks(loaded);
  const commands = [...build, ...acceptance].flatMap((check) => [
    check.run,
    ...Object.values(check.environment),
    ...(check.working_directory === undefined ? [] : [check.working_directory]),
    ...(check.report_file === undefined ? [] : [check.report_file]),
  ]);
  return { files: loaded.oracle_files, folders: loaded.oracle_folders, commands };
}

/**
 * Changes an oracle in ways that must not matter: names, comments, directory of the repository (requirement S2).
 *
 * Kinds that the contract switches off, or that are not safe, are left out.
 *
 * @param mentioned those texts of `listNameMentions` that the snapshot mentions
 * @param only the single kind of change; default: all that the contract wants
 */
export function createEquivalentOracle(
  loaded: LoadedContract,
  mentioned: ReadonlySet<string>,
  random: RandomInteger,
  only?: OracleChangeKind,
): PerturbedOracle {
  const settings = loaded.contract.oracle.perturbation;
  const [rename, comment, directory] = oracleChangeKinds.map((kind) => settings[kind] && (only ?? kind) === kind);
  const naming = { ...createNamingContext(loaded), mentioned };
  const names: NewNames = rename ? createNewNames(naming, random) : { renamed: {}, kept: {} };
  const commented: string[] = [];
  const renamed: Record<string, string> = {};
  const files = loaded.oracle_files.map((file): OracleFile => {
    const path = getNewPath(file.path, names);
    if (path !== file.path) renamed[file.path] = path;
    const content = comment && isTestFile(file.path, naming.commands) ? commentFile(file, random) : undefined;
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
      contract: replacePaths(loaded, names),
      oracle_files: files,
      oracle_folders: [...loaded.oracle_folders, ...loaded.oracle_folders.flatMap((one) => names.renamed[one] ?? [])],
    },
    changes: { renamed, kept: names.kept, commented, directory: root },
    vacated: Object.keys(renamed).filter((path) => !inFolder(path)),
    ...(root === null ? {} : { root }),
  };
}

/** Tells whether anything is changed. */
export const isOracleChanged = ({ renamed, commented, directory }: OracleChanges): boolean =>
  Object.keys(renamed).length + commented.length > 0 || directory !== null;

/**
 * Tells whether a file is a test, because a command names it or runners would find it. Test data may look like code.
 */
const isTestFile = (path: string, commands: readonly string[]) =>
  hasTestWord(path) || commands.some((command) => isNamedPath(command, path));

/** Largest file in bytes that gets comments; longer ones are data. */
const MAX_COMMENTED_BYTES = 2 ** 20;

function commentFile({ path, content }: OracleFile, random: RandomInteger): Uint8Array | undefined {
  const language = detectSourceLanguage(path);
  if (language === undefined || content.length > MAX_COMMENTED_BYTES) return undefined;
  const text = Buffer.from(content).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(content)) return undefined;
  const changed = addComments(text, language, random);
  return changed === undefined ? undefined : Buffer.from(changed, 'utf8');
}

function replacePaths({ contract }: LoadedContract, names: NewNames): LoadedContract['contract'] {
  const renamePaths = (text: string) => rewritePaths(text, names.renamed);
  const renamed = (check: Check): Check => ({
    ...check,
    run: renamePaths(check.run),
    environment: Object.fromEntries(
      Object.entries(check.environment).map(([name, value]) => [name, renamePaths(value)]),
    ),
    ...(check.working_directory === undefined ? {} : { working_directory: renamePaths(check.working_directory) }),
    ...(check.report_file === undefined ? {} : { report_file: renamePaths(check.report_file) }),
  });
  return {
    ...contract,
    build: contract.build === 'none' ? 'none' : contract.build.map(renamed),
    acceptance: contract.acceptance.map(renamed),
  };
}
