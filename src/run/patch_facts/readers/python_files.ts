import { parse } from 'smol-toml';
import {
  type Declared,
  entriesOf,
  field,
  listOf,
  nothing,
  pathFrom,
  type Reader,
  shown,
  textOf,
  textsOf,
} from '../reading.js';
import { tableDependency } from './pyproject.js';
import { gitAddress, pythonRequirement } from './python_requirement.js';
import { included } from './requirements.js';

/** setup.cfg: requirements of setuptools, by section and key. */
export const readSetupCfg: Reader = (text, file) => {
  const reading = nothing();
  let section = '';
  let key = '';
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const header = /^\[([^\]]+)\]/.exec(line);
    if (header) [section, key] = [header[1]!, ''];
    const assigned = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (assigned) key = assigned[1]!;
    const value = assigned ? assigned[2]! : /^\s+(\S.*)$/.exec(line)?.[1];
    if (value === undefined || value.trim() === '' || /^[#;]/.test(value.trim())) continue;
    const name = key.toLowerCase().replaceAll('-', '_');
    const files = /^\s*file:\s*(.*)$/s.exec(value)?.[1];
    if (/^options/.test(section) && (/_requires$|^requires$/.test(name) || section === 'options.extras_require')) {
      if (files !== undefined) {
        reading.dependencies.push(
          ...files
            .split(/[,\s]+/)
            .filter(Boolean)
            .map((path) => included(path, file)),
        );
        continue;
      }
      const requirement = pythonRequirement(value, file);
      if (requirement) reading.dependencies.push({ key: `${section}.${key}:${requirement.name}`, ...requirement });
    } else if (name === 'dependency_links' || name === 'index_url') reading.registries.push(shown(value.trim()));
    else if (name === 'cmdclass') reading.scripts.push({ what: `cmdclass = ${shown(value)}`, text: value });
  }
  return reading;
};

