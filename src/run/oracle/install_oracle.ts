import { lstatSync, readFileSync } from 'node:fs';
import picomatch from 'picomatch';
import type { LoadedContract, OracleFile } from '../../contract/loaded_contract.js';
import type { EventPayload } from '../../record/events/event.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow, toBytePath } from '../../workspace/git/run_git.js';
import { listLayerFiles } from '../../workspace/layer.js';
import { checkOutFiles } from '../../workspace/patch/apply_patch.js';
import { readPatchText } from '../../workspace/patch/patch_text.js';
import type { Workspace } from '../../workspace/workspace.js';
import {
  existsWithoutSymlinks,
  removeFilesSafely,
  setModificationTimes,
  writeFileSafely,
} from '../../workspace/write_file_safely.js';
import { findShadowingFolder } from './find_shadowing_folder.js';
import { AUTO_LOADED_FILES, restorePackageJson } from './restore_package_json.js';
import { restoreSections } from './restore_sections.js';

/**
 * Installs the oracle in the patched workspace (requirement K5).
 *
 * Runner configuration and hooks are restored from the snapshot and those that the patch created removed. Then the
 * hidden files replace whatever the patch put at their places.
 *
 * @param changed paths of the patch as bytes (latin-1): only these can differ from the snapshot
 * @returns installed, restored and overwritten files: evidence for the safety gate
 */
export async function installOracle(
  loaded: LoadedContract,
  changed: readonly string[],
  workspace: Workspace,
  cache: WorkspaceCache,
): Promise<EventPayload<'oracle_laid'>> {
  const { oracle } = loaded.contract;
  const hidden = new Set(loaded.oracle_files.map((file) => toByteString(file.path)));
  const folders = loaded.oracle_folders.map(toByteString);
  const inFolder = (path: string) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const toRestore = createPathMatcher([...oracle.restore, ...(oracle.restore_defaults ? AUTO_LOADED_FILES : [])]);
  const restored: EventPayload<'oracle_laid'>['restored'] = [];
  const overwritten: string[] = [];
  const back: string[] = [];
  const blobs = await listLayerFiles(workspace.layer, cache);
  const solved = new Set(readPatchText(loaded.golden ?? new Uint8Array()).files.map((file) => file.path));

  for (const path of [...changed].sort()) {
    const shown = toText(path);
    if (hidden.has(path) || inFolder(path)) {
      overwritten.push(shown);
      if (!hidden.has(path)) removeFilesSafely(workspace.view, [path]);
    } else if (toRestore(shown)) {
      const inSnapshot = blobs.has(path);
      if (inSnapshot) back.push(path);
      else removeFilesSafely(workspace.view, [path]);
      restored.push({ path: shown, how: inSnapshot ? 'restored' : 'removed' });
    } else if (oracle.restore_defaults && !blobs.has(path) && isShadowingModule(shown, loaded, solved)) {
      removeFilesSafely(workspace.view, [path]);
      restored.push({ path: shown, how: 'removed' });
    } else if (
      oracle.restore_defaults &&
      KEYED_FILE.test(path) &&
      (await restoreRunnerKeys(
        path,
        blobs.get(path) ?? (isAboveHiddenFile(path, hidden) ? NO_BLOB : undefined),
        workspace,
        cache,
      ))
    ) {
      // Reported under its path, which the judge compares with the patch. The rest of the file stays.
      restored.push({ path: shown, how: 'restored' });
    }
  }
  if (back.length > 0) await checkOutFiles(back, { store: cache.store, index: workspace.layer.index }, workspace);
  for (const file of loaded.oracle_files)
    writeFileSafely(workspace.view, toByteString(file.path), file.content, file.executable);
  return { files: loaded.oracle_files.map(({ path, sha256 }) => ({ path, sha256 })), restored, overwritten };
}

