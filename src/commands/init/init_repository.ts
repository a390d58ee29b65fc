import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { detectProjects } from '../../project/detect_projects.js';
import { getMergeCommit } from '../../publish/github/api/index.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { getDefaultCachePath, openCache } from '../../workspace/cache/workspace_cache.js';
import { listCommitFiles, readCommitTexts } from '../../workspace/history/list_commit_files.js';
import { listCommits } from '../../workspace/history/list_commits.js';
import { openRepository } from '../../workspace/history/open_repository.js';
import { type CommitChange, readCommit } from '../../workspace/history/read_commit.js';
import { createContractPreparer } from '../attempts/contract_preparer.js';
import { createRunnerContexts } from '../attempts/create_runner_contexts.js';
import type { CommandContext } from '../io/command_context.js';
import { runOptionsSchema } from '../study/run_options.js';
import { validateContracts } from '../validate/validate_contracts.js';
import { validateOptionsSchema } from '../validate/validate_options.js';
import { type ContractOutcome, createContract } from './create_contract.js';
import { createTextReader, findPullNumber, type GitHubProject } from './create_text_reader.js';
import { findGitHubProject } from './find_github_project.js';
import { formatContractOutcome, formatInitSummary } from './format_contract_outcome.js';
import type { InitOptions } from './init_options.js';
import type { InitSession } from './init_session.js';
import { measureTests } from './measure_tests.js';
import { type MinedChanges, selectMinedChanges } from './mined_changes.js';
import { openMiningLog } from './open_mining_log.js';

/** Outcome of `init`. Exit codes: 0 a contract was made of every commit that was named, 1 not, 130 interrupted. */
export interface InitOutcome {
  exit_code: 0 | 1 | 130;
  contracts: ContractOutcome[];
}

/** Longest history that is walked, in commits. */
const MAX_HISTORY = 10_000;

/**
 * Makes contracts from commits of a repository: splits each change, measures its tests in the sandbox, writes and proves
 * the contract.
 *
 * @throws {UserError} for everything that is wrong before the first commit is tried
 */
