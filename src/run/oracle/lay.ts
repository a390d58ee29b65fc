import { readFileSync } from 'node:fs';
import picomatch from 'picomatch';
import type { LoadedContract } from '../../contract/loaded.js';
import type { FileChange, Payload } from '../../record/events.js';
import { checkOut } from '../workspace/apply.js';
import { bytesOf } from '../workspace/byte_path.js';
import type { Cache } from '../workspace/cache.js';
import { gitOrThrow } from '../workspace/git.js';
import { placeFile, removeFiles, standsAt } from '../workspace/place.js';
import type { Workspace } from '../workspace/workspace.js';
import { AUTO_LOADED, restorePackageJson } from './restore_defaults.js';

/**
 * Puts the oracle over the patched workspace (K5, design §3): runner configuration and hooks back to the snapshot's, files
 * that the patch created among them removed, then the hidden files, replacing whatever the patch put there.
 *
 * @param changed the files of the patch: only these can differ from the snapshot
 * @returns what was laid, put back, and overwritten: evidence for the safety gate
 */
export async function layOracle(
  loaded: LoadedContract,
  changed: readonly FileChange[],
  workspace: Workspace,
  cache: Cache,
): Promise<Payload<'oracle_laid'>> {
  const { oracle } = loaded.contract;
  const hidden = new Set(loaded.oracle_files.map((file) => file.path));
  const inFolder = (path: string) =>
    loaded.oracle_folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const toRestore = picomatch([...oracle.restore, ...(oracle.restore_defaults ? AUTO_LOADED : [])], { dot: true });
  const restored: Payload<'oracle_laid'>['restored'] = [];
  const overwritten: string[] = [];
  const back: string[] = [];

  for (const path of pathsOf(changed)) {
    if (hidden.has(path) || inFolder(path)) {
      overwritten.push(path);
      if (!hidden.has(path)) removeFiles(workspace.view, [bytes(path)]);
    } else if (toRestore(path)) {
      const inSnapshot = await blobOf(path, workspace, cache);
      if (inSnapshot) back.push(bytes(path));
      else removeFiles(workspace.view, [bytes(path)]);
      restored.push({ path, how: inSnapshot ? 'restored' : 'removed' });
    } else if (
      oracle.restore_defaults &&
      /(^|\/)package\.json$/.test(path) &&
      (await restoreKeys(path, workspace, cache))
    ) {
      // Reported under its path, which is what the judge compares with the patch; the rest of the file stays as it is.
      restored.push({ path, how: 'restored' });
    }
  }
  if (back.length > 0) await checkOut(back, { store: cache.store, index: workspace.layer.index }, workspace);
  for (const file of loaded.oracle_files) placeFile(workspace.view, bytes(file.path), file.content, file.executable);
  return { files: loaded.oracle_files.map(({ path, sha256 }) => ({ path, sha256 })), restored, overwritten };
}

/** Contract paths are UTF-8; paths on disk travel as latin-1 bytes. */
const bytes = (path: string) => Buffer.from(path, 'utf8').toString('latin1');

function* pathsOf(changed: readonly FileChange[]): Generator<string> {
  for (const file of changed) {
    yield file.path;
    if (file.old_path && file.change === 'renamed') yield file.old_path;
  }
}

async function blobOf(path: string, workspace: Workspace, cache: Cache): Promise<string | undefined> {
  const out = await gitOrThrow(['ls-files', '--stage', '-z', '--', `:(literal)${path}`], {
    store: cache.store,
    index: workspace.layer.index,
  });
  return /^\d+ ([0-9a-f]+) /.exec(out.toString('latin1'))?.[1];
}

async function restoreKeys(path: string, workspace: Workspace, cache: Cache): Promise<boolean> {
  const blob = await blobOf(path, workspace, cache);
  if (!blob || !standsAt(workspace.view, bytes(path))) return false;
  const snapshot = (await gitOrThrow(['cat-file', 'blob', blob], { store: cache.store })).toString('utf8');
  const text = restorePackageJson(readFileSync(bytesOf(workspace.view, bytes(path)), 'utf8'), snapshot);
  if (text === undefined) return false;
  placeFile(workspace.view, bytes(path), Buffer.from(text), false);
  return true;
}