/**
 * Restores hidden files that a command of the evaluation changed, removed or replaced.
 *
 * @returns the paths of those files; new files beside them, such as compiled tests, are ignored
 */
export function restoreOracle(loaded: LoadedContract, workspace: Workspace): string[] {
  const changed = loaded.oracle_files.filter((file) => !isAsInstalled(file, workspace));
  for (const { path, content, executable } of changed)
    writeFileSafely(workspace.view, toByteString(path), content, executable);
  const paths = changed.map(({ path }) => toByteString(path));
  if (workspace.oracle_mtime && paths.length > 0) setModificationTimes(workspace.view, paths, workspace.oracle_mtime);
  return changed.map(({ path }) => path);
}

function isAsInstalled({ path, content, executable }: OracleFile, workspace: Workspace): boolean {
  if (!existsWithoutSymlinks(workspace.view, toByteString(path))) return false;
  const target = toBytePath(workspace.view, toByteString(path));
  const stat = lstatSync(target);
  const sameKind = stat.isFile() && stat.size === content.length && ((stat.mode & 0o100) !== 0) === executable;
  return sameKind && readFileSync(target).equals(content);
}

/** Contract paths are UTF-8; paths on disk are handled as latin-1 bytes. */
const toByteString = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
const toText = (path: string) => Buffer.from(path, 'latin1').toString('utf8');

/** Creates a matcher of globs over paths. `**` does not match line breaks, so they are replaced beforehand. */
function createPathMatcher(patterns: string[]): (path: string) => boolean {
  const matches = picomatch(patterns, { dot: true });
  return (path) => matches(path.replace(/[\n\r\u2028\u2029]/g, '_'));
}

/** Files of which only the runner's keys or sections are restored. */
const KEYED_FILE = /(^|\/)(package\.json|pyproject\.toml|setup\.cfg)$/;

/**
 * Tells whether a created file would be imported instead of a module of the standard library.
 *
 * This concerns runners that start at the root and tests beside the file. If the task asks for such a file, the
 * reference solution has it.
 */
function isShadowingModule(
  path: string,
  { oracle_files, contract }: LoadedContract,
  solved: ReadonlySet<string>,
): boolean {
  const folder = findShadowingFolder(path);
  if (folder === undefined || solved.has(path)) return false;
  const python =
    oracle_files.some((file) => file.path.endsWith('.py')) ||
    contract.acceptance.some((check) => /\b(python[\d.]*|pytest|tox|nox|unittest)\b/.test(check.run));
  return python && (folder === '' || oracle_files.some((file) => file.path.startsWith(`${folder}/`)));
}

/** Tells whether a configuration file lies in a folder above a hidden file, and so applies to it. */
function isAboveHiddenFile(path: string, hidden: ReadonlySet<string>): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [...hidden].some((file) => file.startsWith(folder));
}

/** Placeholder of a blob: the snapshot has no such file, and so none of the runner's keys. */
const NO_BLOB = 'none';

async function restoreRunnerKeys(
  path: string,
  blob: string | undefined,
  workspace: Workspace,
  cache: WorkspaceCache,
): Promise<boolean> {
  if (!blob || !existsWithoutSymlinks(workspace.view, path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isPackage = name === 'package.json';
  const nothing = isPackage ? '{}' : '';
  const snapshot =
    blob === NO_BLOB
      ? nothing
      : (await runGitOrThrow(['cat-file', 'blob', blob], { store: cache.store })).toString('utf8');
  const target = toBytePath(workspace.view, path);
  // A link or folder in its place is replaced by the snapshot's file.
  const patched = lstatSync(target).isFile() ? readFileSync(target, 'utf8') : '';
  const whole = isPackage
    ? restorePackageJson(patched, snapshot)
    : lstatSync(target).isFile()
      ? restoreSections(name, patched, snapshot)
      : snapshot;
  if (whole === undefined) return false;
  writeFileSafely(workspace.view, path, Buffer.from(whole), false);
  return true;
}
