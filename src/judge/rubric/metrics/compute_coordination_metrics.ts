import { operations } from '../../../contract/coordination/mechanism.js';
import type {
  StateTransition,
  StateTransitionKind,
  StateTransitionVariant,
} from '../../../record/events/act_payloads.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { CoordinationMetrics } from '../../../record/verdict/safety_metrics.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { isAgentStageName } from '../trace/is_agent_stage_name.js';
import { summariseTimes } from './summarise_times.js';

/** Names of the operations that exist. */
const KNOWN_OPERATIONS: ReadonlySet<string> = new Set(operations);
/** Operations whose `execute` stage is the agent's own work, not that of the layer. */
const WORKSPACE_OPERATIONS: ReadonlySet<string> = new Set(['run_command', 'edit_file']);

type RecordedOperation = Event<'coordination'>['payload'];

/**
 * Computes what the coordination layer did, from its events alone (requirement A4).
 *
 * @returns null if no operation was recorded and the work was not split
 */
export function computeCoordinationMetrics(trace: AttemptTrace): CoordinationMetrics | null {
  const { events } = trace.record;
  const operations = selectEvents(events, 'coordination').map(({ payload }) => payload);
  const parallel = computeParallelMetrics(events);
  if (operations.length === 0 && parallel === null) return null;
  const transitions = operations.flatMap(({ transition }) => transition ?? []);
  const { wall_ms, end_ms } = computeAgentTime(events);
  const overhead_ms = operations.reduce((sum, operation) => sum + computeLayerTime(operation), 0);
  return {
    operations: operations.length,
    by_operation: countByOperation(operations),
    refusals: countRefusals(operations),
    locks: computeLockMetrics(operations, transitions, end_ms),
    queue: computeQueueMetrics(transitions, end_ms),
    handoffs: computeHandoffMetrics(transitions),
    memory: {
      remembered: selectTransitions(transitions, 'remembered').length,
      recalls: operations.filter(({ operation, outcome }) => operation === 'recall' && outcome === 'done').length,
      hits: selectTransitions(transitions, 'recalled').filter(({ found }) => found > 0).length,
    },
    parallel,
    overhead_ms,
    overhead_share: wall_ms > 0 ? overhead_ms / wall_ms : null,
  };
}

const selectTransitions = <K extends StateTransitionKind>(transitions: readonly StateTransition[], kind: K) =>
  transitions.filter((transition) => transition.kind === kind) as StateTransitionVariant<K>[];

/** Counts operations by name and outcome. Unknown names share one row, so that agents cannot name rows. */
function countByOperation(asked: readonly RecordedOperation[]): CoordinationMetrics['by_operation'] {
  const counts = new Map<string, { done: number; denied: number; failed: number }>();
  for (const { operation, outcome } of asked) {
    const name = KNOWN_OPERATIONS.has(operation) ? operation : 'unknown';
    const count = counts.get(name) ?? { done: 0, denied: 0, failed: 0 };
    count[outcome] += 1;
    counts.set(name, count);
  }
  return Object.fromEntries([...counts].sort());
}

function countRefusals(asked: readonly RecordedOperation[]): CoordinationMetrics['refusals'] {
  const counts = new Map<string, number>();
  for (const { code } of asked) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}

function computeLockMetrics(
  asked: readonly RecordedOperation[],
  transitions: readonly StateTransition[],
  end_ms: number,
): CoordinationMetrics['locks'] {
  const requests = asked.filter(({ operation }) => operation === 'acquire_lock');
  const refused = requests.filter(({ code }) => code === 'lock_held').length;
  const acquired = selectTransitions(transitions, 'lock_acquired');
  // Requests that waited and then gave up or were stopped also met a lock of another agent.
  const given_up = requests.filter(({ outcome, code, waited_ms }) => {
    return outcome !== 'done' && code !== 'lock_held' && waited_ms > 0;
  }).length;
  return {
    acquired: acquired.length,
    contended: acquired.filter(({ contended }) => contended).length + refused + given_up,
    refused,
    expired: countExpiredLocks(transitions, end_ms),
    waits: summariseTimes(requests.map(({ waited_ms }) => waited_ms).filter((ms) => ms > 0)),
  };
}

