import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT } from '../contract/input/get_workspace_root.js';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import type { EventPayload } from '../record/events/event.js';
import { SANDBOX_HOME } from '../sandbox/create_etc_folder.js';
import type { ForwardedPort } from '../sandbox/sandbox_backend.js';
import { rememberPromise } from '../system/remember_promise.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../workspace/cache/workspace_cache.js';
import { type AllowedHost, createAllowlist, type NetworkRequestPolicy, restrictAllowlist } from './allowlist.js';
import type { StubConfig } from './answer_from_stubs.js';
import { type CertificateAuthority, createCertificateAuthority } from './certificate_authority.js';
import { openNetworkRequestLog } from './network_request_log.js';
import { openProxy } from './open_proxy.js';
import { getTrustedCertificates, type OutboundNetwork } from './outbound_network.js';
import { detectPackageRegistries, type PackageRegistries } from './package_registries.js';
import { readRegistrySettings } from './read_registry_settings.js';

/**
 * Outbound network that the sandboxes of a run share: the machine's network, its registries, and the authority of
 * recorded hosts.
 */
export interface RunNetwork {
  outbound: OutboundNetwork;
  registries(): Promise<PackageRegistries>;
  /** Registries that this machine's package managers are configured for, by ecosystem, for the manifest. */
  registry_settings: Readonly<Record<string, string[]>>;
  authority(): Promise<CertificateAuthority>;
}

/**
 * Creates the network of a run; registries and authority are made on first use.
 *
 * @param outbound the machine's outbound network
 */
export function createRunNetwork(outbound: OutboundNetwork, now: () => Date): RunNetwork {
  return {
    outbound: outbound,
    registry_settings: readRegistrySettings(outbound.tool_variables),
    registries: rememberPromise(() => detectPackageRegistries(outbound.tool_variables)),
    authority: rememberPromise(() => createCertificateAuthority(now())),
  };
}

interface StageNetworkOptions {
  /** Hosts that may be reached. */
  allow: readonly AllowedHost[];
  /** Network policy that decides about every request besides the list; absent if it is switched off. */
  policy?: NetworkRequestPolicy | undefined;
  /** Recorded responses that requests are answered from, or recorded into. */
  stubs?: StubConfig | undefined;
  /** Registries whose configuration the sandbox gets. */
  registries?: PackageRegistries | undefined;
  /** Path of the workspace in the sandbox. Default: `/work`. */
  root?: string | undefined;
  /** True if sandboxes have a network of their own; else the forwarded port is taken on the machine. */
  isolated: boolean;
  cache: WorkspaceCache;
  /** Receives every event. */
  append: (payload: EventPayload<'network_request'>) => void;
}

/** Proxy access of a session. The caller closes it. */
export interface StageNetwork {
  doors: ForwardedPort[];
  environment: Record<string, string>;
  /** Mounts: host path → path inside. */
  read_only_mounts: Record<string, string>;
  /**
   * Ends all requests and appends their events.
   *
   * @throws the first fault of the code in a request
   */
  close(): Promise<void>;
}

/** Usual port of a proxy; nothing else listens on the loopback of a new sandbox. */
export const PROXY_PORT = 3128;
/** Path inside a sandbox of the certificates that its system lacks. */
const BUNDLE = '/run/certificates.pem';

/** Opens the proxy of one stage. */
export async function openStageNetwork(options: StageNetworkOptions, outside: RunNetwork): Promise<StageNetwork> {
  const { outbound } = outside;
  const authority = options.stubs ? await outside.authority() : undefined;
  const ledger = openNetworkRequestLog(options.append);
  const proxy = openProxy({
    list: options.policy
      ? restrictAllowlist(createAllowlist(options.allow), options.policy)
      : createAllowlist(options.allow),
    ledger,
    outbound: outbound,
    ...omitUndefined({ stubs: options.stubs && authority ? { ...options.stubs, authority } : undefined }),
  });
  const port = options.isolated ? PROXY_PORT : await findFreePort();
  const files: Record<string, string> = Object.fromEntries(
    Object.entries(options.registries?.files ?? {}).map(([name, text]) => [join(SANDBOX_HOME, name), text]),
  );
  // Only Node ignores the system's certificates. Other programs need the bundle only for certificates that the system
  // lacks.
  const special = authority !== undefined || outbound.extra_certificates !== undefined;
  files[BUNDLE] = getTrustedCertificates(outbound) + (authority?.certificate ?? '');
  const room = createScratchFolder(options.cache);
  const read_only_mounts: Record<string, string> = {};
  for (const [index, [inside, text]] of Object.entries(files).entries()) {
    const path = join(room, String(index));
    writeFileSync(path, text, { mode: 0o644 });
    read_only_mounts[path] = inside;
  }
  // Over the workspace they would hide files of the repository, and leave empty folders in it.
  for (const folder of options.registries?.folders ?? [])
    if (!`${folder}/`.startsWith(`${options.root ?? DEFAULT_WORKSPACE_ROOT}/`)) read_only_mounts[folder] = folder;
  const retries = options.stubs && !options.stubs.recording ? {} : RETRY_ENVIRONMENT;
  const certificates = special ? buildCertificateEnvironment(BUNDLE) : { NODE_EXTRA_CA_CERTS: BUNDLE };
  return {
    doors: [{ port, accept: proxy.accept }],
    environment: {
      ...buildProxyEnvironment(port),
      ...retries,
      ...certificates,
      ...options.registries?.environment,
    },
    read_only_mounts,
    async close() {
      await proxy.close().finally(() => removeTree(room));
    },
  };
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Builds the environment by which programs in a sandbox use the proxy on a forwarded port. Each variable serves the
 * programs that read it. Loopback services of the sandbox are reached directly.
 */
function buildProxyEnvironment(port: number): Record<string, string> {
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
    NODE_USE_ENV_PROXY: '1', // from Node 22.21 and 24 on
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: direct,
    // Yarn from version 2 on reads no other variables.
    YARN_HTTP_PROXY: url,
    YARN_HTTPS_PROXY: url,
    CARGO_HTTP_PROXY: url,
    PIP_PROXY: url,
    JAVA_TOOL_OPTIONS: [...java, '-Dhttp.nonProxyHosts=localhost|127.*|[::1]'].join(' '),
  };
}

/** Retries of package managers, for stages with a network; the base environment switches them off. */
const RETRY_ENVIRONMENT: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '2',
  PIP_RETRIES: '5',
  YARN_HTTP_RETRY: '1',
};

/** Builds the environment that names a bundle of certificates, for programs that ignore the system's own. */
function buildCertificateEnvironment(path: string): Record<string, string> {
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
