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
 * Lists the files that an installation without scripts reads.
 * @returns undefined if it may read others: members of a workspace, dependencies in folders, programs of pnpm
 */
export function listInstallInputs({ files, manifest, dependencies }: NodePackage): string[] | undefined {
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
  return [...top].filter((name) => READ_BY_MANAGERS.has(name)).sort();
}
