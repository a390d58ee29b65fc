import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { getText, getTextList, parseConfig } from '../parsing/parse_config.js';
import { quoteShellText } from '../parsing/quote_shell_text.js';
import { createInstallCommand, type ProjectCommand } from '../project.js';
import { listInstallInputs } from './list_install_inputs.js';
import type { NodePackage } from './runners/node_package.js';

/** Package manager of a package, with the installations to try. */
interface NodeSetup {
  manager: string;
  lockfile?: string;
  setup: ProjectCommand[];
  candidates: ProjectCommand[][];
  environment: Record<string, string>;
  notes: string[];
}

const QUIET = '--no-audit --no-fund';
const LOCKFILES: readonly (readonly [file: string, manager: string])[] = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** Options by which an installation runs no script, which could read any file of the repository. */
const RUNS_NO_SCRIPT = / (?:--ignore-scripts|--mode=skip-build|--skip-builds)(?: |$)/;

/**
 * Reads how the packages of a folder are installed. Candidates without the packages' own scripts come first.
 *
 * @param needsNothing true if neither tests nor sources use a dependency
 */
export function readNodeSetup(nodePackage: NodePackage, needsNothing: boolean): NodeSetup {
  const { files, manifest, dependencies } = nodePackage;
  const tracked = new Set(files.paths.filter((path) => !path.includes('/')));
  const stated = /^(npm|yarn|pnpm|bun)@([\w.-]+)/.exec(getText(manifest, 'packageManager') ?? '');
  const lockfileNames = LOCKFILES.filter(([file]) => tracked.has(file));
  const [lockfile, locked] = lockfileNames.find(([, manager]) => manager === stated?.[1]) ?? lockfileNames[0] ?? [];
  const manager = stated?.[1] ?? locked ?? (tracked.has('pnpm-workspace.yaml') ? 'pnpm' : 'npm');
  const [quiet, scripted] = [listInstallInputs(nodePackage), listInstallInputs(nodePackage, true)];
  const share = (command: ProjectCommand): ProjectCommand => {
    const inputs = RUNS_NO_SCRIPT.test(command.run) ? quiet : scripted;
    return inputs ? { ...command, inputs } : command;
  };
  const linked = createLinkedInstall(nodePackage);
  const candidates = [
    ...(linked === undefined ? [] : [[linked]]),
    ...createCandidates(nodePackage, manager, stated?.[2], lockfile).map((commands) => commands.map(share)),
  ];
  const notes =
    lockfileNames.length > 1
      ? [`several lockfiles (${lockfileNames.map(([file]) => file).join(', ')}): ${lockfile} is used`]
      : [];
  if (lockfile === undefined) notes.push('no lockfile: versions of dependencies are those of the day of the setup');
  const yarnRc = files.read('.yarnrc.yml');
  return {
    manager,
    ...omitUndefined({ lockfile }),
    setup: Object.keys(dependencies).length === 0 && needsNothing ? [] : (candidates[0] ?? []),
    candidates: needsNothing ? [[], ...candidates] : candidates,
    environment: manager === 'yarn' && yarnRc !== undefined ? { YARN_NODE_LINKER: 'node-modules' } : {},
    notes,
  };
}

/**
 * Creates the installation of packages that lerna links by itself: npm takes them for workspaces. It reads all their
 * manifests. Undefined where the package manager knows them.
 */
function createLinkedInstall({ files, manifest }: NodePackage): ProjectCommand | undefined {
  const members = getTextList(parseConfig('JSON', files.read('lerna.json')), 'packages');
  if (members.length === 0 || manifest.workspaces !== undefined || files.paths.includes('pnpm-workspace.yaml'))
    return undefined;
  const sets = members.map((member) => quoteShellText(`workspaces[]=${member}`)).join(' ');
  const install = `npm install --ignore-scripts --legacy-peer-deps --no-package-lock ${QUIET}`;
  return createInstallCommand(
    `cp package.json .gatebench-package.json && npm pkg set ${sets} && ${install}; status=$?; mv -f .gatebench-package.json package.json; exit $status`,
    'lerna installs and links the packages, which npm takes for workspaces here',
  );
}

function createCandidates(
  nodePackage: NodePackage,
  manager: string,
  version: string | undefined,
  lockfile: string | undefined,
): ProjectCommand[][] {
  const loose = `npm install --ignore-scripts --no-package-lock ${QUIET}`;
  const fallback = createInstallCommand(loose, 'npm installs what the manifest asks for, without the lockfile');
  const peers: ProjectCommand = {
    ...createInstallCommand(`${loose} --legacy-peer-deps`, 'conflicts between peer dependencies are accepted'),
    lenient: true,
  };
  const scripts = createInstallCommand(
    `npm install --no-package-lock ${QUIET}`,
    'some packages need the scripts of their installation',
  );
  if (manager === 'npm' && lockfile !== undefined)
    return [
      [createInstallCommand(`npm ci --ignore-scripts ${QUIET}`, 'installs what the lockfile pins, without scripts')],
      [createInstallCommand(`npm ci ${QUIET}`, 'some packages need the scripts of their installation')],
      [fallback],
      [peers],
    ];
  if (manager === 'npm') {
    const first = createInstallCommand(loose, 'no lockfile: installs what the manifest asks for, without scripts');
    return [[first], [peers], [scripts]];
  }
  const locked = createLockedInstalls(nodePackage, manager, version, lockfile).map((command) => [command]);
  return usesWorkspaceProtocol(nodePackage) ? locked : [...locked, [fallback], [peers]];
}

