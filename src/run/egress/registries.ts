import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import type { Ecosystem } from '../../contract/dependency_policy.js';
import type { Allowed } from './allowlist.js';
import { normalisedHost } from './destination.js';

/** The package registries that this machine's tools are configured for (K4): what `network: [registry]` stands for. */
export interface Registries {
  hosts: Allowed[];
  /** The same by ecosystem, as a policy names hosts. One whose tool is not on this machine, or does not say, is absent. */
  by_ecosystem: Partial<Record<Ecosystem, string[]>>;
  /** What tools in a sandbox are told, without credentials. */
  environment: Record<string, string>;
  /** Configuration files for the home of the sandbox: path below it → content. */
  files: Record<string, string>;
}

/**
 * Asks npm, yarn, pip, go, cargo and gem which registries they use, those that are built into them included. The registry of a tool
 * that is not here is unknown.
 *
 * @param variables environment of the tools: how they are found and configured. They get nothing else of the caller's
 */
export async function configuredRegistries(variables: Readonly<Record<string, string>> = {}): Promise<Registries> {
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: homedir(), ...NO_DOWNLOADS, ...variables };
  const ask: Ask = (program, args) => askTool(program, args, environment);
  const tools: Record<Ecosystem, Promise<Configured>> = {
    npm: npm(ask),
    pypi: pip(ask),
    go: go(ask),
    cargo: cargo(ask, variables.CARGO_HOME ?? join(environment.HOME, '.cargo')),
    gem: gem(ask),
  };
  const found = await Promise.all(
    Object.entries(tools).map(async ([ecosystem, asked]) => ({ ecosystem, ...(await asked) })),
  );
  const hosts = new Map(found.flatMap(({ urls }) => urls.flatMap(hostOf)).map((host) => [host.pattern, host]));
  const by_ecosystem = found.flatMap(({ ecosystem, urls }) => {
    const named = [...new Set(urls.flatMap(hostOf).map(({ pattern }) => pattern.replace(/:(80|443)$/, '')))];
    return named.length === 0 ? [] : [[ecosystem, named.sort()]];
  });
  return {
    hosts: [...hosts.values()],
    by_ecosystem: Object.fromEntries(by_ecosystem),
    environment: Object.assign({}, ...found.map(({ environment }) => environment)),
    files: Object.assign({}, ...found.map(({ files }) => files ?? {})),
  };
}

