import type { ProjectCommand } from '../../../project/project.js';
import type { MeasurementProblem } from './measurement_problem.js';

/** Problem of one way to set a project up. */
interface SetupProblem {
  setup: readonly ProjectCommand[];
  found: MeasurementProblem;
}

/** Words about a package that is not there, with its name, of a module that is no file of the project. */
const MISSING_PACKAGE =
  /No module named '?(\w+)|(?:Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND[^']*) '((?!file:|node:|@\/)[^./'\s~#][^']*)'/;

/**
 * Tells whether the ways to set a project up fail for what this machine lacks, and not for the project: one that
 * installs everything could not reach an address or lacked a tool, and the others came no further, or lack a package.
 *
 * @param own_modules folders and files of the repository that its programs may import by their bare names
 */
export function isMachineLacking(problems: readonly SetupProblem[], own_modules: ReadonlySet<string>): boolean {
  const whole = problems.filter(
    ({ setup }) => setup.some(({ network }) => network.length > 0) && !setup.some(({ lenient }) => lenient),
  );
  const lacksPackage = (problem: string) => {
    const [, python, node] = MISSING_PACKAGE.exec(problem) ?? [];
    const name = python ?? node?.split('/')[0];
    return name !== undefined && !own_modules.has(name);
  };
  const relevant = whole.length > 0 ? whole : problems;
  return (
    relevant.every(({ found }) => found.stage === 'setup' || lacksPackage(found.problem)) &&
    relevant.some(({ found }) => found.lacking === true || found.unreachable !== undefined)
  );
}