/** Counts locks that expired by `end_ms` without being released or acquired again. */
function countExpiredLocks(transitions: readonly StateTransition[], end_ms: number): number {
  const locks = new Map<string, { count: number; expires_ms: number }>();
  let expired = 0;
  for (const transition of transitions) {
    if (transition.kind !== 'lock_acquired' && transition.kind !== 'lock_released') continue;
    const { kind, path, at_ms } = transition;
    const lock = locks.get(path);
    const out = lock !== undefined && lock.expires_ms <= at_ms;
    if (out) expired += 1;
    const count = (out ? 0 : (lock?.count ?? 0)) + (kind === 'lock_acquired' ? 1 : -1);
    if (count <= 0) locks.delete(path);
    else locks.set(path, { count, expires_ms: kind === 'lock_acquired' ? transition.expires_ms : lock!.expires_ms });
  }
  return expired + [...locks.values()].filter(({ expires_ms }) => expires_ms <= end_ms).length;
}

function computeQueueMetrics(transitions: readonly StateTransition[], end_ms: number): CoordinationMetrics['queue'] {
  const claimed = selectTransitions(transitions, 'work_claimed');
  return {
    submitted: selectTransitions(transitions, 'work_submitted').length,
    claimed: claimed.length,
    completed: selectTransitions(transitions, 'work_completed').length,
    requeued: countRequeuedItems(transitions, end_ms),
    latency: summariseTimes(claimed.map(({ at_ms, ready_ms }) => at_ms - ready_ms)),
  };
}

/** Counts work items that returned to the queue by `end_ms` because their lease expired. */
function countRequeuedItems(transitions: readonly StateTransition[], end_ms: number): number {
  const leases = new Map<string, number>();
  let requeued = 0;
  for (const transition of transitions) {
    switch (transition.kind) {
      case 'work_claimed':
        // A claimed item can be claimed again only after its lease has expired.
        if (leases.has(transition.id)) requeued += 1;
        leases.set(transition.id, transition.lease_until_ms);
        break;
      case 'work_renewed':
        leases.set(transition.id, transition.lease_until_ms);
        break;
      case 'work_completed':
        leases.delete(transition.id);
        break;
    }
  }
  return requeued + [...leases.values()].filter((until_ms) => until_ms <= end_ms).length;
}

function computeHandoffMetrics(transitions: readonly StateTransition[]): CoordinationMetrics['handoffs'] {
  const handoff_count = selectTransitions(transitions, 'handoff_written').length;
  const read = new Set(selectTransitions(transitions, 'handoff_read').flatMap(({ ids }) => ids)).size;
  return { written: handoff_count, read, unread: handoff_count - read };
}

function computeParallelMetrics(events: readonly Event[]): CoordinationMetrics['parallel'] {
  const parts = selectEvents(events, 'subtask').map(({ payload }) => payload);
  if (parts.length === 0) return null;
  const wall_ms = groupRounds(parts).reduce((sum, round) => sum + computeRoundTime(round), 0);
  const sequential_ms = parts.reduce((sum, { started_ms, ended_ms }) => sum + ended_ms - started_ms, 0);
  return {
    subtasks: parts.length,
    merged: parts.filter(({ outcome }) => outcome === 'merged').length,
    conflicts: parts.filter(({ outcome }) => outcome === 'conflict').length,
    wall_ms,
    sequential_ms,
    speed_up: wall_ms > 0 ? sequential_ms / wall_ms : null,
  };
}

type SubtaskResult = Event<'subtask'>['payload'];

/** Groups subtasks by round. An agent that writes again after a failed test works on all subtasks again. */
function groupRounds(parts: readonly SubtaskResult[]): SubtaskResult[][] {
  const rounds: SubtaskResult[][] = [];
  for (const part of parts) {
    const round = rounds.at(-1);
    if (!round || round.some(({ id }) => id === part.id)) rounds.push([part]);
    else round.push(part);
  }
  return rounds;
}

function computeRoundTime(round: readonly SubtaskResult[]): number {
  const [began, ended] = [round.map(({ started_ms }) => started_ms), round.map(({ ended_ms }) => ended_ms)];
  return ended.reduce((a, b) => Math.max(a, b)) - began.reduce((a, b) => Math.min(a, b));
}

function computeLayerTime({ operation, stages }: RecordedOperation): number {
  return stages
    .filter(({ stage }) => stage !== 'execute' || !WORKSPACE_OPERATIONS.has(operation))
    .reduce((sum, { ms }) => sum + ms, 0);
}

/**
 * Measures the time between the first and the last event of the agent's stages, in milliseconds. For a record without
 * stages, `end_ms` is that of the last event.
 */
function computeAgentTime(events: readonly Event[]): { wall_ms: number; end_ms: number } {
  const agent_stages = events.filter(({ stage }) => isAgentStageName(stage));
  const end = agent_stages.at(-1) ?? events.at(-1);
  return {
    wall_ms: agent_stages.length > 0 ? (agent_stages.at(-1)!.t - agent_stages[0]!.t) / 1e6 : 0,
    end_ms: (end?.t ?? 0) / 1e6,
  };
}
