import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import type { PackageEcosystem } from '../contract/policy/patch_policy_finding.js';
import type { AllowedHost } from './allowlist.js';
import { normaliseHost } from './destination.js';

/**
 * Package registries that this machine's tools are configured for (requirement K4): the meaning of `network:
 * [registry]`.
 */
export interface PackageRegistries {
  hosts: AllowedHost[];
  /** Hosts by ecosystem, as a policy names them; absent if the tool is missing or names none. */
  by_ecosystem: Partial<Record<PackageEcosystem, string[]>>;
  /** Environment of the tools in a sandbox, without credentials. */
  environment: Record<string, string>;
  /** Configuration files for the home of the sandbox: path below it → content. */
  files: Record<string, string>;
  /** Absolute folders of this machine that hold packages, which a sandbox sees read-only. */
  folders: string[];
}

/**
 * Detects the registries of npm, yarn, pip, go, cargo and gem, with their built-in defaults. The registry of a missing
 * tool is unknown.
 *
 * @param variables environment of the tools: how they are found and configured; they get no other variable of the
 *   caller
 */
export async function detectPackageRegistries(
  variables: Readonly<Record<string, string>> = {},
): Promise<PackageRegistries> {
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: homedir(), ...NO_DOWNLOADS, ...variables };
  const ask: AskTool = (program, args) => askTool(program, args, environment);
  const tools: Record<PackageEcosystem, Promise<ToolRegistries>> = {
    npm: readNpmRegistries(ask),
    pypi: readPipRegistries(ask, environment.HOME),
    go: readGoRegistries(ask),
    cargo: readCargoRegistries(ask, variables.CARGO_HOME ?? join(environment.HOME, '.cargo')),
    gem: readGemRegistries(ask),
  };
  const configured = await Promise.all(
    Object.entries(tools).map(async ([ecosystem, asked]) => ({ ecosystem, ...(await asked) })),
  );
  const hosts = new Map(
    configured.flatMap(({ urls }) => urls.flatMap(parseRegistryHost)).map((host) => [host.pattern, host]),
  );
  const by_ecosystem = configured.flatMap(({ ecosystem, urls }) => {
    const hosts = [...new Set(urls.flatMap(parseRegistryHost).map(({ pattern }) => pattern.replace(/:(80|443)$/, '')))];
    return hosts.length === 0 ? [] : [[ecosystem, hosts.sort()]];
  });
  return {
    hosts: [...hosts.values()],
    by_ecosystem: Object.fromEntries(by_ecosystem),
    environment: Object.assign({}, ...configured.map(({ environment }) => environment)),
    files: Object.assign({}, ...configured.map(({ files }) => files ?? {})),
    folders: [...new Set(configured.flatMap(({ folders }) => folders ?? []))].filter(
      (folder) => existsSync(folder) && !holds(folder, environment.HOME),
    ),
  };
}

