import { readBlobs } from '../git/read_blobs.js';
import { runGitOrThrow } from '../git/run_git.js';
import type { LocalRepository } from './open_repository.js';

/** File of a commit. */
interface CommitFile {
  path: string;
  /** git's mode: 100644, 100755 or 120000 (a link). Submodules are left out. */
  mode: string;
  blob: string;
  /** Size in bytes. */
  size: number;
}

/** Lists the files of a commit, in the order of git. Submodules are left out. */
export async function listCommitFiles({ store, signal }: LocalRepository, commit: string): Promise<CommitFile[]> {
  const out = await runGitOrThrow(['ls-tree', '-r', '-l', '-z', '--full-tree', commit], { store, signal });
  return out
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, blob, size, path] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
      return mode && blob && size && path ? [{ path, mode, blob, size: Number(size) }] : [];
    });
}

/** Limits of the texts that are read ahead: bytes of one file, and of all. */
const MAX_FILE_BYTES = 2 * 2 ** 20;
const MAX_ALL_BYTES = 48 * 2 ** 20;

/**
 * Reads the texts of a commit's files: files near the root first, until the limit of all is reached. Binary files, links
 * and larger files are left out.
 */
export async function readCommitTexts(
  { store, signal }: LocalRepository,
  files: readonly CommitFile[],
): Promise<{ paths: string[]; read(path: string): string | undefined }> {
  const depth = ({ path }: CommitFile) => path.split('/').length;
  const wanted: CommitFile[] = [];
  let bytes = 0;
  for (const file of [...files].sort((a, b) => depth(a) - depth(b) || a.size - b.size)) {
    if (file.mode === '120000' || file.size > MAX_FILE_BYTES || bytes + file.size > MAX_ALL_BYTES) continue;
    wanted.push(file);
    bytes += file.size;
  }
  const blobs = await readBlobs(
    wanted.map(({ blob }) => blob),
    { store, signal },
  );
  const texts = new Map<string, Buffer>();
  for (const { path, blob } of wanted) {
    const content = blobs.get(blob);
    if (content && !content.subarray(0, 8000).includes(0)) texts.set(path, content);
  }
  return { paths: files.map(({ path }) => path), read: (path) => texts.get(path)?.toString('utf8') };
}
