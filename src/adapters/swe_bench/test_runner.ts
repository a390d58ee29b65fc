import type { LogFormat, ReportFormat } from '../../contract/checks/check.js';

/** Runner of an instance's tests, with a report that names each test. */
export interface TestRunner {
  name: NamedRunner | LogFormat | 'go' | 'qunit';
  report: ReportFormat;
  /** Runner whose printed log is the report; only with `log`. */
  log?: LogFormat | undefined;
  /** True if it names failing tests only. */
  is_failures_only?: boolean | undefined;
  /** True if it runs all tests of the repository, and names them by their titles alone. */
  is_suite?: boolean | undefined;
  /** Command that writes the report to $REPORT. */
  run: string;
  /** Command for one file alone, for the canary; undefined if the runner takes no file. */
  createCanaryCommand: ((file: string) => string) | undefined;
  /** Hidden files that the command needs. */
  files: Readonly<Record<string, string>>;
}

/** Runners whose command is made here, so that they write a report of their own. */
export type NamedRunner = 'mocha' | 'jest' | 'vitest' | 'pytest' | 'jasmine';
