import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type ConfigTable, getTable, getTextList, getValue } from '../parsing/parse_config.js';
import { normalizeName, type PythonManifest } from './python_manifest.js';

/** Requirements of the tests beside the project itself. */
export interface TestRequirements {
  /** Extras of the project. */
  extras: string[];
  /** Requirements, one each, as pip takes them. */
  requirements: string[];
  /** Requirement files. */
  files: string[];
  /** Name of the dependency group. */
  group?: string;
}

const TEST_NAME = /^(unit)?[-_]?(tests?|testing|pytest)([-_](deps|requirements|dependencies|base))?$/i;
const DEV_NAME = /^(dev|devel|develop|development|ci)$/i;
const MAX_REQUIREMENTS = 200;

/** Collects the requirements of the tests from the places where projects write them. */
export function collectTestRequirements(manifest: PythonManifest): TestRequirements {
  const { pyproject, setupCfg, setupPy, files } = manifest;
  const extras = chooseNames([
    ...Object.keys(getTable(pyproject, 'project', 'optional-dependencies')),
    ...Object.keys(getTable(pyproject, 'tool', 'poetry', 'extras')),
    ...(setupCfg.get('options.extras_require')?.keys() ?? []),
    ...findExtrasOfSetupPy(setupPy),
  ]);
  const groups = getTable(pyproject, 'dependency-groups');
  const group = chooseNames(Object.keys(groups))[0];
  const requirements = [
    ...(group === undefined ? [] : expandGroup(groups, group, new Set())),
    ...readPoetryGroups(pyproject),
    ...getTextList(pyproject, 'tool', 'uv', 'dev-dependencies'),
    ...Object.values(getTable(pyproject, 'tool', 'pdm', 'dev-dependencies')).flatMap((list) => getTextList(list)),
    ...readListedDevelopment(pyproject),
    ...readHatch(pyproject),
    ...findTestsRequire(setupPy),
    ...(setupCfg.get('options')?.get('tests_require') ?? '').split('\n'),
  ];
  const requirementFiles = chooseRequirementFiles(files.paths);
  const tox = extras.length + requirements.filter(isRequirement).length + requirementFiles.length === 0;
  const toxLines = tox ? (manifest.tox.get('testenv')?.get('deps') ?? '').split('\n').map((line) => line.trim()) : [];
  const all = [...requirements, ...toxLines].filter(isRequirement);
  const selfRequirements = all.filter(
    (one) => manifest.name !== undefined && getRequirementName(one) === manifest.name,
  );
  return {
    extras: [...new Set([...extras, ...selfRequirements.flatMap(getExtras)])],
    requirements: [...new Set(all)].filter((one) => !selfRequirements.includes(one)).slice(0, MAX_REQUIREMENTS),
    files: [
      ...requirementFiles,
      ...toxLines
        .map((line) => /^(?:-r|--requirement)[\s=]*([\w./-]+)$/.exec(line)?.[1])
        .filter((path) => path !== undefined && files.paths.includes(path)),
    ].filter((path) => path !== undefined),
    ...omitUndefined({ group }),
  };
}

/** Chooses the names for tests; without any, those for development. */
function chooseNames(names: readonly string[]): string[] {
  const valid = [...new Set(names)].filter((name) => /^[A-Za-z0-9][\w.-]{0,60}$/.test(name));
  const tests = valid.filter((name) => TEST_NAME.test(name));
  return tests.length > 0 ? tests : valid.filter((name) => DEV_NAME.test(name)).slice(0, 1);
}

/** Returns the requirements of a group and of the groups that it includes. */
function expandGroup(groups: ConfigTable, name: string, seen: Set<string>): string[] {
  const key = Object.keys(groups).find((one) => normalizeName(one) === normalizeName(name));
  if (key === undefined || seen.has(key)) return [];
  seen.add(key);
  const list = getValue(groups, key);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown) => {
    if (typeof one === 'string') return [one];
    const included = getTextList(one, 'include-group')[0];
    return included === undefined ? [] : expandGroup(groups, included, seen);
  });
}

function readPoetryGroups(pyproject: ConfigTable): string[] {
  const groups = getTable(pyproject, 'tool', 'poetry', 'group');
  const groupNames = Object.keys(groups).filter((name) => TEST_NAME.test(name) || DEV_NAME.test(name));
  return [
    getTable(pyproject, 'tool', 'poetry', 'dev-dependencies'),
    ...groupNames.map((name) => getTable(groups, name, 'dependencies')),
  ].flatMap((table) => Object.entries(table).map(([name, stated]) => toRequirement(name, stated)));
}

