/**
 * Tells whether a path of somebody else's change or benchmark can become a file beside a contract: it stays below its
 * folder, is no metadata of git, and has no character that a name cannot keep.
 */
export const isKeepablePath = (path: string): boolean =>
  !/[\0\uFFFD]/.test(path) && path.split('/').every((part) => !['', '.', '..', '.git'].includes(part.toLowerCase()));
