import { join, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../workspace/git/run_git.js';
import { type CommittedFile, commitFiles } from '../../workspace/history/create_broken_tree.js';
import { fetchCommit } from '../../workspace/snapshot/fetch_commit.js';
import { openContractRun } from '../attempts/open_contract_run.js';
import type { CommandContext } from '../io/command_context.js';
import { runStep } from '../io/progress_reporter.js';
import type { RunOptionsInput } from '../study/run_options.js';
import { validateContracts } from '../validate/validate_contracts.js';
import { validateOptionsSchema } from '../validate/validate_options.js';
import { describeProof } from './describe_proof.js';
import type { InitSession } from './drafts/init_session.js';
import { isCanaryArmed, judgeUnchanged, measureTests, tryTests } from './drafts/measure_tests.js';
import { openDraftStore } from './drafts/open_draft_store.js';
import { openMeasuredRuns } from './drafts/open_measured_runs.js';
import { makeRecordsFolder } from './files/make_records_folder.js';
import { refuseUnsafeFolder } from './files/refuse_unsafe_folder.js';
import { createReachMemory } from './setup/create_reach_memory.js';
import type { InitOptions } from './setup/init_options.js';

/**
 * Time after which a proof calibrates only tests that begin to pass. They come first and are calibrated in full; the
 * others take longer, and add nothing to the strength.
 */
const PROOF_CALIBRATION = '1s';

/**
 * Share of the rest of the budget that the search for wrong expectations may take, and its least time in milliseconds.
 * Its findings are confirmed in as much time again, so both take a quarter at most. A search that is interrupted begins
 * anew: one that took the whole budget would never end.
 */
const CALIBRATION_SHARE = 1 / 8;
const MIN_CALIBRATION_MS = 30_000;

/**
 * Longest duration of a suite that runs as a whole, in milliseconds. Measuring and proving take about 40 runs of it,
 * two at once: with a short budget one contract would take it all.
 */
const SUITE_MS = 10_000;
const MIN_SUITE_MS = 2_000;
const SUITE_SHARE = 1 / 75;

/**
 * Creates the session of one `init`, with the sandbox behind its functions.
 *
 * @param left returns the time that is left for all commits, in milliseconds
 */
export async function createInitSession(
  options: InitOptions,
  repository: InitSession['repository'],
  out: CommandContext,
  cwd: string,
  left: () => number = () => Number.POSITIVE_INFINITY,
): Promise<InitSession> {
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const git_folder = repository.root ?? repository.store;
  const tasks = resolve(repository.root ?? cwd, options.tasks);
  const { project, test, report, install } = options;
  const commands = { project, test, report, install };
  const drafts = openDraftStore(cache.root, { git_folder, tasks, records: resolve(cwd, options.out), commands });
  if (repository.root !== undefined) refuseUnsafeFolder(repository.root, tasks);
  const { search_path, way_out } = options;
  const folder = resolve(cwd, options.out);
  const open = (loaded: LoadedContract, progress = out.progress, pull_request?: RunOptionsInput['pull_request']) => {
    makeRecordsFolder(folder);
    const records = join(folder, 'measured', loaded.contract.id);
    // The folder of a draft is not one that the caller knows.
    const namedContract = { ...loaded, shown: loaded.contract.id };
    const settings = { out: records, search_path, way_out, pull_request };
    return openContractRun(namedContract, settings, cache, { ...out, progress }, cwd);
  };
  const measure: InitSession['measure'] = (loaded, most) =>
    runStep(out.progress, 'running the tests', async (step) => {
      const run = await open(loaded, step);
      const { prepared, context } = run;
      const runs = openMeasuredRuns(drafts.resolveRunsPath(loaded.contract.id), computeKey(loaded, run));
      return measureTests(loaded, prepared, context, most, runs, (done, of) => step?.update({ done, of }));
    });
  const prove: InitSession['prove'] = async (path, id, resume) => {
    const order = validateOptionsSchema.parse({
      ...{ contracts: [path], search_path, way_out, reruns: options.reruns, mutants: options.mutants },
      calibration: PROOF_CALIBRATION,
      ...{ out: join(folder, 'proofs', id), earlier: 'replace', resume, concurrency: options.concurrency },
      ...omitUndefined({ cache: options.cache, calibration_limit: computeCalibrationLimit(left()) }),
    });
    const quiet = { ...out, log: () => {}, styled: undefined, error: () => {} };
    const { proofs } = await validateContracts(order, quiet, cwd);
    const [proof] = proofs;
    return describeProof(proof, left() < Number.POSITIVE_INFINITY);
  };
  return {
    ...{ repository, git_folder, cwd, measure, tasks, keep_unproven: options.keep_unproven },
    tryTests: (loaded) =>
      runStep(out.progress, 'trying the tests', async (step) => {
        const { prepared, context } = await open(loaded, step);
        return tryTests(loaded, prepared, context);
      }),
    commitFiles: (files) => commitOverHead(files, { ...repository, signal: out.signal }, git_folder, cache),
    judgeUnchanged: (loaded, commit) =>
      runStep(out.progress, 'running the tests with the files that were written', async (step) => {
        const empty = { base_sha: commit, head_sha: commit, workspace: git_folder };
        const { prepared, context } = await open(loaded, step, empty);
        return judgeUnchanged(loaded, prepared, context, commit);
      }),
    checkCanary: (loaded) =>
      runStep(out.progress, 'trying the canary', async (step) => {
        const { prepared, context } = await open(loaded, step);
        return isCanaryArmed(loaded, prepared, context);
      }),
    computeBasis: async (loaded) => computeKey(loaded, await open(loaded)),
    signal: out.signal,
    drafts,
    suite_ms: Math.round(Math.min(SUITE_MS, Math.max(MIN_SUITE_MS, left() * SUITE_SHARE))),
    slow_suites: new Set(),
    reach: createReachMemory(),
    owner: '@owner',
    now: () => new Date(),
    prove: options.prove ? prove : undefined,
  };
}

/** Computes the longest search for wrong expectations, as an option; undefined where the time has no limit. */
function computeCalibrationLimit(left_ms: number): string | undefined {
  if (left_ms === Number.POSITIVE_INFINITY) return undefined;
  return `${Math.ceil(Math.max(MIN_CALIBRATION_MS, left_ms * CALIBRATION_SHARE) / 1000)}s`;
}

/** Computes the digest of what the tests of a contract are selected by. */
function computeKey(loaded: LoadedContract, run: Awaited<ReturnType<typeof openContractRun>>): string {
  const { prepared, context } = run;
  const { tools, snapshot } = prepared;
  return computeDigest({
    ...{ version: loaded.version, golden: loaded.golden ? sha256(loaded.golden) : null, tools },
    ...{ sandbox: context.probe.class, tree: snapshot.unavailable === undefined ? snapshot.tree : null },
  });
}

/** Commits files over the latest commit of a repository, into the cache alone. */
async function commitOverHead(
  files: readonly CommittedFile[],
  { store, signal }: InitSession['repository'],
  git_folder: string,
  cache: WorkspaceCache,
): Promise<string> {
  const head = (await runGitOrThrow(['rev-parse', 'HEAD'], { store })).toString().trim();
  const tree = await fetchCommit(git_folder, head, cache, { repos: [], signal }, git_folder);
  return commitFiles(tree, files, cache, signal);
}
