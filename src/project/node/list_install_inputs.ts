import type { SetupInput } from '../../contract/contract_schema.js';
import { type ConfigTable, getTable, getText, getValue } from '../parsing/parse_config.js';
import { COPIES_MEMBERS, hasOtherInputs, namesOtherPatches } from './has_other_inputs.js';
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
 * Lists the files that an installation reads: manifests, lockfiles and settings; of a workspace also the manifests of its
 * members, and the programs that it links to.
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
  const own = Object.keys(scripts).some((name) => INSTALL_SCRIPTS.test(name)) || files.paths.includes('binding.gyp');
  return local || overridden || copied || linked || (runsScripts && own);
}

/** Lists the programs of a member, to which an installation links if they are there. */
function listPrograms({ folder, files, manifest }: NodePackage): string[] {
  const named = getValue(manifest, 'bin');
  const paths = typeof named === 'string' ? [named] : Object.values(getTable(manifest, 'bin'));
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
