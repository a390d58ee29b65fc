/**
 * Returns true if a symbolic link at `path` with this target can lead out of the tree. Allowed targets have the form
 * `../../name/name`: no more leading `..` than the link's depth, then plain names. A `..` after a name is refused even
 * if it would stay inside, since the name may itself be a link. As every link of the tree obeys this rule, a chain of
 * links cannot lead out either. `.git` and its aliases are never allowed.
 */
export function canLinkEscape(path: string, target: string): boolean {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return true;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const names = parts.findIndex((part) => part !== '..');
  const ups = names === -1 ? parts.length : names;
  const depth = path.split('/').length - 1;
  return ups > depth || parts.slice(ups).some((part) => part === '..' || isGitAlias(part));
}

/** Tells whether a name is `.git` on a file system that folds case or shortens names. */
export const isGitAlias = (name: string): boolean => /^(\.git|\.?git~\d+)$/i.test(name);
