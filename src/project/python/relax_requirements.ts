import { posix } from 'node:path';
import { getTextList } from '../parsing/parse_config.js';
import type { TestRequirements } from './collect_test_requirements.js';
import { normalizeName, type PythonManifest } from './python_manifest.js';

/** Deepest nesting of requirement files that is read, and most requirements. */
const MAX_DEPTH = 3;
const MAX_REQUIREMENTS = 200;
/** Characters of a line that are read; a condition that ends beyond them is not known. */
const MAX_LINE = 500;

/** Requirement of a registry: name, extras, versions, condition. */
const REQUIREMENT =
  /^([A-Za-z0-9][\w.-]{0,100})\s{0,10}(\[[\w\s,.-]*\])?\s{0,10}(?:[<>=!~(][^;#]*)?(;[^#]*)?(?:\s#.*|\\)?$/;

/** Tools beside the tests: documentation, checks of form and types, coverage, workers, releases. */
const SIDE_TOOL =
  /^(sphinx|sphinxcontrib|furo|mkdocs|mkdocstrings|mike|myst|numpydoc|pdoc|docutils|doc8|flake8|flake8-.*|pep8|pylint|pycodestyle|pydocstyle|pyflakes|mypy|pyright|basedpyright|ty|black|blacken-docs|ruff|isort|autopep8|autoflake|yapf|bandit|codespell|interrogate|pre-commit|prek|tox|nox|twine|build|check-manifest|coverage|codecov|coveralls|pytest-cov|pytest-xdist|pytest-black|pytest-flake8|towncrier|cogapp|bump2version|bumpversion|types|.*-theme)(-.*)?$/;
/** Most programs that are read for what they import. */
const MAX_PROGRAMS = 2000;

/** Requirements of tests without their versions. */
interface RelaxedRequirements {
  requirements: string[];
  /** Those that a program imports, and pytest with its plugins. */
  imported: string[];
  /** Names of tools that no program imports. */
  left_out: string[];
}

/**
 * Relaxes the requirements of the tests: each once, without versions, and without tools beside the tests. They help
 * where a version that was pinned years ago is gone, or cannot be built for the Python of this machine.
 */
export function relaxRequirements(manifest: PythonManifest, needs: TestRequirements): RelaxedRequirements {
  const { pyproject, setupCfg, name } = manifest;
  const extras = needs.extras.flatMap((extra) => [
    ...getTextList(pyproject, 'project', 'optional-dependencies', extra),
    ...(setupCfg.get('options.extras_require')?.get(extra) ?? '').split('\n'),
  ]);
  const visited = new Set<string>();
  const listed = needs.files.flatMap((path) => readRequirementFile(manifest, path, MAX_DEPTH, visited));
  const relaxed = [...needs.requirements, ...extras, ...listed].flatMap((line) => relaxRequirement(line) ?? []);
  const otherRequirements = [...new Set(relaxed.filter((one) => getName(one) !== name))].slice(0, MAX_REQUIREMENTS);
  const imports = findImportedModules(manifest);
  const isSide = (one: string) => SIDE_TOOL.test(getName(one)) && !imports.has(getName(one).replaceAll('-', '_'));
  return {
    requirements: otherRequirements.filter((one) => !isSide(one)),
    imported: otherRequirements.filter((one) => !isSide(one) && isImported(getName(one), imports)),
    left_out: [...new Set(otherRequirements.filter(isSide).map(getName))],
  };
}

/** Returns the normal form of the name in a requirement. */
const getName = (requirement: string): string => normalizeName(/^[\w.-]+/.exec(requirement)![0]);

/** Tells whether the module of a distribution is imported, by the usual differences of their names. */
function isImported(name: string, imports: ReadonlySet<string>): boolean {
  const module = name.replaceAll('-', '_');
  const short = module.replace(/^(?:python_?|py)|_python$/, '');
  return /^pytest(?:-|$)/.test(name) || imports.has(module) || imports.has(short);
}

/** Finds the top modules that the programs of a project import, documentation excepted. */
function findImportedModules({ files }: PythonManifest): Set<string> {
  const programs = files.paths.filter((path) => path.endsWith('.py') && !/^(docs?|examples?)\/|^[^/]+\.py$/.test(path));
  return new Set(
    programs
      .slice(0, MAX_PROGRAMS)
      .flatMap((path) =>
        [...(files.read(path) ?? '').matchAll(/^[ \t]*(?:from|import)[ \t]+(\w{1,100})/gm)].map(
          ([, module]) => module!,
        ),
      ),
  );
}

/** Returns a requirement without its versions; undefined if the line is an option, an address or a path. */
function relaxRequirement(line: string): string | undefined {
  const text = line.trim();
  const [, name, extras = '', condition = ''] = REQUIREMENT.exec(text.slice(0, MAX_LINE)) ?? [];
  if (condition !== '' && text.length > MAX_LINE) return undefined;
  return name === undefined ? undefined : `${name}${extras}${condition.trim()}`;
}

/**
 * Reads the lines of a requirement file and of those that it includes, each once. No path leads out of the
 * repository.
 */
function readRequirementFile(manifest: PythonManifest, named: string, depth: number, seen: Set<string>): string[] {
  const path = posix.normalize(named);
  if (seen.has(path) || posix.isAbsolute(path) || /^\.\.(?:\/|$)/.test(path)) return [];
  seen.add(path);
  const lines = (manifest.files.read(path) ?? '').slice(0, 100_000).split('\n');
  return lines.flatMap((line) => {
    const included = /^(?:-r|--requirement)[\s=]*([\w./-]+)\s*$/.exec(line.trim())?.[1];
    if (included === undefined) return [line];
    if (depth === 0 || posix.isAbsolute(included)) return [];
    return readRequirementFile(manifest, posix.join(posix.dirname(path), included), depth - 1, seen);
  });
}
