import { createStructuredReader } from './create_structured_reader.js';
import {
  addRegistries,
  type DeclaredDependency,
  type DependencyFileContent,
  getOwnEntries,
  getOwnField,
  getOwnText,
  getOwnTexts,
  resolveDeclaredPath,
  sanitizeSource,
  toFieldText,
  toFieldTexts,
} from './dependency_file_reader.js';
import { normalizeGitAddress, parsePythonRequirement } from './parse_python_requirement.js';
import { createIncludedDependency } from './read_requirements.js';

/** Reads pyproject.toml: PEP 621, PEP 735, build system, and the tables of poetry, uv, pdm and hatch; also uv.toml. */
export const readPyproject = createStructuredReader('TOML', (project, reading, file) => {
  const requirements = (section: string, list: unknown) => {
    for (const each of toFieldTexts(list)) {
      const requirement = parsePythonRequirement(each, file);
      if (requirement) reading.dependencies.push({ key: `${section}:${requirement.name}`, ...requirement });
    }
  };
  const groups = (section: string, table: unknown) => {
    for (const [group, list] of getOwnEntries(table)) requirements(`${section}.${group}`, list);
  };
  requirements('project', getOwnField(project, 'project', 'dependencies'));
  groups('extra', getOwnField(project, 'project', 'optional-dependencies'));
  groups('group', getOwnField(project, 'dependency-groups'));
  requirements('build', getOwnField(project, 'build-system', 'requires'));
  for (const key of ['build-backend', 'backend-path']) {
    const value = getOwnField(project, 'build-system', key);
    if (value === undefined) continue;
    const valueText = JSON.stringify(value);
    reading.scripts.push({
      what: `${key} runs when the project is built: ${sanitizeSource(valueText)}`,
      text: valueText,
    });
  }
  const hooks: [string, unknown][] = [
    ['tool.setuptools.cmdclass', getOwnField(project, 'tool', 'setuptools', 'cmdclass')],
    ['tool.hatch.build.hooks', getOwnField(project, 'tool', 'hatch', 'build', 'hooks')],
    ['tool.hatch.metadata.hooks', getOwnField(project, 'tool', 'hatch', 'metadata', 'hooks')],
    ['tool.poetry.build', getOwnField(project, 'tool', 'poetry', 'build')],
    ['tool.pdm.build', getOwnField(project, 'tool', 'pdm', 'build')],
    ['tool.pdm.plugins', getOwnField(project, 'tool', 'pdm', 'plugins')],
    ['tool.hatch.env', getOwnField(project, 'tool', 'hatch', 'env')],
  ];
  // Requirements may stand in any file, which is read only if its name tells so.
  const dynamic = getOwnField(project, 'tool', 'setuptools', 'dynamic');
  const groupsOfFiles = [
    getOwnField(dynamic, 'dependencies'),
    ...getOwnEntries(getOwnField(dynamic, 'optional-dependencies')).map(([, of]) => of),
  ];
  for (const each of groupsOfFiles) {
    const fileName = getOwnField(each, 'file');
    for (const path of [toFieldText(fileName) ?? [], toFieldTexts(fileName)].flat())
      reading.dependencies.push(createIncludedDependency(path, file));
  }
  for (const [hook, value] of hooks)
    if (value !== undefined)
      reading.scripts.push({ what: `${hook} runs code when the project is built`, text: JSON.stringify(value) ?? '' });
  readPoetry(getOwnField(project, 'tool', 'poetry'), file, reading);
  readUv(getOwnField(project, 'tool', 'uv') ?? (/(^|\/)uv\.toml$/.test(file) ? project : undefined), file, reading);
  groups('pdm', getOwnField(project, 'tool', 'pdm', 'dev-dependencies'));
  addRegistries(reading, getOwnField(project, 'tool', 'pdm', 'source'));
  for (const [name, environment] of getOwnEntries(getOwnField(project, 'tool', 'hatch', 'envs')))
    for (const key of ['dependencies', 'extra-dependencies'])
      requirements(`hatch.${name}`, getOwnField(environment, key));
});

function readPoetry(poetry: unknown, file: string, reading: DependencyFileContent): void {
  const tables: [string, unknown][] = [
    ['poetry', getOwnField(poetry, 'dependencies')],
    ['poetry.dev', getOwnField(poetry, 'dev-dependencies')],
    ['poetry.plugins', getOwnField(poetry, 'requires-plugins')],
    ...getOwnEntries(getOwnField(poetry, 'group')).map(([name, group]): [string, unknown] => [
      `poetry.${name}`,
      getOwnField(group, 'dependencies'),
    ]),
  ];
  for (const [section, table] of tables)
    for (const [name, spec] of getOwnEntries(table)) {
      if (name.toLowerCase() === 'python') continue;
      for (const [i, each] of (Array.isArray(spec) ? spec : [spec]).entries())
        reading.dependencies.push({ key: `${section}:${name}:${i}`, ...parseTableDependency(name, each, file) });
    }
  addRegistries(reading, getOwnField(poetry, 'source'));
}

/** Parses `name = "^1"` or `name = {version, git, url, path, …}` of poetry, Pipfile and uv's sources. */
export function parseTableDependency(name: string, spec: unknown, file: string): DeclaredDependency {
  if (typeof spec === 'string') return { name, version: sanitizeSource(spec), source: null, source_kind: 'registry' };
  const [git, url, path] = [
    getOwnText(spec, 'git'),
    getOwnText(spec, 'url') ?? getOwnText(spec, 'file'),
    getOwnText(spec, 'path'),
  ];
  const version = sanitizeSource(getOwnText(spec, 'version') ?? JSON.stringify(spec) ?? '');
  if (git !== undefined) return { name, version, source: sanitizeSource(normalizeGitAddress(git)), source_kind: 'git' };
  if (url !== undefined && /^[a-z+]+:\/\//i.test(url))
    return { name, version, source: sanitizeSource(url), source_kind: 'url' };
  if (path !== undefined || url !== undefined)
    return { name, version, source: resolveDeclaredPath(file, path ?? url!), source_kind: 'path' };
  if (getOwnField(spec, 'workspace') === true) return { name, version, source: '.', source_kind: 'path' };
  return { name, version, source: null, source_kind: 'registry' };
}

function readUv(uv: unknown, file: string, reading: DependencyFileContent): void {
  for (const key of [
    'dev-dependencies',
    'constraint-dependencies',
    'override-dependencies',
    'build-constraint-dependencies',
  ])
    for (const each of getOwnTexts(uv, key)) {
      const requirement = parsePythonRequirement(each, file);
      if (requirement) reading.dependencies.push({ key: `uv.${key}:${requirement.name}`, ...requirement });
    }
  for (const [name, source] of getOwnEntries(getOwnField(uv, 'sources')))
    for (const [i, each] of (Array.isArray(source) ? source : [source]).entries())
      reading.dependencies.push({ key: `uv.sources:${name}:${i}`, ...parseTableDependency(name, each, file) });
  addRegistries(reading, getOwnField(uv, 'index'));
  for (const key of ['index-url', 'extra-index-url', 'find-links'])
    for (const url of [getOwnField(uv, key), getOwnField(uv, 'pip', key)].flatMap(
      (value) => toFieldText(value) ?? toFieldTexts(value),
    ))
      reading.registries.push(sanitizeSource(url));
}
