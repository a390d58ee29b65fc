import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Ablation, parseAblation } from '../../contract/coordination/mechanism.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { compareReplay } from '../../judge/analysis/replay/compare_replay.js';
import { scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { selectEvents } from '../../record/events/select_events.js';
import { computeDigest, sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import type { Agent } from '../../run/agents/agent.js';
import { computeAttemptId } from '../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../run/attempt/run_attempt.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { openContractRun } from '../attempts/open_contract_run.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns, type RunReference } from '../io/find_runs.js';
import { openOutputFolder, refuseEarlierResults } from '../io/open_output_folder.js';
import { toUnwritableError } from '../io/write_reports.js';
import { createContractFinder } from './create_contract_finder.js';
import { formatReplay } from './format_replay.js';
import { type RecordedAttempt, readRecordedAttempt } from './read_recorded_attempt.js';
import type { ReplayOptions, ReplayOutcome, ReplaysOutcome } from './replay_options.js';

/**
 * Replays recorded attempts (`replayRuns`; requirement R16): applies each patch again to the pinned repository, runs
 * build and checks under the recorded configuration, and compares check by check. Agents are not run. Each replay leaves
 * a record of its own.
 *
 * @throws {UserError} for arguments that are no records, a contract that cannot be read, or no sandbox
 */
export async function replayRuns(
  options: ReplayOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<ReplaysOutcome> {
  const found = findRuns(options.runs, cwd);
  const findContract = createContractFinder(options.contracts, cwd);
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  refuseOwnFolder(found, options.out, cwd);
  refuseEarlierResults(options.out, cwd, options.earlier);
  createFolder(options.out, cwd);
  const taken = openOutputFolder(options.out, cwd, options.earlier, out.error);
  const replays: ReplayOutcome[] = [];
  const results: AttemptResult[] = [];
  const write = () => {
    const folder = resolve(cwd, options.out);
    writeAtomically(join(folder, 'results.jsonl'), results.map((result) => `${toCanonicalJson(result)}\n`).join(''));
    writeAtomically(join(folder, 'replay.json'), `${JSON.stringify({ schema: 1, replays }, null, 2)}\n`);
  };
  try {
    for (const reference of found) {
      if (out.signal.aborted) break;
      out.status?.(`replay ${replays.length + 1} of ${found.length}: ${reference.shown}`);
      const replay = await replayRun(reference, findContract, options, cache, out, cwd, results);
      if (out.signal.aborted) break;
      replays.push(replay);
      write();
      if (!options.json) formatReplay(replay).forEach(out.log);
    }
  } catch (error) {
    if (!out.signal.aborted) throw toUnwritableError(error, options.out, false) ?? error;
  } finally {
    out.status?.(undefined);
    taken.release();
  }
  const outcome: ReplaysOutcome = { exit_code: computeExitCode(replays, out.signal.aborted), replays };
  if (options.json) out.log(formatInertJson(outcome));
  else if (replays.length > 1) out.log(summariseReplays(replays));
  return outcome;
}

/** Refuses to replay records in the output folder, which is made anew. @throws {UserError} */
function refuseOwnFolder(found: readonly RunReference[], out: string, cwd: string): void {
  const folder = resolve(cwd, out);
  const own = found.find(({ path }) => path === folder || path.startsWith(`${folder}/`));
  if (own)
    throw new UserError(`${own.shown} lies in ${out}, where the new records go`, 'Name another folder with --out DIR.');
}

/** Creates the output folder. @throws {UserError} if that is not possible */
function createFolder(out: string, cwd: string): void {
  try {
    mkdirSync(resolve(cwd, out), { recursive: true });
  } catch (error) {
    throw new UserError(
      `output folder ${out} cannot be made (${(error as NodeJS.ErrnoException).code})`,
      'Name another one with --out DIR.',
    );
  }
}

/** Replays one record. A record that cannot be replayed is a value, so that the others are. */
async function replayRun(
  reference: RunReference,
  findContract: ReturnType<typeof createContractFinder>,
  options: ReplayOptions,
  cache: WorkspaceCache,
  out: CommandContext,
  cwd: string,
  results: AttemptResult[],
): Promise<ReplayOutcome> {
  const recorded = readRecordedAttempt(reference);
  const run = reference.shown;
  const attempt_id = 'refused' in recorded ? (reference.attempt_id ?? '') : recorded.manifest.attempt_id;
  if ('refused' in recorded) return { run, attempt_id, refused: recorded.refused };
  if ('base' in recorded.manifest.contract.body.snapshot && !recorded.manifest.pull_request)
    return { run, attempt_id, refused: 'the record does not name the pull request whose base it began at' };
  const loaded = findContract(recorded.manifest);
  if ('refused' in loaded) return { run, attempt_id, refused: loaded.refused };
  const again = await evaluateAgain(recorded, loaded, options, cache, out, cwd);
  results.push(again.result);
  return {
    ...{ run, attempt_id, replayed_as: again.result.attempt_id },
    ...compareReplay({ report: recorded.report, tree: recorded.tree }, { report: again.result, tree: again.tree }),
  };
}

/** Evaluates the patch of a record with the ordinary engine. */
async function evaluateAgain(
  recorded: RecordedAttempt,
  loaded: LoadedContract,
  options: ReplayOptions,
  cache: WorkspaceCache,
  out: CommandContext,
  cwd: string,
): Promise<{ result: AttemptResult; tree: string | null }> {
  const { manifest, challenged } = recorded;
  const { way_out, search_path, repos, sandbox, unsafe } = options;
  const settings = { out: options.out, way_out, search_path, repos, sandbox, unsafe };
  const pull_request = createPullRequestOption(recorded, cwd);
  const { prepared, context } = await openContractRun(
    loaded,
    { ...settings, pull_request },
    cache,
    out,
    cwd,
    out.error,
  );
  const agent = createReplayAgent(recorded);
  const ablation: Ablation = parseAblation(manifest.ablation);
  const { trial, seeds, pull_request: pair } = manifest;
  const seed = seeds.trial;
  const id = computeAttemptId(loaded, agent, trial, seed, ablation, undefined, undefined, pair);
  let tree: string | null = null;
  const report = await runAttempt(
    { attempt_id: id, loaded, agent, trial, seed, ablation, challenged, ...(pair ? { pull_request: pair } : {}) },
    prepared,
    { ...context, entrypoint: 'replay' },
    (record) => {
      tree = selectEvents(record.events, 'patch_applied').at(-1)?.payload.tree ?? null;
      return scoreAttempt(record);
    },
  );
  return { result: { ...report, run: `runs/${id}` }, tree };
}

/**
 * Creates the agent that submits the recorded patch. Its name says that nobody made the patch anew. A reference solution
 * stays one: it is spared some rounds.
 */
function createReplayAgent({ manifest, head, patch }: RecordedAttempt): Agent {
  const detail = { replay_of: manifest.attempt_id, agent: manifest.agent.name, head, sha256: sha256(patch) };
  return {
    kind: manifest.agent.kind === 'golden' ? 'golden' : 'patch',
    name: `replay:${manifest.agent.name}`,
    identity: computeDigest({ kind: 'replay', ...detail }),
    detail,
    patch: async () => patch,
  };
}

/** Pull request of the record: its base is the repository of contracts with `base: pull-request`. */
function createPullRequestOption({ manifest: { pull_request, contract } }: RecordedAttempt, cwd: string) {
  if (!('base' in contract.body.snapshot) || !pull_request) return undefined;
  const { base_sha, head_sha } = pull_request;
  return { base_sha, head_sha, workspace: cwd };
}

/** Computes the exit code. A difference outweighs what could not be decided: it is a fact. */
function computeExitCode(replays: readonly ReplayOutcome[], interrupted: boolean): ReplaysOutcome['exit_code'] {
  if (interrupted) return 130;
  if (replays.some((replay) => 'same' in replay && replay.same === false)) return 1;
  return replays.every((replay) => 'same' in replay && replay.same === true) ? 0 : 3;
}

function summariseReplays(replays: readonly ReplayOutcome[]): string {
  const count = (same: boolean | null) => replays.filter((replay) => 'same' in replay && replay.same === same).length;
  const refused = replays.filter((replay) => 'refused' in replay).length;
  const open = count(null);
  return (
    `${count(true)} of ${replays.length} replays the same, ${count(false)} different` +
    `${open > 0 ? `, ${open} without a result` : ''}${refused > 0 ? `, ${refused} not replayed` : ''}`
  );
}