export async function initRepository(
  options: InitOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<InitOutcome> {
  const repository = await openRepository(resolve(cwd, options.repo));
  const session = await createSession(options, repository, out, cwd);
  const project = await findGitHubProject(repository, out);
  const readText = createTextReader(project, (reason) =>
    out.error(`GitHub cannot be read (${safe(reason)}): commit messages are taken`),
  );
  const changes = await listNamedChanges(options, session, project);
  const mined = options.mine ? await mineHistory(options, session) : undefined;
  if (changes.length === 0 && mined === undefined)
    throw new UserError(
      'nothing says which change becomes a contract',
      'Name a commit with --from-commit SHA, a range with --from-range A..B, or walk the history with --mine.',
    );
  const log = openMiningLog(join(resolve(cwd, options.out), 'tried.jsonl'));
  const deadline = options.budget === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.budget;
  const contracts: ContractOutcome[] = [];
  const count = (...states: ContractOutcome['state'][]) =>
    contracts.filter(({ state }) => states.includes(state)).length;
  for (const change of [...changes, ...(mined?.candidates ?? [])]) {
    if (out.signal.aborted || count('proven', 'written') >= options.max) break;
    if (performance.now() > deadline) break;
    const earlier = log.known.get(change.commit);
    if (earlier && options.mine) {
      contracts.push(earlier);
      continue;
    }
    out.status?.(`${change.commit.slice(0, 8)} ${safe(change.subject)}`);
    const outcome = await createContract(change, await readText(change), session);
    out.status?.(undefined);
    if (out.signal.aborted) break;
    contracts.push(outcome);
    log.append(outcome);
    if (!options.json) for (const line of formatContractOutcome(outcome)) out.log(line);
  }
  if (options.json) out.log(formatInertJson({ contracts }));
  else if (contracts.length > 1 || mined) for (const line of formatInitSummary(contracts, mined)) out.log(line);
  const named = contracts.filter(({ commit }) => changes.some((change) => change.commit === commit));
  const whole = mined ? count('proven', 'written') > 0 : named.length === changes.length && named.every(isMade);
  return { exit_code: out.signal.aborted ? 130 : whole ? 0 : 1, contracts };
}

const isMade = ({ state }: ContractOutcome) => state === 'proven' || state === 'written';

/** Lists the changes that the options name. */
async function listNamedChanges(
  options: InitOptions,
  { repository }: InitSession,
  project: GitHubProject | undefined,
): Promise<CommitChange[]> {
  const changes: CommitChange[] = [];
  for (const revision of options.from_commit) changes.push(await readCommit(repository, revision));
  for (const number of options.from_pr)
    changes.push(await readCommit(repository, await findMergeCommit(number, repository, project)));
  if (options.from_range !== undefined) {
    if (!/^[^.].*\.\./.test(options.from_range))
      throw new UserError(
        `--from-range: "${options.from_range}" is no range`,
        'Write A..B: the commits after A, up to B.',
      );
    changes.push(...(await listCommits(repository, { revisions: options.from_range, most: options.max })));
  }
  return changes;
}

/**
 * Finds the commit that merged a pull request: by the numbers in the subjects of the history, else by GitHub.
 * @throws {UserError} if neither knows it
 */
async function findMergeCommit(
  number: number,
  repository: InitSession['repository'],
  project: GitHubProject | undefined,
): Promise<string> {
  const history = await listCommits(repository, { revisions: 'HEAD', most: MAX_HISTORY });
  const local = history.find((change) => findPullNumber(change) === number);
  if (local) return local.commit;
  const merged =
    project &&
    (await getMergeCommit(project.client, { owner: project.owner, repo: project.repo, pull_number: number }).catch(
      () => undefined,
    ));
  if (merged) return merged;
  throw new UserError(
    `no commit of the history is the merge of pull request #${number}`,
    project
      ? 'Is it merged? Name its commit with --from-commit SHA.'
      : 'Name its commit with --from-commit SHA, or set GITHUB_TOKEN.',
  );
}

/** Walks the history and ranks its changes by the test patterns of the repository as it is today. */
async function mineHistory({ branch, since }: InitOptions, { repository }: InitSession): Promise<MinedChanges> {
  const { projects, reasons } = detectProjects(
    await readCommitTexts(repository, await listCommitFiles(repository, branch)),
  );
  const [project] = projects;
  if (project === undefined)
    throw new UserError(
      reasons.join('; ') || 'no tests were found',
      'A contract needs tests that can be run by a command.',
    );
  const changes = await listCommits(repository, { revisions: branch, since, most: MAX_HISTORY });
  return selectMinedChanges(changes, project);
}

async function createSession(
  options: InitOptions,
  repository: InitSession['repository'],
  out: CommandContext,
  cwd: string,
): Promise<InitSession> {
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const git_folder = repository.root ?? repository.store;
  const { search_path, way_out } = options;
  const folder = resolve(cwd, options.out);
  const measure: InitSession['measure'] = async (loaded, most) => {
    const asRun = runOptionsSchema.parse({
      ...{ contracts: [loaded.shown], agents: ['golden'], search_path, way_out, ask: false },
      out: join(folder, 'measured', loaded.contract.id),
    });
    const contexts = await createRunnerContexts(asRun, [loaded], cache, cwd, out);
    const prepared = await createContractPreparer(asRun, contexts, out.signal)(loaded);
    return measureTests(loaded, prepared, contexts.getContext(loaded), most, (done, of) =>
      out.status?.(`${loaded.contract.id}: run ${done} of ${of} of the tests`),
    );
  };
  const prove: InitSession['prove'] = async (path, id) => {
    const order = validateOptionsSchema.parse({
      ...{ contracts: [path], search_path, way_out, reruns: options.reruns, mutants: options.mutants },
      ...{ out: join(folder, 'proofs', id), earlier: 'replace', concurrency: options.concurrency },
      ...(options.cache === undefined ? {} : { cache: options.cache }),
    });
    const quiet = { ...out, log: () => {}, styled: undefined, error: () => {} };
    const { proofs } = await validateContracts(order, quiet, cwd);
    const [proof] = proofs;
    const bad = proof?.proof.steps.find(({ verdict }) => verdict === 'refuted' || verdict === 'undecided');
    return {
      verdict: proof?.verdict ?? 'undecided',
      reason: bad ? `${bad.step}: ${bad.reasons[0] ?? bad.verdict}` : '',
    };
  };
  const tasks = resolve(cwd, options.repo, options.tasks);
  mkdirSync(tasks, { recursive: true });
  return {
    ...{ repository, git_folder, cwd, measure, tasks, keep_unproven: options.keep_unproven },
    owner: '@owner',
    now: () => new Date(),
    prove: options.prove ? prove : undefined,
  };
}
