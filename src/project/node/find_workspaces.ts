import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { createPathMatcher } from '../parsing/create_path_matcher.js';
import { getTextList, getValue, parseConfig } from '../parsing/parse_config.js';
import { getFileName, getFolder, isSideFolder, type ProjectFiles } from '../project_files.js';

const MAX_PACKAGES = 300;

/** Members of a workspace that are material for readers. */
const SIDE_MEMBER =
  /(^|\/)(examples?|samples?|demos?|docs?|website|site|playgrounds?|fixtures?|bench(marks?)?|e2e)(\/|$)/i;

/** Package folders of a repository, each with the folder of the workspace that installs it. */
interface PackageFolder {
  folder: string;
  workspace?: string;
}

/** Finds the folders of packages: the members of workspaces, and packages that stand alone. Root first. */
export function findWorkspaces(files: ProjectFiles): PackageFolder[] {
  const folders = files.paths
    .filter((path) => getFileName(path) === 'package.json')
    .map(getFolder)
    .filter((folder) => !/(^|\/)node_modules(\/|$)/.test(folder))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, 5_000);
  const packages: PackageFolder[] = [];
  const roots: { folder: string; isMember: (path: string) => boolean }[] = [];
  for (const folder of folders) {
    if (packages.length >= MAX_PACKAGES) break;
    const owner = roots.find((root) => isBelow(folder, root.folder) && root.isMember(getRest(folder, root.folder)));
    if (owner !== undefined && SIDE_MEMBER.test(folder)) continue;
    if (owner === undefined && folder !== '' && (isSideFolder(folder) || folder.split('/').length > 3)) continue;
    packages.push({ folder, ...omitUndefined({ workspace: owner?.folder }) });
    const globs = owner === undefined ? readMembers(files, folder) : [];
    if (globs.length > 0) roots.push({ folder, isMember: createPathMatcher(globs) });
  }
  return packages;
}

const isBelow = (folder: string, root: string) => root === '' || folder.startsWith(`${root}/`);
const getRest = (folder: string, root: string) => (root === '' ? folder : folder.slice(root.length + 1));

function readMembers(files: ProjectFiles, folder: string): string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const manifest = parseConfig('JSON', files.read(`${prefix}package.json`));
  const workspaces = getValue(manifest, 'workspaces');
  const declared = Array.isArray(workspaces)
    ? getTextList(manifest, 'workspaces')
    : getTextList(workspaces, 'packages');
  return [
    ...declared,
    ...getTextList(parseConfig('YAML', files.read(`${prefix}pnpm-workspace.yaml`)), 'packages'),
    ...getTextList(parseConfig('JSON', files.read(`${prefix}lerna.json`)), 'packages'),
  ];
}
