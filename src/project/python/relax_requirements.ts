import { getTextList } from '../parsing/parse_config.js';
import type { TestRequirements } from './collect_test_requirements.js';
import type { PythonManifest } from './python_manifest.js';

/** Deepest nesting of requirement files that is read, and most requirements. */
const MAX_DEPTH = 3;
const MAX_REQUIREMENTS = 200;

/** Requirement of a registry: name, extras, versions, condition. */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]{0,100})\s*(\[[\w\s,.-]*\])?\s*(?:[<>=!~(][^;#]*)?(;[^#]*)?(?:\s#.*|\\)?$/;

/**
 * Lists the requirements of the tests without their versions, each once. They help where a version that was pinned years
 * ago is gone, or cannot be built for the Python of this machine.
 */
export function relaxRequirements(manifest: PythonManifest, needs: TestRequirements): string[] {
  const { pyproject, setupCfg, name } = manifest;
  const extras = needs.extras.flatMap((extra) => [
    ...getTextList(pyproject, 'project', 'optional-dependencies', extra),
    ...(setupCfg.get('options.extras_require')?.get(extra) ?? '').split('\n'),
  ]);
  const listed = needs.files.flatMap((path) => readRequirementFile(manifest, path, MAX_DEPTH));
  const relaxed = [...needs.requirements, ...extras, ...listed].flatMap((line) => relaxRequirement(line) ?? []);
  const own = new RegExp(`^${(name ?? '').replaceAll('-', '[-_.]+')}(?:$|[^\\w.-])`, 'i');
  const others = relaxed.filter((one) => name === undefined || !own.test(one));
  return [...new Set(others)].slice(0, MAX_REQUIREMENTS);
}

/** Returns a requirement without its versions; undefined if the line is an option, an address or a path. */
function relaxRequirement(line: string): string | undefined {
  const [, name, extras = '', condition = ''] = REQUIREMENT.exec(line.trim()) ?? [];
  return name === undefined ? undefined : `${name}${extras}${condition.trim()}`;
}

/** Reads the lines of a requirement file and of those that it includes. */
function readRequirementFile(manifest: PythonManifest, path: string, depth: number): string[] {
  const lines = (manifest.files.read(path) ?? '').slice(0, 100_000).split('\n');
  return lines.flatMap((line) => {
    const included = /^(?:-r|--requirement)[\s=]*([\w./-]+)\s*$/.exec(line.trim())?.[1];
    if (included === undefined) return [line];
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    return depth > 0 ? readRequirementFile(manifest, `${folder}${included}`, depth - 1) : [];
  });
}