/** Creates installations by another manager, whose program is a copy from the registry: the machine may have none. */
function createLockedInstalls(
  { files }: NodePackage,
  manager: string,
  version: string | undefined,
  lockfile: string | undefined,
): ProjectCommand[] {
  const lock = (lockfile === undefined ? undefined : files.read(lockfile)) ?? '';
  const frozen = lockfile === undefined ? '' : ' --frozen-lockfile';
  const why = `${manager} installs what its lockfile pins, without scripts`;
  if (manager === 'bun') return [createInstallCommand(`bun install${frozen} --ignore-scripts`, why)];
  if (manager === 'pnpm') {
    const lockMajors = listPnpmMajors(lock);
    const stated = version?.split('.')[0];
    // The stated version may need a later Node.js than this machine has: others read the same lockfile.
    const majors = [...new Set([...(stated === undefined ? [] : [stated]), ...lockMajors])];
    // The store lies in the home folder, which is gone afterwards: files are copied and not linked.
    const copies = '--package-import-method copy --store-dir "$HOME/pnpm-store"';
    const args = `install${frozen} --ignore-scripts ${copies} --config.manage-package-manager-versions=false`;
    // From version 10 on pnpm runs no script of a package that the project does not name.
    const scripted = `${args.replace(' --ignore-scripts', '')} --config.dangerouslyAllowAllBuilds=true`;
    return [
      ...majors.map((major) => createInstallCommand(`npx --yes pnpm@${major} ${args}`, why)),
      ...[...new Set([majors[0], lockMajors[0]])].map((major) =>
        createInstallCommand(
          `npx --yes pnpm@${major} ${scripted}`,
          'some packages need the scripts of their installation',
        ),
      ),
    ];
  }
  const classic = lock.includes('# yarn lockfile v1') || (lock === '' && !/^[2-9]/.test(version ?? ''));
  if (classic) {
    const args = `install${frozen} --ignore-scripts --non-interactive --ignore-engines`;
    const run = `npx --yes yarn@1 ${args}`;
    const moved = createInstallCommand(
      createNpmRegistryInstall(run),
      "the registry that yarn.lock names cannot be reached: the same packages are fetched from npm's",
    );
    return [createYarnInstall(run, why), ...(lock === '' ? [] : [moved])];
  }
  const bundled = files.paths.find((path) => /^\.yarn\/releases\/yarn-[\w.-]+\.c?js$/.test(path));
  const release = /^[2-9]/.test(version ?? '') ? version! : getYarnMajor(lock);
  const unbuilt = release.startsWith('2') ? '--skip-builds' : '--mode=skip-build';
  const berry = `install${lockfile === undefined ? '' : ' --immutable'} ${unbuilt}`;
  const copy = `npx --yes @yarnpkg/cli-dist@${release} ${berry}`;
  const berryRuns = [...(bundled === undefined ? [] : [`node ${bundled} ${berry}`]), copy];
  // The lockfile names no addresses, so another registry can be named for all packages.
  const moved = `YARN_IGNORE_PATH=1 YARN_NPM_REGISTRY_SERVER="$(npm config get registry | sed 's#/*$##')" ${copy}`;
  return [
    ...berryRuns.map((run) => createYarnInstall(run, why)),
    createInstallCommand(moved, "the registry of yarn cannot be reached: the same packages are fetched from npm's"),
  ];
}

/** Creates a command that asks the registry of yarn. */
const createYarnInstall = (run: string, why: string): ProjectCommand => ({
  ...createInstallCommand(run, why),
  source: 'yarn',
});

/** Returns the major version of yarn that writes lockfiles of this format; 4 if it is not known. */
function getYarnMajor(lock: string): string {
  const format = Number(/^__metadata:\s+version: (\d+)/m.exec(lock)?.[1]);
  return format <= 4 ? '2' : format <= 6 ? '3' : '4';
}

/** Creates the command that installs with a lockfile of yarn 1 whose packages are looked for in npm's registry. */
const createNpmRegistryInstall = (install: string): string =>
  [
    `{ registry=$(npm config get registry | sed 's#/*$##')`,
    'cp yarn.lock .gatebench-yarn.lock',
    // Packages with a scope first: the other expression takes what is left.
    String.raw`sed -i -E -e 's#"https?://[^"]*/(@[^/"]+/[^/"]+/-/[^"]+)"#"'"$registry"'/\1"#' -e 's#"https?://[^"@]*/([^/"@]+/-/[^"]+)"#"'"$registry"'/\1"#' yarn.lock`,
    `YARN_REGISTRY="$registry" ${install}; status=$?; [ ! -e .gatebench-yarn.lock ] || mv -f .gatebench-yarn.lock yarn.lock; exit $status; }`,
  ].join(' && ');

/** Lists the versions of pnpm that take a lockfile, the most likely first. */
function listPnpmMajors(lock: string): string[] {
  const format = /^lockfileVersion:\s*['"]?(\d+)/m.exec(lock)?.[1];
  if (format === '5' || format === '6') return [format === '5' ? '7' : '8'];
  // Versions 9 and 10 share a format, not their checksums; 9 refuses a pnpm-workspace.yaml that only holds settings.
  const is_older = /^(?:packageExtensionsChecksum|pnpmfileChecksum): (?!['"]?sha256-)/m.test(lock);
  return is_older ? ['9', '10'] : ['10', '9'];
}

function usesWorkspaceProtocol({ dependencies }: NodePackage): boolean {
  return Object.values(dependencies).some((range) => /^(workspace|catalog|portal|link|patch):/.test(range));
}
