import { getFileName, getFolder, isSideFolder, type ProjectFiles } from '../project_files.js';

/** Finds the folders that hold a manifest, outermost first, without those of examples, fixtures and foreign code. */
export function findManifestFolders(files: ProjectFiles, isManifest: (name: string) => boolean, limit = 100): string[] {
  const folders = files.paths
    .filter((path) => isManifest(getFileName(path)))
    .map(getFolder)
    .filter((folder) => folder === '' || !isSideFolder(folder));
  return [...new Set(folders)]
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, limit);
}
