import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../../record/events.js';
import { type Cache, ownedFolder, removeTree, scratch } from './cache.js';
import { firstLine, type GitCall, git, gitOrThrow } from './git.js';
import type { Layer } from './layer.js';
import { linkEscapes } from './links.js';
import { giveToOwner, owner } from './owner.js';
import { patchHint } from './patch_hint.js';
import { type PatchText, readPatchText } from './patch_text.js';
import { findFolderFault, findPathFault, findTargetFault, PATH_LIMITS } from './path_limits.js';
import { removeFiles } from './place.js';
import { readFileChanges } from './raw_diff.js';
import type { Workspace } from './workspace.js';

export interface Refusal {
  path: string;
  line: number | null;
  rule: 'traversal' | 'git-metadata' | 'submodule' | 'symlink-escape' | 'too-large' | 'unwritable';
  reason: string;
}

/** What became of a patch against the pinned snapshot; no file of a workspace is touched to find out (G1). */
export type Application =
  | { outcome: 'empty'; detail: string; text: PatchText; tree: string }
  | { outcome: 'applied'; detail: string; text: PatchText; tree: string; files: FileChange[]; applied: AppliedPatch }
  | { outcome: 'failed' | 'error'; detail: string; text: PatchText }
  | { outcome: 'refused'; detail: string; text: PatchText; refusals: Refusal[] };

/** A patch applied to an index of its own, ready to be written into workspaces. `release` drops its objects. */
export interface AppliedPatch {
  call: GitCall;
  /** Paths as bytes (latin-1), as they are on disk. */
  written: string[];
  removed: string[];
  release(): Promise<void>;
}

const MAX_PATCH = 100 * 2 ** 20;

