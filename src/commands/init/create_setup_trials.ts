import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { detectProjects } from '../../project/detection/detect_projects.js';
import { readContract } from '../../run/contract_files/read_contract.js';
import { listCommitFiles, readCommitTexts } from '../../workspace/history/read_commit.js';
import type { InitSession } from './drafts/init_session.js';
import { createPullRequestContract, type PullRequestContract } from './pull_request_contract.js';
import type { WrittenFilesTrial } from './verify_written_files.js';

/** Place of the contract that judges pull requests, in the folder of contracts. */
export const PULL_REQUEST_CONTRACT = join('pull-request', 'contract.yml');

/**
 * Creates what must pass after a repository was set up: the command by which people run its tests, and the contract
 * that was written.
 *
 * @param is_written true if the contract for pull requests was written now; one that was there before is compared
 */
export async function createSetupTrials(
  contract: PullRequestContract,
  is_written: boolean,
  stage: string,
  session: InitSession,
): Promise<WrittenFilesTrial[]> {
  return [...createOwnTrial(contract, stage, session), ...createJudgedTrial(session, !is_written)];
}

/**
 * Creates what must pass after tasks were written into a repository that is set up: the command by which people run the
 * tests of the latest commit, and the contract for pull requests, by which it is installed.
 *
 * @returns none where there is no such contract: how the latest commit is installed is not known then
 */
export async function createTaskTrials(stage: string, session: InitSession): Promise<WrittenFilesTrial[]> {
  const judged = createJudgedTrial(session, true);
  const [trial] = judged;
  if (trial === undefined) return [];
  const { repository } = session;
  const { contract } = trial.loaded;
  const { projects } = detectProjects(await readCommitTexts(repository, await listCommitFiles(repository, 'HEAD')));
  const project = projects.find(({ tests }) => tests.runner === contract.metadata.strata.runner);
  if (project === undefined) return judged;
  const setup = contract.setup.map(({ run, inputs, network }) => ({
    ...{ run, why: 'As the contract has it', network: network.length > 0 ? ['registry' as const] : [] },
    ...omitUndefined({ inputs }),
  }));
  const timeout_ms = Math.max(...contract.acceptance.map(({ timeout }) => timeout));
  return [...createOwnTrial({ project, setup, timeout_ms }, stage, session), ...judged];
}

/** Creates the trial of the command by which people run the tests; none if it is that of the contract. */
function createOwnTrial(contract: PullRequestContract, stage: string, { cwd }: InitSession): WrittenFilesTrial[] {
  const { own_command: ownCommand, runner, why } = contract.project.tests;
  if (ownCommand === undefined) return [];
  const path = join(stage, 'contract.yml');
  const tests = { runner, report: 'exit-code' as const, createCommand: () => ownCommand, why };
  const text = createPullRequestContract({ ...contract, project: { ...contract.project, tests }, required: undefined });
  writeFileSync(path, text);
  return [{ shown: `\`${ownCommand}\``, loaded: readContract(path, cwd), compared: true }];
}

/** Creates the trial of the contract for pull requests; none where there is no such contract that can be read. */
function createJudgedTrial({ tasks, cwd }: InitSession, compared: boolean): WrittenFilesTrial[] {
  const path = join(tasks, PULL_REQUEST_CONTRACT);
  const loaded = existsSync(path) ? readKeptContract(path, cwd) : undefined;
  if (loaded === undefined || !('base' in loaded.contract.snapshot)) return [];
  return [{ shown: `an empty diff judged by ${relative(cwd, dirname(path))}`, loaded, compared }];
}

/** Reads a contract that may be somebody else's; undefined if it has a mistake, which is told where it is used. */
function readKeptContract(path: string, cwd: string): LoadedContract | undefined {
  try {
    return readContract(path, cwd);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
