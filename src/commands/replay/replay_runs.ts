import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Ablation, parseAblation } from '../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { compareReplay, type ReplayComparison } from '../../judge/analysis/replay/compare_replay.js';
import { RUBRIC_VERSION, scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { computeDigest, sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport, AttemptResult } from '../../record/verdict/attempt_result.js';
import type { Agent } from '../../run/agents/agent.js';
import { computeAttemptId } from '../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../run/attempt/lifecycle/run_attempt.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { openContractRun } from '../attempts/open_contract_run.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns, type RunReference } from '../io/find_runs.js';
import { openOutputFolder, refuseEarlierResults } from '../io/open_output_folder.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import { readContractFiles, readContracts } from '../study/read_contracts.js';
import { runOptionsSchema } from '../study/run_options.js';

const { out, earlier, cache, way_out, search_path, repos, sandbox, unsafe, json } = runOptionsSchema.shape;

/** Options of `score --rerun`. */
export const replayOptionsSchema = z.strictObject({
  runs: z.array(z.string().min(1)).min(1).describe('run directories, or output folders'),
  contracts: z
    .array(z.string().min(1))
    .default([])
    .describe('contract files, folders or patterns; default: the paths that the records name'),
  out,
  earlier,
  ...{ cache, way_out, search_path, repos, sandbox, unsafe, json },
});
type ReplayOptions = z.output<typeof replayOptionsSchema>;

/** Replay of one record, or the reason why there is none. */
type ReplayOutcome = { run: string; attempt_id: string } & (
  | { refused: string }
  | ({ replayed_as: string } & ReplayComparison)
);

/**
 * Outcome of `score --rerun`. Exit codes: 0 all the same, 1 any differs, 3 any undecided or refused, 130 interrupted.
 */
interface ReplaysOutcome {
  exit_code: 0 | 1 | 3 | 130;
  replays: ReplayOutcome[];
}

/**
 * Replays recorded attempts (`replayRuns`; requirement R16): applies each patch again to the pinned repository, runs
 * build and checks under the recorded configuration, and compares check by check. Agents are not run. Each replay
 * leaves a record of its own.
 *
 * @throws {UserError} for arguments that are no records, a contract that cannot be read, or no sandbox
 */
