import { join } from 'node:path';
import { NO_ABLATION } from '../../contract/coordination/mechanism.js';
import { formatTextOrigin } from '../../contract/leaks/briefing_text.js';
import { formatLeakLines } from '../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { ProofStep, ProofVariant, ProofVariantRole } from '../../contract/validation/contract_lock.js';
import { RUBRIC_VERSION, scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { judgeProof, type ProofVerdict } from '../../judge/validation/judge_proof.js';
import { computeFlakinessScreens, selectFlakyScreens } from '../../judge/validation/proof_findings.js';
import {
  observeProofAttempt,
  type ProofEvidence,
  type ProofObservation,
} from '../../judge/validation/proof_observation.js';
import { PROXY_PORT } from '../../network/stage_network.js';
import type { RunRecord } from '../../record/events/select_events.js';
import type { PullRequestPair } from '../../record/manifest/manifest.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport, AttemptResult } from '../../record/verdict/attempt_result.js';
import type { AttemptRunner } from '../../run/attempt/attempt_ports.js';
import { computeAttemptId, type PreparedContract, selectPullRequest } from '../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../run/attempt/lifecycle/run_attempt.js';
import { prepareLayer } from '../../run/attempt/setup/prepare_layer.js';
import { findReusableRecord } from '../../run/scheduler/find_reusable_record.js';
import { runWithConcurrency } from '../../run/scheduler/run_jobs.js';
import { createAdversarialPatches, readKnownWrongPatches } from '../../run/validation/create_adversarial_patches.js';
import { createMutants, createTestPredicate } from '../../run/validation/create_mutants.js';
import {
  createNarrowContract,
  createVariantAgent,
  createVariantContract,
} from '../../run/validation/create_variant_agent.js';
import { type DiskReadings, meterDiskUsage } from '../../run/validation/meter_disk_usage.js';
import { type IsolationProbe, probeIsolation } from '../../run/validation/probe_isolation.js';
import { searchHiddenContent } from '../../run/validation/search_hidden_content.js';
import { watchListeningPorts } from '../../run/validation/watch_listening_ports.js';
import type { Layer } from '../../workspace/layer.js';

/** State of a contract's validation. */
export interface ValidationState {
  evidence: ProofEvidence;
  result: ProofVerdict;
  results: AttemptResult[];
  /** Result of the probe for leaks between runs; undefined = it was not reached. */
  isolation?: IsolationProbe;
  /** Duration of each step in milliseconds. */
  times: Partial<Record<ProofStep, number>>;
  wall_ms: number;
}

/** Options of a contract's validation. */
export interface ProofOptions {
  reruns: number;
  mutants: number;
  seed: number;
  concurrency: number;
  /** Commit that stands for the base of pull requests, as base and head; undefined if the contract pins its repository. */
  pull_request?: PullRequestPair | undefined;
  /** True if attempts of an interrupted proof are kept. */
  resume?: boolean;
  /** Is called before a step and after every attempt, with the numbers of done and all attempts of the step. */
  progress: (step: ProofStep, done: number, of: number) => void;
}

const BASE: ProofVariant = { role: 'base', name: 'unchanged', change: 'nothing' };
const GOLDEN: ProofVariant = { role: 'golden', name: 'golden', change: 'the reference solution' };
const PERTURBED: ProofVariant = {
  role: 'perturbed',
  name: 'perturbed',
  change: 'the reference solution, hidden files changed',
};

/** Reruns that tell a flaky reference from a broken one. */
const FLAKINESS_RERUNS = 3;

/**
 * Validates a contract by real attempts with the ordinary engine (requirement K9).
 *
 * Runs the unchanged repository and the reference solution, patches that must not pass, reruns and mutants. Ends early
 * if the contract is refuted; the remaining steps are then `not-run`.
 */
export async function proveContract(
  loaded: LoadedContract,
  prepared: PreparedContract,
  plan: ProofOptions,
  base_context: AttemptRunner,
): Promise<ValidationState> {
  const started = performance.now();
  const disk: DiskReadings = new Map();
  // Every validation finds the reference anew, and shares it among its attempts.
  const context: AttemptRunner = { ...base_context, references: { measured: new Map(), calibrated: new Map() } };
  const metered: AttemptRunner = { ...context, backend: meterDiskUsage(context.backend, disk) };
  const evidence: ProofEvidence & { observations: ProofObservation[] } = {
    contract: loaded.contract,
    pins: { ...prepared.snapshot, tool_problems: prepared.tool_problems },
    has_golden: loaded.golden !== undefined,
    observations: [],
    done: {},
    reruns: plan.reruns,
    disk,
  };
  const state: ValidationState = { evidence, result: judgeProof(evidence), results: [], times: {}, wall_ms: 0 };
  await takeProofSteps({ loaded, prepared, plan, context, metered, evidence, state });
  state.result = judgeProof(evidence);
  state.wall_ms = performance.now() - started;
  return state;
}

/** Proof of a contract while it is made. */
interface RunningProof {
  loaded: LoadedContract;
  prepared: PreparedContract;
  plan: ProofOptions;
  context: AttemptRunner;
  /** The same with a reading of the disk, for the base and the reference. */
  metered: AttemptRunner;
  evidence: ProofEvidence & { observations: ProofObservation[] };
  state: ValidationState;
}

/** Attempt of a proof. */
interface ProofAttempt {
  variant: ProofVariant;
  trial: number;
  /** Time limit of its checks in milliseconds; undefined = that of the contract. */
  check_timeout?: number;
  /** Contract that is tried first: a patch that fails it need not be tried with the whole one. */
  narrow?: LoadedContract | undefined;
}

/** Takes the steps of a proof, as long as the contract is not refuted. */
async function takeProofSteps(proof: RunningProof): Promise<void> {
  // In another repository, or without its tools, no attempt would say anything.
  if (!isStillProvable(proof) || isBlocked(proof)) return;
  const ports = watchListeningPorts(proof.loaded.contract.policy.network === 'deny' ? [] : [PROXY_PORT]);
  let proceeds: boolean;
  try {
    proceeds = await tryOracle(proof);
  } finally {
    proof.evidence.ports = ports.end();
  }
  if (proceeds && isStillProvable(proof)) await tryMutants(proof);
}

/** Judges what is there. Returns false once the contract is refuted, or the proof is interrupted. */
function isStillProvable({ state, evidence, context }: RunningProof): boolean {
  state.result = judgeProof(evidence);
  return !context.signal.aborted && state.result.verdict !== 'refuted';
}

/** Returns true if a step other than the reruns is undecided. */
const isBlocked = ({ state }: RunningProof): boolean =>
  state.result.steps.some(({ step, verdict }) => verdict === 'undecided' && step !== 'flakiness');

/** Returns true if the checks disagree with themselves more than the contract tolerates. */
const isFlaky = ({ evidence, loaded }: RunningProof): boolean =>
  selectFlakyScreens(computeFlakinessScreens(evidence.observations), loaded.contract.flakiness.tolerance).length > 0;

/** Tries base, reference and patches that must not pass. Returns false if the proof ends there. */
async function tryOracle(proof: RunningProof): Promise<boolean> {
  const { loaded, prepared, plan, context, evidence, state } = proof;
  await tryAll(proof, 'golden', listOnce(BASE, ...(evidence.has_golden ? [GOLDEN] : [])));
  if (!isStillProvable(proof) || isBlocked(proof)) {
    // Reruns tell a flaky reference from a broken one.
    const reruns = listReruns(proof, 2, 1 + Math.min(plan.reruns, FLAKINESS_RERUNS));
    await tryAll(proof, 'flakiness', reruns, () => isFlaky(proof));
    return false;
  }
  const silent = { now: () => 0, keep: () => '', requested: () => {} };
  const { layer } = await prepareLayer(loaded, prepared.snapshot, prepared.tools, context, silent);
  plan.progress('hidden-files', 0, 1);
  await measureStep(state, 'hidden-files', async () => {
    evidence.hidden = layer && (await searchHiddenFiles(loaded, prepared, layer));
  });
  if (layer && context.probe.isolated) state.isolation = await probeIsolation(loaded, layer, context);
  if (!isStillProvable(proof)) return false;
  if (!(await tryChangedReference(proof))) return false;
  await tryWrongPatches(proof);
  if (!isStillProvable(proof)) return false;
  const finished = await tryAll(proof, 'flakiness', listReruns(proof, 2, 1 + plan.reruns), () => isFlaky(proof));
  if (finished) evidence.done.reruns = plan.reruns;
  return true;
}

/**
 * Runs the reference solution under changed hidden files and in challenge rounds; this also finds the cases from which
 * the rounds draw. Returns false if the proof ends there.
 */
async function tryChangedReference(proof: RunningProof): Promise<boolean> {
  const { loaded, plan, context, evidence } = proof;
  const { perturbation, challenge } = loaded.contract.oracle;
  if (!evidence.has_golden || (perturbation.when === 'never' && challenge.rounds === 0)) return true;
  // The trial number differs from those of all other runs of the reference.
  const attempt = { variant: PERTURBED, trial: plan.reruns + 2 };
  if (await tryAll(proof, 'challenge', [attempt])) evidence.done.perturbed = 1;
  evidence.reference = await getReferenceProfile(context);
  return isStillProvable(proof);
}

/** Tries patches that must not pass: none, cheaters, and those that the contract knows to be wrong. */
async function tryWrongPatches(proof: RunningProof): Promise<void> {
  const { loaded, prepared, context, evidence } = proof;
  const wrong = [
    ...(await createAdversarialPatches(loaded, prepared.snapshot.tree, context.cache, evidence.reference)),
    ...readKnownWrongPatches(loaded),
  ];
  for (const [step, role] of [
    ['no-change', 'no-change'],
    ['cheaters', 'cheater'],
    ['known-wrong', 'known-wrong'],
  ] as const satisfies readonly [ProofStep, ProofVariantRole][]) {
    const variants = wrong.filter((variant) => variant.role === role);
    if (await tryAll(proof, step, listOnce(...variants))) evidence.done[role] = variants.length;
  }
}

/** Tries mutants of the reference solution. */
async function tryMutants(proof: RunningProof): Promise<void> {
  const { loaded, prepared, plan, context, evidence } = proof;
  const check_timeout = computeCheckTimeout(evidence.observations);
  const isTest = await createTestPredicate(loaded, prepared.snapshot.tree, context.cache);
  const mutants = createMutants(loaded.golden!, plan.seed, plan.mutants, isTest);
  const narrow = mutants.length > 0 ? await findNarrowContract(proof) : undefined;
  const attempts = listOnce(...mutants).map((attempt) => ({ ...attempt, check_timeout, narrow }));
  if (await tryAll(proof, 'mutants', attempts)) evidence.done.mutant = mutants.length;
}

/** Finds a contract that asks for less in less than half the time, and that the reference solution passes. */
async function findNarrowContract(proof: RunningProof): Promise<LoadedContract | undefined> {
  const { loaded, plan, evidence } = proof;
  const { round_cpu_ms, checks } = evidence.reference ?? { round_cpu_ms: null, checks: [] };
  const acceptance_ms = checks.reduce((sum, { cpu_ms }) => sum + (cpu_ms ?? 0), 0);
  const narrow = createNarrowContract(loaded);
  if (!narrow || round_cpu_ms === null || 2 * round_cpu_ms > acceptance_ms) return undefined;
  // The trial number differs from those of all other runs of the reference.
  const { observed } = await makeAttempt(proof, { variant: GOLDEN, trial: plan.reruns + 3 }, narrow);
  return observed?.status === 'success' ? narrow : undefined;
}

const listOnce = (...variants: ProofVariant[]): ProofAttempt[] => variants.map((variant) => ({ variant, trial: 1 }));

/** Lists further trials of the base and the reference, from the first to the last. */
const listReruns = ({ evidence }: RunningProof, first: number, last: number): ProofAttempt[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => [
    { variant: BASE, trial: first + i },
    ...(evidence.has_golden ? [{ variant: GOLDEN, trial: first + i }] : []),
  ]).flat();

/**
 * Makes all attempts of a step side by side; begins no further one when `isEnough` says so.
 *
 * @returns true if all were made
 */
async function tryAll(
  proof: RunningProof,
  step: ProofStep,
  attempts: readonly ProofAttempt[],
  isEnough: () => boolean = () => false,
): Promise<boolean> {
  const { plan, context, state } = proof;
  const stop = new AbortController();
  const begun = performance.now();
  let done = 0;
  plan.progress(step, done, attempts.length);
  const signal = AbortSignal.any([context.signal, stop.signal]);
  await runWithConcurrency(attempts, plan.concurrency, signal, async (attempt) => {
    await tryVariant(proof, attempt);
    plan.progress(step, ++done, attempts.length);
    if (isEnough()) stop.abort();
  });
  state.times[step] = (state.times[step] ?? 0) + performance.now() - begun;
  return done === attempts.length;
}

/** Tries one variant, with the narrower contract first where there is one. */
async function tryVariant(proof: RunningProof, { narrow, ...attempt }: ProofAttempt): Promise<void> {
  const { loaded, evidence, state } = proof;
  const first = await makeAttempt(proof, attempt, narrow ?? loaded);
  const is_decided = narrow === undefined || first.observed?.status === 'failure';
  const last = is_decided ? first : await makeAttempt(proof, { ...attempt, trial: attempt.trial + 1 }, loaded);
  if (last.observed) evidence.observations.push(last.observed);
  state.results.push(last.result);
}

/** Attempt of a proof as it came out; `observed` is absent if it was interrupted. */
interface MadeAttempt {
  observed?: ProofObservation | undefined;
  result: AttemptResult;
}

/** Makes one attempt, or takes over the sealed one of an interrupted proof. */
async function makeAttempt(
  { prepared, plan, context, metered }: RunningProof,
  { variant, trial, check_timeout }: ProofAttempt,
  loaded: LoadedContract,
): Promise<MadeAttempt> {
  const seen = createVariantContract(loaded, variant, check_timeout);
  const agent = createVariantAgent(variant);
  const { seed } = plan;
  const pair = selectPullRequest(seen, agent, plan.pull_request);
  const id = computeAttemptId(seen, agent, trial, seed, NO_ABLATION, undefined, undefined, pair);
  const reference = variant.role === 'base' || variant.role === 'golden';
  // The first runs of base and reference are measured, and the challenged one finds the cases: they are made anew.
  const kept =
    plan.resume && variant.role !== 'perturbed' && !(reference && trial === 1)
      ? findKeptAttempt(id, prepared, context)
      : undefined;
  if (kept) {
    const observed = observeProofAttempt(variant, kept.record, kept.report.verdict);
    return { observed, result: { ...kept.report, run: `runs/${id}` } };
  }
  let observed: ProofObservation | undefined;
  const report = await runAttempt(
    {
      ...{ attempt_id: id, loaded: seen, agent, trial, seed, ablation: NO_ABLATION },
      ...(pair ? { pull_request: pair } : {}),
      ...selectChallenge(variant),
    },
    prepared,
    reference ? metered : context,
    (record) => {
      const verdict = scoreAttempt(record);
      observed = observeProofAttempt(variant, record, verdict);
      return verdict;
    },
  );
  return { observed, result: { ...report, run: `runs/${id}` } };
}

/** Returns whether a variant makes challenge rounds. Reruns of the reference and mutants do without. */
const selectChallenge = ({ role }: ProofVariant): { challenged?: boolean } =>
  role === 'perturbed' ? { challenged: true } : role === 'mutant' ? { challenged: false } : {};

/** Returns what the attempts of the contract found about its oracle. */
async function getReferenceProfile({ references }: AttemptRunner): Promise<ProofEvidence['reference']> {
  const { calibrated, measured } = references;
  const [known] = await Promise.all([...calibrated.values(), ...measured.values()]);
  return known?.reference;
}

/**
 * Returns the time limit of a mutant's check in milliseconds: ten times the longest of the reference, at least five
 * seconds.
 */
function computeCheckTimeout(observations: readonly ProofObservation[]): number {
  const reference = observations.filter(({ variant }) => variant.role === 'golden').flatMap(({ runs }) => runs);
  return Math.max(5000, ...reference.map(({ usage }) => 10 * (usage?.wall_ms ?? 0)));
}

async function measureStep(state: ValidationState, step: ProofStep, act: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await act();
  state.times[step] = performance.now() - from;
}

/** Searches hidden files where an agent could read: its briefing, the repository, and the workspace after setup. */
async function searchHiddenFiles(
  loaded: LoadedContract,
  prepared: PreparedContract,
  layer: Layer,
): Promise<ProofEvidence['hidden']> {
  const leaks = prepared.leaks.map((leak) => ({
    ...leak,
    place: leak.told ? formatTextOrigin(loaded, leak.told) : undefined,
    lines: formatLeakLines(leak),
  }));
  return { leaks, exposed: prepared.exposed, ...(await searchHiddenContent(loaded, layer)) };
}

/** Attempt of an interrupted proof, with the record that its verdict follows from. */
interface KeptAttempt {
  record: RunRecord;
  report: AttemptReport;
}

/**
 * Finds an attempt that an interrupted proof finished in the same folder: sealed, whole, decided, and made under the
 * conditions of today.
 *
 * @returns undefined if the attempt has to be made
 */
function findKeptAttempt(
  attempt_id: string,
  { tools, lockfiles, snapshot }: PreparedContract,
  { runs, version, rubric, probe }: Pick<AttemptRunner, 'runs' | 'version' | 'rubric' | 'probe'>,
): KeptAttempt | undefined {
  const conditions = {
    ...{ harness: version, rubric, tools, lockfiles, sandbox_class: probe.class },
    ...(snapshot.unavailable === undefined ? { snapshot: snapshot.observed } : {}),
  };
  const found = findReusableRecord(attempt_id, [runs], conditions, scoreAttempt);
  if (!found) return undefined;
  const { manifest, events, head } = verifyRun(join(runs, attempt_id), undefined, RUBRIC_VERSION);
  // The record is read a second time: it must still be the one that was checked.
  if (!manifest || head !== found.report.head) return undefined;
  return { record: { manifest, events: events.filter(({ type }) => type !== 'sealed') }, report: found.report };
}
