import { everythingTold, findLeaks } from '../contract/briefing.js';
import type { LoadedContract } from '../contract/loaded.js';
import type { ProofStep } from '../contract/lock.js';
import { NO_ABLATION } from '../contract/mechanisms.js';
import type { Variant, VariantRole } from '../contract/variant.js';
import type { ProofEvidence } from '../judge/proof/evidence.js';
import { flakyIn, screenOf } from '../judge/proof/flakiness.js';
import { judgeProof, type ProofVerdict } from '../judge/proof/judge_proof.js';
import { type Observation, observe } from '../judge/proof/observation.js';
import { score } from '../judge/rubric/score.js';
import type { Result } from '../record/result.js';
import { attempt } from '../run/attempt/lifecycle.js';
import { attemptId, type Prepared } from '../run/attempt/order.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { setUp } from '../run/attempt/set_up.js';
import { PROXY_PORT } from '../run/egress/egress.js';
import { wrongPatches } from '../run/proof/cheaters.js';
import { type DiskReadings, withDiskMeter } from '../run/proof/disk_meter.js';
import { searchWorkspace } from '../run/proof/hidden_search.js';
import { knownWrong } from '../run/proof/known_wrong.js';
import { watchPorts } from '../run/proof/listening_ports.js';
import { mutantsOf } from '../run/proof/mutants.js';
import { contractFor, variantAgent } from '../run/proof/variant_agent.js';
import { pool } from '../run/suite/pool.js';
import { resultLine } from './write_reports.js';

/** One contract on its way to a proof: all that was found until now. */
export interface Proving {
  evidence: ProofEvidence;
  result: ProofVerdict;
  results: Result[];
  /** What each step took, in milliseconds. */
  times: Partial<Record<ProofStep, number>>;
  wall_ms: number;
}

/** How a proof is made. */
export interface ProofPlan {
  reruns: number;
  mutants: number;
  seed: number;
  concurrency: number;
  /** Told of every attempt that is done: how many of how many, in this step. */
  progress: (step: ProofStep, done: number, of: number) => void;
}

const BASE: Variant = { role: 'base', name: 'unchanged', change: 'nothing' };
const GOLDEN: Variant = { role: 'golden', name: 'golden', change: 'the reference solution' };
const PERTURBED: Variant = {
  role: 'perturbed',
  name: 'perturbed',
  change: 'the reference solution, hidden files changed',
};

/** Reruns that tell a flaky reference from a broken one. */
const SECOND_LOOKS = 3;

/**
 * Proves one contract by real attempts with the ordinary engine (K9): unchanged repository and reference solution, patches that must
 * not pass, reruns, mutants. Ends early when it is refuted; what is left is then `not-run`.
 */
