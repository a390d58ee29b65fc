import type { SetupInput } from '../../contract/contract_schema.js';
import { type ConfigTable, getTable, getText, getValue, parseConfig } from '../parsing/parse_config.js';
import type { ProjectFiles } from '../project_files.js';
import { type NodePackage, readNodePackage } from './runners/node_package.js';

/** Files and folders at a package's root that package managers read. */
const READ_BY_MANAGERS = new Set([
  ...[
    'package.json',
    'package-lock.json',
    'npm-shrinkwrap.json',
    'pnpm-lock.yaml',
    'yarn.lock',
    'bun.lock',
    'bun.lockb',
  ],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn', '.pnp.cjs', 'bunfig.toml', '.nvmrc', '.node-version', 'patches'],
  'pnpm-workspace.yaml',
]);

/**
 * Fields of a manifest that an installation without scripts does not read: how the package is described, published, run
 * and checked.
 */
const UNREAD_FIELDS = [
  ...['version', 'description', 'keywords', 'author', 'contributors', 'maintainers', 'license', 'repository', 'bugs'],
  ...['homepage', 'funding', 'scripts', 'main', 'module', 'browser', 'types', 'typings', 'exports', 'files', 'jest'],
  ...['mocha', 'ava', 'tap', 'nyc', 'c8', 'xo', 'standard', 'eslintConfig', 'eslintIgnore', 'prettier', 'babel'],
  ...['browserslist', 'lint-staged', 'husky', 'size-limit', 'release', 'tsd', 'sideEffects', 'publishConfig'],
];
/** npm's lockfiles, which repeat the version of the package. */
const LOCKED_VERSIONS = ['/version', '/packages//version'];
const NPM_LOCKFILES = new Set(['package-lock.json', 'npm-shrinkwrap.json']);

/** Fields of a member of a workspace that an installation reads as well: others ask for its version, or link to it. */
const READ_OF_MEMBERS = new Set(['version', 'publishConfig']);
const UNREAD_OF_MEMBERS = UNREAD_FIELDS.filter((field) => !READ_OF_MEMBERS.has(field));
/** Scripts of a package that its own installation runs. */
const INSTALL_SCRIPTS =
  /^(?:(?:pre|post)?(?:install|prepare|dependencies)|prepublish|preprepublish|postprepublish|pnpm:devPreinstall)$/;
/** Most members of a workspace. */
const MAX_MEMBERS = 100;

/**
 * Lists the files that an installation reads: manifests, lockfiles and settings; of a workspace also the manifests of
 * its members, and the programs that it links to.
 *
 * An installation that runs scripts sees these files as well and nothing else. They are whole then, since scripts of
 * dependencies may read any field.
 *
 * @param runsScripts true if the scripts of dependencies run
 * @returns undefined if it may read others: dependencies in folders, programs of pnpm, scripts of the project itself
 */
export function listInstallInputs(nodePackage: NodePackage, runsScripts = false): SetupInput[] | undefined {
  const { files, manifest } = nodePackage;
  const top = new Set(files.paths.map((path) => path.split('/')[0]!));
  const isWorkspace = getValue(manifest, 'workspaces') !== undefined || top.has('pnpm-workspace.yaml');
  const members = isWorkspace ? listMembers(nodePackage) : [];
  if (members === undefined || hasOtherInputs(files, isWorkspace)) return undefined;
  if ([nodePackage, ...members].some((one) => readsOthers(one, isWorkspace, runsScripts))) return undefined;
  // Members that depend on the root read of it what others read of a member.
  const name = getText(manifest, 'name') ?? '';
  const isLinked = members.some(({ dependencies }) => Object.hasOwn(dependencies, name));
  const read = [...top].filter((name) => READ_BY_MANAGERS.has(name)).sort();
  return [
    ...read.map((name): SetupInput => {
      if (runsScripts) return name;
      if (NPM_LOCKFILES.has(name)) return isLinked ? name : { json: name, without: LOCKED_VERSIONS };
      return name === 'package.json'
        ? reduceManifest(name, manifest, isLinked ? UNREAD_OF_MEMBERS : UNREAD_FIELDS)
        : name;
    }),
    ...(isLinked ? listPrograms(nodePackage) : []),
    ...members.flatMap((member): SetupInput[] => {
      const path = `${member.folder}/package.json`;
      return [runsScripts ? path : reduceManifest(path, member.manifest, UNREAD_OF_MEMBERS), ...listPrograms(member)];
    }),
  ];
}

/** Lists the packages in the folders of a workspace, members or not; undefined if they are too many or malformed. */
function listMembers({ files }: NodePackage): NodePackage[] | undefined {
  const folders = files.paths
    .filter((path) => /^(?!(?:.*\/)?node_modules\/).*\/package\.json$/.test(path))
    .map((path) => path.slice(0, -'/package.json'.length))
    .sort();
  const members = folders.slice(0, MAX_MEMBERS + 1).map((folder) => readNodePackage(files, folder));
  return members.length > MAX_MEMBERS || members.includes(undefined)
    ? undefined
    : members.filter((member) => member !== undefined);
}

