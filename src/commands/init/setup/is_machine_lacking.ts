import type { ProjectCommand } from '../../../project/project.js';
import type { MeasurementProblem } from '../drafts/test_run.js';

/** Problem of one way to set a project up. */
interface SetupProblem {
  setup: readonly ProjectCommand[];
  found: MeasurementProblem;
}

/**
 * Tells whether the ways to set a project up fail for what this machine lacks, and not for the project: none that
 * installs everything came further than its setup, and one of them could not reach an address or lacked a tool.
 */
export function isMachineLacking(problems: readonly SetupProblem[]): boolean {
  const whole = problems.filter(
    ({ setup }) => setup.some(({ network }) => network.length > 0) && !setup.some(({ lenient }) => lenient),
  );
  const asked = whole.length > 0 ? whole : problems;
  return (
    asked.every(({ found }) => found.stage === 'setup') &&
    asked.some(({ found }) => found.lacking === true || found.unreachable !== undefined)
  );
}
