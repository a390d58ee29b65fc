import type { ReportFormat } from '../contract/checks/check.js';
import type { SetupInput } from '../contract/contract_schema.js';

/** Families of build tools that can be read; `other` = the caller says how the tests are run. */
export type Ecosystem = 'node' | 'python' | 'go' | 'rust' | 'java' | 'ruby' | 'php' | 'cmake' | 'dotnet' | 'other';

/** Command of a contract, run by /bin/sh at the repository root. */
export interface ProjectCommand {
  run: string;
  network: 'registry'[];
  /** Files and folders that it reads, if it needs no other: its result is shared by commits with equal ones. */
  inputs?: readonly SetupInput[];
  /** Name of the source that it asks, where that is not npm's registry. */
  source?: string;
  /** Dependencies that an installation leaves out, since the tests do not use them. */
  left_out?: readonly string[];
  /** True if it helps only where a stricter installation fails: it accepts conflicts, or installs less. */
  lenient?: true;
  /** One short sentence. It becomes a comment of the contract. */
  why: string;
  /** Advice to whoever sets the repository up with this command. */
  note?: string;
}

/** Test runner of a project, with the command that writes its report. */
export interface TestSuite {
  runner: string;
  report: ReportFormat;
  /** Report in the workspace, where the runner cannot be told to write to $REPORT. */
  report_file?: string;
  /**
   * Creates the command of the check. It runs at the repository root and writes to $REPORT.
   *
   * @param files test files to run, relative to the repository root; empty = the whole suite. A runner that cannot
   * select files runs the whole suite.
   */
  createCommand(files: readonly string[]): string;
  /** Command by which people run the suite, at the repository root; absent = it is that of the check. */
  own_command?: string;
  /**
   * Creates the command that an agent is told: as people type it, in a workspace with this setup. Absent =
   * `own_command`, else that of the check without its report.
   */
  createPlainCommand?(setup: readonly ProjectCommand[]): string;
  why: string;
  /** Says what is lost where no test is reported by its name. */
  weakness?: string;
}

/** Project found in a repository: how it is set up, built and tested. */
export interface Project {
  ecosystem: Ecosystem;
  /** Folder of the package; '' at the repository root. */
  folder: string;
  package_manager?: string;
  lockfile?: string;
  /** Tools with the version ranges that the project states; `*` where it states none. */
  tools: Record<string, string>;
  /** Commands of the usual installation. */
  setup: ProjectCommand[];
  /** Setups to try in this order, the cheapest that can work first. An empty one installs nothing. */
  setup_candidates: ProjectCommand[][];
  /** Text of all that an installation asks for, the same in all commits with the same dependencies. */
  asked_dependencies?: string;
  /** Further variables of the environment. */
  environment: Record<string, string>;
  /** Commands that the tests need to run first; empty = nothing to build. */
  build: ProjectCommand[];
  tests: TestSuite;
  /** True if the test script runs the suite besides the first one of the package. */
  further?: true;
  /** Tells whether the runner takes a file of the repository for a test file. */
  isTestFile(path: string): boolean;
  /** Tells whether a file of the repository only supports tests: fixtures, snapshots, set-up. */
  isTestSupport(path: string): boolean;
  /** Assumptions, and further findings. */
  notes: string[];
}

/** Creates a command that needs no network. */
export function createCommand(run: string, why: string): ProjectCommand {
  return { run, network: [], why };
}

/** Creates a command that reaches the package registry. */
export function createInstallCommand(run: string, why: string): ProjectCommand {
  return { run, network: ['registry'], why };
}

/** Tells whether a setup installs packages from the registry. */
export const reachesRegistry = (setup: readonly ProjectCommand[]): boolean =>
  setup.some(({ network }) => network.length > 0);

/** Says that a check by exit status alone cannot tell tests apart. */
export const EXIT_CODE_WEAKNESS =
  'no report names single tests: the check passes or fails as a whole, and no test of the suite may fail';
