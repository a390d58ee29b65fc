import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { escapeLogLine as safe } from '../../../publish/text/escape_text.js';
import { createSandboxEnvironment } from '../../../run/attempt/setup/create_session_options.js';
import { readWrittenContract } from '../../../run/contract_files/read_contract.js';
import { getLockPath } from '../../../run/contract_files/read_proof.js';
import { AUTO_LOADED_FILES } from '../../../run/oracle/restore_package_json.js';
import { SYSTEM_PATH } from '../../../system/find_program.js';
import { writeAtomically } from '../../../system/write_atomically.js';
import {
  createScratchFolder,
  getDefaultCachePath,
  openCache,
  removeTree,
  type WorkspaceCache,
} from '../../../workspace/cache/workspace_cache.js';
import { readBlobs, runGitOrThrow } from '../../../workspace/git/run_git.js';
import { materialiseSnapshot } from '../../../workspace/snapshot/materialise_snapshot.js';
import type { CommandContext } from '../../io/command_context.js';
import { readContracts } from '../../study/read_contracts.js';
import { createHarborFolder, findExportObstacle, type TaskFile } from './create_harbor_folder.js';

/** Options of `export harbor`. */
export interface HarborExportOptions {
  contracts: readonly string[];
  /** Output folder; a task is a folder in it. */
  out: string;
  /** Folders with mirrors of repositories. */
  repos: readonly string[];
  cache?: string | undefined;
  /** Base image in place of the usual one. */
  image?: string | undefined;
}

/**
 * Exports contracts as tasks of Harbor, each with its repository, hidden tests, verifier and solution.
 *
 * @returns 0 if all were exported, 1 if some cannot be
 * @throws {UserError} if a contract cannot be read, or a folder of the output is not empty
 */
export async function exportHarbor(options: HarborExportOptions, out: CommandContext, cwd: string): Promise<0 | 1> {
  const contracts = readContracts(options.contracts, cwd);
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const occupied = contracts
    .map(({ contract }) => join(options.out, contract.id))
    .find((path) => isOccupied(path, cwd));
  if (occupied !== undefined)
    throw new UserError(`${occupied} is not empty`, 'Remove it, or name another folder with --out.');
  const progress = contracts.length > 1 ? out.progress?.begin('export') : undefined;
  let exported = 0;
  try {
    for (const [index, loaded] of contracts.entries()) {
      if (out.signal.aborted) break;
      progress?.update({ text: loaded.contract.id, done: index, of: contracts.length });
      try {
        const obstacle = findExportObstacle(loaded);
        if (obstacle !== undefined) throw new UserError(`${loaded.shown}: not exported: ${obstacle}`);
        const notes = await exportContract(loaded, options, cache, { cwd, signal: out.signal });
        exported++;
        out.log(`${safe(join(options.out, loaded.contract.id))}${loaded.proof ? '' : ': not proven'}`);
        for (const note of notes) out.log(`  ${safe(note)}`);
      } catch (error) {
        // One that cannot be had says nothing about the others.
        if (!(error instanceof UserError) || out.signal.aborted) throw error;
        for (const line of error.text.split('\n')) out.error(safe(line));
      }
    }
  } finally {
    progress?.end();
  }
  return exported === contracts.length ? 0 : 1;
}

/** Where the build puts the program that verifies: beside the engine. From sources that of the last build is taken. */
const PLACES = ['./verify.cjs', '../../../../dist/engine/verify.cjs'];

/** Reads the program that verifies in containers. @throws {UserError} if it was not built */
function readVerifier(): Buffer {
  const place = PLACES.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url));
  if (place === undefined) throw new UserError('verify.cjs is not beside the engine', 'Build it: npm run build.');
  return readFileSync(place);
}

function isOccupied(path: string, cwd: string): boolean {
  const folder = resolve(cwd, path);
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Writes the folder of one task. Returns what a reader has to know. */
async function exportContract(
  loaded: LoadedContract,
  { out, repos, image }: HarborExportOptions,
  cache: WorkspaceCache,
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<string[]> {
  const { contract } = loaded;
  const { tree, observed, identity } = await materialiseSnapshot(loaded, cache, {
    repos: repos.map((repo) => resolve(cwd, repo)),
    signal,
  });
  if (observed !== identity)
    throw new UserError(`${loaded.shown}: the snapshot is pinned to ${identity}, found ${observed}`);
  const patterns = [...contract.oracle.restore, ...(contract.oracle.restore_defaults ? AUTO_LOADED_FILES : [])];
  const { files, notes } = createHarborFolder({
    ...{ loaded, tree, image },
    verifier: readVerifier(),
    written: readWrittenContract(loaded, cwd),
    variables: createVariables(loaded),
    restored: await readRestoredFiles(tree, patterns, cache),
    removed: patterns.map((pattern) => picomatch.makeRe(pattern, { dot: true }).source),
    versions: readProvenVersions(loaded),
  });
  const folder = resolve(cwd, out, contract.id);
  await writeRepository(tree, join(folder, 'environment', 'repo'), cache);
  for (const [path, { content, executable }] of files) writeTaskFile(join(folder, path), content, executable);
  return notes;
}

/** Creates the variables of checks. PATH is that of the container, unless the contract sets its own. */
function createVariables({ contract }: LoadedContract): Record<string, string> {
  const { PATH: _, ...variables } = createSandboxEnvironment(contract, SYSTEM_PATH, contract.environment.seed);
  const { PATH } = contract.environment.variables;
  return PATH === undefined ? variables : { ...variables, PATH };
}

/** Reads the files of a tree that are put back before tests. */
async function readRestoredFiles(
  tree: string,
  patterns: readonly string[],
  { store }: WorkspaceCache,
): Promise<Map<string, TaskFile>> {
  const matches = picomatch([...patterns], { dot: true });
  const list = (await runGitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store })).toString('utf8');
  const entries = list.split('\0').flatMap((line) => {
    const [, mode = '', blob = '', path = ''] = /^(100\d{3}) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return path !== '' && matches(path) ? [{ mode, blob, path }] : [];
  });
  const blobs = await readBlobs(
    entries.map(({ blob }) => blob),
    { store },
  );
  return new Map(
    entries.map(({ mode, blob, path }) => [path, { content: blobs.get(blob)!, executable: mode === '100755' }]),
  );
}

/** Writes the files of a tree into a folder, with their links and modes. */
async function writeRepository(tree: string, folder: string, cache: WorkspaceCache): Promise<void> {
  const scratch = createScratchFolder(cache);
  mkdirSync(folder, { recursive: true });
  try {
    const call = { store: cache.store, index: join(scratch, 'index'), work_tree: folder };
    await runGitOrThrow(['read-tree', tree], call);
    await runGitOrThrow(['checkout-index', '--all', '--force'], call);
  } finally {
    await removeTree(scratch);
  }
}

function writeTaskFile(path: string, content: Uint8Array, executable: boolean): void {
  mkdirSync(dirname(path), { recursive: true });
  writeAtomically(path, content);
  if (executable) chmodSync(path, 0o755);
}

/** Reads the versions of the tools with which a contract was proven. Absent = it is not. */
function readProvenVersions(loaded: LoadedContract): Record<string, string> {
  if (loaded.proof === undefined) return {};
  return (JSON.parse(readFileSync(getLockPath(loaded), 'utf8')) as { tools: Record<string, string> }).tools;
}
