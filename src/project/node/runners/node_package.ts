import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type ConfigTable, getTable, parseConfig } from '../../parsing/parse_config.js';
import { createFolderView, type ProjectFiles } from '../../project_files.js';

/** Package of a repository, as its manifest describes it. */
export interface NodePackage {
  /** Folder of the package; '' at the root. */
  folder: string;
  /** Files of the package, relative to its folder. */
  files: ProjectFiles;
  manifest: ConfigTable;
  scripts: Readonly<Record<string, string>>;
  /** Dependencies of all kinds with their ranges. */
  dependencies: Readonly<Record<string, string>>;
  /** Folder of the workspace root that installs the package, if that is another one. */
  workspace?: string;
}

/** Reads the package of a folder. Returns undefined if its manifest is absent or cannot be read. */
export function readNodePackage(files: ProjectFiles, folder: string, workspace?: string): NodePackage | undefined {
  const view = createFolderView(files, folder);
  const manifest = parseConfig('JSON', view.read('package.json'));
  if (manifest === undefined) return undefined;
  const dependencies = ['peerDependencies', 'optionalDependencies', 'dependencies', 'devDependencies'].flatMap((kind) =>
    Object.entries(getTextTable(manifest, kind)),
  );
  return {
    folder,
    files: view,
    manifest,
    scripts: getTextTable(manifest, 'scripts'),
    dependencies: Object.fromEntries(dependencies),
    ...omitUndefined({ workspace }),
  };
}

function getTextTable(manifest: ConfigTable, key: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(getTable(manifest, key)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
