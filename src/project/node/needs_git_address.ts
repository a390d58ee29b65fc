import type { NodePackage } from './runners/node_package.js';

/** Ranges that stand for a repository: `git+ssh://…`, `github:a/b`, `a/b#main`; `./a` and `~/a` are folders. */
const GIT_RANGE =
  /^(?:git(?:\+\w+)?:|git@|(?:github|gitlab|bitbucket|gist):|[\w-][\w.-]*\/[\w.-]+(?:#.*)?$)|\.git(?:#.*)?$/;
/** Lines of lockfiles of npm, yarn and pnpm by which a package is fetched from a repository. */
const GIT_LINE = new RegExp(
  [
    '"(?:resolved|version)": "git[+:]',
    '^ {2}resolved "?(?:git[+:]|https://codeload\\.)',
    // yarn since version 2
    '^ {2}resolution: "[^"\\n]*#commit=',
    '\\btarball: https://codeload\\.',
    '^ {4}resolution: \\{[^}\\n]*\\btype: git\\b',
  ].join('|'),
  'm',
);

/**
 * Tells whether an installation of everything asks an address of git, which no setup reaches: it may reach the registry
 * alone.
 */
export function needsGitAddress({ dependencies, files }: NodePackage, lockfile: string | undefined): boolean {
  if (Object.values(dependencies).some((range) => GIT_RANGE.test(range))) return true;
  return lockfile !== undefined && GIT_LINE.test(files.read(lockfile) ?? '');
}
