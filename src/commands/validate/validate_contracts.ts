import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findDecidingModelCheck, findExpiredQuarantines } from '../../contract/checks/check.js';
import { normalizeTestName } from '../../contract/checks/name_pattern.js';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type Checklist, checklistSchema } from '../../contract/suite/suite.js';
import { createProofFindings } from '../../judge/validation/proof_findings.js';
import { reportBenchmark } from '../../judge/validation/report_benchmark.js';
import {
  renderBenchmarkChecklist,
  renderValidationLines,
} from '../../publish/report/terminal/render_validation_lines.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import type { AttemptRunner } from '../../run/attempt/attempt_ports.js';
import { createUnavailableContract, isMachineWideFault } from '../../run/attempt/setup/prepare_contract.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { getDefaultCachePath, openCache } from '../../workspace/cache/workspace_cache.js';
import { findCommit, openRepository } from '../../workspace/history/read_commit.js';
import { createContractPreparer } from '../attempts/contract_preparer.js';
import { createRunnerContexts } from '../attempts/create_runner_contexts.js';
import type { CommandContext } from '../io/command_context.js';
import { openOutputFolder, refuseEarlierResults, refuseRunFolder } from '../io/open_output_folder.js';
import { printStyledLines } from '../io/print_styled_lines.js';
import { type ProgressReporter, runStep } from '../io/progress_reporter.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import { JUDGED_RUN_REMEDY } from '../models/require_judge_model.js';
import { readContracts } from '../study/read_contracts.js';
import { type RunOptions, runOptionsSchema } from '../study/run_options.js';
import { type ProofOptions, proveContract, type ValidationState } from './prove_contract.js';
import type { ContractProof, ValidateOptions, ValidateOutcome } from './validate_options.js';
import { writeContractLock } from './write_contract_lock.js';