/** Variables that keep shims of package managers from downloading the manager. */
const NO_DOWNLOADS = { COREPACK_ENABLE_NETWORK: '0', GOTOOLCHAIN: 'local', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

/** Runs a tool and returns its output; '' if it is not installed or fails. */
type AskTool = (program: string, args: readonly string[]) => Promise<string>;

interface ToolRegistries {
  urls: string[];
  environment: Record<string, string>;
  files?: Record<string, string>;
  folders?: string[];
}

/** Reads npm's registry, those of scopes, the host of tarballs, and yarn's registry. */
async function readNpmRegistries(ask: AskTool): Promise<ToolRegistries> {
  // npm lists its defaults too, but hides a URL with credentials.
  const config = parseJsonObject(await ask('npm', ['config', 'list', '--json']));
  const entries = Object.entries(config).flatMap(([key, value]) =>
    (key === 'registry' || /^@[\w.-]+:registry$/.test(key)) &&
    typeof value === 'string' &&
    parseRegistryHost(value).length > 0
      ? [[key, removeCredentials(value)] as const]
      : [],
  );
  const replaced = config['replace-registry-host'];
  const registry = entries.find(([key]) => key === 'registry')?.[1];
  const lines = [
    ...entries.map(([key, value]) => `${key}=${value}`),
    ...(typeof replaced === 'string' && /^[\w.-]+$/.test(replaced) ? [`replace-registry-host=${replaced}`] : []),
  ];
  return {
    urls: [...entries.map(([, value]) => value), ...(await readYarnRegistry(ask))],
    environment: registry ? { npm_config_registry: registry } : {},
    files: { '.npmrc': `${lines.join('\n')}\n` },
  };
}

/** Reads yarn's registry; its versions disagree about the name of the setting. */
async function readYarnRegistry(ask: AskTool): Promise<string[]> {
  const outputs = [
    await ask('yarn', ['config', 'get', 'npmRegistryServer']),
    await ask('yarn', ['config', 'get', 'registry']),
  ];
  return outputs
    .filter((url) => parseRegistryHost(url).length > 0)
    .slice(0, 1)
    .map(removeCredentials);
}

/**
 * Reads pip's indexes and places of links. Both may be folders of this machine, as they are where packages are brought
 * in by hand.
 */
async function readPipRegistries(ask: AskTool, home: string): Promise<ToolRegistries> {
  const [name] = await askInTurn(ask, ['pip3', 'pip'], ['--version']);
  const output = await ask(name, ['config', 'list']);
  const values = (name: string) =>
    [...output.matchAll(/^(?:global|install|:env:)\.(index-url|extra-index-url|find-links)='(.*)'$/gm)].flatMap(
      ([, key, value = '']) => (key === name ? value.split(/\\n|\s+/).filter((place) => isPlaceOfPackages(place)) : []),
    );
  const toPlace = (place: string) => (getFolder(place) === undefined ? removeCredentials(place) : place);
  const hasHost = (place: string) => getFolder(place) === undefined;
  const index = values('index-url').slice(-1);
  const extra = values('extra-index-url').map(toPlace);
  const links = values('find-links').map(toPlace);
  // The help text names the built-in index.
  const help = (await ask(name, ['install', '--help'])).replaceAll(/\s+/g, ' ');
  const built_in = /--index-url <url> [^(]*\(default (\S+?)\)/.exec(help)?.[1] ?? '';
  const chosen = index[0] ?? (parseRegistryHost(built_in).length > 0 ? built_in : undefined);
  const indexes = chosen === undefined ? [] : [toPlace(chosen)];
  const folders = [
    ...[...index, ...extra].flatMap((place) => getFolder(place) ?? []).map((index) => getIndexRoot(index, home)),
    ...links.flatMap((place) => getFolder(place) ?? []),
  ];
  return {
    urls: [...indexes, ...extra, ...links, ...(await readPipFileHosts(ask, indexes.filter(hasHost)))].filter(hasHost),
    environment: {
      ...omitUndefined({
        PIP_INDEX_URL: index[0] === undefined ? undefined : toPlace(index[0]),
        PIP_EXTRA_INDEX_URL: extra.length > 0 ? extra.join(' ') : undefined,
        PIP_FIND_LINKS: links.length > 0 ? links.join(' ') : undefined,
        // Where packages lie in folders, a host may be out of reach: pip would ask it five times for each package.
        PIP_RETRIES: folders.length > 0 ? '1' : undefined,
      }),
    },
    folders,
  };
}

const isPlaceOfPackages = (place: string) => parseRegistryHost(place).length > 0 || getFolder(place) !== undefined;

/** Returns the absolute folder that a place names, as a path or a URL; undefined if it is none. */
function getFolder(place: string): string | undefined {
  try {
    const path = /^file:/.test(place) ? fileURLToPath(place) : place;
    const folder = normalize(path).replace(/\/+$/, '');
    return isAbsolute(path) && folder !== '' ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the folder that holds an index with its files: usually `simple` and a folder beside it. It is the index alone
 * where the folder above is a top folder, or holds the home folder.
 */
function getIndexRoot(index: string, home: string): string {
  const parent = dirname(index);
  return basename(index) === 'simple' && dirname(parent) !== '/' && !holds(parent, home) ? parent : index;
}

/** Tells whether a folder is, or lies above, another path. */
const holds = (folder: string, path: string): boolean => `${path}/`.startsWith(`${folder}/`);

/** Script that prints pip's built-in index and the host of its files. */
const PIP_DEFAULTS =
  'from pip._internal.models.index import PyPI; print(PyPI.simple_url); print(PyPI.file_storage_domain)';

/** Finds the host of pip's files. The built-in index keeps files on another host; a mirror names them by links. */
async function readPipFileHosts(ask: AskTool, [index]: readonly string[]): Promise<string[]> {
  if (index === undefined) return [];
  const [, output] = await askInTurn(ask, ['python3', 'python'], ['-I', '-c', PIP_DEFAULTS]);
  const [simple = '', files = ''] = output.split('\n');
  const [built_in] = parseRegistryHost(simple);
  const isBuiltIn = built_in !== undefined && built_in.pattern === parseRegistryHost(index)[0]?.pattern;
  return isBuiltIn && /^[\w.-]+$/.test(files) ? [`https://${files}/`] : [];
}

/** Reads Go's module proxy and checksum database; Go prints its defaults itself. */
async function readGoRegistries(ask: AskTool): Promise<ToolRegistries> {
  const [proxy = '', sums = ''] = (await ask('go', ['env', 'GOPROXY', 'GOSUMDB'])).split('\n');
  const listed = proxy.split(/[,|]/).filter((url) => parseRegistryHost(url).length > 0);
  const database = /^[\w.-]+$/.test(sums.split(/[\s+]/)[0] ?? '') ? sums.split(/[\s+]/)[0] : undefined;
  const cleaned = proxy
    .split(/([,|])/)
    .map((part) => (parseRegistryHost(part).length > 0 ? removeCredentials(part) : part));
  return {
    urls: [...listed.map(removeCredentials), ...(database && database !== 'off' ? [`https://${database}/`] : [])],
    environment: omitUndefined({ GOPROXY: proxy ? cleaned.join('') : undefined, GOSUMDB: database || undefined }),
  };
}

/**
 * Reads cargo's registries from its home. Cargo has no stable command that shows its configuration or built-in
 * registry, but its home has a folder for each index that it used, whose config.json names the hosts of crates.
 */
async function readCargoRegistries(ask: AskTool, home: string): Promise<ToolRegistries> {
  if ((await ask('cargo', ['--version'])) === '') return { urls: [], environment: {} };
  const text = await readOptionalFile(join(home, 'config.toml')).then(
    (own) => own || readOptionalFile(join(home, 'config')),
  );
  let source: Record<string, Record<string, unknown>> = {};
  try {
    source = (parse(text) as { source?: typeof source }).source ?? {};
  } catch {
    // Cargo itself reports an invalid file.
  }
  const urls = Object.values(source).flatMap(({ registry }) =>
    typeof registry === 'string'
      ? [registry.replace(/^sparse\+/, '')].filter((url) => parseRegistryHost(url).length > 0)
      : [],
  );
  const lines = Object.entries(source).flatMap(([name, { 'replace-with': other, registry }]) => [
    `[source.${JSON.stringify(name)}]`,
    ...(typeof other === 'string' ? [`replace-with = ${JSON.stringify(other)}`] : []),
    ...(typeof registry === 'string' ? [`registry = ${JSON.stringify(registry.replace(/\/\/[^@/]*@/, '//'))}`] : []),
  ]);
  return {
    urls: [...urls, ...(await listUsedIndexes(join(home, 'registry', 'index')))].map(removeCredentials),
    environment: {},
    ...omitUndefined({ files: lines.length > 0 ? { '.cargo/config.toml': `${lines.join('\n')}\n` } : undefined }),
  };
}

/** Lists the indexes that cargo used, by the names of their folders (`host-hash`), with their hosts of crates. */
async function listUsedIndexes(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    names.slice(0, 50).map(async (name) => {
      const host = /^([\w.-]+)-[0-9a-f]{16}$/.exec(name)?.[1];
      if (host === undefined) return [];
      const { dl, api } = parseJsonObject(await readOptionalFile(join(folder, name, 'config.json')));
      return [`https://${host}/`, dl, api].filter(
        (url) => typeof url === 'string' && parseRegistryHost(url).length > 0,
      );
    }),
  );
  return lists.flat() as string[];
}

/** Reads gem's sources; gem lists its default itself. Clients ask `index.HOST` of a registry first. */
async function readGemRegistries(ask: AskTool): Promise<ToolRegistries> {
  const output = await ask('gem', ['sources', '--list']);
  const urls = output
    .split('\n')
    .filter((line) => /^https?:\/\//.test(line) && parseRegistryHost(line).length > 0)
    .map(removeCredentials);
  const indexes = urls.flatMap((url) => {
    const { protocol, hostname, port } = new URL(url);
    return /^[a-z]/i.test(hostname) && port === '' ? [`${protocol}//index.${hostname}/`] : [];
  });
  const lines = ['---', ':sources:', ...urls.map((url) => `- ${JSON.stringify(url)}`)];
  return {
    urls: [...urls, ...indexes],
    environment: {},
    ...omitUndefined({ files: urls.length > 0 ? { '.gemrc': `${lines.join('\n')}\n` } : undefined }),
  };
}

/**
 * Asks programs in turn.
 *
 * @returns the first program with output, and its output; else the last program
 */
async function askInTurn(
  ask: AskTool,
  programs: readonly string[],
  args: readonly string[],
): Promise<[string, string]> {
  for (const program of programs) {
    const output = await ask(program, args);
    if (output !== '') return [program, output];
  }
  return [programs.at(-1)!, ''];
}

const ASK_MS = 20_000;

async function askTool(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  // Run outside of any project, whose configuration belongs to the repository, not to the machine.
  const result = await execa(program, args, {
    reject: false,
    timeout: ASK_MS,
    stdin: 'ignore',
    cwd: '/',
    env,
    extendEnv: false,
    maxBuffer: 1024 * 1024,
  });
  return result.failed ? '' : result.stdout.trim();
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const readOptionalFile = (path: string) => readFile(path, 'utf8').catch(() => '');

function removeCredentials(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Parses the host and port of a URL as a pattern; the machine's configuration may name hosts of a private network. */
export function parseRegistryHost(text: string): AllowedHost[] {
  try {
    const url = new URL(text);
    const host = /^https?:$/.test(url.protocol) ? normaliseHost(url.hostname) : undefined;
    if (host === undefined) return [];
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return [{ pattern: `${host.includes(':') ? `[${host}]` : host}:${port}`, trusted: true }];
  } catch {
    return [];
  }
}
