import picomatch from 'picomatch';

const MAX_GLOBS = 200;
const MAX_GLOB = 500;

/**
 * Creates a predicate of paths from globs; `!glob` excludes. A glob that cannot be compiled matches nothing, and a
 * glob without a wildcard matches the file and everything below the folder of that name.
 */
export function createPathMatcher(globs: readonly string[]): (path: string) => boolean {
  const bounded = globs.slice(0, MAX_GLOBS).filter((glob) => glob.length <= MAX_GLOB);
  const wanted = bounded.filter((glob) => !glob.startsWith('!')).flatMap(compileGlob);
  const unwanted = bounded.filter((glob) => glob.startsWith('!')).flatMap((glob) => compileGlob(glob.slice(1)));
  return (path) =>
    path.length <= 1_000 && wanted.some((matches) => matches(path)) && !unwanted.some((matches) => matches(path));
}

function compileGlob(glob: string): ((path: string) => boolean)[] {
  const plain = glob.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (plain === '' || plain === '.') return [() => true];
  if (!/[*?[\]{}()!+@]/.test(plain)) return [(path) => path === plain || path.startsWith(`${plain}/`)];
  if (isCostly(plain)) return [];
  try {
    return [picomatch(plain, { dot: true, windows: false })];
  } catch {
    return [];
  }
}

/** Tells whether the regular expression of a glob could take exponential time, or high polynomial time. */
function isCostly(glob: string): boolean {
  return /[+*]\([^)]*[(*+?]/.test(glob) || (glob.match(/\*+/g)?.length ?? 0) > 10;
}

/**
 * Creates a predicate of paths from a regular expression of a configuration. Returns undefined if it is malformed, or
 * if its cost on a hostile path would have no bound.
 */
export function createPatternMatcher(pattern: string): ((path: string) => boolean) | undefined {
  const nested = /\((?:[^()\\]|\\.)*[*+}](?:[^()\\]|\\.)*\)[*+{]/.test(pattern) || /\)\)[*+{]/.test(pattern);
  if (pattern.length > 200 || nested || /\\[1-9]/.test(pattern) || (pattern.match(/[*+]/g)?.length ?? 0) > 6)
    return undefined;
  try {
    const expression = new RegExp(pattern);
    return (path) => path.length <= 1_000 && expression.test(path);
  } catch {
    return undefined;
  }
}
