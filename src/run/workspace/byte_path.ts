/**
 * Paths inside a repository travel as latin-1 strings, one character per byte, so that names that are not UTF-8 survive;
 * this is the path on disk of one of them below a folder.
 */
export const bytesOf = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