/** Tells whether installing a package may read files that are not listed. */
function readsOthers(
  { files, manifest, dependencies, scripts }: NodePackage,
  isWorkspace: boolean,
  runsScripts: boolean,
): boolean {
  const protocol = isWorkspace
    ? /^(?:file|link|portal|patch):|^[./~]/
    : /^(?:file|link|portal|workspace|patch):|^[./~]/;
  const local = Object.values(dependencies).some((range) => protocol.test(range));
  const overridden = ['overrides', 'resolutions', 'pnpm'].some((key) =>
    /"(?:file|link|portal|patch):/.test(JSON.stringify(getTable(manifest, key))),
  );
  const copied =
    COPIES_MEMBERS.test(JSON.stringify(getTable(manifest, 'dependenciesMeta'))) || namesOtherPatches(manifest);
  const linked = getText(manifest, 'directories', 'bin') !== undefined;
  const has_own_build =
    Object.keys(scripts).some((name) => INSTALL_SCRIPTS.test(name)) || files.paths.includes('binding.gyp');
  return local || overridden || copied || linked || (runsScripts && has_own_build);
}

/** Lists the programs of a member, to which an installation links if they are there. */
function listPrograms({ folder, files, manifest }: NodePackage): string[] {
  const binaries = getValue(manifest, 'bin');
  const paths = typeof binaries === 'string' ? [binaries] : Object.values(getTable(manifest, 'bin'));
  const tracked = new Set(files.paths);
  return paths
    .filter((path) => typeof path === 'string')
    .map((path) => path.replace(/^(?:\.?\/)+/, ''))
    .filter((path) => tracked.has(path))
    .map((path) => (folder === '' ? path : `${folder}/${path}`));
}

function reduceManifest(path: string, manifest: ConfigTable, fields: readonly string[]): SetupInput {
  const unread = fields.filter((field) => getValue(manifest, field) !== undefined).map((field) => `/${field}`);
  return unread.length > 0 ? { json: path, without: unread } : path;
}

/** Settings by which members are copied, and not linked: all their files are read then. */
const COPIES_MEMBERS = /inject[-_]?workspace[-_]?packages|install[-_]links|"injected"|hard-links/i;
/** Settings of pnpm that name a program, leave each member its own lockfile, or take packages from folders. */
const READS_MORE = /pnpmfile|shared[-_]?workspace[-_]?lockfile|\b(?:file|link|portal|patch):/i;
/** Programs of pnpm that change what it installs. */
const PNPM_PROGRAM = /^\.?pnpmfile\.[cm]?js$/;

/** Tells whether package managers read more than the files at the root by which installations are compared. */
function hasOtherInputs(files: ProjectFiles, isWorkspace: boolean): boolean {
  if (files.paths.some((path) => PNPM_PROGRAM.test(path))) return true;
  const settings = ['.npmrc', 'pnpm-workspace.yaml'].map((name) => files.read(name) ?? '');
  if (settings.some((text) => READS_MORE.test(text) || (isWorkspace && COPIES_MEMBERS.test(text)))) return true;
  const workspace = readYaml(files, 'pnpm-workspace.yaml');
  const yarn = readYaml(files, '.yarnrc.yml');
  if (workspace === undefined || yarn === undefined || namesOtherPatches(workspace)) return true;
  const classic = /^\s*["']?yarn-path["']?\s+["']?([^"'\s]+)/m.exec(files.read('.yarnrc') ?? '')?.[1];
  return [classic, getText(yarn, 'yarnPath'), ...listPlugins(yarn)].some(
    (path) => path !== undefined && !isWithin(path, '.yarn'),
  );
}

/** Tells whether a manifest, or the settings of a workspace, name patches that do not lie in `patches`. */
function namesOtherPatches(table: ConfigTable): boolean {
  const patchPaths = [table, getTable(table, 'pnpm')].flatMap((one) =>
    Object.values(getTable(one, 'patchedDependencies')),
  );
  return patchPaths.some((path) => typeof path !== 'string' || !isWithin(path, 'patches'));
}

const isWithin = (path: string, folder: string): boolean =>
  path.replace(/^(?:\.\/)+/, '').startsWith(`${folder}/`) && !path.split('/').includes('..');

/** Lists the programs of plugins; one that cannot be read is listed as ''. */
function listPlugins(yarn: ConfigTable): string[] {
  const plugins = getValue(yarn, 'plugins') ?? [];
  if (!Array.isArray(plugins)) return [''];
  return plugins.map((plugin) => (typeof plugin === 'string' ? plugin : (getText(plugin, 'path') ?? '')));
}

/** Reads settings; an empty table if there are none, undefined if they cannot be read. */
function readYaml(files: ProjectFiles, name: string): ConfigTable | undefined {
  const text = files.read(name);
  if (text === undefined || text.replace(/^\s*#.*$/gm, '').trim() === '')
    return files.paths.includes(name) && text === undefined ? undefined : {};
  return parseConfig('YAML', text);
}
