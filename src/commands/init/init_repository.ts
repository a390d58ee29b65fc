import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { createGitHubClient } from '../../publish/github/api/github_client.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { openTimeLimit } from '../../system/open_time_limit.js';
import { runGit } from '../../workspace/git/run_git.js';
import { type CommitChange, type LocalRepository, openRepository } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import type { ContractOutcome } from './create_contract.js';
import { createInitSession } from './create_init_session.js';
import { createTaskTrials } from './create_setup_trials.js';
import { createTextReader, type GitHubProject } from './create_text_reader.js';
import type { InitSession } from './drafts/init_session.js';
import { writeFilesTogether } from './files/write_files_together.js';
import { formatContractOutcome, formatInitSummary } from './format_contract_outcome.js';
import { listNamedChanges } from './list_named_changes.js';
import { listNextSteps } from './list_next_steps.js';
import { mineHistory } from './mine_history.js';
import type { MinedChanges } from './mined_changes.js';
import { openMiningLog } from './open_mining_log.js';
import { createSuiteFile } from './pull_request_contract.js';
import { setUpRepository } from './set_up_repository.js';
import type { InitOptions } from './setup/init_options.js';
import { isMadeContract, tryChanges } from './try_changes.js';
import { verifyWrittenFiles } from './verify_written_files.js';

/** Outcome of `init`. Exit codes: 0 a contract was made of every commit that was named, 1 not, 130 interrupted. */
export interface InitOutcome {
  exit_code: 0 | 1 | 130;
  contracts: ContractOutcome[];
}

/** Contracts that are made, and the time for them in milliseconds, where no option names a commit. */
const FIRST_CONTRACTS = 1;
const FIRST_BUDGET_MS = 900_000;
/** Contracts that are made at most, where no option says how many. */
const MAX_CONTRACTS = 20;

/**
 * Makes contracts from commits of a repository: splits each change, measures its tests in the sandbox, writes and
 * proves the contract. Where no option names a commit, it first sets the repository up: suite, workflow, and a
 * contract for its pull requests.
 *
 * @throws {UserError} for everything that is wrong before the first commit is tried
 */