/**
 * Validates contracts one after the other (`validateContracts`; requirement K9), and checks them as a benchmark
 * (requirement
 * G8).
 *
 * Records of the attempts stay in the output folder. Writes a lock beside each proven contract.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function validateContracts(
  options: ValidateOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<ValidateOutcome> {
  const contracts = readContracts(options.contracts, cwd);
  refuseModelChecks(contracts);
  contracts.flatMap(listUngradedChecks).forEach(out.error);
  refuseExpiredQuarantines(contracts, new Date().toISOString());
  const pull_request = await resolveProofBase(options.base, contracts, cwd);
  const checklist = options.checklist === undefined ? {} : readChecklist(options.checklist, cwd);
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const { out: folder, search_path, way_out } = options;
  const asRun = runOptionsSchema.parse({
    contracts: options.contracts,
    agents: ['golden'],
    out: folder,
    search_path,
    way_out,
    ask: false,
  });
  const same = options.resume || hasProofOfContracts(resolve(cwd, folder), contracts);
  const earlier = same ? 'resume' : options.earlier;
  if (options.resume) refuseRunFolder(folder, cwd);
  refuseEarlierResults(folder, cwd, earlier);
  const contexts = await createRunnerContexts(asRun, contracts, cache, cwd, out);
  const output_folder = openOutputFolder(folder, cwd, earlier, out.error);
  const proven: ContractValidation[] = [];
  const progress = contracts.length > 1 ? out.progress?.begin('proofs') : undefined;
  const inner = { ...out, progress: progress ?? out.progress };
  try {
    const proof_references = openReferenceFolder(resolve(cwd, folder), options.resume);
    for (const loaded of contracts) {
      if (out.signal.aborted) break;
      progress?.update({ text: loaded.contract.id, done: proven.length, of: contracts.length });
      const context = {
        ...contexts.getContext(loaded),
        ...{ entrypoint: 'validate', calibration_ms: options.calibration, proof_references },
        calibration_limit_ms: options.calibration_limit,
      };
      const one = await validateContract(loaded, { ...options, pull_request }, checklist, context, inner);
      if (!one) break;
      proven.push(one);
      if (!options.json)
        printStyledLines(out, [...renderValidationLines(one.proof, one.times, out.terminal.columns), []]);
    }
    const proofs = proven.map(({ proof }) => proof);
    const outcome: ValidateOutcome = {
      exit_code: computeExitCode(proofs, contracts.length, out.signal.aborted),
      proofs,
      benchmark: reportBenchmark(
        proven.map(({ benched }) => benched),
        checklist,
      ),
    };
    const lines = proven.flatMap(({ results }) => results.map((result) => `${toCanonicalJson(result)}\n`));
    writeAtomically(resolve(cwd, folder, 'results.jsonl'), lines.join(''));
    writeAtomically(resolve(cwd, folder, 'proof.json'), `${JSON.stringify(outcome, null, 2)}\n`);
    if (options.json) out.log(formatInertJson(outcome));
    else
      renderBenchmarkChecklist(outcome.benchmark, proofs, join(folder, 'proof.json'), out.terminal)
        .split('\n')
        .forEach(out.log);
    return outcome;
  } catch (error) {
    throw toUnwritableError(error, folder) ?? error;
  } finally {
    progress?.end();
    output_folder.release();
  }
}

/** Tells whether a folder holds the proof of these contracts only, so that it may be made anew in place. */
function hasProofOfContracts(folder: string, contracts: readonly LoadedContract[]): boolean {
  try {
    const read = provenPathsSchema.parse(JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8')));
    return read.proofs.every(({ path }) => contracts.some(({ shown }) => shown === path));
  } catch {
    return false;
  }
}

const provenPathsSchema = z.object({ proofs: z.array(z.object({ path: z.string() })) });

/**
 * Refuses contracts that a judge model decides: a proof is made of executions that anybody can repeat. Checks that are
 * not mandatory decide nothing.
 *
 * @throws {UserError}
 */
function refuseModelChecks(contracts: readonly LoadedContract[]): void {
  for (const { contract, shown, lines } of contracts) {
    const judged = findDecidingModelCheck(contract);
    if (judged === undefined) continue;
    throw new UserError(
      `${shown}:${lines.model_checks ?? 1}  check "${judged.id}" is graded by a judge model, and what a model says is ` +
        'no proof',
      `To try golden and noop: ${JUDGED_RUN_REMEDY}`,
    );
  }
}

/** Lists the checks of a contract that a judge model would grade: no proof has them. */
const listUngradedChecks = ({ contract, shown, lines }: LoadedContract): string[] =>
  (contract.model_checks ?? []).map(
    ({ id }) =>
      `${safe(shown)}:${lines.model_checks ?? 1}  check "${id}" is left out: a judge model grades it, and it decides ` +
      'nothing',
  );

/**
 * Refuses contracts whose quarantine has expired: a proof would keep a test that is not repaired.
 *
 * @throws {UserError}
 */
function refuseExpiredQuarantines(contracts: readonly LoadedContract[], now: string): void {
  for (const { contract, shown, lines } of contracts) {
    const [first] = findExpiredQuarantines(contract, now);
    if (first)
      throw new UserError(
        `${shown}:${lines[first.contract_path] ?? 1}  the quarantine of "${normalizeTestName(first.test)}" ended on ` +
          `${first.expires} (owner: ${normalizeTestName(first.owner)})`,
        'Take the test out of quarantine, or out of the required tests; or give the quarantine a new day.',
      );
  }
}

type ProvenContract = Parameters<typeof reportBenchmark>[0][number];

interface ContractValidation {
  proof: ContractProof;
  benched: ProvenContract;
  results: AttemptResult[];
  times: ValidationState['times'];
}

/** Validates one contract and writes its lock; undefined if it was interrupted before there was a result. */
async function validateContract(
  loaded: LoadedContract,
  options: ValidateOptions & Pick<RunOptions, 'pull_request'>,
  checklist: Partial<Checklist>,
  context: AttemptRunner,
  out: CommandContext,
): Promise<ContractValidation | undefined> {
  const contexts = { ...context, inspected: new Map(), getContext: () => context };
  const prepare = createContractPreparer(options, contexts, out.signal, out.error);
  const preparing = runStep(out.progress, 'getting the repository', () => prepare(loaded));
  const prepared = await preparing.catch((error: unknown) => {
    // The error of an interrupted fetch is an interruption.
    if (out.signal.aborted && error instanceof UserError) return undefined;
    throw error;
  });
  if (!prepared) return undefined;
  const step = out.progress?.begin('proof');
  const { progress, activity } = createProofListeners(step, estimateAttempts(loaded, options));
  const plan = createProofOptions(loaded, options, progress);
  const runner = { ...context, activity };
  const state = await proveContract(loaded, prepared, plan, runner)
    .catch((fault: unknown) => {
      if (out.signal.aborted || isMachineWideFault(fault) || toUnwritableError(fault, options.out)) throw fault;
      out.error(`${safe(loaded.shown)}: ${safe(String((fault as Error)?.stack ?? fault))}`);
      return proveContract(loaded, createUnavailableContract(loaded, fault, undefined), plan, runner);
    })
    .finally(() => step?.end());
  const { results, times, evidence } = state;
  const benched: ProvenContract = {
    contract: loaded.contract,
    observations: evidence.observations,
    tool_problems: prepared.tool_problems,
    sandbox: context.probe,
    isolation: state.isolation,
    seed: options.seed,
    with_cost: results.filter(({ cost }) => cost.total_usd !== null || cost.execution_minutes > 0).length,
  };
  const abc = reportBenchmark([benched], checklist).results;
  const findings = createProofFindings(evidence, results, { steps: state.result.steps, abc, seed: options.seed });
  const verdict = out.signal.aborted ? 'undecided' : state.result.verdict;
  const lock = writeContractLock(loaded, findings, verdict, prepared, options.lock, context);
  return { proof: { ...summariseProof(loaded, state, plan), verdict, proof: findings, lock }, benched, results, times };
}

/** Creates the options of one validation. */
function createProofOptions(
  { contract: { flakiness } }: LoadedContract,
  { pull_request: request, ...options }: ValidateOptions & Pick<RunOptions, 'pull_request'>,
  progress: ProofOptions['progress'],
): ProofOptions {
  const { mutants, seed, concurrency, resume } = options;
  return {
    ...{ reruns: options.reruns ?? flakiness.reruns, mutants, seed, concurrency, resume, progress },
    pull_request: request && {
      ...{ number: null, base_ref: null, base_sha: request.base_sha, head_sha: request.head_sha },
    },
  };
}

/** Usual number of attempts of a proof besides reruns and mutants. */
const USUAL_ATTEMPTS = 10;

/** Estimates the attempts of a proof: a line of the reference solution has about two mutants. */
function estimateAttempts({ contract, golden = new Uint8Array() }: LoadedContract, options: ValidateOptions): number {
  const { reruns = contract.flakiness.reruns, mutants } = options;
  const lines =
    Buffer.from(golden)
      .toString('latin1')
      .match(/^\+(?!\+\+)/gm)?.length ?? 0;
  return USUAL_ATTEMPTS + 2 * reruns + Math.min(mutants, 2 * lines);
}

/** Creates the listeners of a proof: its attempts are counted, and each step is a part. */
function createProofListeners(
  proof: ProgressReporter | undefined,
  about: number,
): Pick<ProofOptions, 'progress'> & Pick<AttemptRunner, 'activity'> {
  let part = proof;
  let attempts = 0;
  return {
    activity: (activity, counts) => void part?.enter(activity, counts),
    progress(step, done, of) {
      if (done > 0) attempts += 1;
      part = proof?.enter(step, { done, of });
      proof?.update({ done: attempts, about });
    },
  };
}

function summariseProof(
  { contract, shown, version }: LoadedContract,
  { results, wall_ms }: ValidationState,
  { reruns }: ProofOptions,
): Pick<ContractProof, 'contract' | 'path' | 'version' | 'wall_ms' | 'attempts' | 'reruns'> {
  return {
    contract: contract.id,
    path: shown,
    version,
    wall_ms: Math.round(wall_ms),
    attempts: results.length,
    reruns,
  };
}

/** Computes the exit code. Refuted outweighs undecided: it is a fact. */
function computeExitCode(
  proofs: readonly ContractProof[],
  planned: number,
  interrupted: boolean,
): ValidateOutcome['exit_code'] {
  if (interrupted) return 130;
  if (proofs.some(({ verdict }) => verdict === 'refuted')) return 1;
  return proofs.length === planned && proofs.every(({ verdict }) => verdict === 'proven') ? 0 : 3;
}

/** Reads the checklist of a benchmark (requirement G8). @throws {UserError} with file:line:column */
export function readChecklist(file: string, cwd: string): Checklist {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UserError(
      `${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a YAML file such as docs/contracts.md shows under "Proving a contract".',
    );
  }
  return parseYaml(text, file, checklistSchema).value;
}

/**
 * Resolves the commit at which contracts with `base: pull-request` are proven: it stands for the base of every pull
 * request. Base and head are the same, since no pull request is judged.
 *
 * @param revision commit id, branch or tag of the working folder's repository
 * @returns undefined if no contract begins at a pull request's base
 * @throws {UserError} if such a contract has no commit to be proven at, or if none has such a base
 */
async function resolveProofBase(
  revision: string | undefined,
  contracts: readonly LoadedContract[],
  cwd: string,
): Promise<RunOptions['pull_request']> {
  const based = contracts.find(({ contract }) => 'base' in contract.snapshot);
  if (revision === undefined) {
    if (based === undefined) return undefined;
    throw new UserError(
      `${based.shown}:${based.lines['snapshot.base'] ?? based.lines.snapshot ?? 1}  snapshot.base: pull-request is ` +
        'proven at a commit that stands for the base',
      'Name one of this repository with --base REVISION: the parent of the change that golden_patch is.' +
        (contracts.length > 1 ? ' Validate contracts with other bases apart.' : ''),
    );
  }
  if (based === undefined)
    throw new UserError(
      `--base ${revision}: none of the contracts begins at the base of a pull request`,
      'Leave --base out: what these contracts pin is proven.',
    );
  const repository = await openRepository(cwd);
  const sha = await findCommit(repository, revision);
  return { base_sha: sha, head_sha: sha, workspace: repository.root ?? repository.store };
}

/** Folder of the references that a proof made, beside `runs/`. */
const REFERENCE_FOLDER = '.gatebench-references';

/** Name of a reference: the digest of what it depends on. */
const REFERENCE_NAME = /^[0-9a-f]{64}\.json$/;

/**
 * Opens the folder of the references that a proof makes. Removes references of an earlier proof unless it is gone on
 * with, and no other file.
 *
 * @param out absolute path of the output folder
 * @param resume true if an interrupted proof goes on
 * @returns the absolute path; the folder may still be absent
 * @throws {UserError} if something other than a folder has the name: nothing is removed or written behind a link
 */
export function openReferenceFolder(out: string, resume: boolean): string {
  const folder = join(out, REFERENCE_FOLDER);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return folder;
  if (!stats.isDirectory())
    throw new UserError(`${folder} is no folder`, 'Remove it, or name another folder (--out DIR).');
  if (resume) return folder;
  for (const name of readdirSync(folder)) if (REFERENCE_NAME.test(name)) rmSync(join(folder, name), { force: true });
  return folder;
}
