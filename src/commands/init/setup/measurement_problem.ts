/** Reason why the tests could not be measured. `setup`: another way to set up the repository may help. */
export interface MeasurementProblem {
  problem: string;
  stage: 'setup' | 'patch' | 'build' | 'tests';
  /** Address that the setup needed and could not reach. */
  unreachable?: string;
  /** True if this machine lacks what it takes: a tool, or another version of one. */
  lacking?: true;
  /** The tests take too long with the reference solution: they ended by themselves, or were ended. */
  slow?: 'ended' | 'timeout';
  /** True if tests of the unchanged repository take too long: fewer of them hang as well. */
  hanging?: true;
  /** True if exit status and report contradict each other. */
  contradictory?: true;
  /** True if the command ended by itself: of the unchanged repository, its tests do not load. */
  ended?: true;
}