/** setup.py is a program that runs at installation: any change of it counts, and what looks like a requirement is named. */
export const readSetupPy: Reader = (text, file) => {
  const reading = nothing();
  reading.scripts.push({ what: 'setup.py runs when the project is installed', text });
  for (const list of text.matchAll(/\b(?:install|setup|tests|extras)_requires?\s*=\s*([[{][^\]}]{0,20000})/g))
    for (const literal of list[1]!.matchAll(/(["'])((?:(?!\1)[^\\\n])*)\1/g)) {
      const requirement = pythonRequirement(literal[2]!, file);
      if (requirement) reading.dependencies.push(requirement);
    }
  return reading;
};

/** Pipfile. */
export const readPipfile: Reader = (text, file) => {
  let pipfile: unknown;
  try {
    pipfile = parse(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  for (const [section, table] of entriesOf(pipfile)) {
    if (section === 'source') reading.registries.push(...listOf(table).flatMap((each) => shownUrl(field(each, 'url'))));
    else if (!/^(requires|pipenv|scripts)$/.test(section))
      for (const [name, spec] of entriesOf(table))
        reading.dependencies.push({ key: `${section}:${name}`, ...tableDependency(name, spec, file) });
  }
  return reading;
};

const shownUrl = (value: unknown): string[] => (typeof value === 'string' ? [shown(value)] : []);

/** Pipfile.lock. */
export const readPipfileLock: Reader = (text, file) => {
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch {
    return { unreadable: 'it is not JSON' };
  }
  const reading = nothing();
  reading.registries.push(...listOf(field(lock, '_meta', 'sources')).flatMap((each) => shownUrl(field(each, 'url'))));
  for (const [section, packages] of entriesOf(lock)) {
    if (section === '_meta') continue;
    for (const [name, entry] of entriesOf(packages)) {
      const hashes = textsOf(field(entry, 'hashes'));
      reading.dependencies.push({
        ...tableDependency(name, entry, file),
        version: shown(textOf(field(entry, 'version')) ?? textOf(field(entry, 'ref')) ?? '*'),
        ...(hashes.length > 0 ? { integrity: hashes.sort().join(' ') } : {}),
      });
    }
  }
  return reading;
};

/** poetry.lock, uv.lock and pdm.lock: lists of packages with their sources and files. */
export const readPythonLock: Reader = (text, file) => {
  let lock: unknown;
  try {
    lock = parse(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  for (const entry of listOf(field(lock, 'package'))) {
    const name = textOf(field(entry, 'name'));
    if (name === undefined) continue;
    const hashes = [...listOf(field(entry, 'files')), ...listOf(field(entry, 'wheels')), field(entry, 'sdist')].flatMap(
      (each) => textOf(field(each, 'hash')) ?? [],
    );
    const requires = Array.isArray(field(entry, 'dependencies'))
      ? listOf(field(entry, 'dependencies')).flatMap((each) => nameIn(each))
      : entriesOf(field(entry, 'dependencies')).map(([each]) => each);
    reading.dependencies.push({
      name,
      version: shown(textOf(field(entry, 'version')) ?? ''),
      ...lockedPlace(entry, file),
      ...(hashes.length > 0 ? { integrity: hashes.sort().join(' ') } : {}),
      requires,
    });
    // uv says where each file is, which need not be the registry that it names.
    for (const each of [...listOf(field(entry, 'wheels')), field(entry, 'sdist')])
      for (const url of shownUrl(field(each, 'url'))) {
        const origin = /^https?:\/\/[^/]+/i.exec(url)?.[0];
        if (origin !== undefined && !reading.registries.includes(origin)) reading.registries.push(origin);
      }
  }
  return reading;
};

/** `{name = "a"}` of uv, `"a>=1"` of pdm. */
const nameIn = (each: unknown): string[] => {
  const name = typeof each === 'string' ? /^[\w.-]+/.exec(each)?.[0] : textOf(field(each, 'name'));
  return name === undefined ? [] : [name];
};

function lockedPlace(entry: unknown, file: string): Pick<Declared, 'source' | 'source_kind'> {
  const source = field(entry, 'source');
  const at = (key: string) => textOf(field(source, key)) ?? textOf(field(entry, key));
  const url = at('url');
  const type = textOf(field(source, 'type'));
  if (type === 'git') return { source: shown(gitAddress(url ?? '')), source_kind: 'git' };
  if (type === 'legacy') return { source: shown(url ?? ''), source_kind: 'registry' };
  if (type === 'directory' || type === 'file') return { source: shown(pathFrom(file, url ?? '')), source_kind: 'path' };
  const [registry, git, path] = [
    at('registry'),
    at('git'),
    at('path') ?? at('editable') ?? at('directory') ?? at('virtual'),
  ];
  if (git !== undefined) return { source: shown(gitAddress(git)), source_kind: 'git' };
  if (registry !== undefined)
    return /^[a-z+]+:\/\//i.test(registry)
      ? { source: shown(registry), source_kind: 'registry' }
      : { source: shown(pathFrom(file, registry)), source_kind: 'path' };
  if (path !== undefined) return { source: shown(pathFrom(file, path)), source_kind: 'path' };
  if (url !== undefined) return { source: shown(url), source_kind: 'url' };
  return { source: null, source_kind: 'registry' };
}

/** pip.conf and pip.ini. */
export const readPipConf: Reader = (text) => {
  const reading = nothing();
  let key = '';
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const assigned = /^\s*([\w.-]+)\s*[=:]\s*(.*)$/.exec(line);
    // pip takes `INDEX_URL` and `--index-url` for the same.
    if (assigned && !/^\s+\S+:\/\//.test(line))
      key = assigned[1]!.toLowerCase().replaceAll('_', '-').replace(/^--/, '');
    if (!/^((extra-)?index-url|find-links|index|pypi-url|proxy)$/.test(key)) continue;
    for (const url of line.match(/[a-z][a-z0-9+]{0,20}:\/\/\S+/gi) ?? []) reading.registries.push(shown(url));
  }
  return reading;
};
