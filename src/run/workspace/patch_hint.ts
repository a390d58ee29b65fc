import { type GitCall, git } from './git.js';

/**
 * Returns what may be wrong with a patch that does not apply, to be said after git's complaint: line ends of another system, or a folder too
 * many in front of its paths. '' if nothing is known.
 *
 * @param complaint git's own words
 * @param tree of the snapshot
 */
export async function patchHint(complaint: string, patch: Uint8Array, tree: string, call: GitCall): Promise<string> {
  const absent = /^error: (.+): does not exist in index$/m.exec(complaint)?.[1];
  if (absent !== undefined) return prefixHint(absent, tree, call);
  return /^error: patch failed: /m.test(complaint) && hasWindowsLineEnds(patch)
    ? '; its lines end in CRLF: if those of the file do not, convert the patch'
    : '';
}

/** Looks for the file without the first folders of its path, as a patch names it that was made outside of the repository. */
async function prefixHint(path: string, tree: string, call: GitCall): Promise<string> {
  const parts = path.split('/');
  for (let skipped = 1; skipped <= Math.min(2, parts.length - 1); skipped++) {
    const rest = parts.slice(skipped).join('/');
    if (!(await git(['cat-file', '-e', `${tree}:${rest}`], call)).ok) continue;
    return `; it has ${rest}: make the patch without "${parts.slice(0, skipped).join('/')}/" in front of its paths`;
  }
  return '';
}

/** Tells whether the lines of its hunks end in CRLF; those of its headers need not. */
function hasWindowsLineEnds(patch: Uint8Array): boolean {
  const lines = Buffer.from(patch.subarray(0, 1 << 20))
    .toString('latin1')
    .split('\n');
  const hunks = lines.filter((line) => /^[ +-](?!\+\+ |-- )/.test(line));
  return hunks.length > 0 && hunks.filter((line) => line.endsWith('\r')).length * 2 > hunks.length;
}
