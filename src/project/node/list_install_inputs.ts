import type { SetupInput } from '../../contract/contract_schema.js';
import { getTable, getValue } from '../parsing/parse_config.js';
import type { NodePackage } from './node_package.js';

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

/**
 * Lists the files that an installation without scripts reads.
 * @returns undefined if it may read others: members of a workspace, dependencies in folders, programs of pnpm
 */
export function listInstallInputs({ files, manifest, dependencies }: NodePackage): SetupInput[] | undefined {
  const top = new Set(files.paths.map((path) => path.split('/')[0]!));
  const local = Object.values(dependencies).some((range) =>
    /^(?:file|link|portal|workspace|patch):|^[./~]/.test(range),
  );
  const overridden = ['overrides', 'resolutions', 'pnpm'].some((key) =>
    /"(?:file|link|portal|patch):/.test(JSON.stringify(getTable(manifest, key))),
  );
  const members = getValue(manifest, 'workspaces') !== undefined || top.has('pnpm-workspace.yaml');
  if (local || overridden || members || ['.pnpmfile.cjs', 'pnpmfile.js', 'lerna.json'].some((name) => top.has(name)))
    return undefined;
  const unread = UNREAD_FIELDS.filter((field) => getValue(manifest, field) !== undefined).map((field) => `/${field}`);
  const read = [...top].filter((name) => READ_BY_MANAGERS.has(name)).sort();
  return read.map((name): SetupInput => {
    if (NPM_LOCKFILES.has(name)) return { json: name, without: LOCKED_VERSIONS };
    return name === 'package.json' && unread.length > 0 ? { json: name, without: unread } : name;
  });
}