/** Turns an entry of Poetry into a requirement: `^1.2` accepts everything below the next major version. */
function toRequirement(name: string, stated: unknown): string {
  const version = typeof stated === 'string' ? stated : (getTextList(stated, 'version')[0] ?? '*');
  const extras = getTextList(stated, 'extras');
  const caret = /^\^\s*(\d+)((?:\.\d+)*)$/.exec(version);
  const range =
    caret !== null && caret[1] !== '0'
      ? `>=${caret[1]}${caret[2]},<${Number(caret[1]) + 1}`
      : /^\d/.test(version)
        ? `==${version}`
        : /^[<>=!~]/.test(version) && !/\s~|\|/.test(version)
          ? version.replace(/^~(?!=)/, '~=')
          : '';
  return `${name}${extras.length > 0 ? `[${extras.join(',')}]` : ''}${range}`;
}

function readListedDevelopment(pyproject: ConfigTable): string[] {
  return Object.entries(getTable(pyproject, 'tool', 'flit', 'metadata', 'requires-extra')).flatMap(([name, list]) =>
    TEST_NAME.test(name) ? getTextList(list) : [],
  );
}

function readHatch(pyproject: ConfigTable): string[] {
  const environments = getTable(pyproject, 'tool', 'hatch', 'envs');
  return Object.entries(environments)
    .filter(([name]) => name === 'default' || name === 'hatch-test' || TEST_NAME.test(name))
    .flatMap(([, one]) => [...getTextList(one, 'dependencies'), ...getTextList(one, 'extra-dependencies')]);
}

const LITERAL_LIST = String.raw`\[((?:[\s,]|'[^'\n]*'|"[^"\n]*"|#[^\n]*\n)*)\]`;

function findTestsRequire(setupPy: string): string[] {
  const body = new RegExp(String.raw`\btests_require\s*=\s*${LITERAL_LIST}`).exec(setupPy)?.[1] ?? '';
  return [...body.matchAll(/['"]([^'"\n]+)['"]/g)].map(([, requirement]) => requirement!);
}

function findExtrasOfSetupPy(setupPy: string): string[] {
  const extrasIndex = setupPy.search(/\bextras_require\s*=/);
  if (extrasIndex === -1) return [];
  return [...setupPy.slice(extrasIndex, extrasIndex + 3_000).matchAll(/['"]([\w-]+)['"]\s*:/g)].map(
    ([, name]) => name!,
  );
}

/** Tells whether a line is a requirement of the registry: no option, no URL, no condition of tox. */
function isRequirement(line: string): boolean {
  return (
    line.length <= 200 && /^[A-Za-z0-9][\w.-]*\s*(\[[\w\s,.-]*\])?\s*([<>=!~(;].*)?$/.test(line) && !/[\n\r]/.test(line)
  );
}

function getRequirementName(requirement: string): string {
  return normalizeName(/^[\w.-]+/.exec(requirement)?.[0] ?? '');
}

function getExtras(requirement: string): string[] {
  const listed = /^[\w.-]+\s*\[([\w\s,.-]*)\]/.exec(requirement)?.[1] ?? '';
  return listed
    .split(',')
    .map((extra) => extra.trim())
    .filter((extra) => extra !== '');
}

const REQUIREMENT_FILES: readonly RegExp[] = [
  /^(requirements[-_./]?(tests?|testing|pytest)|tests?(ing)?[-_./]requirements([-_]tests?)?)\.(txt|in|pip)$/i,
  /^(requirements[-_./]?(dev|devel|develop|development|ci)|dev[-_.]requirements)\.(txt|in|pip)$/i,
];

/** Chooses the files of requirements for tests; without any, those for development. */
function chooseRequirementFiles(paths: readonly string[]): string[] {
  for (const pattern of REQUIREMENT_FILES) {
    const matchingFiles = paths.filter((path) => pattern.test(path));
    const chosen = matchingFiles.filter((path) => path.endsWith('.txt'));
    if (matchingFiles.length > 0) return (chosen.length > 0 ? chosen : matchingFiles).slice(0, 2);
  }
  return [];
}
