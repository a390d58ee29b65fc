import { parse as parseYaml } from 'yaml';
import { createStructuredReader } from './create_structured_reader.js';
import {
  addRegistry,
  createEmptyContent,
  type DependencyFileContent,
  type DependencyFileReader,
  getOwnEntries,
  getOwnField,
  isNestedTooDeep,
  sanitizeSource,
  toFieldText,
} from './dependency_file_reader.js';
import { parseNpmSpec } from './read_npm_manifest.js';

/** Reads .npmrc and version 1 of .yarnrc: registries, and settings that run code. */
export const readNpmrc: DependencyFileReader = (text) => {
  const reading = createEmptyContent();
  for (const rawLine of text.split(/[\r\n]+/)) {
    const line = rawLine.trim();
    if (line === '' || /^[#;]/.test(line)) continue;
    if (line.length > LONGEST_LINE) return { unreadable: 'it has a line that is too long' };
    const match = /^("[^"]*"|'[^']*'|[^\s=]+?)(?:\s*=\s*|\s+)(.*)$/s.exec(line);
    const [key, value] = [unquote(match?.[1] ?? line), unquote(match?.[2] ?? '')];
    if (key.includes('${'))
      reading.scripts.push({ what: `a key that the environment decides: ${sanitizeSource(line)}`, text: line });
    else if (/(^|:)registry(\[\])?$/.test(key)) reading.registries.push(sanitizeSource(value));
    else if (
      /^(ignore-scripts|enable-pre-post-scripts|unsafe-perm|script-shell|node-options|globalconfig|userconfig|git|yarn-path|shell|node-gyp|dangerously-allow-all-builds|proxy|https-proxy|http-proxy|replace-registry-host|node-version|use-node-version|init-module|pnpmfile|global-pnpmfile|strict-ssl|cafile|ca)$/.test(
        key,
      )
    )
      reading.scripts.push({ what: `${key} = ${sanitizeSource(value)}`, text: line });
  }
  return reading;
};

const LONGEST_LINE = 10_000;

/** Removes quotes as npm's parser does: text in double quotes is JSON. */
function unquote(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** Reads .yarnrc.yml: registries, the yarn program itself, plugins. */
export const readYarnrc: DependencyFileReader = (text) => {
  const config = parseYamlOrEmpty(text);
  if (config === undefined) return { unreadable: 'it is not YAML' };
  const reading = createEmptyContent();
  addRegistry(reading, getOwnField(config, 'npmRegistryServer'));
  for (const table of ['npmScopes', 'npmRegistries'])
    for (const [name, entry] of getOwnEntries(getOwnField(config, table))) {
      addRegistry(reading, getOwnField(entry, 'npmRegistryServer'));
      if (table === 'npmRegistries') addRegistry(reading, name);
    }
  addCatalogs(config, '.yarnrc.yml', reading);
  addScripts(
    config,
    ['yarnPath', 'plugins', 'enableScripts', 'unsafeHttpWhitelist', 'enableStrictSsl', 'packageExtensions'],
    reading,
  );
  return reading;
};

/** Reads pnpm-workspace.yaml: catalogs, overrides, and packages whose scripts run. */
export const readPnpmWorkspace: DependencyFileReader = (text, file) => {
  const config = parseYamlOrEmpty(text);
  if (config === undefined) return { unreadable: 'it is not YAML' };
  const reading = createEmptyContent();
  addCatalogs(config, file, reading);
  addScripts(
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

/** Reads bunfig.toml. */
export const readBunfig = createStructuredReader('TOML', (config, reading) => {
  const scopes = getOwnEntries(getOwnField(config, 'install', 'scopes')).map(([, scope]) => scope);
  for (const registry of [getOwnField(config, 'install', 'registry'), ...scopes])
    addRegistry(reading, toFieldText(registry) ?? getOwnField(registry, 'url'));
  addScripts(config, ['preload'], reading);
});

/** Reads the mirrors of .bundle/config. */
export const readBundleConfig: DependencyFileReader = (text) => {
  const reading = createEmptyContent();
  for (const url of text.match(/[a-z][a-z0-9+]{0,20}:\/\/[^\s"']+/gi) ?? [])
    reading.registries.push(sanitizeSource(url));
  return reading;
};

function addScripts(config: unknown, keys: readonly string[], reading: DependencyFileContent): void {
  for (const key of keys) {
    const value = getOwnField(config, key);
    if (value === undefined) continue;
    const text = JSON.stringify(value) ?? '';
    reading.scripts.push({ what: `${key} = ${sanitizeSource(text)}`, text });
  }
}

/** Adds the versions of catalogs, which packages refer to by name, and overrides. */
function addCatalogs(config: unknown, file: string, reading: DependencyFileContent): void {
  const tables: [string, unknown][] = [
    ['overrides', getOwnField(config, 'overrides')],
    ['catalog', getOwnField(config, 'catalog')],
    ...getOwnEntries(getOwnField(config, 'catalogs')),
  ];
  for (const [section, table] of tables)
    for (const [name, spec] of getOwnEntries(table))
      if (typeof spec === 'string')
        reading.dependencies.push({ key: `${section}:${name}`, ...parseNpmSpec(name, spec, file) });
}

/**
 * Parses YAML; an empty file is an empty map.
 *
 * @returns undefined if the text is not YAML
 */
function parseYamlOrEmpty(text: string): unknown {
  if (isNestedTooDeep(text)) return undefined;
  try {
    // Merge keys as in pnpm. The search for duplicate keys takes quadratic time.
    return parseYaml(text, { maxAliasCount: 10, logLevel: 'error', merge: true, uniqueKeys: false }) ?? {};
  } catch {
    return undefined;
  }
}
