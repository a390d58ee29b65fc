import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { detectProjects } from '../../project/detection/detect_projects.js';
import type { Project, ProjectCommand } from '../../project/project.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';
import { listCommitFiles, readCommitTexts } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import { createSetupTrials, PULL_REQUEST_CONTRACT } from './create_setup_trials.js';
import { computeTestLimit } from './drafts/compute_test_limit.js';
import type { InitSession } from './drafts/init_session.js';
import { EXIT_STATUS_TEST, type TestRun } from './drafts/read_test_run.js';
import { selectTests } from './drafts/select_tests.js';
import { refuseUnsafeFolder } from './files/refuse_unsafe_folder.js';
import { removeEmptyFolder, writeFilesTogether } from './files/write_files_together.js';
import { findActionReference } from './find_action_reference.js';
import {
  createPullRequestContract,
  createSuiteFile,
  createWorkflowFile,
  type PullRequestContract,
} from './pull_request_contract.js';
import { chooseProjects } from './setup/choose_projects.js';
import { askForProject, createNamedProject, replaceInstallation } from './setup/create_named_project.js';
import { describeOtherPackages } from './setup/describe_other_packages.js';
import { formatPackageProblems } from './setup/format_package_problems.js';
import type { InitOptions } from './setup/init_options.js';
import { formatSetupProblems, isSetupWorthwhile, MISSING_TOOL, type TriedSetup } from './setup/measurement_problem.js';
import { verifyWrittenFiles } from './verify_written_files.js';

/** Result of setting a repository up. */
interface RepositorySetup {
  /** True if the history can be walked for tasks: the tests of its commits are found by the project's own files. */
  has_history: boolean;
  /** Files by path from the working folder; `kept` was there already. */
  files: { path: string; state: 'written' | 'kept' }[];
  /** Lines that say what was found and written. */
  lines: string[];
  /**
   * Runs the repository's tests and the contract for pull requests with all that was written.
   *
   * @param folders folders of contracts that were written meanwhile, absolute
   * @returns lines about what was run
   * @throws {UserError} after everything is removed again, if one of them fails
   */
  verify(folders: readonly string[]): Promise<string[]>;
}

/** Ceiling of the tests while they are tried, in milliseconds. */
const TRY_MS = 600_000;

/**
 * Sets a repository up: tries its tests in the sandbox, and writes the suite file, a contract for its pull requests and
 * the workflow. Files that are there are kept. Nothing is written if the tests cannot be run. Where somebody can be
 * asked, it asks for what it cannot find.
 *
 * @throws {UserError} if no tests are found, or none of the ways to run them works
 */
export async function setUpRepository(
  session: InitSession,
  options: InitOptions,
  out: CommandContext,
): Promise<RepositorySetup> {
  const { repository, tasks, cwd } = session;
  const root = repository.root;
  if (root === undefined)
    throw new UserError(
      'the repository is bare: there is no folder for the files',
      'Go to a clone with a working tree.',
    );
  const { projects, reasons } = detectProjects(
    await readCommitTexts(repository, await listCommitFiles(repository, 'HEAD')),
  );
  const tried = await findWorkingProject(projects, reasons, options, session, out);
  const folder = relative(root, tasks) || '.';
  const contents: [path: string, text: string][] = [
    [join(tasks, PULL_REQUEST_CONTRACT), createPullRequestContract(tried.contract)],
    [join(root, 'gatebench.yml'), createSuiteFile(folder)],
    [join(root, '.github', 'workflows', 'gatebench.yml'), createWorkflowFile(folder, await findActionReference())],
  ];
  for (const [path] of contents) refuseUnsafeFolder(root, path);
  const writtenPaths = new Set(writeTogether(contents, root));
  const files = contents.map(([path]): RepositorySetup['files'][number] => ({
    path: relative(cwd, path),
    state: writtenPaths.has(path) ? 'written' : 'kept',
  }));
  const { project, setup } = tried.contract;
  const other_packages = isNamed(options) ? [] : [describeOtherPackages(projects, project) ?? []].flat();
  const notes = [...project.notes, ...setup.flatMap(({ note }) => note ?? []), ...other_packages];
  const lines = [
    ...[tried.summary, ...notes.map((note) => `  note: ${note}`)].map(safe),
    ...files.map(({ path, state }) => `${state === 'written' ? '✓' : '·'} ${safe(path)}: ${state}`),
  ];
  const has_history = projects.length > 0;
  if (!has_history)
    lines.push(
      '  note: no task is made from the history: tests of a commit are found in projects of a known kind only',
    );
  return {
    has_history,
    files,
    lines,
    verify: (folders) =>
      verifyWrittenFiles(
        root,
        [...writtenPaths, ...folders],
        (stage) => createSetupTrials(tried.contract, writtenPaths.has(contents[0]![0]), stage, session),
        session,
      ),
  };
}

/** Tells whether the caller said what is judged. */
const isNamed = ({ project, test }: InitOptions): boolean => project !== undefined || test !== undefined;

/** Writes the files of the setup. @throws {UserError} if that is not allowed or there is no room */
function writeTogether(contents: readonly [path: string, text: string][], root: string): string[] {
  try {
    return writeFilesTogether(contents);
  } catch (error) {
    const { code, path = root } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UserError(`${relative(root, path) || '.'} cannot be written (${code})`, 'Nothing was written.');
  }
}

