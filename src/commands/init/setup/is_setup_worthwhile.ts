import type { ProjectCommand } from '../../../project/project.js';
import type { MeasurementProblem } from './measurement_problem.js';

/** Way to set a project up that did not lead to passing tests, and how far it came. */
export interface TriedSetup {
  setup: readonly ProjectCommand[];
  stage: MeasurementProblem['stage'];
}

/**
 * Tells whether a way to set a project up can help after others. One that only installs less, or accepts conflicts,
 * helps no tests that failed after a whole installation.
 */
export function isSetupWorthwhile(setup: readonly ProjectCommand[], tried: readonly TriedSetup[]): boolean {
  const isWhole = (one: TriedSetup) => one.stage !== 'setup' && one.setup.some(({ network }) => network.length > 0);
  return !setup.some(({ lenient }) => lenient) || !tried.some(isWhole);
}
