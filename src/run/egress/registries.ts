import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'smol-toml';
import type { Allowed } from './allowlist.js';
import { normalisedHost } from './destination.js';

/** The package registries that this machine's tools are configured for (K4): what `network: [registry]` stands for. */
export interface Registries {
  hosts: Allowed[];
  /** What tools in a sandbox are told, without credentials. */
  environment: Record<string, string>;
  /** Configuration files for the home of the sandbox: path below it → content. */
  files: Record<string, string>;
}

/**
 * Asks npm, pip, go, cargo and gem; a tool that is not here has its public registry, which costs nothing.
 *
 * @param variables for the tools that are asked, beside those of this process
 */
export async function configuredRegistries(variables: Record<string, string> = {}): Promise<Registries> {
  const ask: Ask = (program, args) => askTool(program, args, variables);
  const found = await Promise.all([npm(ask), pip(ask), go(ask), cargo(ask), gem(ask)]);
  const hosts = new Map(found.flatMap(({ urls }) => urls.flatMap(hostOf)).map((host) => [host.pattern, host]));
  return {
    hosts: [...hosts.values()],
    environment: Object.assign({}, ...found.map(({ environment }) => environment)),
    files: Object.assign({}, ...found.map(({ files }) => files ?? {})),
  };
}

type Ask = (program: string, args: readonly string[]) => Promise<string>;

interface Configured {
  urls: string[];
  environment: Record<string, string>;
  files?: Record<string, string>;
}

/** The configured registry, those of scopes, and where tarballs are looked for instead. */
async function npm(ask: Ask): Promise<Configured> {
  const said = await ask('npm', ['config', 'list', '--json']);
  const config = json(said);
  const named = Object.entries(config).flatMap(([key, value]) =>
    (key === 'registry' || /^@[\w.-]+:registry$/.test(key)) && typeof value === 'string' && hostOf(value).length > 0
      ? [[key, withoutCredentials(value)] as const]
      : [],
  );
  const replaced = config['replace-registry-host'];
  // npm keeps a URL with credentials in it to itself. Going to the public registry instead would be another registry.
  const hidden = said !== '' && config.registry === undefined;
  const own = named.find(([key]) => key === 'registry')?.[1];
  const registry = own ?? (hidden ? undefined : 'https://registry.npmjs.org/');
  const lines = [
    ...named.map(([key, value]) => `${key}=${value}`),
    ...(typeof replaced === 'string' && /^[\w.-]+$/.test(replaced) ? [`replace-registry-host=${replaced}`] : []),
  ];
  return {
    urls: [...(registry ? [registry] : []), ...named.map(([, value]) => value)],
    environment: registry ? { npm_config_registry: registry } : {},
    files: { '.npmrc': `${lines.join('\n')}\n` },
  };
}

const PYPI = ['https://pypi.org/simple', 'https://files.pythonhosted.org/'];

async function pip(ask: Ask): Promise<Configured> {
  const said = (await ask('pip3', ['config', 'list'])) || (await ask('pip', ['config', 'list']));
  const values = (name: string) =>
    [...said.matchAll(/^(?:global|install|:env:)\.(index-url|extra-index-url|find-links)='(.*)'$/gm)].flatMap(
      ([, key, value = '']) => (key === name ? value.split(/\\n|\s+/).filter((url) => hostOf(url).length > 0) : []),
    );
  const index = values('index-url').slice(-1);
  const extra = values('extra-index-url');
  const urls = [...index, ...extra].map(withoutCredentials);
  return {
    // A mirror may list files where the public index keeps them.
    urls: index.length === 0 || /\bpypi\.org\b/.test(index[0] ?? '') ? [...urls, ...PYPI] : urls,
    environment: {
      ...(index[0] === undefined ? {} : { PIP_INDEX_URL: withoutCredentials(index[0]) }),
      ...(extra.length > 0 ? { PIP_EXTRA_INDEX_URL: extra.map(withoutCredentials).join(' ') } : {}),
    },
  };
}

async function go(ask: Ask): Promise<Configured> {
  const [proxy = '', sums = ''] = (await ask('go', ['env', 'GOPROXY', 'GOSUMDB'])).split('\n');
  const listed = (proxy || 'https://proxy.golang.org,direct').split(/[,|]/).filter((url) => hostOf(url).length > 0);
  const database = /^[\w.-]+$/.test(sums.split(/[\s+]/)[0] ?? '') ? sums.split(/[\s+]/)[0] : undefined;
  const kept = proxy.split(/([,|])/).map((part) => (hostOf(part).length > 0 ? withoutCredentials(part) : part));
  return {
    urls: [...listed.map(withoutCredentials), ...(database && database !== 'off' ? [`https://${database}/`] : [])],
    environment: { ...(proxy ? { GOPROXY: kept.join('') } : {}), ...(database ? { GOSUMDB: database } : {}) },
  };
}

const CRATES = ['https://index.crates.io/', 'https://static.crates.io/', 'https://crates.io/'];

/** Cargo has no stable command that shows its configuration. Where a source is replaced, crates may lie elsewhere still. */
async function cargo(ask: Ask): Promise<Configured> {
  const home = (await ask('rustc', ['--print', 'sysroot'])) === '' ? undefined : join(homedir(), '.cargo');
  const text =
    home === undefined ? '' : await read(join(home, 'config.toml')).then((own) => own || read(join(home, 'config')));
  let source: Record<string, Record<string, unknown>> = {};
  try {
    source = (parse(text) as { source?: typeof source }).source ?? {};
  } catch {
    // Cargo itself would complain; the public registry remains.
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
    urls: [...urls.map(withoutCredentials), ...CRATES],
    environment: {},
    ...(lines.length > 0 ? { files: { '.cargo/config.toml': `${lines.join('\n')}\n` } } : {}),
  };
}

async function gem(ask: Ask): Promise<Configured> {
  const said = await ask('gem', ['sources', '--list']);
  const urls = said
    .split('\n')
    .filter((line) => /^https?:\/\//.test(line) && hostOf(line).length > 0)
    .map(withoutCredentials);
  const lines = ['---', ':sources:', ...urls.map((url) => `- ${JSON.stringify(url)}`)];
  return {
    urls:
      urls.length > 0
        ? [...urls, ...(said.includes('rubygems.org') ? ['https://index.rubygems.org/'] : [])]
        : ['https://rubygems.org/', 'https://index.rubygems.org/'],
    environment: {},
    ...(urls.length > 0 ? { files: { '.gemrc': `${lines.join('\n')}\n` } } : {}),
  };
}

/** What a tool says; nothing when it is not installed or complains. It is not asked inside any project. */
async function askTool(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const result = await execa(program, args, {
    reject: false,
    timeout: 20_000,
    stdin: 'ignore',
    cwd: '/',
    env,
    maxBuffer: 1024 * 1024,
  });
  return result.failed ? '' : result.stdout.trim();
}

function json(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
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
