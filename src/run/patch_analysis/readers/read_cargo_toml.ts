import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { DEFAULT_REGISTRY } from '../../../contract/policy/patch_policy_finding.js';
import { createStructuredReader } from './create_structured_reader.js';
import {
  addRegistry,
  type DeclaredDependency,
  type DependencyFileContent,
  getOwnEntries,
  getOwnField,
  getOwnList,
  getOwnText,
  getOwnTexts,
  resolveDeclaredPath,
  sanitizeSource,
  toFieldText,
} from './dependency_file_reader.js';

const SECTIONS = ['dependencies', 'dev-dependencies', 'dev_dependencies', 'build-dependencies', 'build_dependencies'];

/** Reads Cargo.toml: dependency tables per target and workspace, patches, and build scripts. */
export const readCargoToml = createStructuredReader('TOML', (manifest, reading, file) => {
  const table = (section: string, of: unknown) => {
    for (const [name, spec] of getOwnEntries(of)) {
      if (getOwnField(spec, 'workspace') === true) continue; // stated once, by the workspace
      reading.dependencies.push({ key: `${section}:${name}`, ...parseCrate(name, spec, file) });
      addRegistry(reading, getOwnField(spec, 'registry-index'));
    }
  };
  for (const section of SECTIONS) table(section, getOwnField(manifest, section));
  for (const [target, tables] of getOwnEntries(getOwnField(manifest, 'target')))
    for (const section of SECTIONS) table(`${target}.${section}`, getOwnField(tables, section));
  table('workspace', getOwnField(manifest, 'workspace', 'dependencies'));
  for (const [source, packages] of getOwnEntries(getOwnField(manifest, 'patch'))) table(`patch.${source}`, packages);
  table('replace', getOwnField(manifest, 'replace'));
  for (const [key, value] of [
    ['package.build', getOwnField(manifest, 'package', 'build')],
    ['package.links', getOwnField(manifest, 'package', 'links')],
    ['lib.proc-macro', getOwnField(manifest, 'lib', 'proc-macro') ?? getOwnField(manifest, 'lib', 'proc_macro')],
  ] as const)
    if (value !== undefined && value !== false)
      reading.scripts.push({
        what: `${key} = ${sanitizeSource(JSON.stringify(value))} runs when it is built`,
        text: JSON.stringify(value),
      });
});

function parseCrate(name: string, spec: unknown, file: string): DeclaredDependency {
  if (typeof spec === 'string') return { name, version: sanitizeSource(spec), source: null, source_kind: 'registry' };
  const actual = getOwnText(spec, 'package') ?? name.replace(/:.*$/s, '');
  const [git, path, registry] = ['git', 'path', 'registry'].map((key) => getOwnText(spec, key));
  const version = sanitizeSource(getOwnText(spec, 'version') ?? JSON.stringify(spec) ?? '');
  if (git !== undefined) return { name: actual, version, source: sanitizeSource(git), source_kind: 'git' };
  if (path !== undefined)
    return { name: actual, version, source: resolveDeclaredPath(file, path), source_kind: 'path' };
  // The name of a registry does not tell its host; the configuration does, as a fact of its own.
  return {
    name: actual,
    version: registry === undefined ? version : `${version} (registry ${sanitizeSource(registry)})`,
    source: null,
    source_kind: 'registry',
  };
}

/** Reads Cargo.lock. */
export const readCargoLock = createStructuredReader('TOML', (lock, reading) => {
  const metadata = new Map(getOwnEntries(getOwnField(lock, 'metadata')));
  for (const entry of getOwnList(lock, 'package')) {
    const [name, version, source] = ['name', 'version', 'source'].map((key) => getOwnText(entry, key));
    // Members of the workspace and path dependencies have no source.
    if (name === undefined || source === undefined) continue;
    const checksum =
      getOwnText(entry, 'checksum') ?? toFieldText(metadata.get(`checksum ${name} ${version} (${source})`));
    reading.dependencies.push({
      name,
      version: sanitizeSource(version ?? ''),
      ...parseCargoSource(source),
      ...omitUndefined({ integrity: checksum }),
      requires: getOwnTexts(entry, 'dependencies').map((each) => each.replace(/ .*$/s, '')),
    });
  }
});

/** Name of the default registry in lockfiles, whatever index cargo is configured to use. */
const DEFAULT_INDEX = 'https://github.com/rust-lang/crates.io-index';

function parseCargoSource(source: string): Pick<DeclaredDependency, 'source' | 'source_kind'> {
  const place = source.replace(/^(registry|sparse|git)\+/, '');
  if (place === DEFAULT_INDEX && !source.startsWith('git+'))
    return { source: DEFAULT_REGISTRY, source_kind: 'registry' };
  return { source: sanitizeSource(place), source_kind: source.startsWith('git+') ? 'git' : 'registry' };
}

/** Reads .cargo/config.toml: registries, replaced sources, and programs that cargo starts. */
export const readCargoConfig = createStructuredReader('TOML', (config, reading, file) => {
  for (const [name, source] of [
    ...getOwnEntries(getOwnField(config, 'registries')),
    ...getOwnEntries(getOwnField(config, 'source')),
  ]) {
    for (const key of ['index', 'registry', 'git']) {
      addRegistry(reading, getOwnText(source, key)?.replace(/^sparse\+/, ''));
    }
    for (const key of ['directory', 'local-registry', 'replace-with']) {
      const value = getOwnText(source, key);
      if (value !== undefined)
        reading.dependencies.push({
          key: `source:${name}.${key}`,
          name: `source ${sanitizeSource(name)}`,
          version: `${key} = ${sanitizeSource(value)}`,
          source: key === 'replace-with' ? null : resolveDeclaredPath(file.replace(/\.cargo\/[^/]*$/, 'x'), value),
          source_kind: key === 'replace-with' ? 'unknown' : 'path',
        });
    }
  }
  // The same table as in Cargo.toml.
  for (const [source, table] of getOwnEntries(getOwnField(config, 'patch')))
    for (const [name, spec] of getOwnEntries(table))
      reading.dependencies.push({ key: `patch.${source}:${name}`, ...parseCrate(name, spec, file) });
  for (const path of getOwnTexts(config, 'paths'))
    reading.dependencies.push({
      key: `paths:${path}`,
      name: `crates in ${sanitizeSource(path)}`,
      version: 'paths',
      source: resolveDeclaredPath(file.replace(/\.cargo\/[^/]*$/, 'x'), path),
      source_kind: 'path',
    });
  addPrograms(config, reading);
});

const PROGRAM_KEYS =
  /^(rustc|rustc-wrapper|rustc-workspace-wrapper|rustdoc|linker|runner|credential-provider|rustflags)$/;

function addPrograms(config: unknown, reading: DependencyFileContent, path = '', depth = 0): void {
  if (depth > 4) return;
  for (const [key, value] of getOwnEntries(config)) {
    if (PROGRAM_KEYS.test(key))
      reading.scripts.push({
        what: `${path}${key} = ${sanitizeSource(JSON.stringify(value) ?? '')} runs with cargo`,
        text: JSON.stringify(value) ?? '',
      });
    else addPrograms(value, reading, `${path}${key}.`, depth + 1);
  }
}
