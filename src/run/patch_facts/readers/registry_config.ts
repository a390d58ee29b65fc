import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { entriesOf, field, isTooDeep, nothing, type Reader, type Reading, shown, textOf } from '../reading.js';
import { npmSpec } from './npm_manifest.js';

/** .npmrc and .yarnrc of version 1: registries, and whether scripts run. */
export const readNpmrc: Reader = (text) => {
  const reading = nothing();
  for (const written of text.split(/[\r\n]+/)) {
    const line = written.trim();
    if (line === '' || /^[#;]/.test(line)) continue;
    if (line.length > LONGEST_LINE) return { unreadable: 'it has a line that is too long' };
    const match = /^("[^"]*"|'[^']*'|[^\s=]+?)(?:\s*=\s*|\s+)(.*)$/s.exec(line);
    const [key, value] = [unquoted(match?.[1] ?? line), unquoted(match?.[2] ?? '')];
    if (key.includes('${'))
      reading.scripts.push({ what: `a key that the environment decides: ${shown(line)}`, text: line });
    else if (/(^|:)registry(\[\])?$/.test(key)) reading.registries.push(shown(value));
    else if (
      /^(ignore-scripts|enable-pre-post-scripts|unsafe-perm|script-shell|node-options|globalconfig|userconfig|git|yarn-path|shell|node-gyp|dangerously-allow-all-builds|proxy|https-proxy|http-proxy|replace-registry-host|node-version|use-node-version|init-module|pnpmfile|global-pnpmfile|strict-ssl|cafile|ca)$/.test(
        key,
      )
    )
      reading.scripts.push({ what: `${key} = ${shown(value)}`, text: line });
  }
  return reading;
};

const LONGEST_LINE = 10_000;

/** As npm's parser takes it: what is in double quotes is JSON. */
function unquoted(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** .yarnrc.yml: registries, the yarn program itself, plugins. */
export const readYarnrc: Reader = (text) => {
  const config = yamlOf(text);
  if (config === undefined) return { unreadable: 'it is not YAML' };
  const reading = nothing();
  const registry = (value: unknown) => {
    const url = textOf(value);
    if (url !== undefined) reading.registries.push(shown(url));
  };
  registry(field(config, 'npmRegistryServer'));
  for (const table of ['npmScopes', 'npmRegistries'])
    for (const [name, entry] of entriesOf(field(config, table))) {
      registry(field(entry, 'npmRegistryServer'));
      if (table === 'npmRegistries') registry(name);
    }
  catalogs(config, '.yarnrc.yml', reading);
  runs(
    config,
    ['yarnPath', 'plugins', 'enableScripts', 'unsafeHttpWhitelist', 'enableStrictSsl', 'packageExtensions'],
    reading,
  );
  return reading;
};

/** pnpm-workspace.yaml: catalogs, overrides, and whose scripts run. */
export const readPnpmWorkspace: Reader = (text, file) => {
  const config = yamlOf(text);
  if (config === undefined) return { unreadable: 'it is not YAML' };
  const reading = nothing();
  catalogs(config, file, reading);
  runs(
    config,
    [
      'onlyBuiltDependencies',
      'neverBuiltDependencies',
      'dangerouslyAllowAllBuilds',
      'allowBuilds',
      'patchedDependencies',
      'configDependencies',
    ],
    reading,
  );
  return reading;
};

/** bunfig.toml. */
export const readBunfig: Reader = (text) => {
  let config: unknown;
  try {
    config = parseToml(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  const say = (value: unknown) => {
    const url = textOf(value) ?? textOf(field(value, 'url'));
    if (url !== undefined) reading.registries.push(shown(url));
  };
  say(field(config, 'install', 'registry'));
  for (const [, scope] of entriesOf(field(config, 'install', 'scopes'))) say(scope);
  runs(config, ['preload'], reading);
  return reading;
};

/** .bundle/config: mirrors. */
export const readBundleConfig: Reader = (text) => {
  const reading = nothing();
  for (const url of text.match(/[a-z][a-z0-9+]{0,20}:\/\/[^\s"']+/gi) ?? []) reading.registries.push(shown(url));
  return reading;
};

function runs(config: unknown, keys: readonly string[], reading: Reading): void {
  for (const key of keys) {
    const value = field(config, key);
    if (value === undefined) continue;
    const text = JSON.stringify(value) ?? '';
    reading.scripts.push({ what: `${key} = ${shown(text)}`, text });
  }
}

/** Versions that packages of the repository take by the name of a catalog, and what overrides them. */
function catalogs(config: unknown, file: string, reading: Reading): void {
  const tables: [string, unknown][] = [
    ['overrides', field(config, 'overrides')],
    ['catalog', field(config, 'catalog')],
    ...entriesOf(field(config, 'catalogs')),
  ];
  for (const [section, table] of tables)
    for (const [name, spec] of entriesOf(table))
      if (typeof spec === 'string')
        reading.dependencies.push({ key: `${section}:${name}`, ...npmSpec(name, spec, file) });
}

/** Parsed YAML; an empty file is an empty one; undefined when it is none. */
function yamlOf(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    // Merge keys as pnpm takes them; looking for keys that stand twice costs the square of their number.
    return parseYaml(text, { maxAliasCount: 10, logLevel: 'error', merge: true, uniqueKeys: false }) ?? {};
  } catch {
    return undefined;
  }
}
