import { parse } from 'smol-toml';
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
import { gitAddress, pythonRequirement } from './python_requirement.js';
import { included } from './requirements.js';

/** pyproject.toml: PEP 621, PEP 735, build system, and what poetry, uv, pdm and hatch add; uv.toml has uv's part alone. */
export const readPyproject: Reader = (text, file) => {
  let project: unknown;
  try {
    project = parse(text);
  } catch {
    return { unreadable: 'it is not TOML' };
  }
  const reading = nothing();
  const requirements = (section: string, list: unknown) => {
    for (const each of textsOf(list)) {
      const requirement = pythonRequirement(each, file);
      if (requirement) reading.dependencies.push({ key: `${section}:${requirement.name}`, ...requirement });
    }
  };
  const groups = (section: string, table: unknown) => {
    for (const [group, list] of entriesOf(table)) requirements(`${section}.${group}`, list);
  };
  requirements('project', field(project, 'project', 'dependencies'));
  groups('extra', field(project, 'project', 'optional-dependencies'));
  groups('group', field(project, 'dependency-groups'));
  requirements('build', field(project, 'build-system', 'requires'));
  for (const key of ['build-backend', 'backend-path']) {
    const value = field(project, 'build-system', key);
    if (value === undefined) continue;
    const said = JSON.stringify(value);
    reading.scripts.push({ what: `${key} runs when the project is built: ${shown(said)}`, text: said });
  }
  const hooks: [string, unknown][] = [
    ['tool.setuptools.cmdclass', field(project, 'tool', 'setuptools', 'cmdclass')],
    ['tool.hatch.build.hooks', field(project, 'tool', 'hatch', 'build', 'hooks')],
    ['tool.hatch.metadata.hooks', field(project, 'tool', 'hatch', 'metadata', 'hooks')],
    ['tool.poetry.build', field(project, 'tool', 'poetry', 'build')],
    ['tool.pdm.build', field(project, 'tool', 'pdm', 'build')],
    ['tool.pdm.plugins', field(project, 'tool', 'pdm', 'plugins')],
    ['tool.hatch.env', field(project, 'tool', 'hatch', 'env')],
  ];
  // Requirements may stand in any file, which is read only where its name says so.
  const dynamic = field(project, 'tool', 'setuptools', 'dynamic');
  const groupsOfFiles = [
    field(dynamic, 'dependencies'),
    ...entriesOf(field(dynamic, 'optional-dependencies')).map(([, of]) => of),
  ];
  for (const each of groupsOfFiles) {
    const named = field(each, 'file');
    for (const path of [textOf(named) ?? [], textsOf(named)].flat()) reading.dependencies.push(included(path, file));
  }
  for (const [what, value] of hooks)
    if (value !== undefined)
      reading.scripts.push({ what: `${what} runs code when the project is built`, text: JSON.stringify(value) ?? '' });
  readPoetry(field(project, 'tool', 'poetry'), file, reading);
  readUv(field(project, 'tool', 'uv') ?? (/(^|\/)uv\.toml$/.test(file) ? project : undefined), file, reading);
  groups('pdm', field(project, 'tool', 'pdm', 'dev-dependencies'));
  for (const source of listOf(field(project, 'tool', 'pdm', 'source'))) registry(source, reading);
  for (const [name, environment] of entriesOf(field(project, 'tool', 'hatch', 'envs')))
    for (const key of ['dependencies', 'extra-dependencies']) requirements(`hatch.${name}`, field(environment, key));
  return reading;
};

function registry(source: unknown, reading: Reading): void {
  const url = textOf(field(source, 'url'));
  if (url !== undefined) reading.registries.push(shown(url));
}

function readPoetry(poetry: unknown, file: string, reading: Reading): void {
  const tables: [string, unknown][] = [
    ['poetry', field(poetry, 'dependencies')],
    ['poetry.dev', field(poetry, 'dev-dependencies')],
    ['poetry.plugins', field(poetry, 'requires-plugins')],
    ...entriesOf(field(poetry, 'group')).map(([name, group]): [string, unknown] => [
      `poetry.${name}`,
      field(group, 'dependencies'),
    ]),
  ];
  for (const [section, table] of tables)
    for (const [name, spec] of entriesOf(table)) {
      if (name.toLowerCase() === 'python') continue;
      for (const [i, each] of (Array.isArray(spec) ? spec : [spec]).entries())
        reading.dependencies.push({ key: `${section}:${name}:${i}`, ...tableDependency(name, each, file) });
    }
  for (const source of listOf(field(poetry, 'source'))) registry(source, reading);
}

/** `name = "^1"` or `name = {version, git, url, path, …}`, as poetry, Pipfile and uv's sources write it. */
export function tableDependency(name: string, spec: unknown, file: string): Declared {
  if (typeof spec === 'string') return { name, version: shown(spec), source: null, source_kind: 'registry' };
  const [git, url, path] = [
    textOf(field(spec, 'git')),
    textOf(field(spec, 'url')) ?? textOf(field(spec, 'file')),
    textOf(field(spec, 'path')),
  ];
  const version = shown(textOf(field(spec, 'version')) ?? JSON.stringify(spec) ?? '');
  if (git !== undefined) return { name, version, source: shown(gitAddress(git)), source_kind: 'git' };
  if (url !== undefined && /^[a-z+]+:\/\//i.test(url)) return { name, version, source: shown(url), source_kind: 'url' };
  if (path !== undefined || url !== undefined)
    return { name, version, source: shown(pathFrom(file, path ?? url!)), source_kind: 'path' };
  if (field(spec, 'workspace') === true) return { name, version, source: '.', source_kind: 'path' };
  return { name, version, source: null, source_kind: 'registry' };
}

function readUv(uv: unknown, file: string, reading: Reading): void {
  for (const key of [
    'dev-dependencies',
    'constraint-dependencies',
    'override-dependencies',
    'build-constraint-dependencies',
  ])
    for (const each of textsOf(field(uv, key))) {
      const requirement = pythonRequirement(each, file);
      if (requirement) reading.dependencies.push({ key: `uv.${key}:${requirement.name}`, ...requirement });
    }
  for (const [name, source] of entriesOf(field(uv, 'sources')))
    for (const [i, each] of (Array.isArray(source) ? source : [source]).entries())
      reading.dependencies.push({ key: `uv.sources:${name}:${i}`, ...tableDependency(name, each, file) });
  for (const index of listOf(field(uv, 'index'))) registry(index, reading);
  for (const key of ['index-url', 'extra-index-url', 'find-links'])
    for (const url of [field(uv, key), field(uv, 'pip', key)].flatMap((value) => textOf(value) ?? textsOf(value)))
      reading.registries.push(shown(url));
}
