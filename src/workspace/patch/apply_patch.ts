import { createHash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../../record/events/event.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { canLinkEscape, isGitAlias } from '../can_link_escape.js';
import { type IndexEntry, readIndexChanges } from '../git/read_file_changes.js';
import { type GitOptions, getFirstLine, readBlobs, readSmallBlobs, runGit, runGitOrThrow } from '../git/run_git.js';
import type { Layer } from '../layer.js';
import type { Workspace } from '../workspace.js';
import { giveToOwner, workspaceOwner } from '../workspace_owner.js';
import { removeFilesSafely, writeFileSafely } from '../write_file_safely.js';
import { findPatchHint } from './find_patch_hint.js';
import {
  findFolderFault,
  findPathFault,
  findTargetFault,
  PATH_LIMITS,
  type PatchText,
  readPatchText,
} from './patch_text.js';

/** Reason why one file of a patch is refused. */
interface PatchRefusal {
  path: string;
  line: number | null;
  rule: 'traversal' | 'git-metadata' | 'submodule' | 'symlink-escape' | 'too-large' | 'unwritable';
  reason: string;
}

/** Result of applying a patch to the pinned snapshot. No workspace is touched. */
export type PatchApplication =
  | { outcome: 'empty'; detail: string; text: PatchText; tree: string }
  | { outcome: 'applied'; detail: string; text: PatchText; tree: string; files: FileChange[]; applied: AppliedPatch }
  | { outcome: 'failed' | 'error'; detail: string; text: PatchText }
  | { outcome: 'refused'; detail: string; text: PatchText; refusals: PatchRefusal[] };

/** Patch applied to an index of its own, ready to be written into workspaces. `release` deletes its objects. */
export interface AppliedPatch {
  call: GitOptions;
  /** Paths as bytes (latin-1), as they are on disk. */
  written: string[];
  removed: string[];
  /** Entries of the index at the written paths. */
  entries: ReadonlyMap<string, IndexEntry>;
  /** Contents of the changed files before and after, by blob id; undefined if they are too large to be kept. */
  blobs: ReadonlyMap<string, Buffer> | undefined;
  release(): Promise<void>;
}

const MAX_PATCH_BYTES = 100 * 2 ** 20;
/** Bytes of changed files, before and after together, up to which an application keeps them in memory. */
const MAX_KEPT_BYTES = 2 * 2 ** 20;
/** Files up to which this process writes them itself. */
const MAX_KEPT_FILES = 500;

/** git gives up over some malformed patches by a failed assertion, which is the patch's fault and not the machine's. */
const CRASH_PATTERN = /^(BUG: |git: .*: Assertion `.*' failed)|killed with SIG(ABRT|SEGV|BUS|FPE|ILL)\b/m;

/**
 * Applies a patch to the snapshot's tree strictly: no fuzz, no three-way merge, all or nothing. git parses the patch,
 * and refusals are decided on git's result, so that no difference between two parsers can smuggle a path in.
 */
export async function applyPatch(patch: Uint8Array, layer: Layer, cache: WorkspaceCache): Promise<PatchApplication> {
  const text = readPatchText(patch.length > MAX_PATCH_BYTES ? new Uint8Array() : patch);
  if (patch.length > MAX_PATCH_BYTES) {
    return {
      outcome: 'refused',
      detail: `patch has ${patch.length} bytes, more than ${MAX_PATCH_BYTES}`,
      text,
      refusals: [{ path: '', line: null, rule: 'too-large', reason: `patch has ${patch.length} bytes` }],
    };
  }
  if (isBlank(patch)) return { outcome: 'empty', detail: 'the patch is empty', text, tree: layer.tree };

  const folder = createScratchFolder(cache);
  const index = join(folder, 'index');
  copyFileSync(layer.index, index);
  giveToOwner(index);
  const call: GitOptions = {
    store: cache.store,
    index,
    objects: createOwnedFolder(join(folder, 'objects')),
    readable_objects: layer.objects,
    as_owner: true,
  };
  const release = () => removeTree(folder);
  try {
    return await applyToIndex(patch, text, layer, { call, release });
  } catch (error) {
    await release();
    throw error;
  }
}

async function applyToIndex(
  patch: Uint8Array,
  text: PatchText,
  layer: Layer,
  { call, release }: Pick<AppliedPatch, 'call' | 'release'>,
): Promise<PatchApplication> {
  const stop = async <T>(value: T): Promise<T> => {
    await release();
    return value;
  };
  // The paths as git has read them come with it: looked at before anything walks the folders that they name.
  const result = await runGit(['apply', '--apply', '--numstat', '-z', '--cached', '--whitespace=nowarn', '-'], {
    ...call,
    input: addFinalNewline(patch),
    timeout_ms: 120_000,
  });
  if (!result.ok) {
    const listed = parseRefusals(result.stderr, text);
    // What git gave up over, where the patch says it by itself: it looks into every folder of a path.
    const paths = text.files.map(({ path }) => Buffer.from(path, 'utf8').toString('latin1'));
    const refusals = listed.length > 0 || result.exit_code === 1 ? listed : findUnwritablePaths(paths, text);
    if (refusals[0]) return stop({ outcome: 'refused', detail: refusals[0].reason, text, refusals } as const);
    const nothing = /No valid patches in input|unrecognized input/.test(result.stderr);
    const detail = nothing
      ? 'this is not a patch: no file header was found in it'
      : CRASH_PATTERN.test(result.stderr)
        ? 'git breaks off over this patch: it contradicts itself'
        : `${explainFailure(result.stderr)}${await findPatchHint(result.stderr, patch, layer.tree, call)}`;
    return stop({
      outcome:
        result.exit_code === 1 || result.exit_code === 128 || CRASH_PATTERN.test(result.stderr) ? 'failed' : 'error',
      detail,
      text,
    } as const);
  }
  const unwritable = findUnwritablePaths(parseNamedPaths(result.stdout), text);
  if (unwritable[0])
    return stop({ outcome: 'refused', detail: unwritable[0].reason, text, refusals: unwritable } as const);
  // Both only read the index.
  const [{ files, blobs, ...changes }, tree] = await Promise.all([
    readIndexChanges(layer.tree, call).then(async (found) => ({
      ...found,
      blobs: await readSmallBlobs(listBlobs(found.files), call, MAX_KEPT_BYTES),
    })),
    runGitOrThrow(['write-tree'], call).then((out) => out.toString().trim()),
  ]);
  const refusals = await findRefusals(files, blobs, call, text);
  if (refusals[0]) return stop({ outcome: 'refused', detail: refusals[0].reason, text, refusals } as const);
  if (files.length === 0) return stop({ outcome: 'empty', detail: 'the patch changes nothing', text, tree } as const);
  return { outcome: 'applied', detail: '', text, tree, files, applied: { call, ...changes, blobs, release } };
}

/** Writes an applied patch into a fresh workspace. git writes links, what is too large to be kept, and many files. */
export async function writePatch(applied: AppliedPatch, workspace: Workspace): Promise<void> {
  const { call, written: paths, removed } = applied;
  removeFilesSafely(workspace.view, removed);
  if (paths.length === 0) return;
  const kept_files = paths.length > MAX_KEPT_FILES ? [] : paths.flatMap((path) => findKeptFile(path, applied) ?? []);
  if (kept_files.length < paths.length) return checkOutFiles(paths, call, workspace);
  for (const { path, content, executable } of kept_files) writeFileSafely(workspace.view, path, content, executable);
}

/** Finds the content of a regular file that a patch writes, if it is kept. */
function findKeptFile(path: string, { entries, blobs }: AppliedPatch) {
  const { mode = '', blob = '' } = entries.get(path) ?? {};
  const content = blobs?.get(blob);
  return content && /^100(644|755)$/.test(mode) ? { path, content, executable: mode === '100755' } : undefined;
}

/** Lists the blobs of files, and of links, before and after. */
const listBlobs = (files: readonly FileChange[]): string[] =>
  files.flatMap(({ old_mode, old_blob, new_mode, new_blob }) => [
    ...(old_blob && old_mode !== SUBMODULE ? [old_blob] : []),
    ...(new_blob && new_mode !== SUBMODULE ? [new_blob] : []),
  ]);

const SUBMODULE = '160000';

/** Writes files of an index into a workspace, replacing existing entries. */
export async function checkOutFiles(paths: readonly string[], call: GitOptions, workspace: Workspace): Promise<void> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
  await runGitOrThrow(['checkout-index', '--force', '-z', '--stdin'], {
    ...call,
    work_tree: workspace.path,
    prefix: workspace.prefix,
    as_owner: workspaceOwner !== undefined,
    input,
  });
}

function isBlank(patch: Uint8Array): boolean {
  return patch.length < 4096 && Buffer.from(patch).toString('latin1').trim() === '';
}

/** Models often forget the last newline, without which git calls the patch corrupt. */
function addFinalNewline(patch: Uint8Array): Uint8Array {
  return patch.at(-1) === 0x0a ? patch : Buffer.concat([patch, Buffer.from('\n')]);
}

function parseRefusals(stderr: string, text: PatchText): PatchRefusal[] {
  const refusals: PatchRefusal[] = [];
  for (const message of stderr.split('\n')) {
    const invalid = /^error: invalid path '(.*)'$/.exec(message)?.[1];
    const linked_path = /affected file '(.*)' is beyond a symbolic link/.exec(message)?.[1];
    if (invalid !== undefined) {
      const parts = invalid.split('/');
      const git = parts.some((part) => part.toLowerCase().startsWith('.git'));
      if (!git && parts.some(isGitAlias))
        refusals.push(createRefusal(invalid, 'git-metadata', 'stands for .git', text));
      else if (git) refusals.push(createRefusal(invalid, 'git-metadata', 'is inside .git', text));
      else refusals.push(createRefusal(invalid, 'traversal', 'leads out of the repository', text));
    } else if (linked_path !== undefined)
      refusals.push(createRefusal(linked_path, 'symlink-escape', 'lies behind a symbolic link', text));
  }
  return refusals;
}

/** Characters shown of a path that is too long, so that the reason fits behind it. */
const SHOWN_CHARACTERS = 40;
/** Maximum number of refusals of one kind that are listed. */
const MAX_REFUSALS = 100;

function createRefusal(path: string, rule: PatchRefusal['rule'], description: string, text: PatchText): PatchRefusal {
  const line = text.files.find((file) => file.path === path)?.patch_line ?? null;
  const shown = path.length > PATH_LIMITS.name ? `${path.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : path;
  return { path: shown, line, rule, reason: `${JSON.stringify(shown)} ${description}` };
}

/** Parses the paths in the output of `runGit apply --numstat -z`, as bytes (latin-1): names may contain line breaks. */
const parseNamedPaths = (out: Buffer): string[] =>
  out
    .toString('latin1')
    .split('\0')
    .filter((field) => field !== '')
    .map((field) => field.slice(field.indexOf('\t', field.indexOf('\t') + 1) + 1));

/** Paths that git takes and no file system does. */
function findUnwritablePaths(paths: readonly string[], text: PatchText): PatchRefusal[] {
  const faults: PatchRefusal[] = [];
  for (const path of paths) {
    const fault = findPathFault(path);
    if (fault !== undefined) faults.push(createRefusal(decodeUtf8(path), 'unwritable', fault, text));
    if (faults.length === MAX_REFUSALS) return faults;
  }
  if (faults.length > 0) return faults;
  const crowded = findFolderFault(paths);
  if (crowded === undefined) return [];
  return [createRefusal(decodeUtf8(crowded), 'unwritable', `makes more than ${PATH_LIMITS.folders} folders`, text)];
}

const decodeUtf8 = (path: string) => Buffer.from(path, 'latin1').toString('utf8');

async function findRefusals(
  files: readonly FileChange[],
  blobs: AppliedPatch['blobs'],
  call: GitOptions,
  text: PatchText,
): Promise<PatchRefusal[]> {
  const refusals: PatchRefusal[] = [];
  const links = files.flatMap((file) => (file.new_mode === '120000' && file.new_blob ? [file.new_blob] : []));
  const targets = blobs ?? (await readBlobs(links, call));
  for (const file of files) {
    const parts = file.path.split('/');
    if (file.new_mode === SUBMODULE || file.old_mode === SUBMODULE || parts.at(-1) === '.gitmodules')
      refusals.push(createRefusal(file.path, 'submodule', 'changes a submodule', text));
    // git forbids `.git` itself; these are aliases of it on other file systems.
    else if (parts.some(isGitAlias)) refusals.push(createRefusal(file.path, 'git-metadata', 'stands for .git', text));
    else if (file.new_mode === '120000' && file.new_blob) {
      const target = targets.get(file.new_blob)!.toString('utf8');
      const fault = findTargetFault(target);
      if (fault !== undefined) refusals.push(createRefusal(file.path, 'unwritable', fault, text));
      else if (canLinkEscape(file.path, target))
        refusals.push(
          createRefusal(
            file.path,
            'symlink-escape',
            `links to ${JSON.stringify(target.slice(0, 200))}, which can lead out of the repository`,
            text,
          ),
        );
    }
  }
  return refusals;
}

/** Rewrites git's error message as one sentence that names file and hunk. */
function explainFailure(stderr: string): string {
  const failed = /error: patch failed: (.*):(\d+)\n/.exec(stderr);
  if (failed) return `hunk at ${failed[1]}:${failed[2]} does not match the snapshot`;
  const binary = /error: cannot apply binary patch to '(.*)' without full index line\n/.exec(stderr)?.[1];
  if (binary !== undefined)
    return `${binary}: the patch says that the binary file differs and holds no data: make it with git diff --binary`;
  return getFirstLine(stderr)
    .replace(/^(error|fatal): /, '')
    .replace(/ index$/, ' the snapshot');
}

/** Patches that were applied to layers, so that trials of one patch apply it once. */
export interface PatchCache {
  /** Applies a patch as `applyPatch` does. The caller releases what it applied. */
  apply(patch: Uint8Array, layer: Layer): Promise<PatchApplication>;
  /** Deletes the objects of all patches that nobody uses any more. */
  close(): Promise<void>;
}

/** Application that is kept, with the number of its users. */
interface KeptApplication {
  application: Promise<PatchApplication>;
  users: number;
  kept: boolean;
}

/** Most patches that are kept, and the size above which one is not: its objects take that much of the disk and more. */
const MAX_KEPT = 8;
const MAX_BYTES = 2 ** 20;

/** Creates an empty cache. Whatever the patch is, the same bytes on the same layer give the same application. */
export function createPatchCache(cache: WorkspaceCache): PatchCache {
  const applications = new Map<Layer, Map<string, KeptApplication>>();
  let closed = false;
  const count = () => [...applications.values()].reduce((sum, { size }) => sum + size, 0);

  async function releaseUnused(entry: KeptApplication): Promise<void> {
    if (entry.kept || entry.users > 0) return;
    const application = await entry.application.catch(() => undefined);
    if (application?.outcome === 'applied') await application.applied.release();
  }

  function dropOldest(): Promise<void> {
    for (const [layer, patches] of applications)
      for (const [digest, entry] of patches) {
        patches.delete(digest);
        if (patches.size === 0) applications.delete(layer);
        entry.kept = false;
        return releaseUnused(entry);
      }
    return Promise.resolve();
  }

  function forget(entry: KeptApplication, patches: Map<string, KeptApplication>, digest: string): void {
    entry.kept = false;
    if (patches.get(digest) === entry) patches.delete(digest);
  }

  return {
    async apply(patch, layer) {
      if (closed || patch.length > MAX_BYTES) return applyPatch(patch, layer, cache);
      const patches = applications.get(layer) ?? new Map<string, KeptApplication>();
      applications.set(layer, patches);
      const digest = createHash('sha256').update(patch).digest('hex');
      const entry = patches.get(digest) ?? { application: applyPatch(patch, layer, cache), users: 0, kept: true };
      patches.set(digest, entry);
      entry.users++;
      if (count() > MAX_KEPT) await dropOldest();
      const leave = () => {
        entry.users--;
        return releaseUnused(entry);
      };
      try {
        const application = await entry.application;
        if (application.outcome === 'error') forget(entry, patches, digest); // a fault of the machine may pass
        if (application.outcome === 'applied')
          return { ...application, applied: { ...application.applied, release: leave } };
        await leave();
        return application;
      } catch (error) {
        forget(entry, patches, digest);
        throw error;
      }
    },
    async close() {
      closed = true;
      while (count() > 0) await dropOldest();
    },
  };
}
