import {
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { writeAtomically } from '../../record/atomic.js';
import { digestOf } from '../../record/canonical.js';
import type { Execution } from '../../record/events.js';
import { bytesOf } from './byte_path.js';
import { type Cache, removeTree, scratch } from './cache.js';
import { markUse, touchLayer } from './cache_uses.js';
import { gitOrThrow, INERT_ATTRIBUTES } from './git.js';
import { owner } from './owner.js';

/**
 * A layer: the snapshot after setup, frozen. Every attempt and every evaluation is an overlay on it; nobody writes to it.
 *
 * It is kept under the digest of everything that went into it, so that trials and the evaluation share one setup (K4).
 */
export interface Layer {
  digest: string;
  /** The repository after setup, with its synthetic commit in `.git`. */
  tree_path: string;
  /** Index of the snapshot as it was *before* setup: what patches apply to and are taken against. */
  index: string;
  /** The snapshot's objects and no others: all that a patch may build on. */
  objects: string;
  /** Tree id of the snapshot. */
  tree: string;
  made: LayerFacts;
}

/** What is known of how a layer was made; stored beside it. */
export interface LayerFacts {
  tree: string;
  tools: Record<string, string>;
  steps: Execution[];
  /** Every setup step ran without a network, so it can be made again anywhere. */
  replayable: boolean;
  /** Digest over path, size, mode and time of every file when it was frozen. */
  seal: string;
}

const FORMAT = 2;

/** Digest under which a layer is kept. */
export function layerDigest(inputs: {
  tree: string;
  environment: unknown;
  setup: unknown;
  sandbox_class: string;
  tools: Record<string, string>;
}): string {
  return digestOf({ format: FORMAT, owner: owner?.uid ?? 'self', ...inputs });
}

/** The layer under a digest, when it is there and as it was frozen. A damaged one is removed. */
export async function findLayer(cache: Cache, digest: string): Promise<Layer | undefined> {
  const path = join(cache.layers, digest);
  await markUse(cache.root, digest);
  if (!existsSync(path)) return undefined;
  const layer = await wholeLayer(path, digest);
  if (layer) {
    touchLayer(join(path, 'layer.json'));
    return layer;
  }
  const room = scratch(cache); // from where it goes even when we die now
  renameSync(path, join(room, 'damaged'));
  await removeTree(room);
  return undefined;
}

async function wholeLayer(path: string, digest: string): Promise<Layer | undefined> {
  const [tree_path, index, objects] = [join(path, 'tree'), join(path, 'index'), join(path, 'objects')];
  try {
    const made = JSON.parse(readFileSync(join(path, 'layer.json'), 'utf8')) as LayerFacts;
    if (!existsSync(index) || !existsSync(objects) || (await sealOf(tree_path)) !== made.seal) return undefined;
    return { digest, tree_path, index, objects, tree: made.tree, made };
  } catch {
    return undefined; // facts or files are missing or unreadable: made again like any other damage
  }
}

/** A layer in the making. Exactly one of `freeze` and `abandon` ends it. */
export interface LayerDraft {
  tree_path: string;
  freeze(facts: Omit<LayerFacts, 'seal' | 'tree'>): Promise<Layer>;
  abandon(): Promise<void>;
}

/** Writes the snapshot's files and one synthetic commit, owned by the owner of workspaces, ready for setup. */
export async function draftLayer(cache: Cache, digest: string, tree: string): Promise<LayerDraft> {
  const room = scratch(cache);
  const draft = join(room, 'layer');
  const tree_path = join(draft, 'tree');
  const index = join(draft, 'index');
  mkdirSync(tree_path, { recursive: true });
  const call = { store: cache.store, index };
  await gitOrThrow(['read-tree', tree], call);
  await gitOrThrow(['checkout-index', '--all', '--force', `--prefix=${tree_path}/`], { ...call, work_tree: tree_path });
  await writeSyntheticCommit(tree_path, tree, cache);
  await cp(join(tree_path, '.git', 'objects'), join(draft, 'objects'), { recursive: true });
  if (owner) await execa('chown', ['-R', '--no-dereference', `${owner.uid}:${owner.gid}`, tree_path]);
  return {
    tree_path,
    freeze: async (facts) => {
      const made: LayerFacts = { ...facts, tree, seal: await sealOf(tree_path) };
      writeAtomically(join(draft, 'layer.json'), JSON.stringify(made));
      const path = join(cache.layers, digest);
      await markUse(cache.root, digest);
      try {
        renameSync(draft, path);
      } catch (error) {
        // Another process froze the same layer first: theirs is as good as ours.
        if (!existsSync(join(path, 'layer.json'))) throw error;
      }
      await removeTree(room);
      const at = (name: string) => join(path, name);
      return { digest, tree_path: at('tree'), index: at('index'), objects: at('objects'), tree, made };
    },
    abandon: () => removeTree(room),
  };
}

/**
 * The agent's repository is one commit without remotes, tags, reflogs or objects of any other commit (design §3): the
 * future of the real history, and with it the answer, is not there.
 */
async function writeSyntheticCommit(tree_path: string, tree: string, cache: Cache): Promise<void> {
  const commit = (await gitOrThrow(['commit-tree', '-m', 'snapshot', tree], { store: cache.store })).toString().trim();
  const store = join(tree_path, '.git');
  await gitOrThrow(['init', '--quiet', '--initial-branch=main', '--template=', tree_path]);
  const pack = await gitOrThrow(
    ['pack-objects', '--quiet', '--revs', '--stdout', '--delta-base-offset', '--window=0'],
    { store: cache.store, input: `${commit}\n` },
  );
  await gitOrThrow(['index-pack', '--stdin', '--fix-thin'], { store, input: pack });
  await gitOrThrow(['update-ref', '--create-reflog', 'refs/heads/main', commit], { store });
  await removeTree(join(store, 'logs'));
  mkdirSync(join(store, 'info'), { recursive: true });
  writeFileSync(join(store, 'info', 'attributes'), INERT_ATTRIBUTES);
  await gitOrThrow(['read-tree', tree], { store });
  await gitOrThrow(['update-index', '-q', '--refresh'], { store, work_tree: tree_path });
  await gitOrThrow(['config', 'user.name', 'agent'], { store });
  await gitOrThrow(['config', 'user.email', 'agent@localhost'], { store });
}

/**
 * Digest over path, size, mode and modification time of every file of a tree.
 *
 * Folder by folder without awaiting each file: a tree of dependencies has tens of thousands, and a promise for each takes
 * eight times as long. Between folders others get their turn.
 */
async function sealOf(root: string): Promise<string> {
  const lines: string[] = [];
  const folders = [''];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(bytesOf(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[]) {
      const path = `${folder}${entry.name}`;
      const stat = lstatSync(bytesOf(root, path), { bigint: true });
      lines.push(`${path}\0${stat.mode}\0${entry.isDirectory() ? '' : `${stat.size}\0${stat.mtimeNs}`}`);
      if (entry.isDirectory()) folders.push(`${path}/`);
    }
    if (++seen % 100 === 0) await turn();
  }
  return digestOf(lines.sort());
}

const turn = () => new Promise((resume) => setImmediate(resume));
