import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { entriesOf, field, nothing, type Reader, type Reading, shown, textOf } from '../reading.js';
import { npmSpec } from './npm_manifest.js';

/** .npmrc and .yarnrc of version 1: registries, and whether scripts run. */
export const readNpmrc: Reader = (text) => {
  const reading = nothing();
  for (const written of text.split(/\r?\n/)) {
    const line = written.trim();
    if (line === '' || /^[#;]/.test(line)) continue;
    const match = /^("[^"]*"|[^\s=]+?)(?:\s*=\s*|\s+)(.*)$/.exec(line);
    const [key, value] = [unquoted(match?.[1] ?? line), unquoted(match?.[2] ?? '')];
    if (/(^|:)registry$/.test(key)) reading.registries.push(shown(value));
    else if (
      /^(ignore-scripts|enable-pre-post-scripts|unsafe-perm|script-shell|node-options|globalconfig|userconfig|git|yarn-path|shell|node-gyp|dangerously-allow-all-builds|pnpmfile|global-pnpmfile|strict-ssl|cafile|ca)$/.test(
        key,
      )
    )
      reading.scripts.push({ what: `${key} = ${shown(value)}`, text: line });
  }
  return reading;
};

const unquoted = (text: string) => text.replace(/^"(.*)"$/s, '$1');

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
  const tables: [string, unknown][] = [
    ['overrides', field(config, 'overrides')],
    ['catalog', field(config, 'catalog')],
    ...entriesOf(field(config, 'catalogs')),
  ];
  for (const [section, table] of tables)
    for (const [name, spec] of entriesOf(table))
      if (typeof spec === 'string')
        reading.dependencies.push({ key: `${section}:${name}`, ...npmSpec(name, spec, file) });
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
  for (const url of text.match(/[a-z][a-z0-9+]*:\/\/[^\s"']+/gi) ?? []) reading.registries.push(shown(url));
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

/** Parsed YAML; an empty file is an empty one; undefined when it is none. */
function yamlOf(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 10, logLevel: 'error' }) ?? {};
  } catch {
    return undefined;
  }
}
