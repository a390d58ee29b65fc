import type { LoadedContract, OracleFile } from '../../contract/loaded.js';
import type { Contract } from '../../contract/schema.js';
import type { Random } from './perturbation/comments.js';
import { namingOf } from './perturbation/equivalent.js';
import { canaryNames } from './perturbation/new_names.js';
import { rewritten } from './perturbation/path_tokens.js';

type Declared = Exclude<NonNullable<Contract['oracle']['canary']>, string>;

/** The canary as it is run, and the oracle that it is run over. */
export interface CanaryOracle {
  canary: Declared;
  loaded: LoadedContract;
  /** Path of a hidden file → path it has here; at the former lies nothing. */
  renamed: Record<string, string>;
  /** Whether its command may still write hidden files. */
  writes: boolean;
}

/** `cp FROM TO && REST`, both plain words. */
const COPY = /^\s*cp\s+(?:-f\s+)?([\w./-]+)\s+([\w./-]+)\s*&&\s*(\S[\s\S]*)$/;
/** Commands that put hidden files elsewhere or change them. */
const WRITING =
  /(^|[\s;&|(])(cp|mv|ln|install|rsync|sed\s+-\S*i\S*|tee|patch|rm|truncate|dd)\s|(^|[^<>&\d])>{1,2}\s*(?!&|\/dev\/|"?\$)\S/;

/**
 * What is changed so that nothing tells the canary from an acceptance check: a file of its own gets a name that nobody has seen, and a
 * false assertion that its command would copy over an acceptance test is put there before, so that hidden files can be read-only
 * as they are for checks.
 */
export function canaryOracle(
  declared: NonNullable<Contract['oracle']['canary']>,
  loaded: LoadedContract,
  random: Random,
): CanaryOracle {
  const published: Declared =
    typeof declared === 'string' ? { run: declared, report: 'exit-code', timeout: 60_000, environment: {} } : declared;
  const { canary, files } = copied(published, loaded);
  const commands = [canary.run, ...Object.values(canary.environment)];
  const renamed = loaded.contract.oracle.perturbation.rename
    ? canaryNames(files, commands, namingOf(loaded).commands, random)
    : {};
  const of = (text: string) => rewritten(text, renamed);
  const run = of(canary.run);
  return {
    canary: {
      ...canary,
      run,
      environment: Object.fromEntries(Object.entries(canary.environment).map(([name, value]) => [name, of(value)])),
    },
    loaded: { ...loaded, oracle_files: files.map((file) => ({ ...file, path: renamed[file.path] ?? file.path })) },
    renamed,
    writes: WRITING.test(run),
  };
}

/** The command without the copy that it begins with, and the files as that copy leaves them. */
function copied(canary: Declared, { oracle_files }: LoadedContract): { canary: Declared; files: OracleFile[] } {
  const as = { canary, files: oracle_files };
  const [, from = '', to = '', rest = ''] = COPY.exec(canary.run) ?? [];
  const at = (path: string) => oracle_files.find((file) => file.path === path.replace(/^(\.\/)+/, ''));
  const [source, target] = [at(from), at(to)];
  if (!source || !target || source === target) return as;
  // Exchanged, so that no two files are alike: that would tell, too.
  const of = (file: OracleFile, other: OracleFile) => ({ ...file, content: other.content, sha256: other.sha256 });
  return {
    canary: { ...canary, run: rest },
    files: oracle_files.map((file) =>
      file === target ? of(target, source) : file === source ? of(source, target) : file,
    ),
  };
}
