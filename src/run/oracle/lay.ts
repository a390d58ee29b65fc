import { lstatSync, readFileSync } from 'node:fs';
import picomatch from 'picomatch';
import type { LoadedContract, OracleFile } from '../../contract/loaded.js';
import type { Payload } from '../../record/events.js';
import { checkOut } from '../workspace/apply.js';
import { bytesOf } from '../workspace/byte_path.js';
import type { Cache } from '../workspace/cache.js';
import { gitOrThrow } from '../workspace/git.js';
import { readPatchText } from '../workspace/patch_text.js';
import { dateFiles, placeFile, removeFiles, standsAt } from '../workspace/place.js';
import type { Workspace } from '../workspace/workspace.js';
import { shadowedFrom } from './python_modules.js';
import { AUTO_LOADED, restorePackageJson } from './restore_defaults.js';
import { restoreSections } from './restore_sections.js';

/**
 * Puts the oracle over the patched workspace (K5, design §3): runner configuration and hooks back to the snapshot's, files
 * that the patch created among them removed, then the hidden files, replacing whatever the patch put there.
 *
 * @param changed paths of the patch, as bytes (latin-1): only these can differ from the snapshot
 * @returns what was laid, put back, and overwritten: evidence for the safety gate
 */
export async function layOracle(
  loaded: LoadedContract,
  changed: readonly string[],
  workspace: Workspace,
  cache: Cache,
): Promise<Payload<'oracle_laid'>> {
  const { oracle } = loaded.contract;
  const hidden = new Set(loaded.oracle_files.map((file) => bytes(file.path)));
  const folders = loaded.oracle_folders.map(bytes);
  const inFolder = (path: string) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const toRestore = matcher([...oracle.restore, ...(oracle.restore_defaults ? AUTO_LOADED : [])]);
  const restored: Payload<'oracle_laid'>['restored'] = [];
  const overwritten: string[] = [];
  const back: string[] = [];
  const blobs = await blobsOf(workspace, cache);
  const solved = new Set(readPatchText(loaded.golden ?? new Uint8Array()).files.map((file) => file.path));

  for (const path of [...changed].sort()) {
    const shown = text(path);
    if (hidden.has(path) || inFolder(path)) {
      overwritten.push(shown);
      if (!hidden.has(path)) removeFiles(workspace.view, [path]);
    } else if (toRestore(shown)) {
      const inSnapshot = blobs.has(path);
      if (inSnapshot) back.push(path);
      else removeFiles(workspace.view, [path]);
      restored.push({ path: shown, how: inSnapshot ? 'restored' : 'removed' });
    } else if (oracle.restore_defaults && !blobs.has(path) && shadowsModule(shown, loaded, solved)) {
      removeFiles(workspace.view, [path]);
      restored.push({ path: shown, how: 'removed' });
    } else if (
      oracle.restore_defaults &&
      KEYED.test(path) &&
      (await restoreKeys(path, blobs.get(path) ?? (isAbove(path, hidden) ? NONE : undefined), workspace, cache))
    ) {
      // Reported under its path, which is what the judge compares with the patch; the rest of the file stays as it is.
      restored.push({ path: shown, how: 'restored' });
    }
  }
  if (back.length > 0) await checkOut(back, { store: cache.store, index: workspace.layer.index }, workspace);
  for (const file of loaded.oracle_files) placeFile(workspace.view, bytes(file.path), file.content, file.executable);
  return { files: loaded.oracle_files.map(({ path, sha256 }) => ({ path, sha256 })), restored, overwritten };
}

/**
 * Puts back hidden files that a command of the evaluation changed, removed or replaced, so that the next one meets them as
 * the contract has them.
 *
 * @returns the paths of those files; what was created beside them, such as compiled tests, is nobody's concern
 */
export function putBackOracle(loaded: LoadedContract, workspace: Workspace): string[] {
  const changed = loaded.oracle_files.filter((file) => !isAsLaid(file, workspace));
  for (const { path, content, executable } of changed) placeFile(workspace.view, bytes(path), content, executable);
  const paths = changed.map(({ path }) => bytes(path));
  if (workspace.laid_at && paths.length > 0) dateFiles(workspace.view, paths, workspace.laid_at);
  return changed.map(({ path }) => path);
}

function isAsLaid({ path, content, executable }: OracleFile, workspace: Workspace): boolean {
  if (!standsAt(workspace.view, bytes(path))) return false;
  const target = bytesOf(workspace.view, bytes(path));
  const stat = lstatSync(target);
  const sameKind = stat.isFile() && stat.size === content.length && ((stat.mode & 0o100) !== 0) === executable;
  return sameKind && readFileSync(target).equals(content);
}

/** Contract paths are UTF-8; paths on disk travel as latin-1 bytes. */
const bytes = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
const text = (path: string) => Buffer.from(path, 'latin1').toString('utf8');

/** Globs over paths. A line break in a file name would slip through `**`, which does not cross lines. */
function matcher(patterns: string[]): (path: string) => boolean {
  const matches = picomatch(patterns, { dot: true });
  return (path) => matches(path.replace(/[\n\r\u2028\u2029]/g, '_'));
}

/** Files of which the runner's keys or sections go back, and nothing else. */
const KEYED = /(^|\/)(package\.json|pyproject\.toml|setup\.cfg)$/;

/**
 * Whether a created file would be imported in the place of a module of the standard library, by a runner that starts at the root or by
 * a test beside it. Where the task itself asks for such a file the reference solution has it.
 */
function shadowsModule(path: string, { oracle_files, contract }: LoadedContract, solved: ReadonlySet<string>): boolean {
  const folder = shadowedFrom(path);
  if (folder === undefined || solved.has(path)) return false;
  const python =
    oracle_files.some((file) => file.path.endsWith('.py')) ||
    contract.acceptance.some((check) => /\b(python[\d.]*|pytest|tox|nox|unittest)\b/.test(check.run));
  return python && (folder === '' || oracle_files.some((file) => file.path.startsWith(`${folder}/`)));
}

/** Whether such a file lies in a folder above a hidden file, and so is in force for it. */
function isAbove(path: string, hidden: ReadonlySet<string>): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [...hidden].some((file) => file.startsWith(folder));
}

/** Blobs of the snapshot by path, all in one go: a patch may name a hundred thousand files. */
async function blobsOf(workspace: Workspace, cache: Cache): Promise<Map<string, string>> {
  const out = await gitOrThrow(['ls-files', '--stage', '-z'], { store: cache.store, index: workspace.layer.index });
  const lines = out.toString('latin1').split('\0').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(' ', 2)[1]!]));
}

/** Instead of a blob: the snapshot has no such file there, so none of the runner's keys. */
const NONE = 'none';

async function restoreKeys(
  path: string,
  blob: string | undefined,
  workspace: Workspace,
  cache: Cache,
): Promise<boolean> {
  if (!blob || !standsAt(workspace.view, path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isPackage = name === 'package.json';
  const nothing = isPackage ? '{}' : '';
  const snapshot =
    blob === NONE ? nothing : (await gitOrThrow(['cat-file', 'blob', blob], { store: cache.store })).toString('utf8');
  const target = bytesOf(workspace.view, path);
  // A link or a folder in its place is no such file: the snapshot's comes back.
  const patched = lstatSync(target).isFile() ? readFileSync(target, 'utf8') : '';
  const whole = isPackage
    ? restorePackageJson(patched, snapshot)
    : lstatSync(target).isFile()
      ? restoreSections(name, patched, snapshot)
      : snapshot;
  if (whole === undefined) return false;
  placeFile(workspace.view, path, Buffer.from(whole), false);
  return true;
}
