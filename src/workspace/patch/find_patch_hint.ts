import { type GitOptions, runGit } from '../git/run_git.js';

/**
 * Explains why a patch may not apply: CRLF line ends, no prefixes, or an extra folder in front of its paths.
 * @param message git's error message
 * @param tree tree of the snapshot
 * @returns text to append to git's message; '' if nothing is known
 */
export async function findPatchHint(
  message: string,
  patch: Uint8Array,
  tree: string,
  call: GitOptions,
): Promise<string> {
  const absent = /^error: (.+): does not exist in index$/m.exec(message)?.[1];
  if (absent !== undefined)
    return hasNoPrefixes(patch)
      ? '; its paths have no a/ and b/ in front: make the patch with git diff, without --no-prefix'
      : findPrefixHint(absent, tree, call);
  return /^error: patch failed: /m.test(message) && hasWindowsLineEnds(patch)
    ? '; its lines end in CRLF: if those of the file do not, convert the patch'
    : '';
}

/**
 * Looks for the file without the first folders of its path, as a patch names it that was made outside of the
 * repository.
 */
async function findPrefixHint(path: string, tree: string, call: GitOptions): Promise<string> {
  const parts = path.split('/');
  for (let skipped = 1; skipped <= Math.min(2, parts.length - 1); skipped++) {
    const rest = parts.slice(skipped).join('/');
    if (!(await runGit(['cat-file', '-e', `${tree}:${rest}`], call)).ok) continue;
    return `; it has ${rest}: make the patch without "${parts.slice(0, skipped).join('/')}/" in front of its paths`;
  }
  return '';
}

/** Tells whether no header of a changed file has the prefixes that git writes. */
function hasNoPrefixes(patch: Uint8Array): boolean {
  const text = Buffer.from(patch.subarray(0, 1 << 20)).toString('latin1');
  const names = [...text.matchAll(/^(?:---|\+\+\+) "?(.+)$/gm)].map(([, name]) => name!);
  return names.length > 0 && names.every((name) => !/^(?:[ab]\/|\/dev\/null)/.test(name));
}

/** Returns true if the lines of the hunks end in CRLF; those of the headers do not count. */
function hasWindowsLineEnds(patch: Uint8Array): boolean {
  const lines = Buffer.from(patch.subarray(0, 1 << 20))
    .toString('latin1')
    .split('\n');
  const hunks = lines.filter((line) => /^[ +-](?!\+\+ |-- )/.test(line));
  return hunks.length > 0 && hunks.filter((line) => line.endsWith('\r')).length * 2 > hunks.length;
}