export async function prove(
  loaded: LoadedContract,
  prepared: Prepared,
  plan: ProofPlan,
  given: Rooms,
): Promise<Proving> {
  const started = performance.now();
  const disk: DiskReadings = new Map();
  // Found anew by every proof, and known to all of its attempts.
  const rooms: Rooms = { ...given, references: new Map() };
  const metered: Rooms = { ...rooms, backend: withDiskMeter(rooms.backend, disk) };
  const observations: Observation[] = [];
  const evidence: ProofEvidence = {
    contract: loaded.contract,
    pins: { ...prepared.snapshot, tool_problems: prepared.tool_problems },
    has_golden: loaded.golden !== undefined,
    observations,
    done: {},
    reruns: plan.reruns,
    disk,
  };
  const proving: Proving = { evidence, result: judgeProof(evidence), results: [], times: {}, wall_ms: 0 };

  let patience: number | undefined;
  const tryOne = async (variant: Variant, trial: number) => {
    const seen = contractFor(loaded, variant, patience);
    const agent = variantAgent(variant);
    const { seed } = plan;
    const id = attemptId(seen, agent, trial, seed, NO_ABLATION);
    const reference = variant.role === 'base' || variant.role === 'golden';
    let observed: Observation | undefined;
    const report = await attempt(
      { attempt_id: id, loaded: seen, agent, trial, seed, ablation: NO_ABLATION, ...challengedIn(variant) },
      prepared,
      reference ? metered : rooms,
      (record) => {
        const verdict = score(record);
        observed = observe(variant, record, verdict);
        return verdict;
      },
    );
    if (observed) observations.push(observed);
    proving.results.push(resultLine(report, `runs/${id}`));
  };
  /** Tries all variants side by side; stops starting new ones when `enough` says so. */
  const tryAll = async (
    step: ProofStep,
    tasks: readonly { variant: Variant; trial: number }[],
    enough: () => boolean = () => false,
  ): Promise<boolean> => {
    const stop = new AbortController();
    const from = performance.now();
    let done = 0;
    await pool(tasks, plan.concurrency, AbortSignal.any([rooms.signal, stop.signal]), async ({ variant, trial }) => {
      await tryOne(variant, trial);
      plan.progress(step, ++done, tasks.length);
      if (enough()) stop.abort();
    });
    proving.times[step] = (proving.times[step] ?? 0) + performance.now() - from;
    return done === tasks.length;
  };
  const once = (...variants: Variant[]) => variants.map((variant) => ({ variant, trial: 1 }));
  const again = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => [
      { variant: BASE, trial: from + i },
      ...(evidence.has_golden ? [{ variant: GOLDEN, trial: from + i }] : []),
    ]).flat();
  const flaky = () => flakyIn(screenOf(observations), loaded.contract.flakiness.tolerance).length > 0;
  const holds = () => {
    proving.result = judgeProof(evidence);
    return !rooms.signal.aborted && proving.result.verdict !== 'refuted';
  };
  const blocked = () =>
    proving.result.steps.some(({ step, verdict }) => verdict === 'undecided' && step !== 'flakiness');

  const steps = async () => {
    if (!holds() || blocked()) return; // another repository, or no tools: no attempt would say anything

    const ports = watchPorts(loaded.contract.policy.network === 'deny' ? [] : [PROXY_PORT]);
    try {
      await tryAll('golden', once(BASE, ...(evidence.has_golden ? [GOLDEN] : [])));
      if (!holds() || blocked()) {
        // One that fails now and then is not broken but flaky: that is what its author has to hear.
        await tryAll('flakiness', again(2, 1 + Math.min(plan.reruns, SECOND_LOOKS)), flaky);
        return;
      }
      await timed(proving, 'hidden-files', async () => {
        evidence.hidden = await lookForHidden(loaded, prepared, rooms);
      });
      if (!holds()) return;

      // The reference solution under changed hidden files and in challenge rounds: what the rounds draw from is found here.
      const changed =
        loaded.contract.oracle.perturbation.when !== 'never' || loaded.contract.oracle.challenge.rounds > 0;
      if (evidence.has_golden && changed) {
        // A number of its own among the trials of the reference solution.
        if (await tryAll('challenge', [{ variant: PERTURBED, trial: plan.reruns + 2 }])) evidence.done.perturbed = 1;
        evidence.reference = await knownReference(rooms);
        if (!holds()) return;
      }
      const { tree } = prepared.snapshot;
      const wrong = [...(await wrongPatches(loaded, tree, rooms.cache, evidence.reference)), ...knownWrong(loaded)];
      for (const [step, role] of [
        ['no-change', 'no-change'],
        ['cheaters', 'cheater'],
        ['known-wrong', 'known-wrong'],
      ] as const satisfies readonly [ProofStep, VariantRole][]) {
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

    patience = patienceOf(observations);
    const mutants = mutantsOf(loaded.golden!, plan.seed, plan.mutants);
    if (await tryAll('mutants', once(...mutants))) evidence.done.mutant = mutants.length;
  };
  await steps();
  proving.result = judgeProof(evidence);
  proving.wall_ms = performance.now() - started;
  return proving;
}

/** The reference solution makes challenge rounds once; its reruns, and patches that are thrown away when they pass, do without. */
const challengedIn = ({ role }: Variant): { challenged?: boolean } =>
  role === 'perturbed' ? { challenged: true } : role === 'mutant' ? { challenged: false } : {};

/** What the attempts of one contract found out about its oracle. */
async function knownReference({ references }: Rooms): Promise<ProofEvidence['reference']> {
  const [reference] = await Promise.all(references.values());
  return reference;
}

/** Time that a mutant's check gets: ten times what the reference solution ever took, and five seconds at least. */
function patienceOf(observations: readonly Observation[]): number {
  const reference = observations.filter(({ variant }) => variant.role === 'golden').flatMap(({ runs }) => runs);
  return Math.max(5000, ...reference.map(({ usage }) => 10 * (usage?.wall_ms ?? 0)));
}

async function timed(proving: Proving, step: ProofStep, act: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await act();
  proving.times[step] = performance.now() - from;
}

/** Looks where an agent could read: its briefing, the repository, and the workspace as setup left it. */
async function lookForHidden(
  loaded: LoadedContract,
  prepared: Prepared,
  rooms: Rooms,
): Promise<ProofEvidence['hidden']> {
  const leaks = findLeaks(everythingTold(loaded.contract), loaded);
  const silent = { now: () => 0, keep: () => '', requested: () => {} };
  const { layer } = await setUp(loaded, prepared.snapshot, prepared.tools, rooms, silent);
  const searched = layer ? await searchWorkspace(loaded, layer) : undefined;
  return searched && { leaks, exposed: prepared.exposed, ...searched };
}
