import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { FileChange } from '../../record/events/event.js';
import { type GitOptions, runGitOrThrow } from './run_git.js';

const KINDS: Record<string, FileChange['change']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'type-changed',
  R: 'renamed',
  C: 'copied',
};

/** Changes of an index against a tree, with the paths as bytes (latin-1), as they are on disk. */
interface IndexChanges {
  files: FileChange[];
  written: string[];
  removed: string[];
  /** Entries that are written, by path. */
  entries: ReadonlyMap<string, IndexEntry>;
}

/** Entry of an index: mode in octal digits, and blob id. */
export interface IndexEntry {
  mode: string;
  blob: string;
}

/** Reads the differences between a tree and an index from git: modes, blobs, line counts, renames. */
export async function readFileChanges(tree: string, call: GitOptions): Promise<FileChange[]> {
  return parseRawDiff(await diffIndex(tree, call));
}

/** Reads the same, with the paths that the index writes and removes. */
export async function readIndexChanges(tree: string, call: GitOptions): Promise<IndexChanges> {
  const out = await diffIndex(tree, call);
  const fields = out.toString('latin1').split('\0');
  const removed: string[] = [];
  const entries = new Map<string, IndexEntry>();
  let i = 0;
  const next = () => fields[i++] ?? '';
  while (i < fields.length) {
    const raw = /^:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/.exec(next());
    // Counts of lines follow all raw lines.
    if (raw === null) break;
    const [, mode, blob, letter] = raw as unknown as [string, string, string, string];
    const path = next();
    if (letter === 'R' || letter === 'D') removed.push(path);
    if (letter !== 'D') entries.set(letter === 'R' || letter === 'C' ? next() : path, { mode, blob });
  }
  return { files: parseRawDiff(out), written: [...entries.keys()], removed, entries };
}

const DIFF_OPTIONS = ['--cached', '--raw', '--numstat', '-z', '--no-abbrev', '--find-renames'];

const diffIndex = (tree: string, call: GitOptions) =>
  runGitOrThrow(['diff-index', ...DIFF_OPTIONS, '--no-ext-diff', '--no-textconv', tree], call);

/** Parses `--raw --numstat -z` output. Invalid UTF-8 in names becomes U+FFFD. */
export function parseRawDiff(out: Buffer): FileChange[] {
  const fields = out.toString('latin1').split('\0');
  const name = (field: string | undefined) => Buffer.from(field ?? '', 'latin1').toString('utf8');
  const files = new Map<string, FileChange>();
  let i = 0;
  const next = () => fields[i++] ?? '';
  while (i < fields.length) {
    const field = next();
    const raw = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(field);
    if (raw) {
      const [, oldMode, newMode, oldBlob, newBlob, letter] = raw as unknown as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const moved = letter === 'R' || letter === 'C';
      const old_path = moved ? next() : undefined;
      const path = next();
      const absent = (mode: string) => mode === '000000';
      files.set(path, {
        path: name(path),
        ...omitUndefined({ old_path: old_path === undefined ? undefined : name(old_path) }),
        change: letter === 'M' && oldBlob === newBlob ? 'mode-changed' : (KINDS[letter] ?? 'modified'),
        old_mode: absent(oldMode) ? null : oldMode,
        new_mode: absent(newMode) ? null : newMode,
        old_blob: absent(oldMode) ? null : oldBlob,
        new_blob: absent(newMode) ? null : newBlob,
        added_lines: null,
        deleted_lines: null,
      });
      continue;
    }
    const counts = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(field);
    if (!counts) continue;
    let [, , , path = ''] = counts;
    if (path === '') {
      next(); // old name of a rename
      path = next();
    }
    const file = files.get(path);
    if (file && counts[1] !== '-') {
      file.added_lines = Number(counts[1]);
      file.deleted_lines = Number(counts[2]);
    }
  }
  return [...files.values()];
}