/** Shims of package managers fetch the manager itself where these do not forbid it. */
const NO_DOWNLOADS = { COREPACK_ENABLE_NETWORK: '0', GOTOOLCHAIN: 'local', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

/** Returns what a tool prints; '' when it is not installed or fails. */
type Ask = (program: string, args: readonly string[]) => Promise<string>;

interface Configured {
  urls: string[];
  environment: Record<string, string>;
  files?: Record<string, string>;
}

/** The registry that npm asks, those of scopes, where tarballs are looked for instead, and the registry of yarn. */
async function npm(ask: Ask): Promise<Configured> {
  // It lists its own defaults too. A URL with credentials in it it keeps to itself: then there is none.
  const config = json(await ask('npm', ['config', 'list', '--json']));
  const named = Object.entries(config).flatMap(([key, value]) =>
    (key === 'registry' || /^@[\w.-]+:registry$/.test(key)) && typeof value === 'string' && hostOf(value).length > 0
      ? [[key, withoutCredentials(value)] as const]
      : [],
  );
  const replaced = config['replace-registry-host'];
  const registry = named.find(([key]) => key === 'registry')?.[1];
  const lines = [
    ...named.map(([key, value]) => `${key}=${value}`),
    ...(typeof replaced === 'string' && /^[\w.-]+$/.test(replaced) ? [`replace-registry-host=${replaced}`] : []),
  ];
  return {
    urls: [...named.map(([, value]) => value), ...(await yarnRegistry(ask))],
    environment: registry ? { npm_config_registry: registry } : {},
    files: { '.npmrc': `${lines.join('\n')}\n` },
  };
}

/** Versions of yarn disagree about the name of the setting. */
async function yarnRegistry(ask: Ask): Promise<string[]> {
  const said = [
    await ask('yarn', ['config', 'get', 'npmRegistryServer']),
    await ask('yarn', ['config', 'get', 'registry']),
  ];
  return said
    .filter((url) => hostOf(url).length > 0)
    .slice(0, 1)
    .map(withoutCredentials);
}

async function pip(ask: Ask): Promise<Configured> {
  const [name] = await firstAnswer(ask, ['pip3', 'pip'], ['--version']);
  const said = await ask(name, ['config', 'list']);
  const values = (name: string) =>
    [...said.matchAll(/^(?:global|install|:env:)\.(index-url|extra-index-url|find-links)='(.*)'$/gm)].flatMap(
      ([, key, value = '']) => (key === name ? value.split(/\\n|\s+/).filter((url) => hostOf(url).length > 0) : []),
    );
  const index = values('index-url').slice(-1);
  const extra = values('extra-index-url').map(withoutCredentials);
  // Its help names the index that it would ask.
  const help = (await ask(name, ['install', '--help'])).replaceAll(/\s+/g, ' ');
  const built_in = /--index-url <url> [^(]*\(default (\S+?)\)/.exec(help)?.[1] ?? '';
  const asked = index[0] ?? (hostOf(built_in).length > 0 ? built_in : undefined);
  const own = asked === undefined ? [] : [withoutCredentials(asked)];
  return {
    urls: [...own, ...extra, ...(await pipFileHosts(ask, own))],
    environment: {
      ...(index[0] === undefined ? {} : { PIP_INDEX_URL: withoutCredentials(index[0]) }),
      ...(extra.length > 0 ? { PIP_EXTRA_INDEX_URL: extra.join(' ') } : {}),
    },
  };
}

/** Prints pip's own index, and the host that its files are on. */
const PIP_DEFAULTS =
  'from pip._internal.models.index import PyPI; print(PyPI.simple_url); print(PyPI.file_storage_domain)';

/** The index that is built into pip keeps files on another host; a mirror says where they are by links that pip follows. */
async function pipFileHosts(ask: Ask, [index]: readonly string[]): Promise<string[]> {
  if (index === undefined) return [];
  const [, said] = await firstAnswer(ask, ['python3', 'python'], ['-I', '-c', PIP_DEFAULTS]);
  const [simple = '', files = ''] = said.split('\n');
  const isBuiltIn = hostOf(simple).length > 0 && hostOf(simple)[0]!.pattern === hostOf(index)[0]!.pattern;
  return isBuiltIn && /^[\w.-]+$/.test(files) ? [`https://${files}/`] : [];
}

/** Go prints its own defaults where nothing is configured. */
async function go(ask: Ask): Promise<Configured> {
  const [proxy = '', sums = ''] = (await ask('go', ['env', 'GOPROXY', 'GOSUMDB'])).split('\n');
  const listed = proxy.split(/[,|]/).filter((url) => hostOf(url).length > 0);
  const database = /^[\w.-]+$/.test(sums.split(/[\s+]/)[0] ?? '') ? sums.split(/[\s+]/)[0] : undefined;
  const kept = proxy.split(/([,|])/).map((part) => (hostOf(part).length > 0 ? withoutCredentials(part) : part));
  return {
    urls: [...listed.map(withoutCredentials), ...(database && database !== 'off' ? [`https://${database}/`] : [])],
    environment: { ...(proxy ? { GOPROXY: kept.join('') } : {}), ...(database ? { GOSUMDB: database } : {}) },
  };
}

/**
 * Cargo has no stable command that shows its configuration, and none that names the registry that is built into it. Its home has
 * a folder for each index that it has used, whose config.json says where crates lie.
 */
async function cargo(ask: Ask, home: string): Promise<Configured> {
  if ((await ask('cargo', ['--version'])) === '') return { urls: [], environment: {} };
  const text = await read(join(home, 'config.toml')).then((own) => own || read(join(home, 'config')));
  let source: Record<string, Record<string, unknown>> = {};
  try {
    source = (parse(text) as { source?: typeof source }).source ?? {};
  } catch {
    // Cargo itself would complain.
  }
  const urls = Object.values(source).flatMap(({ registry }) =>
    typeof registry === 'string' ? [registry.replace(/^sparse\+/, '')].filter((url) => hostOf(url).length > 0) : [],
  );
  const lines = Object.entries(source).flatMap(([name, { 'replace-with': other, registry }]) => [
    `[source.${JSON.stringify(name)}]`,
    ...(typeof other === 'string' ? [`replace-with = ${JSON.stringify(other)}`] : []),
    ...(typeof registry === 'string' ? [`registry = ${JSON.stringify(registry.replace(/\/\/[^@/]*@/, '//'))}`] : []),
  ]);
  return {
    urls: [...urls, ...(await usedIndexes(join(home, 'registry', 'index')))].map(withoutCredentials),
    environment: {},
    ...(lines.length > 0 ? { files: { '.cargo/config.toml': `${lines.join('\n')}\n` } } : {}),
  };
}

/** Indexes that cargo has asked, by the names of their folders (`host-hash`), and where these say that crates lie. */
async function usedIndexes(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.slice(0, 50).map(async (name) => {
      const host = /^([\w.-]+)-[0-9a-f]{16}$/.exec(name)?.[1];
      if (host === undefined) return [];
      const { dl, api } = json(await read(join(folder, name, 'config.json')));
      return [`https://${host}/`, dl, api].filter((url) => typeof url === 'string' && hostOf(url).length > 0);
    }),
  );
  return found.flat() as string[];
}

/** Gem lists its own default where nothing is configured. Clients ask `index.HOST` of a registry first. */
async function gem(ask: Ask): Promise<Configured> {
  const said = await ask('gem', ['sources', '--list']);
  const urls = said
    .split('\n')
    .filter((line) => /^https?:\/\//.test(line) && hostOf(line).length > 0)
    .map(withoutCredentials);
  const indexes = urls.flatMap((url) => {
    const { protocol, hostname, port } = new URL(url);
    return /^[a-z]/i.test(hostname) && port === '' ? [`${protocol}//index.${hostname}/`] : [];
  });
  const lines = ['---', ':sources:', ...urls.map((url) => `- ${JSON.stringify(url)}`)];
  return {
    urls: [...urls, ...indexes],
    environment: {},
    ...(urls.length > 0 ? { files: { '.gemrc': `${lines.join('\n')}\n` } } : {}),
  };
}

/** Asks programs in turn. @returns the first that says something, with what it says; else the last */
async function firstAnswer(ask: Ask, programs: readonly string[], args: readonly string[]): Promise<[string, string]> {
  for (const program of programs) {
    const said = await ask(program, args);
    if (said !== '') return [program, said];
  }
  return [programs.at(-1)!, ''];
}

const ASK_MS = 20_000;

async function askTool(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  // Not inside any project: its own configuration is part of the repository, not of the machine.
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

function json(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

function withoutCredentials(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** The host and port of a URL as a pattern; the machine's own configuration may name hosts of a private network. */
function hostOf(text: string): Allowed[] {
  try {
    const url = new URL(text);
    const host = /^https?:$/.test(url.protocol) ? normalisedHost(url.hostname) : undefined;
    if (host === undefined) return [];
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return [{ pattern: `${host.includes(':') ? `[${host}]` : host}:${port}`, trusted: true }];
  } catch {
    return [];
  }
}
