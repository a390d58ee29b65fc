import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { UserError } from '../../../contract/input/user_error.js';
import { listBriefingTexts } from '../../../contract/leaks/briefing_text.js';
import { findLeaks, type Leak } from '../../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { isCodeFault } from '../../../system/is_code_fault.js';
import type { WorkspaceCache } from '../../../workspace/cache/workspace_cache.js';
import { GitError, getFirstLine, removeUrlCredentials, runGit, runGitOrThrow } from '../../../workspace/git/run_git.js';
import type { SnapshotSources } from '../../../workspace/snapshot/fetch_commit.js';
import { type MaterialisedSnapshot, materialiseSnapshot } from '../../../workspace/snapshot/materialise_snapshot.js';
import type { Toolchain } from '../../agents/installation/toolchain.js';
import { findExposedFiles } from '../../contract_files/find_exposed_files.js';
import type { PreparedContract } from '../attempt_spec.js';

/** Repository of a contract, before its tools are known. */
export interface InspectedRepository extends Omit<PreparedContract, 'tools' | 'tool_problems' | 'package_managers'> {
  /** Package managers whose versions are recorded; those of a lockfile at the root count as tools of the contract. */
  managers: { locked: string[]; all: string[] };
  /** Declared lockfiles that the repository lacks. */
  problems: string[];
}

/**
 * Materialises and verifies the snapshot of a contract, and inspects its files. Needs no sandbox.
 * @throws {UserError} if the repository is unavailable; a mismatch is a value, since it is recorded
 */
export async function inspectRepository(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  sources: SnapshotSources,
): Promise<InspectedRepository> {
  const snapshot = await materialiseSnapshot(loaded, cache, sources);
  const { tree } = snapshot;
  const [managers, files, exposed, leaks] = await Promise.all([
    listPackageManagers(loaded, tree, cache),
    digestLockfiles(loaded.contract.environment.lockfiles, tree, cache),
    findExposedFiles(loaded, tree, cache),
    findLeaksBeyondBase(loaded, tree, cache),
  ]);
  return { snapshot, managers, ...files, exposed, leaks };
}

/**
 * Prepares a contract for all its attempts: its repository and its tools.
 *
 * @param inspecting inspection of the repository that has begun; default: one that begins now
 * @throws {UserError} if the repository is unavailable; a mismatch or a missing tool is a value, since it is recorded
 */
export async function prepareContract(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  toolchain: Toolchain,
  sources: SnapshotSources,
  inspecting: Promise<InspectedRepository> = inspectRepository(loaded, cache, sources),
): Promise<PreparedContract> {
  const { managers, problems: missing, ...repository } = await inspecting;
  const [{ tools, problems }, package_managers] = await Promise.all([
    toolchain.inspect(loaded.contract, managers.locked),
    toolchain.readVersions(managers.all, loaded.contract),
  ]);
  return { ...repository, tools, package_managers, tool_problems: [...problems, ...missing] };
}

/** Computes the digests of lockfiles: path → sha256. Those that the repository lacks are problems. */
async function digestLockfiles(
  paths: readonly string[],
  tree: string,
  { store }: WorkspaceCache,
): Promise<Pick<PreparedContract, 'lockfiles'> & { problems: string[] }> {
  const lockfiles: Record<string, string> = {};
  const problems: string[] = [];
  for (const path of paths) {
    const blob = await runGit(['cat-file', 'blob', `${tree}:${path}`], { store });
    if (blob.ok) lockfiles[path] = sha256(blob.stdout);
    else problems.push(`lockfile "${path}" is not in the repository`);
  }
  return { lockfiles, problems };
}

/** Package managers that count as tools of the contract, by the lockfile at the root of the repository. */
const MANAGERS_BY_LOCKFILE: Record<string, string> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'Cargo.lock': 'cargo',
  'go.sum': 'go',
  'Gemfile.lock': 'bundle',
  'poetry.lock': 'poetry',
  'uv.lock': 'uv',
};

/** Package managers whose versions are recorded, by manifests and lockfiles in any folder of the repository. */
const MANAGERS_BY_FILE: Record<string, string> = {
  ...MANAGERS_BY_LOCKFILE,
  'package.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'Cargo.toml': 'cargo',
  'go.mod': 'go',
  Gemfile: 'bundle',
  'pyproject.toml': 'pip',
  'requirements.txt': 'pip',
  'setup.py': 'pip',
  'setup.cfg': 'pip',
  'Pipfile.lock': 'pipenv',
  'pom.xml': 'mvn',
  'build.gradle': 'gradle',
  'build.gradle.kts': 'gradle',
  'composer.json': 'composer',
};
const MANAGERS: ReadonlySet<string> = new Set(Object.values(MANAGERS_BY_FILE));

