import { type ConfigTable, getTable, getText, getValue, parseConfig } from '../parsing/parse_config.js';
import type { ProjectFiles } from '../project_files.js';

/** Settings by which members are copied, and not linked: all their files are read then. */
export const COPIES_MEMBERS = /inject[-_]?workspace[-_]?packages|install[-_]links|"injected"|hard-links/i;
/** Settings of pnpm that name a program, leave each member its own lockfile, or take packages from folders. */
const READS_MORE = /pnpmfile|shared[-_]?workspace[-_]?lockfile|\b(?:file|link|portal|patch):/i;
/** Programs of pnpm that change what it installs. */
const PNPM_PROGRAM = /^\.?pnpmfile\.[cm]?js$/;

/** Tells whether package managers read more than the files at the root by which installations are compared. */
export function hasOtherInputs(files: ProjectFiles, isWorkspace: boolean): boolean {
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
export function namesOtherPatches(table: ConfigTable): boolean {
  const named = [table, getTable(table, 'pnpm')].flatMap((one) => Object.values(getTable(one, 'patchedDependencies')));
  return named.some((path) => typeof path !== 'string' || !isWithin(path, 'patches'));
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
