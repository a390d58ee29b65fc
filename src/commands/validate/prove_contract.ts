import { join } from 'node:path';
import { NO_ABLATION } from '../../contract/coordination/mechanism.js';
import { formatTextOrigin } from '../../contract/leaks/briefing_text.js';
import { formatLeakLines } from '../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { ProofStep } from '../../contract/validation/contract_lock.js';
import type { ProofVariant, ProofVariantRole } from '../../contract/validation/proof_variant.js';
import { RUBRIC_VERSION, scoreAttempt } from '../../judge/rubric/score_attempt.js';
import { computeFlakinessScreens, selectFlakyScreens } from '../../judge/validation/flakiness_screen.js';
import { judgeProof, type ProofVerdict } from '../../judge/validation/judge_proof.js';
import type { ProofEvidence } from '../../judge/validation/proof_evidence.js';
import { observeProofAttempt, type ProofObservation } from '../../judge/validation/proof_observation.js';
import { PROXY_PORT } from '../../network/stage_network.js';
import type { PullRequestPair } from '../../record/manifest/pull_request_pair.js';
import type { RunRecord } from '../../record/run_record.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport, AttemptResult } from '../../record/verdict/attempt_result.js';
import { computeAttemptId, type PreparedContract, selectPullRequest } from '../../run/attempt/attempt_spec.js';
import { runAttempt } from '../../run/attempt/run_attempt.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';
import { prepareLayer } from '../../run/attempt/setup/prepare_layer.js';
import { findReusableRecord } from '../../run/scheduler/find_reusable_record.js';
import { runWithConcurrency } from '../../run/scheduler/run_with_concurrency.js';
import { createAdversarialPatches } from '../../run/validation/create_adversarial_patches.js';
import { createMutants } from '../../run/validation/create_mutants.js';
import { createTestPredicate } from '../../run/validation/create_test_predicate.js';
import { createVariantAgent, createVariantContract } from '../../run/validation/create_variant_agent.js';
import { type DiskReadings, meterDiskUsage } from '../../run/validation/meter_disk_usage.js';
import { type IsolationProbe, probeIsolation } from '../../run/validation/probe_isolation.js';
import { readKnownWrongPatches } from '../../run/validation/read_known_wrong_patches.js';
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
  /** Is called after every attempt with the numbers of done and all attempts of the step. */
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
  base_context: RunnerContext,
): Promise<ValidationState> {
  const started = performance.now();
  const disk: DiskReadings = new Map();
  // Every validation finds the reference anew, and shares it among its attempts.
  const context: RunnerContext = { ...base_context, references: new Map() };
  const metered: RunnerContext = { ...context, backend: meterDiskUsage(context.backend, disk) };
  const observations: ProofObservation[] = [];
  const evidence: ProofEvidence = {
    contract: loaded.contract,
    pins: { ...prepared.snapshot, tool_problems: prepared.tool_problems },
    has_golden: loaded.golden !== undefined,
    observations,
    done: {},
    reruns: plan.reruns,
    disk,
  };
  const state: ValidationState = { evidence, result: judgeProof(evidence), results: [], times: {}, wall_ms: 0 };

  let patience: number | undefined;
  const tryOne = async (variant: ProofVariant, trial: number) => {
    const seen = createVariantContract(loaded, variant, patience);
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
      observations.push(observeProofAttempt(variant, kept.record, kept.report.verdict));
      state.results.push({ ...kept.report, run: `runs/${id}` });
      return;
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
    if (observed) observations.push(observed);
    state.results.push({ ...report, run: `runs/${id}` });
  };
  /** Tries all variants side by side; stops starting new ones when `enough` says so. */
  const tryAll = async (
    step: ProofStep,
    tasks: readonly { variant: ProofVariant; trial: number }[],
    enough: () => boolean = () => false,
  ): Promise<boolean> => {
    const stop = new AbortController();
    const from = performance.now();
    let done = 0;
    await runWithConcurrency(
      tasks,
      plan.concurrency,
      AbortSignal.any([context.signal, stop.signal]),
      async ({ variant, trial }) => {
        await tryOne(variant, trial);
        plan.progress(step, ++done, tasks.length);
        if (enough()) stop.abort();
      },
    );
    state.times[step] = (state.times[step] ?? 0) + performance.now() - from;
    return done === tasks.length;
  };
  const once = (...variants: ProofVariant[]) => variants.map((variant) => ({ variant, trial: 1 }));
  const again = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => [
      { variant: BASE, trial: from + i },
      ...(evidence.has_golden ? [{ variant: GOLDEN, trial: from + i }] : []),
    ]).flat();
  const flaky = () =>
    selectFlakyScreens(computeFlakinessScreens(observations), loaded.contract.flakiness.tolerance).length > 0;
  const holds = () => {
    state.result = judgeProof(evidence);
    return !context.signal.aborted && state.result.verdict !== 'refuted';
  };
  const blocked = () => state.result.steps.some(({ step, verdict }) => verdict === 'undecided' && step !== 'flakiness');

  const steps = async () => {
    if (!holds() || blocked()) return; // another repository, or no tools: no attempt would say anything

    const ports = watchListeningPorts(loaded.contract.policy.network === 'deny' ? [] : [PROXY_PORT]);
    try {
      await tryAll('golden', once(BASE, ...(evidence.has_golden ? [GOLDEN] : [])));
      if (!holds() || blocked()) {
        // Reruns tell a flaky reference from a broken one.
        await tryAll('flakiness', again(2, 1 + Math.min(plan.reruns, FLAKINESS_RERUNS)), flaky);
        return;
      }
      const silent = { now: () => 0, keep: () => '', requested: () => {} };
      const { layer } = await prepareLayer(loaded, prepared.snapshot, prepared.tools, context, silent);
      await measureStep(state, 'hidden-files', async () => {
        evidence.hidden = layer && (await searchHiddenFiles(loaded, prepared, layer));
      });
      if (layer && context.probe.isolated) state.isolation = await probeIsolation(loaded, layer, context);
      if (!holds()) return;

      // The reference solution runs under changed hidden files and in challenge rounds; this also finds the cases from
      // which the rounds draw.
      const changed =
        loaded.contract.oracle.perturbation.when !== 'never' || loaded.contract.oracle.challenge.rounds > 0;
      if (evidence.has_golden && changed) {
        // The trial number differs from those of all other runs of the reference.
        if (await tryAll('challenge', [{ variant: PERTURBED, trial: plan.reruns + 2 }])) evidence.done.perturbed = 1;
        evidence.reference = await getReferenceProfile(context);
        if (!holds()) return;
      }
      const { tree } = prepared.snapshot;
      const wrong = [
        ...(await createAdversarialPatches(loaded, tree, context.cache, evidence.reference)),
        ...readKnownWrongPatches(loaded),
      ];
      for (const [step, role] of [
        ['no-change', 'no-change'],
        ['cheaters', 'cheater'],
        ['known-wrong', 'known-wrong'],
      ] as const satisfies readonly [ProofStep, ProofVariantRole][]) {
        const variants = wrong.filter((variant) => variant.role === role);
        if (await tryAll(step, once(...variants))) evidence.done[role] = variants.length;
      }
      if (!holds()) return;
      const finished = await tryAll('flakiness', again(2, 1 + plan.reruns), flaky);
      if (finished) evidence.done.reruns = plan.reruns;
    } finally {
      evidence.ports = ports.end();
    }
    if (!holds()) return;

    patience = computeCheckTimeout(observations);
    const mutants = createMutants(
      loaded.golden!,
      plan.seed,
      plan.mutants,
      await createTestPredicate(loaded, prepared.snapshot.tree, context.cache),
    );
    if (await tryAll('mutants', once(...mutants))) evidence.done.mutant = mutants.length;
  };
  await steps();
  state.result = judgeProof(evidence);
  state.wall_ms = performance.now() - started;
  return state;
}

/** Returns whether a variant makes challenge rounds. Reruns of the reference and mutants do without. */
const selectChallenge = ({ role }: ProofVariant): { challenged?: boolean } =>
  role === 'perturbed' ? { challenged: true } : role === 'mutant' ? { challenged: false } : {};

/** Returns what the attempts of the contract found about its oracle. */
async function getReferenceProfile({ references }: RunnerContext): Promise<ProofEvidence['reference']> {
  const [reference] = await Promise.all(references.values());
  return reference;
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
  { runs, version, rubric, probe }: Pick<RunnerContext, 'runs' | 'version' | 'rubric' | 'probe'>,
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
