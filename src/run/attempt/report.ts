import { type Event, type Execution, eventsOf } from '../../record/events.js';
import type { Report } from '../../record/result.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Verdict } from '../../record/verdict.js';
import type { Order } from './order.js';
import type { Rooms } from './rooms.js';

/** Version of the fallback cost schedule that applies while no price table is given (R13). */
const FALLBACK_SCHEDULE = 'fallback-1';

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
  const checks = checkExecutions(events);
  const held_ms = heldMs(events);
  const [setup_ms, tool_ms, evaluation_ms] = [wallOf(setup), wallOf(agent), wallOf(checks)];
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
      path: loaded.shown,
    },
    agent: { kind: order.agent.kind, name: order.agent.name },
    trial: order.trial,
    seed: order.seed,
    ablation: run.manifest.ablation,
    harness_version: rooms.version,
    sandbox: { backend: rooms.backend.name, isolated: rooms.probe.isolated },
    snapshot: {
      kind: run.manifest.snapshot.kind,
      identity: run.manifest.snapshot.identity,
      tree: run.manifest.snapshot.tree,
    },
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
      agent_ms: round(tool_ms),
      tool_ms: round(tool_ms),
      evaluation_ms: round(evaluation_ms),
      waiting_ms: round(waiting_ms + held_ms),
      overhead_ms: round(Math.max(0, wall_ms - setup_ms - tool_ms - evaluation_ms - waiting_ms - held_ms)),
    },
    cost: {
      // Agents that bring a patch use no model; what a command used outside is not known to us.
      total_usd: usesNoModel(order) ? 0 : null,
      lm_usd: usesNoModel(order) ? 0 : null,
      execution_minutes: (setup_ms + tool_ms + evaluation_ms) / 60_000,
      human_minutes: null,
      projection: FALLBACK_SCHEDULE,
    },
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

/** How long the agent was held: calls that were slowed down, and questions to a person. */
function heldMs(events: readonly Event[]): number {
  let held = 0;
  let next = 0;
  for (const { type, payload } of events) {
    if (type === 'intervention' && payload.action === 'throttle') next = Math.max(next, payload.wait_ms ?? 0);
    if (type === 'escalation' && payload.decision !== 'pending') held += payload.waited_ms;
    if (type !== 'tool_invocation' || payload.asked) continue;
    held += next;
    next = 0;
  }
  return held;
}

function checkExecutions(events: readonly Event[]): Execution[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'build':
      case 'static_check':
      case 'acceptance_check':
      case 'maintainability_check':
      case 'canary':
      case 'perturbation':
        return event.payload.execution ?? [];
      default:
        return [];
    }
  });
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
/** How long at least one of them was running: calls through the coordination layer run beside the agent's own command. */
function wallOf(executions: readonly Execution[]): number {
  let wall_ms = 0;
  let until = 0;
  for (const { started_ms, ended_ms } of [...executions].sort((a, b) => a.started_ms - b.started_ms)) {
    wall_ms += Math.max(0, ended_ms - Math.max(until, started_ms));
    until = Math.max(until, ended_ms);
  }
  return wall_ms;
}
const round = (ms: number) => Math.round(ms * 100) / 100;
/** Sum of what was measured; null when anything was not, since a part is not the whole. */
const total = (values: readonly (number | null)[]) =>
  values.some((value) => value === null) ? null : round(sum(values as number[]));
const most = (values: readonly (number | null)[]) =>
  values.length === 0 || values.some((value) => value === null) ? null : Math.max(...(values as number[]));
