import { posix } from 'node:path';

/** Tells whether a path of an image is absolute, printable, and neither a folder nor anything below it. */
export function isOutsideFolder(path: string, folder: string): boolean {
  if (!path.startsWith('/') || /\p{C}/u.test(path)) return false;
  // Two slashes at the beginning stay two.
  const plain = posix.normalize(path).replace(/^\/+/, '/');
  return plain !== folder && !`${plain}/`.startsWith(`${folder}/`);
}