export async function replayRuns(
  options: ReplayOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<ReplaysOutcome> {
  const runs = findRuns(options.runs, cwd);
  const findContract = createContractFinder(options.contracts, cwd);
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  refuseOwnFolder(runs, options.out, cwd);
  refuseEarlierResults(options.out, cwd, options.earlier);
  createFolder(options.out, cwd);
  const output = openOutputFolder(options.out, cwd, options.earlier, out.error);
  const replays: ReplayOutcome[] = [];
  const results: AttemptResult[] = [];
  const progress = out.progress?.begin('replays');
  const write = () => {
    const folder = resolve(cwd, options.out);
    writeAtomically(join(folder, 'results.jsonl'), results.map((result) => `${toCanonicalJson(result)}\n`).join(''));
    writeAtomically(join(folder, 'replay.json'), `${JSON.stringify({ schema: 1, replays }, null, 2)}\n`);
  };
  try {
    for (const reference of runs) {
      if (out.signal.aborted) break;
      progress?.update({ text: `replay of ${reference.shown}`, done: replays.length, of: runs.length });
      const replay = await replayRun(reference, findContract, options, cache, { ...out, progress }, cwd, results);
      if (out.signal.aborted) break;
      replays.push(replay);
      write();
      if (!options.json) formatReplay(replay).forEach(out.log);
    }
  } catch (error) {
    if (!out.signal.aborted) throw toUnwritableError(error, options.out, false) ?? error;
  } finally {
    progress?.end();
    output.release();
  }
  const outcome: ReplaysOutcome = { exit_code: computeExitCode(replays, out.signal.aborted), replays };
  if (options.json) out.log(formatInertJson(outcome));
  else if (replays.length > 1) out.log(summariseReplays(replays));
  return outcome;
}

/** Refuses to replay records in the output folder, which is made anew. @throws {UserError} */
function refuseOwnFolder(found: readonly RunReference[], out: string, cwd: string): void {
  const folder = resolve(cwd, out);
  const run = found.find(({ path }) => path === folder || path.startsWith(`${folder}/`));
  if (run)
    throw new UserError(`${run.shown} lies in ${out}, where the new records go`, 'Name another folder with --out DIR.');
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
    {
      attempt_id: id,
      loaded,
      agent,
      trial,
      seed,
      ablation,
      challenged,
      ...omitUndefined({ pull_request: pair ?? undefined }),
    },
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
 * Creates the agent that submits the recorded patch. Its name says that nobody made the patch anew. A reference
 * solution stays one: it is spared some rounds.
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

/** Finds the contract of a record, or says why it is not the same. */
type ContractFinder = (manifest: Manifest) => LoadedContract | { refused: string };

/**
 * Creates a function that finds the contract of a record. Hidden tests are no part of a record, so that records can be
 * published; the digests in it say whether a contract is the same.
 *
 * @param patterns contracts of the caller; none = the path in each record, from the working folder
 * @throws {UserError} if a contract of the caller cannot be read
 */
function createContractFinder(patterns: readonly string[], cwd: string): ContractFinder {
  const contracts = patterns.length === 0 ? undefined : readContracts(patterns, cwd);
  return ({ contract: { id, path, version }, oracle_files }) => {
    const contract_file = contracts
      ? contracts.find(({ contract }) => contract.id === id)
      : readRecordedPath(path, cwd);
    if (contract_file === undefined) return { refused: `none of the contracts has the id "${id}"` };
    if ('refused' in contract_file) return contract_file;
    if (contract_file.contract.id !== id)
      return { refused: `${contract_file.shown} is the contract "${contract_file.contract.id}", not "${id}"` };
    if (contract_file.version === version) return contract_file;
    const changed = describeChangedFiles(oracle_files, contract_file);
    return {
      refused: `${contract_file.shown} is another version than the record's (${version.slice(0, 12)})${changed}`,
    };
  };
}

function readRecordedPath(path: string, cwd: string): LoadedContract | { refused: string } {
  try {
    const [contract] = readContractFiles([path], cwd);
    return contract ?? { refused: `${path} is no contract` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refused: `${error.message}; name the contract with --contract` };
  }
}

/** Describes which hidden files differ; nothing if the contract itself does. */
function describeChangedFiles(recorded: Readonly<Record<string, string>>, { oracle_files }: LoadedContract): string {
  const now = new Map(oracle_files.map(({ path, sha256 }) => [path, sha256]));
  const paths = [...new Set([...Object.keys(recorded), ...now.keys()])].filter(
    (path) => recorded[path] !== now.get(path),
  );
  if (paths.length === 0) return '';
  const rest = paths.length > 3 ? `and ${paths.length - 3} more differ` : 'differ';
  return `: hidden ${paths.slice(0, 3).join(', ')} ${rest}`;
}

/** Most differences of one replay that are printed; `replay.json` has all. */
const MAX_DIFFERENCES = 10;

/** Formats one replay as lines of the log. */
function formatReplay(replay: ReplayOutcome): string[] {
  const { run } = replay;
  if ('refused' in replay) return [`${safe(run)}  not replayed: ${safe(replay.refused)}`];
  const { same, differences, checks, comparability, not_replayed } = replay;
  const result = same ? 'same' : 'DIFFERS';
  const standing = same === null ? 'no result' : result;
  const more = differences.length - MAX_DIFFERENCES;
  return [
    `${safe(run)}  ${standing}: ${formatQuantity(checks, 'check')} compared, ${formatComparability(comparability)}`,
    ...differences
      .slice(0, MAX_DIFFERENCES)
      .map(({ what, recorded, replayed }) => `  ${safe(what)}: recorded ${safe(recorded)}, now ${safe(replayed)}`),
    ...(more > 0 ? [`  … and ${more} more differences in replay.json`] : []),
    ...comparability.differences.map(
      ({ condition, standing: known, base, head }) =>
        `  condition ${safe(condition)}: ${known === 'unknown' ? 'not recorded, ' : ''}${safe(base.join(', '))} → ` +
        safe(head.join(', ')),
    ),
    ...not_replayed.map((what) => `  not replayed: ${safe(what)}`),
  ];
}

function formatComparability({
  comparable,
  differences,
}: {
  comparable: boolean | null;
  differences: readonly unknown[];
}) {
  if (comparable === true) return 'under the same conditions';
  const count = formatQuantity(differences.length, 'condition');
  return comparable === false ? `under other conditions: ${count}` : `not known: ${count}`;
}

/** Record with all that a replay needs. */
interface RecordedAttempt {
  manifest: Manifest;
  events: readonly Event[];
  report: AttemptReport;
  head: string;
  patch: Uint8Array;
  /** Tree that the patch gave; null if it did not apply. */
  tree: string | null;
  /** True if challenge rounds ran. */
  challenged: boolean;
}

/** Reads and verifies a record, or says why it cannot be replayed. */
function readRecordedAttempt({ path, published }: RunReference): RecordedAttempt | { refused: string } {
  const { standing, faults, made_by, manifest, events, report, head } = verifyRun(path, published, RUBRIC_VERSION);
  if (standing === 'tampered')
    return { refused: `the record was changed: ${faults[0]?.what ?? 'it is not as it was'}` };
  if (standing === 'reduced') return { refused: 'content was removed from the record' };
  if (standing === 'other-version') return { refused: `the record is of another version: ${made_by}` };
  if (!manifest || !report) return { refused: 'the attempt was never finished: there is no verdict to compare with' };
  const applied = selectEvents(events, 'patch_applied').at(-1)?.payload;
  if (applied === undefined)
    return { refused: `no patch was evaluated: ${report.verdict.reason || report.verdict.termination?.rationale}` };
  let patch: Uint8Array;
  try {
    patch = readFileSync(join(path, RUN_FILES.patch));
  } catch {
    return { refused: `${RUN_FILES.patch} is missing` };
  }
  if (sha256(patch) !== applied.patch_sha256)
    return { refused: 'the patch held a secret, which was taken out of the record: it cannot be applied again' };
  const challenged = selectEvents(events, 'challenge').length > 0;
  return { manifest, events, report, head, patch, tree: applied.tree, challenged };
}
