import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { GitError } from '../../workspace/git/run_git.js';
import { openRepository } from '../../workspace/history/open_repository.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import { type ContractOutcome, createContract } from './create_contract.js';
import { createInitSession } from './create_init_session.js';
import { createTextReader } from './create_text_reader.js';
import { findGitHubProject } from './find_github_project.js';
import { formatContractOutcome, formatInitSummary } from './format_contract_outcome.js';
import type { InitOptions } from './init_options.js';
import { listNamedChanges } from './list_named_changes.js';
import { mineHistory } from './mine_history.js';
import { openMiningLog } from './open_mining_log.js';
import { setUpRepository } from './set_up_repository.js';

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
 * Makes contracts from commits of a repository: splits each change, measures its tests in the sandbox, writes and proves
 * the contract. Where no option names a commit, it first sets the repository up: suite, workflow, and a contract for its
 * pull requests.
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
  const repository = await openRepository(resolve(cwd, options.repo));
  const session = await createInitSession(options, repository, out, cwd);
  const project = await findGitHubProject(repository, out);
  const readText = createTextReader(project, (reason) =>
    out.error(`GitHub cannot be read (${safe(reason)}): commit messages are taken`),
  );
  const changes = await listNamedChanges(options, session, project);
  const first = changes.length === 0 && !options.mine && options.from_range === undefined;
  const set_up = first ? await setUpRepository(session, out) : undefined;
  if (set_up && !options.json) set_up.lines.forEach(out.log);
  const mined = options.mine || first ? await mineHistory(options, session) : undefined;
  const budget = options.budget ?? (first ? FIRST_BUDGET_MS : Number.POSITIVE_INFINITY);
  const max = options.max ?? (first ? FIRST_CONTRACTS : MAX_CONTRACTS);
  const deadline = performance.now() + budget;
  const log = openMiningLog(join(resolve(cwd, options.out), 'tried.jsonl'));
  const contracts: ContractOutcome[] = [];
  const count = (...states: ContractOutcome['state'][]) =>
    contracts.filter(({ state }) => states.includes(state)).length;
  const tryChange = async (change: CommitChange, mining: boolean): Promise<ContractOutcome | undefined> => {
    try {
      return await createContract(change, await readText(change), session);
    } catch (error) {
      if (out.signal.aborted) return undefined;
      // One commit that git cannot read does not end the walk.
      if (!mining || !(error instanceof GitError || error instanceof UserError)) throw error;
      const { commit, subject } = change;
      return { commit, subject, state: 'skipped', reason: error.message, notes: [], wall_ms: 0 };
    }
  };
  for (const change of [...changes, ...(mined?.candidates ?? [])]) {
    if (out.signal.aborted || count('proven', 'written') >= max) break;
    if (performance.now() > deadline) break;
    // What cannot change is not tried again. A contract that was made is found in its folder.
    const earlier = log.known.get(change.commit);
    if (earlier?.final && mined) {
      contracts.push(earlier);
      continue;
    }
    out.status?.(`${change.commit.slice(0, 8)} ${safe(change.subject)}`);
    const outcome = await tryChange(change, mined !== undefined);
    out.status?.(undefined);
    if (outcome === undefined) break;
    contracts.push(outcome);
    log.append(outcome);
    if (!options.json) for (const line of formatContractOutcome(outcome)) out.log(line);
  }
  if (options.json) out.log(formatInertJson({ contracts, ...(set_up ? { files: set_up.files } : {}) }));
  else if (contracts.length > 1 || mined) for (const line of formatInitSummary(contracts, mined)) out.log(line);
  const named = contracts.filter(({ commit }) => changes.some((change) => change.commit === commit));
  const whole = mined ? count('proven', 'written') > 0 : named.length === changes.length && named.every(isMade);
  if (set_up && !options.json) set_up.next(contracts).forEach(out.log);
  // The files of the setup are there, whether or not a first contract could be proven.
  return { exit_code: out.signal.aborted ? 130 : whole || set_up ? 0 : 1, contracts };
}

const isMade = ({ state }: ContractOutcome) => state === 'proven' || state === 'written';
