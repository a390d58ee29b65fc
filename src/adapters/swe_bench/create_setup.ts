import { dirname } from 'node:path/posix';
import { CREATE_VENV, VENV_PYTHON } from '../../project/python/create_python_setups.js';
import type { WrittenContract } from '../benchmark_adapter.js';
import type { TestRunner } from './test_runner.js';

/** Installs by the lockfile that is there: the rows do not say which package manager a repository uses. */
const NODE_INSTALL = [
  'if [ -f pnpm-lock.yaml ]; then npx --yes pnpm@9 install --frozen-lockfile --ignore-scripts;',
  'elif [ -f yarn.lock ]; then npx --yes yarn@1 install --frozen-lockfile --ignore-scripts;',
  'else npm install --ignore-scripts --no-audit --no-fund; fi',
].join(' ');

/** Creates the command that installs packages into a new virtual environment. */
const createPipInstall = (packages: string): string =>
  `{ ${CREATE_VENV}; } && ${VENV_PYTHON} -m pip install ${packages}`;

/** Installation by runner; none where a build is all that it takes. */
const INSTALLS: Readonly<Partial<Record<TestRunner['name'], string>>> = {
  pytest: createPipInstall('-e . pytest'),
  django: createPipInstall('-e .'),
  sympy: createPipInstall('-e .'),
  cargo: 'cargo fetch',
  go: 'go mod download',
  maven: 'mvn -B -q dependency:go-offline',
  gradle: './gradlew --console=plain testClasses',
  phpunit: 'composer install --no-interaction --no-scripts',
  rspec: 'bundle install',
  minitest: 'bundle install',
  cucumber: 'bundle install',
  'ruby-unit': 'bundle install',
  ant: '',
  doctest: '',
  googletest: '',
  jq: '',
  micropython: '',
  redis: '',
};

/** Tools by runner that a contract names; absent = Node. */
const TOOLS: Readonly<Partial<Record<TestRunner['name'], readonly string[]>>> = {
  ...{ pytest: ['python'], django: ['python'], sympy: ['python'], cargo: ['cargo'], go: ['go'] },
  ...{ maven: ['java', 'mvn'], gradle: ['java'], ant: ['java', 'ant'], phpunit: ['php', 'composer'] },
  ...{ rspec: ['ruby', 'bundle', 'jq'], minitest: ['ruby', 'bundle'], cucumber: ['ruby', 'bundle'] },
  ...{ 'ruby-unit': ['ruby', 'bundle'], doctest: ['cmake'], googletest: ['cmake'], jq: ['make', 'autoreconf'] },
  ...{ micropython: ['make', 'python3'], redis: ['make'] },
};

/** Lists the tools that the tests of an instance need. */
export const listTools = (runner: TestRunner['name']): Record<string, string> =>
  Object.fromEntries((TOOLS[runner] ?? ['node']).map((tool) => [tool, '*']));

/**
 * Creates the commands that make an instance runnable. Scripts of packages do not run: none of those measured needed
 * them.
 *
 * @param packages further packages, `name@range`
 */
export function createSetup(runner: TestRunner['name'], packages: readonly string[]): WrittenContract['setup'] {
  if (Object.hasOwn(INSTALLS, runner)) {
    const run = INSTALLS[runner]!;
    return run === '' ? [] : [{ run, network: ['registry'], timeout: '20m' }];
  }
  return [{ run: NODE_INSTALL, network: ['registry'], timeout: '20m' }, ...createPackageSetup(packages)];
}

/** Creates the commands that add packages to those of a Node project. */
export function createPackageSetup(packages: readonly string[]): NonNullable<WrittenContract['setup']> {
  if (packages.length === 0) return [];
  const names = packages.map((name) => `'${name}'`).join(' ');
  const run = `npm install --ignore-scripts --no-audit --no-fund --no-save ${names}`;
  return [{ run, network: ['registry'], timeout: '20m' }];
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

/** Runners of Python whose packages are installed with pip. */
const PYTHON_RUNNERS: ReadonlySet<string> = new Set<TestRunner['name']>(['pytest', 'django', 'sympy']);

/**
 * Makes the commands of a Python instance find the virtual environment that its setup makes: distributions refuse to
 * install packages beside their own. Contracts of other runners are returned unchanged.
 *
 * @param contract contract for the tools of the machine
 */
export function addVirtualEnvironment(contract: WrittenContract, runner: TestRunner['name']): WrittenContract {
  if (!PYTHON_RUNNERS.has(runner)) return contract;
  const { environment, acceptance, oracle } = contract;
  const canary = oracle?.canary;
  const enter = (run: string) => `export PATH="$PWD/${dirname(VENV_PYTHON)}:$PATH"; ${run}`;
  const { python: _, ...tools } = environment?.tools ?? {};
  return {
    ...contract,
    environment: { ...environment, tools: { ...tools, python3: '*' } },
    acceptance: acceptance.map((check) => ({ ...check, run: enter(check.run) })),
    ...(canary && {
      oracle: {
        ...oracle,
        canary: typeof canary === 'string' ? enter(canary) : { ...canary, run: enter(canary.run) },
      },
    }),
  };
}