/** Lists the package managers that the files of a repository or the setup of a contract name. */
async function listPackageManagers(
  { contract }: LoadedContract,
  tree: string,
  cache: WorkspaceCache,
): Promise<InspectedRepository['managers']> {
  const paths = (await runGitOrThrow(['ls-tree', '-r', '--name-only', '-z', tree], { store: cache.store }))
    .toString()
    .split('\0');
  const words = contract.setup.flatMap(({ run }) =>
    run.split(/[\s;&|()]+/).map((word) => word.replace(/^pip3$/, 'pip')),
  );
  const names = paths.flatMap((path) => MANAGERS_BY_FILE[path.slice(path.lastIndexOf('/') + 1)] ?? []);
  const locked = paths.flatMap((path) => MANAGERS_BY_LOCKFILE[path] ?? []);
  const all = [...names, ...words.filter((word) => MANAGERS.has(word))];
  return { locked: [...new Set(locked)], all: [...new Set(all)].sort() };
}

/**
 * Codes of faults that every other contract would meet as well. Most faults of the machine are not among them: a folder
 * that may not be read and a host that does not answer concern the one repository.
 */
const MACHINE_WIDE_CODES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EIO',
  'ENOMEM',
]);

/** Returns true for a fault of the whole machine, which every other contract would meet as well. */
export function isMachineWideFault(fault: unknown): boolean {
  const { code } = (fault ?? {}) as { code?: unknown };
  return typeof code === 'string' && MACHINE_WIDE_CODES.has(code);
}

/**
 * Creates the description of a contract with an unavailable repository. Its attempts are recorded as undecided, with
 * the reason; a fault of the code ends each of them as one.
 *
 * @param fault thrown value
 */
export function createUnavailableContract(
  { contract }: Pick<LoadedContract, 'contract'>,
  fault: unknown,
  pull_request: SnapshotSources['pull_request'],
): PreparedContract {
  const { snapshot } = contract;
  const unavailable = removeUrlCredentials(formatFault(fault)).slice(0, 1000);
  const observation = { observed: '', tree: '', submodules: {}, unavailable };
  return {
    snapshot: { ...getPin(snapshot, pull_request), ...observation },
    ...omitUndefined({ defect: isCodeFault(fault) ? fault : undefined }),
    tools: {},
    package_managers: {},
    tool_problems: [],
    lockfiles: {},
    exposed: [],
    leaks: [],
  };
}

function getPin(
  snapshot: LoadedContract['contract']['snapshot'],
  pull_request: SnapshotSources['pull_request'],
): Pick<MaterialisedSnapshot, 'kind' | 'identity'> {
  if ('directory' in snapshot) return { kind: 'directory', identity: snapshot.tree };
  if ('archive' in snapshot) return { kind: 'archive', identity: snapshot.sha256 };
  if ('npm' in snapshot) return { kind: 'npm', identity: snapshot.integrity };
  if ('git' in snapshot) return { kind: 'git', identity: snapshot.commit };
  return { kind: 'pull-request', identity: pull_request?.base_sha ?? '' };
}

function formatFault(fault: unknown): string {
  if (fault instanceof UserError) return fault.message;
  const text = String((fault as Error)?.message ?? fault);
  return `the repository could not be looked at: ${fault instanceof GitError ? getFirstLine(text) : text}`;
}

/** Maximum number of lines that are searched in the repository; further ones count as leaks. */
const MAX_LINES = 200;

/**
 * Finds parts of the solution and of hidden files that agents are told. Ignores those that the repository itself
 * contains.
 */
async function findLeaksBeyondBase(
  loaded: Pick<LoadedContract, 'contract' | 'golden' | 'oracle_files' | 'oracle_folders'>,
  tree: string,
  cache: WorkspaceCache,
): Promise<Leak[]> {
  const texts = listBriefingTexts(loaded.contract);
  const unmatched = new Set<string>();
  const leaks = findLeaks(texts, loaded, (line) => {
    unmatched.add(line);
    return false;
  });
  if (unmatched.size === 0) return leaks;
  const lines = [...unmatched].slice(0, MAX_LINES);
  const search = await runGit(['grep', '-h', '-I', '-F', '-f', '-', tree, '--'], {
    store: cache.store,
    input: `${lines.join('\n')}\n`,
  });
  if (!search.ok) return leaks; // the repository contains none of them
  const base = new Set(
    search.stdout
      .toString('utf8')
      .split('\n')
      .map((line) => line.trim()),
  );
  return findLeaks(texts, loaded, (line) => base.has(line));
}
