import { parse } from 'smol-toml';
import { DEFAULT_REGISTRY } from '../../../contract/dependency_policy.js';
import {
  type Declared,
  entriesOf,
  field,
  listOf,
  nothing,
  pathFrom,
  type Reader,
  type Reading,
  shown,
  textOf,
  textsOf,
} from '../reading.js';

const SECTIONS = ['dependencies', 'dev-dependencies', 'dev_dependencies', 'build-dependencies', 'build_dependencies'];

/** Cargo.toml: all dependency tables, per target and of the workspace, patches, what runs when it is built. */
export const readCargoToml: Reader = (text, file) => {
  let manifest: unknown;
  try {
    manifest = parse(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  const table = (section: string, of: unknown) => {
    for (const [name, spec] of entriesOf(of)) {
      if (field(spec, 'workspace') === true) continue; // stated once, by the workspace
      reading.dependencies.push({ key: `${section}:${name}`, ...crate(name, spec, file) });
      const index = textOf(field(spec, 'registry-index'));
      if (index !== undefined) reading.registries.push(shown(index));
    }
  };
  for (const section of SECTIONS) table(section, field(manifest, section));
  for (const [target, of] of entriesOf(field(manifest, 'target')))
    for (const section of SECTIONS) table(`${target}.${section}`, field(of, section));
  table('workspace', field(manifest, 'workspace', 'dependencies'));
  for (const [source, of] of entriesOf(field(manifest, 'patch'))) table(`patch.${source}`, of);
  table('replace', field(manifest, 'replace'));
  for (const [key, value] of [
    ['package.build', field(manifest, 'package', 'build')],
    ['package.links', field(manifest, 'package', 'links')],
    ['lib.proc-macro', field(manifest, 'lib', 'proc-macro') ?? field(manifest, 'lib', 'proc_macro')],
  ] as const)
    if (value !== undefined && value !== false)
      reading.scripts.push({
        what: `${key} = ${shown(JSON.stringify(value))} runs when it is built`,
        text: JSON.stringify(value),
      });
  return reading;
};

function crate(name: string, spec: unknown, file: string): Declared {
  if (typeof spec === 'string') return { name, version: shown(spec), source: null, source_kind: 'registry' };
  const actual = textOf(field(spec, 'package')) ?? name.replace(/:.*$/s, '');
  const [git, path, registry] = ['git', 'path', 'registry'].map((key) => textOf(field(spec, key)));
  const version = shown(textOf(field(spec, 'version')) ?? JSON.stringify(spec) ?? '');
  if (git !== undefined) return { name: actual, version, source: shown(git), source_kind: 'git' };
  if (path !== undefined) return { name: actual, version, source: shown(pathFrom(file, path)), source_kind: 'path' };
  // The name of a registry says nothing of its host; its configuration does, and is a fact of its own.
  return {
    name: actual,
    version: registry === undefined ? version : `${version} (registry ${shown(registry)})`,
    source: null,
    source_kind: 'registry',
  };
}

/** Cargo.lock. */
export const readCargoLock: Reader = (text) => {
  let lock: unknown;
  try {
    lock = parse(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  const metadata = new Map(entriesOf(field(lock, 'metadata')));
  for (const entry of listOf(field(lock, 'package'))) {
    const [name, version, source] = ['name', 'version', 'source'].map((key) => textOf(field(entry, key)));
    if (name === undefined || source === undefined) continue; // members of the workspace and path dependencies have no source
    const checksum =
      textOf(field(entry, 'checksum')) ?? textOf(metadata.get(`checksum ${name} ${version} (${source})`));
    reading.dependencies.push({
      name,
      version: shown(version ?? ''),
      ...cargoSource(source),
      ...(checksum === undefined ? {} : { integrity: checksum }),
      requires: textsOf(field(entry, 'dependencies')).map((each) => each.split(' ')[0]!),
    });
  }
  return reading;
};

/** How lockfiles name the default registry, wherever the machine's cargo finds it. */
const DEFAULT_INDEX = 'https://github.com/rust-lang/crates.io-index';

function cargoSource(source: string): Pick<Declared, 'source' | 'source_kind'> {
  const place = source.replace(/^(registry|sparse|git)\+/, '');
  if (place === DEFAULT_INDEX && !source.startsWith('git+'))
    return { source: DEFAULT_REGISTRY, source_kind: 'registry' };
  return { source: shown(place), source_kind: source.startsWith('git+') ? 'git' : 'registry' };
}

/** .cargo/config.toml: registries, replaced sources, and programs that cargo starts. */
export const readCargoConfig: Reader = (text, file) => {
  let config: unknown;
  try {
    config = parse(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  for (const [name, source] of [...entriesOf(field(config, 'registries')), ...entriesOf(field(config, 'source'))]) {
    for (const key of ['index', 'registry', 'git']) {
      const url = textOf(field(source, key));
      if (url !== undefined) reading.registries.push(shown(url.replace(/^sparse\+/, '')));
    }
    for (const key of ['directory', 'local-registry', 'replace-with']) {
      const value = textOf(field(source, key));
      if (value !== undefined)
        reading.dependencies.push({
          key: `source:${name}.${key}`,
          name: `source ${shown(name)}`,
          version: `${key} = ${shown(value)}`,
          source: key === 'replace-with' ? null : shown(pathFrom(file.replace(/\.cargo\/[^/]*$/, 'x'), value)),
          source_kind: key === 'replace-with' ? 'unknown' : 'path',
        });
    }
  }
  // As in Cargo.toml, of which this is a second place.
  for (const [source, table] of entriesOf(field(config, 'patch')))
    for (const [name, spec] of entriesOf(table))
      reading.dependencies.push({ key: `patch.${source}:${name}`, ...crate(name, spec, file) });
  for (const path of textsOf(field(config, 'paths')))
    reading.dependencies.push({
      key: `paths:${path}`,
      name: `crates in ${shown(path)}`,
      version: 'paths',
      source: shown(pathFrom(file.replace(/\.cargo\/[^/]*$/, 'x'), path)),
      source_kind: 'path',
    });
  programs(config, reading);
  return reading;
};

const PROGRAMS = /^(rustc|rustc-wrapper|rustc-workspace-wrapper|rustdoc|linker|runner|credential-provider|rustflags)$/;

function programs(config: unknown, reading: Reading, path = '', depth = 0): void {
  if (depth > 4) return;
  for (const [key, value] of entriesOf(config)) {
    if (PROGRAMS.test(key))
      reading.scripts.push({
        what: `${path}${key} = ${shown(JSON.stringify(value) ?? '')} runs with cargo`,
        text: JSON.stringify(value) ?? '',
      });
    else programs(value, reading, `${path}${key}.`, depth + 1);
  }
}