/** git gives up over some malformed patches by a failed assertion, which is the patch's fault and not the machine's. */
const CRASHED = /^(BUG: |git: .*: Assertion `.*' failed)|killed with SIG(ABRT|SEGV|BUS|FPE|ILL)\b/m;

/**
 * Applies a patch to the snapshot's tree, strictly: no fuzz, no three-way guess, no half of it.
 *
 * git parses the patch, and what is refused is decided over what git made of it, so that no difference between two
 * parsers can be used to smuggle a path past us.
 */
export async function applyPatch(patch: Uint8Array, layer: Layer, cache: Cache): Promise<Application> {
  const text = readPatchText(patch.length > MAX_PATCH ? new Uint8Array() : patch);
  if (patch.length > MAX_PATCH) {
    return {
      outcome: 'refused',
      detail: `patch has ${patch.length} bytes, more than ${MAX_PATCH}`,
      text,
      refusals: [{ path: '', line: null, rule: 'too-large', reason: `patch has ${patch.length} bytes` }],
    };
  }
  if (isBlank(patch)) return { outcome: 'empty', detail: 'the patch is empty', text, tree: layer.tree };

  const room = scratch(cache);
  const index = join(room, 'index');
  copyFileSync(layer.index, index);
  giveToOwner(index);
  const call: GitCall = {
    store: cache.store,
    index,
    objects: ownedFolder(join(room, 'objects')),
    known: layer.objects,
    as_owner: true,
  };
  const release = () => removeTree(room);
  const stop = async <T>(value: T): Promise<T> => {
    await release();
    return value;
  };
  // The paths as git has read them come with it: looked at before anything walks the folders that they name.
  const result = await git(['apply', '--apply', '--numstat', '-z', '--cached', '--whitespace=nowarn', '-'], {
    ...call,
    input: withFinalNewline(patch),
    timeout_ms: 120_000,
  });
  if (!result.ok) {
    const told = refusalsOf(result.stderr, text);
    // What git gave up over, where the patch says it by itself: it looks into every folder of a path.
    const named = text.files.map(({ path }) => Buffer.from(path, 'utf8').toString('latin1'));
    const refusals = told.length > 0 || result.exit_code === 1 ? told : unwritablePaths(named, text);
    if (refusals.length > 0) return stop({ outcome: 'refused', detail: refusals[0]!.reason, text, refusals } as const);
    const nothing = /No valid patches in input|unrecognized input/.test(result.stderr);
    const detail = nothing
      ? 'this is not a patch: no file header was found in it'
      : CRASHED.test(result.stderr)
        ? 'git breaks off over this patch: it contradicts itself'
        : `${explain(result.stderr)}${await patchHint(result.stderr, patch, layer.tree, call)}`;
    return stop({
      outcome: result.exit_code === 1 || result.exit_code === 128 || CRASHED.test(result.stderr) ? 'failed' : 'error',
      detail,
      text,
    } as const);
  }
  const unwritable = unwritablePaths(namedPaths(result.stdout), text);
  if (unwritable.length > 0)
    return stop({ outcome: 'refused', detail: unwritable[0]!.reason, text, refusals: unwritable } as const);
  const files = await readFileChanges(layer.tree, call);
  const refusals = await refuse(files, call, text);
  if (refusals.length > 0) return stop({ outcome: 'refused', detail: refusals[0]!.reason, text, refusals } as const);
  const tree = (await gitOrThrow(['write-tree'], call)).toString().trim();
  if (files.length === 0) return stop({ outcome: 'empty', detail: 'the patch changes nothing', text, tree } as const);
  const names = (await gitOrThrow(['diff-index', '--cached', '--name-status', '-z', '--no-renames', layer.tree], call))
    .toString('latin1')
    .split('\0');
  const written: string[] = [];
  const removed: string[] = [];
  for (let i = 0; i + 1 < names.length; i += 2) (names[i] === 'D' ? removed : written).push(names[i + 1]!);
  return { outcome: 'applied', detail: '', text, tree, files, applied: { call, written, removed, release } };
}

/** Writes an applied patch into a fresh workspace. */
export async function writePatch({ call, written, removed }: AppliedPatch, workspace: Workspace): Promise<void> {
  removeFiles(workspace.view, removed);
  if (written.length === 0) return;
  await checkOut(written, call, workspace);
}

/** Writes files of an index into a workspace, replacing whatever is in the way. */
export async function checkOut(paths: readonly string[], call: GitCall, workspace: Workspace): Promise<void> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
  await gitOrThrow(['checkout-index', '--force', '-z', '--stdin'], {
    ...call,
    work_tree: workspace.path,
    prefix: workspace.prefix,
    as_owner: owner !== undefined,
    input,
  });
}

function isBlank(patch: Uint8Array): boolean {
  return patch.length < 4096 && Buffer.from(patch).toString('latin1').trim() === '';
}

/** Models often forget the last newline, without which git calls the patch corrupt. */
function withFinalNewline(patch: Uint8Array): Uint8Array {
  return patch.at(-1) === 0x0a ? patch : Buffer.concat([patch, Buffer.from('\n')]);
}

function refusalsOf(stderr: string, text: PatchText): Refusal[] {
  const refusals: Refusal[] = [];
  for (const message of stderr.split('\n')) {
    const invalid = /^error: invalid path '(.*)'$/.exec(message)?.[1];
    const beyond = /affected file '(.*)' is beyond a symbolic link/.exec(message)?.[1];
    if (invalid !== undefined) {
      const parts = invalid.split('/');
      const git = parts.some((part) => part.toLowerCase().startsWith('.git'));
      if (!git && parts.some(standsForGit)) refusals.push(refusal(invalid, 'git-metadata', 'stands for .git', text));
      else if (git) refusals.push(refusal(invalid, 'git-metadata', 'is inside .git', text));
      else refusals.push(refusal(invalid, 'traversal', 'leads out of the repository', text));
    } else if (beyond !== undefined)
      refusals.push(refusal(beyond, 'symlink-escape', 'lies behind a symbolic link', text));
  }
  return refusals;
}

/** Names that are `.git` on file systems that fold case or shorten names. */
const standsForGit = (part: string) => /^(\.git|\.?git~\d+)$/i.test(part);

/** Characters of a path that is too long which are shown: the reason has to fit behind it. */
const SHOWN = 40;
/** Refusals of one kind that are told one by one. */
const MOST_REFUSALS = 100;

function refusal(path: string, rule: Refusal['rule'], what: string, text: PatchText): Refusal {
  const line = text.files.find((file) => file.path === path)?.patch_line ?? null;
  const shown = path.length > PATH_LIMITS.name ? `${path.slice(0, SHOWN).toWellFormed()}…` : path;
  return { path: shown, line, rule, reason: `${JSON.stringify(shown)} ${what}` };
}

/** The paths in what `git apply --numstat -z` prints, as bytes (latin-1): a line of counts may hold a line break in its name. */
const namedPaths = (out: Buffer): string[] =>
  out
    .toString('latin1')
    .split('\0')
    .filter((field) => field !== '')
    .map((field) => field.slice(field.indexOf('\t', field.indexOf('\t') + 1) + 1));

/** Paths that git takes and no file system does. */
function unwritablePaths(paths: readonly string[], text: PatchText): Refusal[] {
  const faults: Refusal[] = [];
  for (const path of paths) {
    const fault = findPathFault(path);
    if (fault !== undefined) faults.push(refusal(utf8(path), 'unwritable', fault, text));
    if (faults.length === MOST_REFUSALS) return faults;
  }
  if (faults.length > 0) return faults;
  const crowded = findFolderFault(paths);
  if (crowded === undefined) return [];
  return [refusal(utf8(crowded), 'unwritable', `makes more than ${PATH_LIMITS.folders} folders`, text)];
}

const utf8 = (path: string) => Buffer.from(path, 'latin1').toString('utf8');

async function refuse(files: readonly FileChange[], call: GitCall, text: PatchText): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const links = files.flatMap((file) => (file.new_mode === '120000' && file.new_blob ? [file.new_blob] : []));
  const targets = await readBlobs(links, call);
  for (const file of files) {
    const parts = file.path.split('/');
    if (file.new_mode === '160000' || file.old_mode === '160000' || parts.at(-1) === '.gitmodules')
      refusals.push(refusal(file.path, 'submodule', 'changes a submodule', text));
    // git forbids `.git` itself; these stand for it on other file systems.
    else if (parts.some(standsForGit)) refusals.push(refusal(file.path, 'git-metadata', 'stands for .git', text));
    else if (file.new_mode === '120000' && file.new_blob) {
      const target = targets.get(file.new_blob)!;
      const fault = findTargetFault(target);
      if (fault !== undefined) refusals.push(refusal(file.path, 'unwritable', fault, text));
      else if (linkEscapes(file.path, target))
        refusals.push(
          refusal(
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

/** Texts of blobs by id, by one process: a patch may hold a hundred thousand links. */
async function readBlobs(blobs: readonly string[], call: GitCall): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (blobs.length === 0) return texts;
  const ids = [...new Set(blobs)];
  const out = await gitOrThrow(['cat-file', '--batch'], { ...call, input: `${ids.join('\n')}\n` });
  let at = 0;
  for (const id of ids) {
    const end = out.indexOf('\n', at);
    const size = Number(out.toString('latin1', at, end).split(' ')[2]);
    texts.set(id, out.toString('utf8', end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

/** git's complaint as one sentence that names file and hunk. */
function explain(stderr: string): string {
  const failed = /error: patch failed: (.*):(\d+)\n/.exec(stderr);
  if (failed) return `hunk at ${failed[1]}:${failed[2]} does not match the snapshot`;
  return firstLine(stderr)
    .replace(/^(error|fatal): /, '')
    .replace('index', 'the snapshot');
}