export async function initRepository(
  options: InitOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<InitOutcome> {
  try {
    return await makeContracts(options, out, cwd);
  } catch (error) {
    if (out.signal.aborted) return { exit_code: 130, contracts: [] };
    throw error;
  }
}

async function makeContracts(options: InitOptions, out: CommandContext, cwd: string): Promise<InitOutcome> {
  const repository = { ...(await openRepository(resolve(cwd, options.repo))), signal: out.signal };
  const setup = await createInitSession(options, repository, out, cwd);
  const first = isFirst(options);
  const earlierFolders = new Set(listFolders(setup.tasks));
  const set_up = first ? await setUpRepository(setup, options, out) : undefined;
  if (set_up && !options.json) set_up.lines.forEach(out.log);
  const { contracts, mined, ended } = await walkChanges(options, repository, set_up?.has_history, out, cwd).catch(
    (error: unknown): WalkedChanges => {
      // The files of the setup are there: they need no task of the history.
      if (set_up === undefined || !(error instanceof UserError)) throw error;
      const { message, remedy = '' } = error;
      out.error(`no task was made from the history: ${message}. ${remedy}`);
      return { contracts: [], mined: undefined, ended: message };
    },
  );
  const folders = listFolders(setup.tasks).filter(
    (path) => !earlierFolders.has(path) && isContractOf(path, contracts, cwd),
  );
  const suite = join(repository.root ?? cwd, 'gatebench.yml');
  const suites = folders.length > 0 && !set_up ? writeSuite(suite, setup) : [];
  // A caller who interrupts does not wait for another run of the tests.
  const verify = set_up?.verify ?? ((paths: readonly string[]) => verifyTasks(paths, setup));
  const verified = out.signal.aborted ? [] : await verify([...folders, ...suites]);
  const end = {
    ...{ options, cwd, suite: existsSync(suite) ? suite : undefined },
    has_history: set_up?.has_history ?? true,
  };
  if (options.json) out.log(formatInertJson({ contracts, ...omitUndefined({ ended, files: set_up?.files }) }));
  else {
    const summary = contracts.length > 1 || mined ? formatInitSummary(contracts, { mined, ended }) : [];
    const added = suites.map((path) => `✓ ${safe(relative(cwd, path))}: written`);
    [...summary, ...added, ...verified, ...listNextSteps(contracts, end)].forEach(out.log);
  }
  const whole = mined ? contracts.some(isMadeContract) : contracts.every(isMadeContract);
  // The files of the setup are there, whether or not a first contract could be proven.
  const exit_code = whole || set_up ? 0 : 1;
  return { exit_code: out.signal.aborted ? 130 : exit_code, contracts };
}

/** Tells whether no option names a commit: then the repository is set up. */
const isFirst = ({ from_commit, from_pr, from_range, mine }: InitOptions): boolean =>
  from_commit.length === 0 && from_pr.length === 0 && from_range === undefined && !mine;

/** Outcomes of the commits that were named or mined, with those that were not begun. */
interface WalkedChanges {
  contracts: ContractOutcome[];
  mined: MinedChanges | undefined;
  /** Why the walk ended before all changes were tried. */
  ended: string | undefined;
}

/**
 * Lists the changes that options name, or those of the history, and tries them within the budget.
 *
 * @param has_history true if a repository that was set up now has a history that can be walked
 */
async function walkChanges(
  options: InitOptions,
  repository: LocalRepository,
  has_history: boolean | undefined,
  out: CommandContext,
  cwd: string,
): Promise<WalkedChanges> {
  const first = isFirst(options);
  const budget = options.budget ?? (first ? FIRST_BUDGET_MS : Number.POSITIVE_INFINITY);
  const max = options.max ?? (first ? FIRST_CONTRACTS : MAX_CONTRACTS);
  const { signal: limit, left, close } = openTimeLimit(out.signal, budget);
  const progress = out.progress?.begin('reading the history');
  try {
    const bounded = { ...out, signal: limit, progress };
    const session = await createInitSession(options, { ...repository, signal: limit }, bounded, cwd, left);
    const project = await findGitHubProject(repository, out);
    const readText = createTextReader(project, (reason) =>
      out.error(`GitHub cannot be read (${safe(reason)}): commit messages are taken`),
    );
    const changes = await listNamedChanges(options, session, project);
    const mined = options.mine || has_history ? await mineHistory(options, session) : undefined;
    if (mined?.uncounted)
      out.error('the clone lacks files of its history (`git fsck` names them): commits are ranked without their size');
    const { contracts, ended } = await tryChanges(
      [...changes, ...(mined?.candidates ?? [])],
      session,
      { ...out, progress },
      {
        ...{ mining: mined !== undefined, max, left, readText },
        log: openMiningLog(join(resolve(cwd, options.out), 'tried.jsonl')),
        report: (outcome) => {
          if (!options.json) formatContractOutcome(outcome).forEach(out.log);
        },
      },
    );
    const rest = mined === undefined ? changes.slice(contracts.length) : [];
    return { contracts: [...contracts, ...rest.map(createNotBegun(ended))], mined, ended };
  } catch (error) {
    if (limit.aborted && !out.signal.aborted)
      throw new UserError('the budget ended while the history was read', 'Give it more time with --budget.');
    throw error;
  } finally {
    progress?.end();
    close();
  }
}

/** Creates the outcome of a commit that was not begun. */
const createNotBegun =
  (reason = '') =>
  ({ commit, subject }: CommitChange): ContractOutcome => ({
    ...{ commit, subject, state: 'not begun', reason, notes: [], wall_ms: 0 },
  });

/** Writes the suite that runs the contracts of a repository, where it has none, and returns its path. */
const writeSuite = (path: string, { repository, tasks }: InitSession): string[] =>
  repository.root === undefined
    ? []
    : writeFilesTogether([[path, createSuiteFile(relative(repository.root, tasks) || '.')]]);

/** Runs the own tests of a repository that is set up with the tasks that were written. */
async function verifyTasks(folders: readonly string[], session: InitSession): Promise<string[]> {
  const { root } = session.repository;
  if (root === undefined || folders.length === 0) return [];
  return verifyWrittenFiles(root, folders, (stage) => createTaskTrials(stage, session), session);
}

/** Lists the folders of contracts, absolute. */
const listFolders = (tasks: string): string[] =>
  existsSync(tasks) ? readdirSync(tasks).map((name) => join(tasks, name)) : [];

/** Tells whether a folder holds one of these contracts. */
const isContractOf = (folder: string, contracts: readonly ContractOutcome[], cwd: string): boolean =>
  contracts.some(({ path }) => path !== undefined && resolve(cwd, path) === join(folder, 'contract.yml'));

/**
 * Finds the project on GitHub by the address of the remote "origin". It is read only with a token in GITHUB_TOKEN or
 * GH_TOKEN: without one, GitHub answers a few dozen requests an hour.
 *
 * @returns undefined without a token, or if origin is on another server
 */
async function findGitHubProject(
  { store }: LocalRepository,
  { variable }: Pick<CommandContext, 'variable'>,
): Promise<GitHubProject | undefined> {
  const token = variable?.('GITHUB_TOKEN') || variable?.('GH_TOKEN');
  if (!token) return undefined;
  const api_url = variable?.('GITHUB_API_URL') || 'https://api.github.com';
  const host = new URL(variable?.('GITHUB_SERVER_URL') || 'https://github.com').host;
  const { ok, stdout } = await runGit(['config', '--get', 'remote.origin.url'], { store });
  const remoteProject = ok ? parseRemote(stdout.toString('utf8').trim(), host) : undefined;
  return remoteProject && { ...remoteProject, client: createGitHubClient({ token, api_url }) };
}

/** Parses the address of a remote; undefined if it is on another server. */
function parseRemote(url: string, host: string): { owner: string; repo: string } | undefined {
  const [, server, owner, repo] =
    /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[^@/:]+@)([^/:]+)(?::\d+)?[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(
      url,
    ) ?? [];
  return server === host && owner && repo ? { owner, repo } : undefined;
}
