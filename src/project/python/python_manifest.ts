import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type ConfigTable, getTable, getText, getTextList, parseConfig } from '../parsing/parse_config.js';
import { type IniSections, parseIni } from '../parsing/parse_ini.js';
import type { ProjectFiles } from '../project_files.js';

/** Configuration files of a Python project. Those that are absent or malformed are empty. */
export interface PythonManifest {
  files: ProjectFiles;
  pyproject: ConfigTable;
  setupCfg: IniSections;
  tox: IniSections;
  /** Text of setup.py; it is never run. */
  setupPy: string;
  /** Name of the distribution in its normal form; undefined if it is not stated. */
  name?: string;
  /** True if pip can install the folder. */
  installable: boolean;
  notes: string[];
}

/** Reads the configuration of the Python project at the root of these files. */
export function readPythonManifest(files: ProjectFiles): PythonManifest {
  const text = files.read('pyproject.toml');
  const pyproject = parseConfig('TOML', text);
  const setupCfg = parseIni(files.read('setup.cfg'));
  const setupPy = (files.read('setup.py') ?? '').slice(0, 200_000);
  const name =
    getText(pyproject, 'project', 'name') ??
    getText(pyproject, 'tool', 'poetry', 'name') ??
    setupCfg.get('metadata')?.get('name') ??
    /\bname\s*=\s*['"]([\w.-]+)['"]/.exec(setupPy)?.[1];
  const declares = ['project', 'build-system'].some((key) => Object.keys(getTable(pyproject, key)).length > 0);
  return {
    files,
    pyproject: pyproject ?? {},
    setupCfg,
    tox: parseIni(files.read('tox.ini')),
    setupPy,
    ...omitUndefined({ name: name === undefined ? undefined : normalizeName(name) }),
    installable:
      declares ||
      setupPy !== '' ||
      setupCfg.has('metadata') ||
      getText(pyproject, 'tool', 'poetry', 'name') !== undefined,
    notes: text !== undefined && pyproject === undefined ? ['pyproject.toml cannot be read as TOML'] : [],
  };
}

/** Returns the normal form of a distribution's name. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Returns the lowest Python version that the project states, as a range; `*` if it states none. */
export function readPythonRange({ pyproject, setupCfg, setupPy, files }: PythonManifest): string {
  const stated =
    getText(pyproject, 'project', 'requires-python') ??
    getText(pyproject, 'tool', 'poetry', 'dependencies', 'python') ??
    setupCfg.get('options')?.get('python_requires') ??
    /\bpython_requires\s*=\s*['"]([^'"]{1,100})['"]/.exec(setupPy)?.[1] ??
    /^(\d+\.\d+)/.exec(files.read('.python-version') ?? '')?.[1]?.replace(/^/, '>=');
  const lowest = /(?:>=|~=|\^)\s*(\d+(?:\.\d+){0,2})/.exec(stated ?? '')?.[1];
  return lowest === undefined ? '*' : `>=${lowest}`;
}

const VERSION_TOOLS: readonly (readonly [mark: RegExp, variable: string])[] = [
  [/setuptools[-_]scm|hatch-vcs|flit[-_]scm|vcs-versioning/, 'SETUPTOOLS_SCM_PRETEND_VERSION'],
  [/\bpbr\b/, 'PBR_VERSION'],
  [/poetry-dynamic-versioning/, 'POETRY_DYNAMIC_VERSIONING_BYPASS'],
  [/pdm[-.]backend|pdm-pep517/, 'PDM_BUILD_SCM_VERSION'],
  [/versioningit/, 'VERSIONINGIT_PRETEND_VERSION'],
  [/uv-dynamic-versioning/, 'UV_DYNAMIC_VERSIONING_BYPASS'],
];

/** Returns variables that stand in for a version which the build would read from git, of which a snapshot has none. */
export function readVersionVariables({ pyproject, setupPy, setupCfg }: PythonManifest): Record<string, string> {
  const text = [
    ...getTextList(pyproject, 'build-system', 'requires'),
    setupPy.slice(0, 20_000),
    ...(setupCfg.get('options')?.get('setup_requires') ?? '').split('\n'),
  ].join('\n');
  return Object.fromEntries(
    VERSION_TOOLS.filter(([mark]) => mark.test(text)).map(([, variable]) => [variable, '99.0.0']),
  );
}
