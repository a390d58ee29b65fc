import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UserError } from '../../contract/input/user_error.js';
import { applyRunCaps, type LoadedContract } from '../../contract/loaded_contract.js';
import type { LoadedSuite } from '../../contract/suite/suite.js';
import type { PullRequestPair } from '../../record/manifest/manifest.js';
import type { Replication } from '../../record/planning/plan.js';
import { findContracts } from '../../run/contract_files/read_contract.js';
import { requireProof } from '../../run/contract_files/read_proof.js';
import { createScratchFolder, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { getFirstLine, runGit, runGitOrThrow } from '../../workspace/git/run_git.js';
import { createSettingsStudy } from './create_settings_study.js';
import { createStudyFromSuite } from './create_study_from_suite.js';
import { omitUnfitContracts } from './omit_unfit_contracts.js';
import { requireStrength } from './print_contract_evidence.js';
import { readContracts } from './read_contracts.js';
import { readSuite } from './read_suite.js';
import type { RunOptions } from './run_options.js';
import { selectContracts } from './select_contracts.js';
import { createStudyFromFlags, type Study } from './study.js';

/**
 * Reads the study of the options: from flags, or from a suite. With a pull request, suite and contracts are those of
 * its base.
 *
 * @param replication attempt that is repeated: of the contracts its own is taken, with the caps of its run
 *
 * @throws {UserError} for everything that is wrong about them
 */
export async function readStudy(
  options: RunOptions,
  cache: WorkspaceCache,
  cwd: string,
  replication?: Replication,
): Promise<Study> {
  const base = options.pull_request ? await checkOutBaseContracts(options.pull_request, cache) : cwd;
  await setImmediate(); // a long computation would hold up programs that callbacks start
  const declared =
    options.suite === undefined ? readFlagStudy(options, base, cwd) : readSuiteStudy(options, options.suite, base, cwd);
  await setImmediate();
  const settled = options.compare_settings ? await createSettingsStudy(declared, options, base, cache, cwd) : declared;
  const study = replication ? repeatAttempt(settled, replication) : settled;
  requireGateFlags(options, study);
  if (study.require_proof) study.contracts.forEach(requireProof);
  const { fail_on, min_strength = 0 } = study.gate;
  if (fail_on === 'gates') for (const loaded of study.contracts) requireStrength(loaded, min_strength);
  return {
    ...study,
    pull_request: createPullRequestPair(options),
    contracts: study.contracts.map((loaded) => applyRunCaps(loaded, study.budget)),
  };
}

/** Returns the study of one contract that repeats an attempt. @throws {UserError} if the contract is not there */
function repeatAttempt(study: Study, replication: Replication): Study {
  const { contract, configuration } = replication.recorded;
  const contracts = study.contracts.filter(({ contract: { id } }) => id === contract.id);
  if (contracts.length === 0)
    throw new UserError(
      `none of the contracts has the id "${contract.id}" of the recorded attempt`,
      `Name the contract of the record: ${contract.path} where it was made.`,
    );
  const { usd = null, tokens = null } = configuration.caps ?? {};
  const budget = replication.source.vary.includes('caps')
    ? study.budget
    : { ...study.budget, run_usd: usd, run_tokens: tokens };
  return { ...study, contracts, budget, replication };
}

/** Returns the pull request of the options in the form of records. */
function createPullRequestPair({ pull_request: request }: RunOptions): PullRequestPair | undefined {
  if (request === undefined) return undefined;
  const { number = null, base_ref = null, base_sha, head_sha } = request;
  return { number, base_ref, base_sha, head_sha };
}

/** Refuses flags that only another gate reads. @throws {UserError} */
function requireGateFlags({ baseline, extra_trials }: RunOptions, { gate }: Study): void {
  const flags = Object.entries({ '--baseline': baseline, '--extra-trials': extra_trials });
  const flag = flags.find(([, value]) => value !== undefined)?.[0];
  if (flag === undefined || gate.fail_on === 'regression') return;
  throw new UserError(`${flag} is for --fail-on regression, and this run has --fail-on ${gate.fail_on}`);
}

function readFlagStudy(options: RunOptions, base: string, cwd: string): Study {
  const { contracts, warnings } = omitUnfitContracts(readStudyContracts(options, base), options, base);
  const study = createStudyFromFlags(options, contracts, cwd);
  return { ...study, warnings: [...study.warnings, ...warnings] };
}

/**
 * Absence of every contract in the base of a change that brings the first: nothing can be judged yet, and nothing is
 * wrong. It crosses bundles, so it is told by its field.
 */
class UnmergedContractError extends UserError {
  constructor(readonly unmerged: readonly string[]) {
    super(
      `the base has no contract yet, and this change brings ${unmerged.join(', ')}`,
      'Merge the contract first. Contracts are read from the base, so that no change can rewrite what judges it.',
    );
  }
}

/** Lists the contracts that patterns match below a folder, relative to it. */
function listContractFiles(patterns: readonly string[], folder: string): string[] {
  return patterns.flatMap((pattern) => {
    try {
      return findContracts([pattern], folder).map((path) => relative(folder, path));
    } catch {
      return [];
    }
  });
}

/**
 * Tells whether a base has anything that may be a contract or a suite, wherever it is: a change of paths could get rid
 * of what judges it.
 */
function hasContract(base: string, brought: readonly string[]): boolean {
  const names = new Set(['contract.yml', 'gatebench.yml', ...brought.map((path) => basename(path))]);
  return readdirSync(base, { recursive: true, encoding: 'utf8' }).some((path) => names.has(basename(path)));
}

/** Reads the contracts; names the base commit if one is missing there. */
function readStudyContracts({ contracts, pull_request }: RunOptions, base: string): LoadedContract[] {
  try {
    return readContracts(contracts, base);
  } catch (error) {
    const isAbsent = error instanceof UserError && error.message.startsWith('no contract matches');
    if (!isAbsent || !pull_request) throw error;
    const brought = listContractFiles(contracts, pull_request.workspace);
    if (brought.length > 0 && !hasContract(base, brought)) throw new UnmergedContractError(brought);
    throw new UserError(
      `${error.message} in the base commit ${pull_request.base_sha.slice(0, 12)}`,
      'Contracts are read from the base of a change, so that it cannot change what judges it: commit the contract ' +
        'there first.',
    );
  }
}

function readSuiteStudy(options: RunOptions, file: string, base: string, cwd: string): Study {
  const suite = readBaseSuite(resolveInBase(file, base, cwd, options.pull_request?.workspace), base, options);
  return createStudyFromSuite(suite, omitPullRequestContracts(suite, selectContracts(suite, base)), options, cwd);
}

/**
 * Leaves out contracts of pull requests that patterns of a suite find beside its tasks, unless an agent of the suite
 * is the pull request.
 */
function omitPullRequestContracts({ suite }: LoadedSuite, contracts: readonly LoadedContract[]) {
  if (suite.agents.some(({ agent }) => agent === 'pull-request')) return contracts;
  const tasks = contracts.filter(({ contract }) => !('base' in contract.snapshot));
  return tasks.length === 0 ? contracts : tasks;
}

/** Reads the suite; a mistake of a pull request's base names the commit. @throws {UserError} */
function readBaseSuite(path: string, base: string, { pull_request }: RunOptions): LoadedSuite {
  try {
    return readSuite(path, base);
  } catch (error) {
    if (!(error instanceof UserError) || !pull_request) throw error;
    const [first, ...more] = error.lines;
    throw new UserError(
      [`${first} in the base commit ${pull_request.base_sha.slice(0, 12)}`, ...more],
      'The suite is read from the base, so that a change cannot change what judges it: commit it there first.',
    );
  }
}

/** Returns the file of the base that corresponds to a path into the checkout. */
function resolveInBase(file: string, base: string, cwd: string, workspace = cwd): string {
  const path = resolve(cwd, file);
  const inside = relative(resolve(cwd, workspace), path);
  return inside.startsWith('..') ? path : resolve(base, inside);
}

/**
 * Checks out the base commit of a pull request, to read contracts from.
 *
 * A pull request must not be able to change the contract that judges it.
 *
 * @returns the folder that stands for the repository root
 * @throws {UserError} if the base commit is not in the clone
 */
async function checkOutBaseContracts(
  request: NonNullable<RunOptions['pull_request']>,
  cache: WorkspaceCache,
): Promise<string> {
  const room = createScratchFolder(cache);
  const folder = join(room, 'base');
  mkdirSync(folder);
  const where = await runGit(['rev-parse', '--absolute-git-dir'], { cwd: request.workspace });
  const store = where.stdout.toString().trim();
  const call = { store, index: join(room, 'index') };
  const read = where.ok ? await runGit(['read-tree', request.base_sha], call) : where;
  if (!read.ok) {
    throw new UserError(
      `the base commit ${request.base_sha} is not in ${request.workspace}: ${getFirstLine(read.stderr)}`,
      'Check the repository out with `fetch-depth: 0`, so that base and head are there.',
    );
  }
  await runGitOrThrow(['checkout-index', '--all', '--force', `--prefix=${folder}/`], { ...call, work_tree: folder });
  // A contract may pin a commit of its own repository by a relative path, which has to lead there from here, too.
  writeFileSync(join(folder, '.git'), `gitdir: ${store}\n`);
  return folder;
}