/** Remedy where `init` does not find out by itself how the tests are run. */
const REMEDY =
  'Nothing was written. Name the command with --test (and --install, --report), or write the contract by hand: ' +
  'docs/contracts.md says how.';

/** Tries what the options name, else what the repository holds, and then asks for the command. @throws {UserError} */
async function findWorkingProject(
  projects: readonly Project[],
  reasons: readonly string[],
  options: InitOptions,
  session: InitSession,
  out: CommandContext,
): Promise<TriedProject> {
  const asking = options.yes || options.json ? { ...out, question: undefined } : out;
  if (projects.length === 0 && options.project !== undefined)
    throw new UserError(
      `no package is recognised that --project could name: ${reasons.join('; ')}`,
      'Leave out --project, and name the command with --test; it runs at the root of the repository.',
    );
  const chosen = projects.length === 0 ? [] : await chooseProjects(projects, options, asking);
  const namedProject = createNamedProject(options, chosen[0]);
  if (namedProject) return tryProjects([namedProject], session);
  try {
    if (chosen.length === 0) throw new UserError(reasons.join('; '), REMEDY);
    const replaced = chosen.map((project) => replaceInstallation(project, options));
    return await tryProjects(replaced, session);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const answered = await askForProject(error.message, chosen[0], asking);
    if (answered === undefined) throw error;
    return tryProjects([answered], session);
  }
}

/** Contract of a project whose tests ran, and a line about it. */
interface TriedProject {
  contract: PullRequestContract;
  summary: string;
}

/** Tries the projects in their order, each with its ways to set up, until tests pass in the sandbox. */
async function tryProjects(projects: readonly Project[], session: InitSession): Promise<TriedProject> {
  const problems = new Map<string, string[]>();
  let lacking = true;
  for (const project of projects) {
    const attempts: (TriedSetup & { problem: string })[] = [];
    const candidates: (readonly ProjectCommand[])[] =
      project.setup_candidates.length > 0 ? project.setup_candidates : [[]];
    const dependencies = project.asked_dependencies ?? project.folder;
    for (const setup of candidates) {
      if (!isSetupWorthwhile(setup, attempts)) continue;
      const knownProblem = session.reach.explain(setup, dependencies);
      if (knownProblem !== undefined) {
        attempts.push({ setup, stage: 'setup', problem: knownProblem });
        continue;
      }
      session.signal.throwIfAborted();
      const run = await tryContract({ project, setup, timeout_ms: TRY_MS }, session);
      if ('report' in run) return describeTry(project, setup, run);
      session.reach.note(setup, dependencies, run.unreachable);
      attempts.push({ setup, stage: run.stage, problem: session.reach.explain(setup, dependencies) ?? run.problem });
    }
    const place = project.folder === '' ? '' : ` in ${project.folder}`;
    const problem = formatSetupProblems(attempts);
    problems.set(problem, [...(problems.get(problem) ?? []), `${project.tests.runner}${place}`]);
    lacking &&= MISSING_TOOL.test(problem);
  }
  throw new UserError(
    `the tests of the repository cannot be run in the sandbox: ${safe(formatPackageProblems(problems))}`,
    lacking ? 'Nothing was written.' : REMEDY.replace('Name', 'Mend what is named, name'),
  );
}

/** Runs the tests of the latest commit with a contract that is deleted afterwards. */
async function tryContract(contract: PullRequestContract, session: InitSession) {
  const { tasks, git_folder, repository, cwd } = session;
  const createdFolder = mkdirSync(tasks, { recursive: true });
  const stage = mkdtempSync(join(tasks, '.init-'));
  try {
    const commit = (await runGitOrThrow(['rev-parse', 'HEAD'], { store: repository.store })).toString().trim();
    const path = join(stage, 'contract.yml');
    writeFileSync(
      path,
      createPullRequestContract({ ...contract, pinned: { git: relative(stage, git_folder), commit } }),
    );
    return await session.tryTests(readContract(path, cwd));
  } finally {
    rmSync(stage, { recursive: true, force: true });
    if (createdFolder !== undefined) removeEmptyFolder(tasks);
  }
}

function describeTry(project: Project, setup: readonly ProjectCommand[], { report, wall_ms }: TestRun): TriedProject {
  const timeout_ms = computeTestLimit({ wall_ms });
  const place = project.folder === '' ? '' : ` in ${project.folder}`;
  const kinds = [project.ecosystem, project.package_manager, project.tests.runner].filter(Boolean).join(', ');
  const { pass_to_pass, failing } = selectTests([report], [report]);
  const passing = pass_to_pass.length;
  const all = failing.length === 0 && report.suite_failures.length === 0;
  const count = pass_to_pass.includes(EXIT_STATUS_TEST)
    ? 'the tests pass'
    : `${formatQuantity(passing, 'test passes', 'tests pass')}${all ? '' : `, ${failing.length || 'some'} fail`}`;
  return {
    contract: { project, setup, timeout_ms, required: all ? undefined : pass_to_pass },
    summary: `${kinds}${place}: ${count} in ${(wall_ms / 1000).toFixed(1)} s`,
  };
}
