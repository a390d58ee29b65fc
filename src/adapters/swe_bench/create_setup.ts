import type { WrittenContract } from '../benchmark_adapter.js';
import type { TestRunner } from './test_runner.js';

/** Installs by the lockfile that is there: the rows do not say which package manager a repository uses. */
const NODE_INSTALL = [
  'if [ -f pnpm-lock.yaml ]; then npx --yes pnpm@9 install --frozen-lockfile --ignore-scripts;',
  'elif [ -f yarn.lock ]; then npx --yes yarn@1 install --frozen-lockfile --ignore-scripts;',
  'else npm install --ignore-scripts --no-audit --no-fund; fi',
].join(' ');

/**
 * Creates the commands that make an instance runnable. Scripts of packages do not run: none of those measured needed
 * them.
 *
 * @param packages further packages, `name@range`
 */
export function createSetup(runner: TestRunner['name'], packages: readonly string[]): WrittenContract['setup'] {
  const network = ['registry'];
  if (runner === 'pytest') return [{ run: 'python -m pip install -e . pytest', network, timeout: '20m' }];
  const more = packages.map((name) => `'${name}'`).join(' ');
  return [
    { run: NODE_INSTALL, network, timeout: '20m' },
    ...(packages.length === 0
      ? []
      : [{ run: `npm install --ignore-scripts --no-audit --no-fund --no-save ${more}`, network, timeout: '20m' }]),
  ];
}

/** Longest list of packages that setup adds. */
const MAX_PACKAGES = 20;

/** Finds packages that a patch adds to a package.json at the root: lines such as `+    "name": "^1.2.3",`. */
export function findAddedPackages(patch: string): string[] {
  const added = new Set<string>();
  let inside = false;
  for (const line of patch.split(/\r?\n/)) {
    if (line.startsWith('diff --git ')) inside = / b\/package\.json$/.test(line);
    const [, name, range] = /^\+\s+"((?:@[\w.-]+\/)?[\w.-]+)":\s*"([~^<>=]*\d[\w.+-]*)",?\s*$/.exec(line) ?? [];
    if (inside && name !== undefined && range !== undefined && name !== 'version') added.add(`${name}@${range}`);
  }
  return [...added].slice(0, MAX_PACKAGES);
}
