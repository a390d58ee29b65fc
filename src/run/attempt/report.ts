import { type Event, eventsOf } from '../../record/events.js';
import type { Report } from '../../record/result.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Verdict } from '../../record/verdict.js';
import { configurationOf } from './configuration.js';
import { costsOf } from './costs.js';
import type { Order } from './order.js';
import type { Rooms } from './rooms.js';
import { checkExecution, exchangeSpans, holdSpans, retrySpans, wallOf } from './spans.js';

/** Everything that is concluded about an attempt, before it is sealed. Times are from the event log. */
export function reportOf(
  order: Order,
  run: RunDirectory,
  verdict: Verdict,
  waiting_ms: number,
  rooms: Rooms,
): Omit<Report, 'head' | 'events'> {
  const { events } = run.log;
  const { loaded } = order;
  const { contract } = loaded;
  const wall_ms = run.log.now();
  const setup = [...eventsOf(events, 'setup'), ...eventsOf(events, 'world')].flatMap((event) => event.payload.steps);
  const agent = eventsOf(events, 'tool_invocation').flatMap((event) => event.payload.execution ?? []);
  const checks = events.flatMap(checkExecution);
  // A model is asked by a command of the agent, or by an agent that is part of the harness: then there is no command around it.
  const [asked, held] = [[...exchangeSpans(events), ...retrySpans(events)], holdSpans(events)];
  const held_ms = heldMs(events);
  const reference_ms = sum(eventsOf(events, 'oracle_reference').map(({ payload }) => payload.waited_ms));
  const [setup_ms, tool_ms, evaluation_ms] = [wallOf(setup), wallOf(agent), wallOf(checks)];
  const busy_ms = wallOf([...agent, ...asked, ...held]);
  const patch = eventsOf(events, 'workspace_mutation').at(-1)?.payload;
  // What was never applied still has its files.
  const files = (eventsOf(events, 'patch_applied').at(-1)?.payload ?? patch)?.files ?? [];
  const all = [...agent, ...checks];
  return {
    schema: 1,
    attempt_id: order.attempt_id,
    contract: {
      id: contract.id,
      version: loaded.version,
      title: contract.title,
      tier: contract.metadata.tier,
      kind: contract.metadata.kind ?? null,
      source: contract.metadata.source,
      path: loaded.shown,
    },
    agent: { kind: order.agent.kind, name: order.agent.name },
    trial: order.trial,
    seed: order.seed,
    ablation: run.manifest.ablation,
    harness_version: rooms.version,
    sandbox: sandboxOf(rooms),
    configuration: configurationOf(run.manifest, events),
    snapshot: {
      kind: run.manifest.snapshot.kind,
      identity: run.manifest.snapshot.identity,
      tree: run.manifest.snapshot.tree,
    },
    ...(run.manifest.pull_request ? { pull_request: run.manifest.pull_request } : {}),
    patch: patch
      ? {
          sha256: patch.patch_sha256,
          bytes: patch.patch_bytes,
          files: files.length,
          added: sum(files.map((file) => file.added_lines ?? 0)),
          deleted: sum(files.map((file) => file.deleted_lines ?? 0)),
        }
      : null,
    verdict,
    timing: {
      wall_ms: round(wall_ms),
      setup_ms: round(setup_ms),
      agent_ms: round(wallOf([...agent, ...asked])),
      tool_ms: round(tool_ms),
      evaluation_ms: round(evaluation_ms),
      waiting_ms: round(waiting_ms + held_ms + wallOf(held) + reference_ms),
      overhead_ms: round(
        Math.max(0, wall_ms - setup_ms - busy_ms - evaluation_ms - waiting_ms - held_ms - reference_ms),
      ),
    },
    cost: costsOf(events, {
      models: run.manifest.model ? 'metered' : usesNoModel(order) ? 'none' : 'unknown',
      prices: order.models?.prices ?? rooms.prices,
      kept_bytes: run.bytes,
    }),
    resources: {
      peak_memory_bytes: most(all.map((execution) => execution.usage.peak_memory_bytes)),
      cpu_ms: total(all.map((execution) => execution.usage.cpu_ms)),
      network_attempts: total(agent.map((execution) => execution.network_attempts)),
    },
    strata: contract.metadata.strata,
    protocol_deviations: run.manifest.seeds.deviation
      ? [`seed ${order.seed} instead of ${run.manifest.seeds.protocol}`]
      : [],
    network_replayable: run.manifest.network_replayable,
  };
}

function usesNoModel({ agent }: Order): boolean {
  return agent.kind === 'noop' || agent.kind === 'golden' || agent.kind === 'scripted';
}

/** How long the agent was held: calls that were slowed down, and questions to a person. Requests to models say it themselves. */
function heldMs(events: readonly Event[]): number {
  let held = 0;
  let next = 0;
  for (const { type, payload } of events) {
    if (type === 'intervention' && payload.action === 'throttle') next = Math.max(next, payload.wait_ms ?? 0);
    if (type === 'escalation' && payload.decision !== 'pending') held += payload.waited_ms;
    // A call that was only seen in the traffic was not held by us, and a request has taken the wait upon itself.
    if (type === 'tool_invocation' && !payload.asked) held += next;
    if (type === 'prompt' || (type === 'tool_invocation' && !payload.asked)) next = 0;
  }
  return held;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const round = (ms: number) => Math.round(ms * 100) / 100;
/** Sum of what was measured; null when anything was not, since a part is not the whole. */
const total = (values: readonly (number | null)[]) =>
  values.some((value) => value === null) ? null : round(sum(values as number[]));
const most = (values: readonly (number | null)[]) =>
  values.length === 0 || values.some((value) => value === null) ? null : Math.max(...(values as number[]));

function sandboxOf({ backend, probe }: Rooms): Report['sandbox'] {
  const { disk = 'none' } = probe.guarantees;
  return { backend: backend.name, isolated: probe.isolated, ...(disk === 'none' ? {} : { disk }) };
}
