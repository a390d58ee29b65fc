import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createOwnedFolder, openCache, type WorkspaceCache } from '../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../src/workspace/history/create_broken_tree.js';
import { computeLayerDigest, type Layer, openLayerDraft } from '../src/workspace/layer.js';
import { workspaceOwner } from '../src/workspace/workspace_owner.js';

/** A file of a test repository: its content, or what it links to. */
export type GivenFile = string | Uint8Array | { link: string } | { content: string | Uint8Array; executable: true };
export type GivenFiles = Record<string, GivenFile>;

const rooms: string[] = [];

/** A temporary folder that the sandbox's user can reach, removed by `cleanUp`. */
export function givenRoom(): string {
  const room = mkdtempSync(join(process.env.GATEBENCH_TEST_FOLDER ?? '/var/tmp', 'gatebench-test-'));
  chmodSync(room, 0o755);
  rooms.push(room);
  return room;
}

export async function cleanUp(): Promise<void> {
  for (const room of rooms.splice(0)) await rm(room, { recursive: true, force: true });
}

export function givenCache(): Promise<WorkspaceCache> {
  return openCache(join(givenRoom(), 'cache'));
}

/** Writes files below a folder. Names are latin-1 strings, one character per byte. */
export function write(root: string, files: GivenFiles): string {
  mkdirSync(root, { recursive: true });
  for (const [name, file] of Object.entries(files)) {
    const path = Buffer.from(join(root, name), 'latin1');
    mkdirSync(Buffer.from(dirname(join(root, name)), 'latin1'), { recursive: true });
    if (typeof file === 'object' && 'link' in file) symlinkSync(file.link, path);
    else {
      const executable = typeof file === 'object' && 'executable' in file;
      writeFileSync(path, executable ? file.content : (file as string));
      chmodSync(path, executable ? 0o755 : 0o644);
    }
  }
  return root;
}

export function givenRepository(files: GivenFiles): string {
  return write(join(givenRoom(), 'repo'), files);
}

/** A frozen layer of these files, with `setup` products beside them. */
export async function givenLayer(cache: WorkspaceCache, files: GivenFiles, setup: GivenFiles = {}): Promise<Layer> {
  const tree = await computeFolderTree(givenRepository(files), cache);
  const digest = computeLayerDigest({
    tree,
    environment: {},
    setup: Object.keys(setup),
    sandbox_class: 'test',
    tools: {},
  });
  const draft = await openLayerDraft(cache, digest, tree);
  write(draft.tree_path, setup);
  // As if the sandbox's user had run a setup.
  if (workspaceOwner)
    execFileSync('chown', ['-R', '-h', `${workspaceOwner.uid}:${workspaceOwner.gid}`, draft.tree_path]);
  const layer = await draft.freeze({ tools: {}, steps: [], replayable: true });
  createOwnedFolder(layer.tree_path);
  return layer;
}
