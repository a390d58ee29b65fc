import { getText } from '../parsing/parse_config.js';
import { placeCommand } from '../parsing/place_project.js';
import { createCommand, type ProjectCommand } from '../project.js';
import type { ProjectFiles } from '../project_files.js';
import { findImports, getImportPackage } from './find_imports.js';
import { findBuildScript, isAliased, isEntryBuilt } from './find_needed_build.js';
import { renderScriptRun } from './render_script_run.js';
import { type NodePackage, readNodePackage } from './runners/node_package.js';

/** Most files of a package that are read. */
const MAX_FILES = 400;
/** Most packages that are built. */
const MAX_BUILDS = 12;

/**
 * Lists the commands that build the packages of a workspace which a member imports, each after those that it depends on
 * itself: an installation links them as they are in the repository.
 *
 * @param members folders of the workspace's packages
 */
export function listSiblingBuilds(
  files: ProjectFiles,
  nodePackage: NodePackage,
  members: readonly string[],
): ProjectCommand[] {
  const { folder, workspace } = nodePackage;
  if (workspace === undefined) return [];
  const root = readNodePackage(files, workspace);
  const siblings = new Map<string, NodePackage>();
  for (const member of members) {
    const sibling = member === folder ? undefined : readNodePackage(files, member, workspace);
    const name = sibling && getText(sibling.manifest, 'name');
    if (sibling && name && isEntryBuilt(sibling)) siblings.set(name, sibling);
  }
  const isBuilt = (name: string) =>
    siblings.has(name) && !isAliased(nodePackage, name) && !(root && isAliased(root, name));
  const builds = new Map<NodePackage, ProjectCommand>();
  const add = (name: string, trail: readonly string[]): void => {
    const sibling = siblings.get(name);
    if (sibling === undefined || trail.includes(name) || builds.has(sibling)) return;
    for (const dependency of Object.keys(sibling.dependencies)) add(dependency, [...trail, name]);
    const script = findBuildScript(sibling);
    if (script === undefined || builds.size >= MAX_BUILDS) return;
    const build = createCommand(renderScriptRun(sibling, script), `the tests import ${name}, which this builds`);
    builds.set(sibling, placeCommand(build, sibling.folder));
  };
  for (const name of listImports(nodePackage).filter(isBuilt)) add(name, []);
  return [...builds.values()];
}

/** Lists the packages that the programs of a package import. */
function listImports({ files, dependencies }: NodePackage): string[] {
  const programs = files.paths.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/(^|\/)node_modules\//.test(path));
  const imports = programs.slice(0, MAX_FILES).flatMap((path) => findImports(files.read(path) ?? ''));
  const names = new Set(imports.flatMap((specifier) => getImportPackage(specifier) ?? []));
  return Object.keys(dependencies).filter((name) => names.has(name));
}
