import type { FileChange } from '../../record/events/event.js';
import { type GitOptions, runGitOrThrow } from '../../workspace/git/run_git.js';
import type { AppliedPatch } from '../../workspace/patch/apply_patch.js';
import { walkPatch } from '../../workspace/patch/patch_text.js';
import { detectFileKind } from './detect_file_kind.js';

/** Line that a patch adds. `line` counts in the patched file. */
interface AddedLine {
  line: number;
  patch_line: number | null;
  text: string;
}

/** File of a patch with its text on both sides, as far as it is read. */
export interface ChangedFile {
  path: string;
  change: FileChange['change'];
  /** Path before the patch; a rename changes it. */
  old_path: string;
  before: string | undefined;
  after: string | undefined;
  added: AddedLine[];
  /** First line of the patch that adds something to this file. */
  patch_line: number | null;
  /** Reason why the text after the patch was not read although there is a file. */
  unread: string | undefined;
}

const MIB = 2 ** 20;
/** Largest files that are read, in bytes: manifests, lockfiles, others, and all others together. */
const MAX_MANIFEST = MIB;
const MAX_LOCKFILE = 20 * MIB;
/** Largest YAML or TOML lockfile in bytes; these take seconds where JSON takes milliseconds. */
const MAX_SLOW_LOCKFILE = 6 * MIB;
const SLOWNESS = 5;
const MAX_OTHER = 5 * MIB;
const MAX_OTHERS = 32 * MIB;
const MAX_LOCKFILES = 64 * MIB;
/** Largest patch in bytes that is searched for the lines of annotations. */
const MAX_LOCATED = 32 * MIB;

/**
 * Reads the changed files of an applied patch out of git's objects, small ones first.
 *
 * No large file can hide a small one. A line counts as added if the file did not have it before, by comparison of both
 * texts; the wording of the patch cannot hide it.
 */
export async function readChangedFiles(
  files: readonly FileChange[],
  patch: Uint8Array,
  { call, blobs }: Pick<AppliedPatch, 'call' | 'blobs'>,
): Promise<ChangedFile[]> {
  const sides = files.flatMap(({ old_blob, new_blob, old_mode, new_mode }) => [
    ...(old_blob && isFile(old_mode) ? [old_blob] : []),
    ...(new_blob && isFile(new_mode) ? [new_blob] : []),
  ]);
  const sizes = blobs ? listSizes(sides, blobs) : await readBlobSizes(sides, call);
  const wantedBlobs = new Set<string>();
  const unread = new Map<FileChange, string>();
  let remaining = MAX_OTHERS;
  let locks = MAX_LOCKFILES;
  const sizeOf = (file: FileChange) =>
    [file.old_blob, file.new_blob].reduce((sum, id) => sum + (sizes.get(id ?? '') ?? 0), 0);
  for (const file of [...files].sort((a, b) => sizeOf(a) - sizeOf(b))) {
    const kind = detectFileKind(file.path) ?? detectFileKind(file.old_path ?? file.path);
    const lockfile = /\.json$/.test(file.path) ? MAX_LOCKFILE : MAX_SLOW_LOCKFILE;
    const most = kind ? (kind.lockfile ? lockfile : MAX_MANIFEST) : MAX_OTHER;
    const large = [file.old_blob, file.new_blob].some((id) => (sizes.get(id ?? '') ?? 0) > most);
    // Files that are slow to parse use up more of the total.
    const size = sizeOf(file) * (kind?.lockfile && most === MAX_SLOW_LOCKFILE ? SLOWNESS : 1);
    const rest = kind ? locks : remaining;
    if (large || size > rest) {
      unread.set(file, large ? `it is larger than ${most / MIB} MiB` : 'the patch changes too much to read all of it');
      continue;
    }
    if (kind) locks -= size;
    else remaining -= size;
    for (const id of [file.old_blob, file.new_blob]) if (id && sizes.has(id)) wantedBlobs.add(id);
  }
  const texts = blobs ? decodeTexts(wantedBlobs, blobs) : await readBlobTexts([...wantedBlobs], call);
  const places = mapPatchLines(patch);
  return files.map((file) => {
    const text = (id: string | null, mode: string | null) => (id && isFile(mode) ? texts.get(id) : undefined);
    const newText = text(file.new_blob, file.new_mode);
    const oldText = file.change === 'copied' ? undefined : text(file.old_blob, file.old_mode);
    const located = places.get(file.path);
    return {
      path: file.path,
      change: file.change,
      old_path: file.old_path ?? file.path,
      before: oldText,
      after: newText,
      added: newText === undefined ? [] : findAddedLines(oldText ?? '', newText, located),
      patch_line: located?.values().next().value ?? null,
      unread: file.new_mode === '120000' ? 'it is a link' : unread.get(file),
    };
  });
}

/** Reads the new texts of changed files, small ones first and bounded in total. */
export async function readNewTexts(files: readonly FileChange[], call: GitOptions): Promise<string[]> {
  const ids = files.flatMap(({ new_blob, new_mode }) => (new_blob && isFile(new_mode) ? [new_blob] : []));
  const sizes = [...(await readBlobSizes(ids, call))].sort(([, a], [, b]) => a - b);
  let left = MAX_OTHERS;
  const selected = sizes.filter(([, size]) => {
    left -= size;
    return left >= 0;
  });
  return [
    ...(
      await readBlobTexts(
        selected.map(([id]) => id),
        call,
      )
    ).values(),
  ];
}

const listSizes = (ids: readonly string[], blobs: ReadonlyMap<string, Buffer>): Map<string, number> =>
  new Map(ids.flatMap((id) => (blobs.has(id) ? [[id, blobs.get(id)!.length]] : [])));

const decodeTexts = (ids: ReadonlySet<string>, blobs: ReadonlyMap<string, Buffer>): Map<string, string> =>
  new Map([...ids].map((id) => [id, blobs.get(id)!.toString('utf8')]));

const isFile = (mode: string | null) => mode?.startsWith('100') === true;

function findAddedLines(before: string, after: string, located: Map<number, number> | undefined): AddedLine[] {
  const lineNumbers = new Map<string, number>();
  for (const line of before.split('\n')) lineNumbers.set(line, (lineNumbers.get(line) ?? 0) + 1);
  const added: AddedLine[] = [];
  for (const [index, text] of after.split('\n').entries()) {
    const left = lineNumbers.get(text) ?? 0;
    if (left > 0) lineNumbers.set(text, left - 1);
    else if (text !== '') added.push({ line: index + 1, patch_line: located?.get(index + 1) ?? null, text });
  }
  return added;
}

/** Maps lines after the patch to lines in the patch, for every file. */
function mapPatchLines(patch: Uint8Array): Map<string, Map<number, number>> {
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

async function readBlobSizes(ids: readonly string[], call: GitOptions): Promise<Map<string, number>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const out = await runGitOrThrow(['cat-file', '--batch-check'], { ...call, input: `${distinct.join('\n')}\n` });
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

/** Reads blobs by id with one git process. The caller has checked their sizes. */
export async function readBlobTexts(ids: readonly string[], call: GitOptions): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (ids.length === 0) return texts;
  const out = await runGitOrThrow(['cat-file', '--batch'], { ...call, input: `${ids.join('\n')}\n` });
  let index = 0;
  for (const id of ids) {
    const end = out.indexOf('\n', index);
    const size = Number(out.toString('latin1', index, end).split(' ')[2]);
    texts.set(id, out.toString('utf8', end + 1, end + 1 + size));
    index = end + 1 + size + 1;
  }
  return texts;
}
