import picomatch from 'picomatch';

const MAX_GLOBS = 200;
const MAX_GLOB = 500;
/** Longest path that is matched. The cost of a match is polynomial in it. */
const MAX_PATH = 400;

/**
 * Creates a predicate of paths from globs; `!glob` excludes. A glob that is malformed or costly matches nothing, and a
 * glob without a wildcard matches the file and everything below the folder of that name.
 */
export function createPathMatcher(globs: readonly string[]): (path: string) => boolean {
  const bounded = globs.slice(0, MAX_GLOBS).filter((glob) => glob.length <= MAX_GLOB);
  const included = bounded.filter((glob) => !glob.startsWith('!')).flatMap(compileGlob);
  const unwanted = bounded.filter((glob) => glob.startsWith('!')).flatMap((glob) => compileGlob(glob.slice(1)));
  return (path) =>
    path.length <= MAX_PATH && included.some((matches) => matches(path)) && !unwanted.some((matches) => matches(path));
}

function compileGlob(glob: string): ((path: string) => boolean)[] {
  const plain = glob.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (plain === '' || plain === '.') return [() => true];
  if (!/[*?[\]{}()!+@]/.test(plain)) return [(path) => path === plain || path.startsWith(`${plain}/`)];
  // A repeated group could take exponential time; once is what globs of tests mean.
  const single = plain.replaceAll('+(', '@(').replaceAll('*(', '?(');
  if (isCostly(single)) return [];
  try {
    return [picomatch(single, { dot: true, windows: false })];
  } catch {
    return [];
  }
}

/** Tells whether matching could take more than a low polynomial time: many wildcards or many groups. */
function isCostly(glob: string): boolean {
  const segments = glob.split('/');
  return (
    segments.filter((segment) => segment.includes('**')).length > 3 ||
    segments.some((segment) => (segment.replaceAll('**', '*').match(/\*/g)?.length ?? 0) > 3) ||
    (glob.match(/[({]/g)?.length ?? 0) > 8
  );
}

/**
 * Creates a predicate of paths from a regular expression of a configuration. Returns undefined if it is malformed, or
 * if its cost on a hostile path could be high: repeated groups, references, many quantifiers.
 */
export function createPatternMatcher(pattern: string): ((path: string) => boolean) | undefined {
  const count = (of: RegExp) => pattern.match(of)?.length ?? 0;
  const costly = /\)[*+{]|\\[1-9k]|[^\\]\{/.test(pattern) || count(/[*+]/g) > 3 || count(/\?/g) > 8;
  if (pattern.length > 200 || costly) return undefined;
  try {
    const expression = new RegExp(pattern);
    return (path) => path.length <= MAX_PATH && expression.test(path);
  } catch {
    return undefined;
  }
}
