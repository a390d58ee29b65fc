import picomatch from 'picomatch';

/** A path in the workspace that an operation would change or lock, normalised. */
export interface Touched {
  path: string;
  /** With all that is in it. */
  below?: boolean;
  /** A pattern that a shell will expand. */
  glob?: boolean;
}

/** The first of the paths that is protected (`coordination.protected`). */
export type ProtectedPaths = (paths: readonly Touched[]) => string | undefined;

/** @param globs of the contract */
export function protectedPaths(globs: readonly string[]): ProtectedPaths {
  const rules = globs.map((given) => {
    const glob = given.replace(/^\.\//, '').replace(/\/+$/, '');
    // What stands before the first wildcard: whatever the glob matches is that or lies below it.
    const { base } = picomatch.scan(glob);
    // A folder closes what is in it. With the flag a wildcard stands for line breaks too, which names may hold.
    const matches = picomatch([glob, `${glob}/**`], { dot: true, windows: false, flags: 's' });
    return { matches, ancestors: ancestorsOf(base.replace(/\/+$/, '')) };
  });
  const isProtected = ({ path, below = false, glob = false }: Touched) =>
    rules.some(({ matches, ancestors }) => {
      if (matches(path)) return true;
      const reached = below ? ancestors : ancestors.slice(-1);
      return reached.some((each) => (glob ? couldBe(path, each) : each === path));
    });
  return (paths) => paths.find(isProtected)?.path;
}

/** A path and the folders that it is in, the workspace itself ('') first. */
function ancestorsOf(path: string): string[] {
  const parts = path === '' ? [] : path.split('/');
  return ['', ...parts.map((_, i) => parts.slice(0, i + 1).join('/'))];
}

/** Characters of a path that a system takes; a longer pattern is not looked at. */
const PATH_MAX = 4096;

/** Whether a shell's pattern could stand for a path. It may be hostile: no backtracking; a bracket is any character. */
function couldBe(pattern: string, path: string): boolean {
  if (pattern.length > PATH_MAX) return true;
  const parts = pattern.split('/');
  const names = path.split('/');
  return parts.length === names.length && parts.every((part, i) => partCouldBe(part, names[i]!));
}

function partCouldBe(given: string, name: string): boolean {
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
