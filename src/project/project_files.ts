/** Reads the files of one commit. Paths are relative to the repository root and separated by `/`. */
export interface ProjectFiles {
  /** All tracked files. */
  readonly paths: readonly string[];
  /** Returns the text of a file; undefined if it is absent, binary or larger than 2 MB. */
  read(path: string): string | undefined;
}

/** Creates the view of one folder: its files, with paths relative to it. */
export function createFolderView(files: ProjectFiles, folder: string): ProjectFiles {
  if (folder === '') return files;
  const prefix = `${folder}/`;
  return {
    paths: files.paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
    read: (path) => files.read(prefix + path),
  };
}

/** Returns the folder of a path; '' for a file at the root. */
export function getFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Returns the last part of a path. */
export function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Folders whose projects are material for others: examples, fixtures, documentation, copies of foreign code. */
const SIDE_FOLDERS = new Set(
  (
    'example examples sample samples demo demos doc docs website site template templates ' +
    'fixture fixtures __fixtures__ ' +
    'testdata test tests __tests__ spec e2e bench benches benchmark benchmarks playground playgrounds sandbox fuzz ' +
    'fuzzing node_modules vendor third_party bower_components'
  ).split(' '),
);

/** Tells whether a folder holds examples, fixtures, documentation or foreign code rather than a project of its own. */
export function isSideFolder(folder: string): boolean {
  return folder.split('/').some((part) => part.startsWith('.') || SIDE_FOLDERS.has(part.toLowerCase()));
}
