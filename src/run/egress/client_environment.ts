/**
 * What programs in a sandbox must be told to use the proxy behind a door. There is no one name: each line is for the
 * programs that read it. Loopback services of the sandbox itself are reached directly.
 */
export function proxyEnvironment(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  const direct = 'localhost,127.0.0.1,::1';
  const java = ['http', 'https'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=127.0.0.1`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
  return {
    http_proxy: url,
    https_proxy: url,
    all_proxy: url,
    no_proxy: direct,
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: direct,
    NODE_USE_ENV_PROXY: '1', // Node 22.21 and 24 on; older ones do not know any
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: direct,
    CARGO_HTTP_PROXY: url,
    PIP_PROXY: url,
    JAVA_TOOL_OPTIONS: [...java, '-Dhttp.nonProxyHosts=localhost|127.*|[::1]'].join(' '),
  };
}

/** The base takes retries away, since without a network they only cost time; with one they get them back. */
export const LIVE: Readonly<Record<string, string>> = { npm_config_fetch_retries: '2', PIP_RETRIES: '5' };

/** Names of a bundle of certificates, for programs that do not look where the system keeps its own. */
export function certificateEnvironment(path: string): Record<string, string> {
  const names = [
    'SSL_CERT_FILE',
    'NODE_EXTRA_CA_CERTS',
    'REQUESTS_CA_BUNDLE',
    'PIP_CERT',
    'CURL_CA_BUNDLE',
    'GIT_SSL_CAINFO',
    'CARGO_HTTP_CAINFO',
    'npm_config_cafile',
    'AWS_CA_BUNDLE',
    'DENO_CERT',
  ];
  return Object.fromEntries(names.map((name) => [name, path]));
}
