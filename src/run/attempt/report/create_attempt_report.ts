import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { addBaselineCost } from '../../../record/costs/cost_estimator.js';
import type { Event } from '../../../record/events/event.js';
import { computeWallMs, listCheckExecutions, selectEvents } from '../../../record/events/select_events.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import type { AttemptReport, ImportedClaims } from '../../../record/verdict/attempt_result.js';
import type { Verdict } from '../../../record/verdict/verdict.js';
import type { AttemptSpec } from '../attempt_spec.js';
import type { RunnerContext } from '../runner_context.js';
import { computeCosts } from './compute_costs.js';
import { computeHoldIntervals, computeRequestIntervals, computeRetryIntervals } from './compute_request_intervals.js';
import { describeConfiguration } from './describe_configuration.js';

/** Creates the report of an attempt before it is sealed. Times come from the event log. */
export function createAttemptReport(
  spec: AttemptSpec,
  run: RunDirectory,
  verdict: Verdict,
  waiting_ms: number,
  runner: RunnerContext,
): Omit<AttemptReport, 'head' | 'events'> {
  const { manifest, log } = run;
  const { events } = log;
  const { loaded } = spec;
  const { contract } = loaded;
  const claims = describeImportedClaims(events);
  const unmetered = canAskModels(spec, runner) ? 'unknown' : 'none';
  return {
    schema: 1,
    attempt_id: spec.attempt_id,
    contract: {
      id: contract.id,
      version: loaded.version,
      title: contract.title,
      tier: contract.metadata.tier,
      kind: contract.metadata.kind ?? null,
      has_golden: contract.golden_patch !== undefined,
      source: contract.metadata.source,
      path: loaded.shown,
    },
    agent: { kind: spec.agent.kind, name: spec.agent.name },
    trial: spec.trial,
    seed: spec.seed,
    ablation: manifest.ablation,
    harness_version: runner.version,
    sandbox: describeSandbox(runner),
    ...omitUndefined({ clock: manifest.environment.clock, trust: manifest.trust }),
    configuration: describeConfiguration(manifest, events),
    snapshot: {
      kind: manifest.snapshot.kind,
      identity: manifest.snapshot.identity,
      tree: manifest.snapshot.tree,
    },
    ...omitUndefined({ pull_request: manifest.pull_request, replicates: manifest.replicates }),
    patch: describePatch(events),
    verdict,
    timing: computeTiming(events, log.now(), waiting_ms),
    cost: addBaselineCost(
      computeCosts(events, {
        models: manifest.model ? 'metered' : unmetered,
        prices: spec.models?.prices ?? runner.prices,
        kept_bytes: run.bytes,
        units: contract.budget.units,
      }),
      spec.human,
    ),
    resources: describeResources(events),
    strata: contract.metadata.strata,
    ...omitUndefined({ imported_claims: claims }),
    protocol_deviations: [
      ...(manifest.seeds.deviation ? [`seed ${spec.seed} instead of ${manifest.seeds.protocol}`] : []),
      ...(spec.deviations ?? []),
    ],
    network_replayable: manifest.network_replayable,
  };
}

const listAgentExecutions = (events: readonly Event[]) =>
  selectEvents(events, 'tool_invocation').flatMap((event) => event.payload.execution ?? []);

/** Computes how long the parts of an attempt took. What is in no part is overhead. */
function computeTiming(events: readonly Event[], wall_ms: number, waiting_ms: number): AttemptReport['timing'] {
  const setup = [...selectEvents(events, 'setup'), ...selectEvents(events, 'world')].flatMap(
    (event) => event.payload.steps,
  );
  const agent = listAgentExecutions(events);
  // Built-in agents ask models without a command around the request.
  const requests = [...computeRequestIntervals(events), ...computeRetryIntervals(events)];
  const holds = computeHoldIntervals(events);
  const setup_ms = computeWallMs(setup);
  const evaluation_ms = computeWallMs(events.flatMap(listCheckExecutions));
  const held_ms = sumHeldMs(events);
  const reference_ms = sumNumbers(selectEvents(events, 'oracle_reference').map(({ payload }) => payload.waited_ms));
  const judge_ms = computeWallMs(selectEvents(events, 'model_check').flatMap(({ payload }) => payload.asked ?? []));
  const busy_ms = computeWallMs([...agent, ...requests, ...holds]);
  return {
    wall_ms: roundMs(wall_ms),
    setup_ms: roundMs(setup_ms),
    agent_ms: roundMs(computeWallMs([...agent, ...requests])),
    tool_ms: roundMs(computeWallMs(agent)),
    evaluation_ms: roundMs(evaluation_ms),
    waiting_ms: roundMs(waiting_ms + held_ms + computeWallMs(holds) + reference_ms + judge_ms),
    overhead_ms: roundMs(
      Math.max(0, wall_ms - setup_ms - busy_ms - evaluation_ms - waiting_ms - held_ms - reference_ms - judge_ms),
    ),
  };
}

