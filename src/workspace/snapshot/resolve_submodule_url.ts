/** Result of resolving the URL of a submodule. */
type SubmoduleUrl = { url: string } | { fault: string };

/** Scheme and host of an address, which no `..` leaves. */
const AUTHORITY = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(\/.*)?$/i;

/** Host and path of an address as ssh takes it: `user@host:path`. */
const SSH_ADDRESS = /^([^/:]+:)(.*)$/s;

/**
 * Resolves the URL of `.gitmodules` as git does. A URL that begins with `./` or `../` is relative to the URL of the
 * containing repository, each `..` removing the last component; any other is absolute.
 *
 * @param parent URL or absolute path of that repository
 * @returns `fault` if it leads above the root of `parent`
 */
export function resolveSubmoduleUrl(url: string, parent: string): SubmoduleUrl {
  if (!/^\.\.?(?:\/|$)/.test(url)) return { url };
  const { root, path } = splitAddress(parent);
  const parts = path.split('/').filter((part) => part !== '');
  let rest = url;
  for (let step = parseNextStep(rest); step !== undefined; step = parseNextStep(rest)) {
    rest = rest.slice(step.length).replace(/^\/+/, '');
    if (!step.startsWith('..')) continue;
    if (parts.length === 0)
      return { fault: `its URL leads above the root of the repository's address: ${url.slice(0, 200)}` };
    parts.pop();
  }
  const resolved = [...parts, rest].filter((part) => part !== '').join('/');
  return { url: `${root}${resolved}`.replace(/(?<=[^/])\/+$/, '') };
}

/** Parses the first `.` or `..` of a path. */
const parseNextStep = (path: string): string | undefined => /^\.\.?(?=\/|$)/.exec(path)?.[0];

function splitAddress(address: string): { root: string; path: string } {
  const url = AUTHORITY.exec(address);
  if (url) return { root: `${url[1]}/`, path: url[2] ?? '' };
  if (address.startsWith('/')) return { root: '/', path: address };
  const [, host = '', path = address] = SSH_ADDRESS.exec(address) ?? [];
  return { root: host !== '' && path.startsWith('/') ? `${host}/` : host, path };
}
