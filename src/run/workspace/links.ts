/**
 * Whether a symbolic link at `path` with this target can lead out of the tree.
 *
 * Allowed are relative targets of the form `../../name/name`: leading `..` no more than the link lies deep, then plain
 * names. A `..` after a name is refused even where it would stay inside: that name may itself be a link. Because every
 * link in the tree obeys this rule, following several of them cannot lead out either. `.git` is never a target.
 */
export function linkEscapes(path: string, target: string): boolean {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return true;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const names = parts.findIndex((part) => part !== '..');
  const ups = names === -1 ? parts.length : names;
  const depth = path.split('/').length - 1;
  return ups > depth || parts.slice(ups).some((part) => part === '..' || part.toLowerCase() === '.git');
}