/** Describes the patch by its files; one that was never applied still lists them. */
function describePatch(events: readonly Event[]): AttemptReport['patch'] {
  const patch = selectEvents(events, 'workspace_mutation').at(-1)?.payload;
  if (patch === undefined) return null;
  const files = (selectEvents(events, 'patch_applied').at(-1)?.payload ?? patch).files;
  return {
    sha256: patch.patch_sha256,
    bytes: patch.patch_bytes,
    files: files.length,
    added: sumNumbers(files.map((file) => file.added_lines ?? 0)),
    deleted: sumNumbers(files.map((file) => file.deleted_lines ?? 0)),
  };
}

function describeResources(events: readonly Event[]): AttemptReport['resources'] {
  const agent = listAgentExecutions(events);
  const all = [...agent, ...events.flatMap(listCheckExecutions)];
  return {
    peak_memory_bytes: findMaximum(all.map((execution) => execution.usage.peak_memory_bytes)),
    cpu_ms: sumMeasured(all.map((execution) => execution.usage.cpu_ms)),
    network_attempts: sumMeasured(agent.map((execution) => execution.network_attempts)),
  };
}

/** Describes what an imported trajectory claims; undefined if the agent ran here. */
function describeImportedClaims(events: readonly Event[]): ImportedClaims | undefined {
  const imported = selectEvents(events, 'imported_trajectory')[0]?.payload;
  if (imported === undefined) return undefined;
  const { place, format, agent, model, exit_status, steps, calls, totals } = imported;
  const { prompt_tokens, completion_tokens, cost_usd } = totals;
  const claims_tokens = prompt_tokens !== null || completion_tokens !== null;
  const tokens = claims_tokens ? (prompt_tokens ?? 0) + (completion_tokens ?? 0) : null;
  return { place, format, agent, model, exit_status, steps, calls, tokens, cost_usd };
}

/**
 * Checks whether an agent without models of the run may have asked some by itself. A program in a sandbox without a
 * live network cannot, and what made a patch file is unknown; the diff of a pull request asks none.
 */
function canAskModels({ agent, loaded }: AttemptSpec, { probe, recordings }: RunnerContext): boolean {
  if ('patch' in agent) return agent.made_elsewhere === true;
  const { network } = loaded.contract.policy;
  const has_network = network !== 'deny' && (loaded.stubs === undefined || recordings !== undefined);
  return agent.kind === 'command' && (has_network || !probe.isolated);
}

/**
 * Sums the time in which the agent was held: throttled calls and questions to a person. Model requests record their
 * own.
 */
function sumHeldMs(events: readonly Event[]): number {
  let sum_ms = 0;
  let next = 0;
  for (const { type, payload } of events) {
    if (type === 'intervention' && payload.action === 'throttle') next = Math.max(next, payload.wait_ms ?? 0);
    if (type === 'escalation' && payload.decision !== 'pending') sum_ms += payload.waited_ms;
    // A call only seen in traffic was not held, and a model request records its own wait.
    if (type === 'tool_invocation' && !payload.asked) sum_ms += next;
    if (type === 'prompt' || (type === 'tool_invocation' && !payload.asked)) next = 0;
  }
  return sum_ms;
}

const sumNumbers = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const roundMs = (ms: number) => Math.round(ms * 100) / 100;
/**
 * Sums measured values.
 *
 * @returns null if one was not measured
 */
const sumMeasured = (values: readonly (number | null)[]) =>
  values.some((value) => value === null) ? null : roundMs(sumNumbers(values as number[]));
const findMaximum = (values: readonly (number | null)[]) =>
  values.length === 0 || values.some((value) => value === null) ? null : Math.max(...(values as number[]));

function describeSandbox({ backend, probe }: RunnerContext): AttemptReport['sandbox'] {
  const { disk = 'none' } = probe.guarantees;
  return {
    backend: backend.name,
    isolated: probe.isolated,
    ...omitUndefined({ disk: disk === 'none' ? undefined : disk }),
  };
}
