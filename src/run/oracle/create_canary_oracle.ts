import type { Contract } from '../../contract/contract_schema.js';
import type { LoadedContract, OracleFile } from '../../contract/loaded_contract.js';
import type { RandomInteger } from './perturbation/add_comments.js';
import { createCanaryNames } from './perturbation/new_names.js';
import { createNamingContext } from './perturbation/perturbed_oracle.js';
import { rewritePaths } from './perturbation/rewrite_paths.js';

type DeclaredCanary = Exclude<NonNullable<Contract['oracle']['canary']>, string>;

/** Canary as it is run, and the oracle that it runs over. */
interface CanaryOracle {
  canary: DeclaredCanary;
  loaded: LoadedContract;
  /** Path of a hidden file → its path here; nothing lies at the former path. */
  renamed: Record<string, string>;
  /** True if the command may still write hidden files. */
  writes: boolean;
}

/** Matches `cp FROM TO && REST` with plain words. */
const COPY_COMMAND = /^\s*cp\s+(?:-f\s+)?([\w./-]+)\s+([\w./-]+)\s*&&\s*(\S[\s\S]*)$/;
/** Commands that copy or change hidden files. */
const WRITING_COMMAND =
  /(^|[\s;&|(])(cp|mv|ln|install|rsync|sed\s+-\S*i\S*|tee|patch|rm|truncate|dd)\s|(^|[^<>&\d])>{1,2}\s*(?!&|\/dev\/|"?\$)\S/;

/**
 * Creates the oracle for the canary, changed so that nothing distinguishes it from an acceptance check.
 *
 * Files that only the canary uses get a random name. A false assertion that its command would copy over an acceptance
 * test is put there beforehand, so that hidden files can be read-only as they are for checks.
 */
export function createCanaryOracle(
  declared: NonNullable<Contract['oracle']['canary']>,
  loaded: LoadedContract,
  random: RandomInteger,
): CanaryOracle {
  const published: DeclaredCanary =
    typeof declared === 'string' ? { run: declared, report: 'exit-code', timeout: 60_000, environment: {} } : declared;
  const { canary, files } = resolveCopyCommand(published, loaded);
  const commands = [canary.run, ...Object.values(canary.environment)];
  const { perturbation, challenge } = loaded.contract.oracle;
  // What challenge rounds run is run by acceptance as well, which may name no file.
  const accepted = [...createNamingContext(loaded).commands, ...(challenge.run === undefined ? [] : [challenge.run])];
  const renamed = perturbation.rename ? createCanaryNames(files, commands, accepted, random) : {};
  const rewrite = (text: string) => rewritePaths(text, renamed);
  const run = rewrite(canary.run);
  return {
    canary: {
      ...canary,
      run,
      environment: Object.fromEntries(
        Object.entries(canary.environment).map(([name, value]) => [name, rewrite(value)]),
      ),
    },
    loaded: { ...loaded, oracle_files: files.map((file) => ({ ...file, path: renamed[file.path] ?? file.path })) },
    renamed,
    writes: WRITING_COMMAND.test(run),
  };
}

/**
 * Resolves the copy that a command begins with: returns the remaining command, and the files as the copy leaves them.
 */
function resolveCopyCommand(
  canary: DeclaredCanary,
  { oracle_files }: LoadedContract,
): { canary: DeclaredCanary; files: OracleFile[] } {
  const as = { canary, files: oracle_files };
  const [, sourcePath = '', targetPath = '', rest = ''] = COPY_COMMAND.exec(canary.run) ?? [];
  const findFile = (path: string) => oracle_files.find((file) => file.path === path.replace(/^(\.\/)+/, ''));
  const [source, target] = [findFile(sourcePath), findFile(targetPath)];
  if (!source || !target || source === target) return as;
  // Exchanged, because two equal files would reveal the canary, too.
  const exchange = (file: OracleFile, other: OracleFile) => ({ ...file, content: other.content, sha256: other.sha256 });
  return {
    canary: { ...canary, run: rest },
    files: oracle_files.map((file) =>
      file === target ? exchange(target, source) : file === source ? exchange(source, target) : file,
    ),
  };
}
