import type { FileChange } from '../../record/events.js';
import { type GitCall, gitOrThrow } from '../workspace/git.js';
import { walkPatch } from '../workspace/patch_text.js';
import { kindOf } from './file_kinds.js';

/** A line that a patch adds. `line` counts in the patched file. */
export interface AddedLine {
  line: number;
  patch_line: number | null;
  text: string;
}

/** A file of a patch with its text on both sides, as far as it is read. */
export interface ChangedFile {
  path: string;
  change: FileChange['change'];
  /** Path before, which a rename changes. */
  old_path: string;
  before: string | undefined;
  after: string | undefined;
  added: AddedLine[];
  /** Line of the patch where something of this file is first added. */
  patch_line: number | null;
  /** Why the text after the patch is not here although there is a file. */
  unread: string | undefined;
}

const MIB = 2 ** 20;
/** Sizes up to which files are read, in bytes: manifests, lockfiles, others, and all others together. */
const MAX_MANIFEST = MIB;
const MAX_LOCKFILE = 20 * MIB;
/** YAML and TOML take seconds for what JSON takes milliseconds. */
const MAX_SLOW_LOCKFILE = 6 * MIB;
const SLOWNESS = 5;
const MAX_OTHER = 5 * MIB;
const MAX_OTHERS = 32 * MIB;
const MAX_LOCKFILES = 64 * MIB;
/** Patches above this size are not searched for the lines that annotations point at. */
const MAX_LOCATED = 32 * MIB;

/**
 * Reads the changed files of an applied patch out of git's objects, small ones first, so that no large file hides a small one. Added
 * is a line that the file did not have before, by comparison of both texts: nothing in the wording of a patch can hide one.
 */
export async function readChangedFiles(
  files: readonly FileChange[],
  patch: Uint8Array,
  call: GitCall,
): Promise<ChangedFile[]> {
  const sides = files.flatMap(({ old_blob, new_blob, old_mode, new_mode }) => [
    ...(old_blob && isFile(old_mode) ? [old_blob] : []),
    ...(new_blob && isFile(new_mode) ? [new_blob] : []),
  ]);
  const sizes = await blobSizes(sides, call);
  const wanted = new Set<string>();
  const unread = new Map<FileChange, string>();
  let others = MAX_OTHERS;
  let locks = MAX_LOCKFILES;
  const sizeOf = (file: FileChange) =>
    [file.old_blob, file.new_blob].reduce((sum, id) => sum + (sizes.get(id ?? '') ?? 0), 0);
  for (const file of [...files].sort((a, b) => sizeOf(a) - sizeOf(b))) {
    const kind = kindOf(file.path) ?? kindOf(file.old_path ?? file.path);
    const lockfile = /\.json$/.test(file.path) ? MAX_LOCKFILE : MAX_SLOW_LOCKFILE;
    const most = kind ? (kind.lockfile ? lockfile : MAX_MANIFEST) : MAX_OTHER;
    const large = [file.old_blob, file.new_blob].some((id) => (sizes.get(id ?? '') ?? 0) > most);
    // What takes long to read uses up more of what is read in all.
    const size = sizeOf(file) * (kind?.lockfile && most === MAX_SLOW_LOCKFILE ? SLOWNESS : 1);
    const rest = kind ? locks : others;
    if (large || size > rest) {
      unread.set(file, large ? `it is larger than ${most / MIB} MiB` : 'the patch changes too much to read all of it');
      continue;
    }
    if (kind) locks -= size;
    else others -= size;
    for (const id of [file.old_blob, file.new_blob]) if (id && sizes.has(id)) wanted.add(id);
  }
  const texts = await blobTexts([...wanted], call);
  const places = patchLines(patch);
  return files.map((file) => {
    const text = (id: string | null, mode: string | null) => (id && isFile(mode) ? texts.get(id) : undefined);
    const after = text(file.new_blob, file.new_mode);
    const before = file.change === 'copied' ? undefined : text(file.old_blob, file.old_mode);
    const located = places.get(file.path);
    return {
      path: file.path,
      change: file.change,
      old_path: file.old_path ?? file.path,
      before,
      after,
      added: after === undefined ? [] : linesNotIn(before ?? '', after, located),
      patch_line: located?.values().next().value ?? null,
      unread: file.new_mode === '120000' ? 'it is a link' : unread.get(file),
    };
  });
}

/** What the files of a change hold afterwards, small ones first and bounded together. */
export async function newTexts(files: readonly FileChange[], call: GitCall): Promise<string[]> {
  const ids = files.flatMap(({ new_blob, new_mode }) => (new_blob && isFile(new_mode) ? [new_blob] : []));
  const sizes = [...(await blobSizes(ids, call))].sort(([, a], [, b]) => a - b);
  let left = MAX_OTHERS;
  const wanted = sizes.filter(([, size]) => {
    left -= size;
    return left >= 0;
  });
  return [
    ...(
      await blobTexts(
        wanted.map(([id]) => id),
        call,
      )
    ).values(),
  ];
}

const isFile = (mode: string | null) => mode?.startsWith('100') === true;

function linesNotIn(before: string, after: string, located: Map<number, number> | undefined): AddedLine[] {
  const known = new Map<string, number>();
  for (const line of before.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  const added: AddedLine[] = [];
  for (const [index, text] of after.split('\n').entries()) {
    const left = known.get(text) ?? 0;
    if (left > 0) known.set(text, left - 1);
    else if (text !== '') added.push({ line: index + 1, patch_line: located?.get(index + 1) ?? null, text });
  }
  return added;
}

/** For every file of a patch: line after the patch → line in the patch. */
function patchLines(patch: Uint8Array): Map<string, Map<number, number>> {
  const files = new Map<string, Map<number, number>>();
  if (patch.length > MAX_LOCATED) return files;
  walkPatch(patch, (path, line, patch_line) => {
    const name = Buffer.from(path, 'latin1').toString('utf8');
    const lines = files.get(name) ?? new Map<number, number>();
    if (lines.size === 0) files.set(name, lines);
    lines.set(line, patch_line);
  });
  return files;
}

async function blobSizes(ids: readonly string[], call: GitCall): Promise<Map<string, number>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const out = await gitOrThrow(['cat-file', '--batch-check'], { ...call, input: `${distinct.join('\n')}\n` });
  return new Map(
    out
      .toString('latin1')
      .split('\n')
      .flatMap((line): [string, number][] => {
        const match = /^([0-9a-f]+) blob (\d+)$/.exec(line);
        return match ? [[match[1]!, Number(match[2])]] : [];
      }),
  );
}

/** Texts of blobs by id, by one process; the caller has looked at their sizes. */
export async function blobTexts(ids: readonly string[], call: GitCall): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (ids.length === 0) return texts;
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
