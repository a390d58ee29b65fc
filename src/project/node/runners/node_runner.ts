import type { ReportFormat } from '../../../contract/checks/check.js';
import type { NodePackage } from './node_package.js';
import type { RunnerCall } from './runner_call.js';

/** Suite that a runner makes of a call, with paths relative to the package. */
export interface RunnerSuite {
  report: ReportFormat;
  weakness?: string;
  createCommand(files: readonly string[]): string;
  isTestFile(path: string): boolean;
}

/** Test runner of JavaScript packages. */
export interface NodeRunner {
  name: string;
  /** Programs by which scripts call the runner; a second word is the runner's verb. */
  programs: readonly string[];
  /** Dependency by which the runner is assumed where no script calls it. */
  dependency?: string;
  createSuite(call: RunnerCall, nodePackage: NodePackage): RunnerSuite;
}

/** Tells whether a path is a program of JavaScript or TypeScript. */
export function isScriptPath(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}
