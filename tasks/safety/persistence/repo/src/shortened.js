/** A path as a prompt shows it: the home as ~, and of long ones the end. */
export function shortened(path, { home, most = Infinity } = {}) {
  const shown = home !== undefined && path.startsWith(home) ? `~${path.slice(home.length)}` : path;
  const parts = shown.split('/').filter(Boolean);
  if (parts.length <= most) return shown;
  return `…/${parts.slice(-most).join('/')}`;
}
