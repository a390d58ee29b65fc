import picomatch from 'picomatch';

/** Normalised path in the workspace that an operation would change or lock. */
export interface TouchedPath {
  path: string;
  /** Everything below the path is touched too. */
  below?: boolean;
  /** The path is a pattern that a shell will expand. */
  glob?: boolean;
}

/** Returns the first protected path (`coordination.protected`) among the given ones, or undefined. */
export type ProtectedPathMatcher = (paths: readonly TouchedPath[]) => string | undefined;

/**
 * Creates the matcher of a contract's protected paths.
 *
 * @param globs of the contract
 */
export function createProtectedPathMatcher(globs: readonly string[]): ProtectedPathMatcher {
  const rules = globs.map((given) => {
    const glob = given.replace(/^\.\//, '').replace(/\/+$/, '');
    // Text before the first wildcard: every match is this folder or lies below it.
    const { base } = picomatch.scan(glob);
    // A folder protects its contents. The flag `s` lets wildcards match line breaks, which names may hold.
    const matches = picomatch([glob, `${glob}/**`], { dot: true, windows: false, flags: 's' });
    return { matches, ancestors: getAncestors(base.replace(/\/+$/, '')) };
  });
  const isProtected = ({ path, below = false, glob = false }: TouchedPath) =>
    rules.some(({ matches, ancestors }) => {
      if (matches(path)) return true;
      const reached = below ? ancestors : ancestors.slice(-1);
      return reached.some((each) => (glob ? canMatchPath(path, each) : each === path));
    });
  return (paths) => paths.find(isProtected)?.path;
}

/** A path and the folders that it is in, the workspace itself ('') first. */
function getAncestors(path: string): string[] {
  const parts = path === '' ? [] : path.split('/');
  return ['', ...parts.map((_, i) => parts.slice(0, i + 1).join('/'))];
}

/** Longest pattern that is examined, in characters; systems take no longer path. */
const PATH_MAX = 4096;

/**
 * Returns true if a shell pattern could expand to a path. Patterns may be hostile: there is no backtracking, and a
 * bracket counts as any character.
 */
function canMatchPath(pattern: string, path: string): boolean {
  if (pattern.length > PATH_MAX) return true;
  const parts = pattern.split('/');
  const names = path.split('/');
  return parts.length === names.length && parts.every((part, i) => canMatchPart(part, names[i] ?? ''));
}

function canMatchPart(given: string, name: string): boolean {
  const pattern = given.replace(/\[[^\]]+\]|\{[^}]*\}/g, (text) => (text.startsWith('[') ? '?' : '*'));
  let [p, n, star, mark] = [0, 0, -1, 0];
  while (n < name.length) {
    if (pattern[p] === '*') [star, mark, p] = [p, n, p + 1];
    else if (pattern[p] === '?' || pattern[p] === name[n]) [p, n] = [p + 1, n + 1];
    else if (star >= 0) [p, n, mark] = [star + 1, mark + 1, mark + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(p));
}
