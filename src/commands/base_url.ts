/**
 * The base URL of a server of models, with or without `/v1`, which is the same. Problems are told without the URL: it may hold a password.
 */
export function baseUrl(text: string): URL | { problem: string } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { problem: 'is not a URL like https://host/v1' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must begin with https:// or http://' };
  if (url.hostname === '') return { problem: 'names no host' };
  if (/^[^/]*\/\/[^/]*:(\/|$)/.test(text)) return { problem: 'has no number of a port after ":"' };
  if (url.port === '0') return { problem: 'names the port 0, on which nothing can listen' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'holds a user or a password, which would be recorded: give the key by a variable' };
  if (url.search !== '' || url.hash !== '') return { problem: 'must end before "?" and "#"' };
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v1(beta)?$/, '');
  return url;
}

/** Whether it is on this machine, where nobody listens in between. */
export function isLocal({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
