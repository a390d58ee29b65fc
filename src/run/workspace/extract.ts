import { chmodSync, copyFileSync, type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../../record/events.js';
import { bytesOf } from './byte_path.js';
import { type Cache, ownedFolder } from './cache.js';
import { changesOf } from './changes.js';
import { type GitCall, git, gitOrThrow } from './git.js';
import type { Layer } from './layer.js';
import { giveToOwner } from './owner.js';
import { readFileChanges } from './raw_diff.js';
import { lstat, trackedPaths, travelling, treeWith } from './travelling.js';
import type { Workspace } from './workspace.js';

/** The change Δ that an agent made, as a patch against the snapshot. */
export interface Extraction {
  /** Binary-safe git diff; empty when nothing changed. */
  patch: Buffer;
  /** Tree id of the snapshot with the patch: applying it elsewhere must give the same. */
  tree: string;
  files: FileChange[];
  /** Where the objects of the change are, for as long as the workspace is. */
  call: GitCall;
  /** Changes that do not travel, with the reason in front of the path. */
  ignored: { count: number; sample: string[] };
  /** Files of these that would travel if they were not too large. */
  left_out: { count: number; sample: string[] };
}

/**
 * Takes the patch out of a workspace whose processes are all gone (design §3, step 5).
 *
 * Taken are changes to tracked files, and new files that the repository's ignore rules do not exclude. Never taken are
 * `.git`, repositories inside the repository, sockets and devices, and what setup had made. The agent's own `.git` is not
 * even read: index, objects and attributes are ours.
 */
export async function extractPatch(workspace: Workspace, cache: Cache): Promise<Extraction> {
  const { layer, room } = workspace;
  const { tree, ignored, left_out, call } = await extractTree(workspace, cache);
  const patch = tree === layer.tree ? Buffer.alloc(0) : await writePatchText(tree, layer, call, room);
  const files = tree === layer.tree ? [] : await readFileChanges(layer.tree, call);
  return { patch, tree, files, call, ignored, left_out };
}

/**
 * Takes the tree alone.
 *
 * @param objects where its objects go; default: a folder of the workspace
 */
export async function extractTree(
  workspace: Workspace,
  cache: Cache,
  objects = ownedFolder(join(workspace.room, 'extraction.objects')),
): Promise<Pick<Extraction, 'tree' | 'ignored' | 'left_out' | 'call'>> {
  const { layer, room } = workspace;
  const index = join(room, 'extraction.index');
  copyFileSync(layer.index, index);
  giveToOwner(index);
  const outside = { store: cache.store, objects, known: layer.objects, index };
  const inside = { ...outside, work_tree: workspace.path, prefix: workspace.prefix, as_owner: true };

  openUp(workspace);
  const tracked = await trackedPaths(outside);
  const changes = await travelling(workspace, changesOf(workspace), tracked, inside, true);
  const tree = await treeWith(changes, inside);
  return {
    tree,
    call: outside,
    ignored: sampleOf(changes.ignored),
    left_out: sampleOf(changes.left_out),
  };
}

const sampleOf = (lines: readonly string[]) => ({
  count: lines.length,
  sample: lines.slice(0, 20).map((text) => Buffer.from(text, 'latin1').toString('utf8')),
});

/**
 * The difference as a patch that is known to apply. Renames make it shorter, but git cannot apply every one that it
 * writes (a link that moves into a folder of its own name); then it is written without them.
 */
async function writePatchText(tree: string, layer: Layer, call: GitCall, room: string): Promise<Buffer> {
  for (const renames of ['--find-renames', '--no-renames']) {
    const text = await gitOrThrow(
      [
        'diff-index',
        '--cached',
        '--binary',
        '--full-index',
        renames,
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        '--patch',
        layer.tree,
      ],
      call,
    );
    const patch = quoteHeaders(text);
    const index = join(room, 'round-trip.index');
    copyFileSync(layer.index, index);
    giveToOwner(index);
    const again = { ...call, index, as_owner: true };
    const applied = await git(['apply', '--cached', '--whitespace=nowarn', '-'], { ...again, input: patch });
    if (applied.ok && (await gitOrThrow(['write-tree'], again)).toString().trim() === tree) return patch;
  }
  throw new Error('the change cannot be written as a patch that applies');
}

/**
 * git writes the header of an empty file below a folder whose name ends in a space so that git itself cannot read it back.
 * Quoted, it can.
 */
function quoteHeaders(patch: Buffer): Buffer {
  if (!patch.includes(' /')) return patch;
  const lines = patch.toString('latin1').split('\n');
  const quoted = lines.map((line) => {
    if (!line.startsWith('diff --git a/') || line.includes('"') || !line.includes(' /')) return line;
    const names = line.slice('diff --git '.length);
    const half = (names.length - 1) / 2;
    const [from, to] = [names.slice(0, half), names.slice(half + 1)];
    return from.slice(2) === to.slice(2) ? `diff --git "${from}" "${to}"` : line;
  });
  return Buffer.from(quoted.join('\n'), 'latin1');
}

/** Gives back the owner's permissions on folders that a command took away: what cannot be read would be lost, or stop us. */
function openUp({ view, upper }: Workspace): void {
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const stat = lstat(view, folder);
    if (stat?.isDirectory() && (stat.mode & 0o700) !== 0o700) chmodSync(bytesOf(view, folder), stat.mode | 0o700);
    for (const entry of subfolders(upper ?? view, folder)) pending.push(folder ? `${folder}/${entry}` : entry);
  }
}

function subfolders(root: string, folder: string): string[] {
  try {
    const found = readdirSync(bytesOf(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[];
    return found.filter((entry) => entry.isDirectory()).map((entry) => entry.name as string);
  } catch {
    return []; // too deep for a path: it cannot be in a patch either
  }
}
