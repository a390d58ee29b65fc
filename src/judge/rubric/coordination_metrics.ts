import { operations } from '../../contract/operations.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { CoordinationMetrics } from '../../record/safety_metrics.js';
import type { Transition, TransitionKind, TransitionOf } from '../../record/transitions.js';
import { expiredLocks, requeuedWork } from './run_out.js';
import { timesOf } from './times.js';
import type { Trace } from './trace.js';

/** Stages in which what happens is the agent's. */
const BY_AGENT: ReadonlySet<string> = new Set(['inspect', 'write', 'test']);
const KNOWN: ReadonlySet<string> = new Set(operations);
/** Operations whose `execute` is the agent's own work, not the layer's. */
const BY_HAND: ReadonlySet<string> = new Set(['run_command', 'edit_file']);

type Operation = Event<'coordination'>['payload'];

/** What the coordination layer did (A4), by its events alone; null = nothing went through it, and the work was not split. */
export function coordinationOf(trace: Trace): CoordinationMetrics | null {
  const { events } = trace.record;
  const asked = eventsOf(events, 'coordination').map(({ payload }) => payload);
  const parallel = parallelOf(events);
  if (asked.length === 0 && parallel === null) return null;
  const transitions = asked.flatMap(({ transition }) => transition ?? []);
  const { wall_ms, end_ms } = agentTime(events);
  const overhead_ms = asked.reduce((sum, operation) => sum + layerTime(operation), 0);
  return {
    operations: asked.length,
    by_operation: countBy(asked),
    refusals: refusals(asked),
    locks: locksOf(asked, transitions, end_ms),
    queue: queueOf(transitions, end_ms),
    handoffs: handoffsOf(transitions),
    memory: {
      remembered: only(transitions, 'remembered').length,
      recalls: asked.filter(({ operation, outcome }) => operation === 'recall' && outcome === 'done').length,
      hits: only(transitions, 'recalled').filter(({ found }) => found > 0).length,
    },
    parallel,
    overhead_ms,
    overhead_share: wall_ms > 0 ? overhead_ms / wall_ms : null,
  };
}

const only = <K extends TransitionKind>(transitions: readonly Transition[], kind: K) =>
  transitions.filter((transition) => transition.kind === kind) as TransitionOf<K>[];

/** Operations and outcomes are the closed sets: whatever else was asked for is one row, so that nobody's words name rows. */
function countBy(asked: readonly Operation[]): CoordinationMetrics['by_operation'] {
  const counts = new Map<string, { done: number; denied: number; failed: number }>();
  for (const { operation, outcome } of asked) {
    const name = KNOWN.has(operation) ? operation : 'unknown';
    const count = counts.get(name) ?? { done: 0, denied: 0, failed: 0 };
    count[outcome] += 1;
    counts.set(name, count);
  }
  return Object.fromEntries([...counts].sort());
}

function refusals(asked: readonly Operation[]): CoordinationMetrics['refusals'] {
  const counts = new Map<string, number>();
  for (const { code } of asked) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}

function locksOf(
  asked: readonly Operation[],
  transitions: readonly Transition[],
  end_ms: number,
): CoordinationMetrics['locks'] {
  const requests = asked.filter(({ operation }) => operation === 'acquire_lock');
  const refused = requests.filter(({ code }) => code === 'lock_held').length;
  const acquired = only(transitions, 'lock_acquired');
  // Whoever waited and went away, or was stopped, met somebody else's lock as well.
  const given_up = requests.filter(({ outcome, code, waited_ms }) => {
    return outcome !== 'done' && code !== 'lock_held' && waited_ms > 0;
  }).length;
  return {
    acquired: acquired.length,
    contended: acquired.filter(({ contended }) => contended).length + refused + given_up,
    refused,
    expired: expiredLocks(transitions, end_ms),
    waits: timesOf(requests.map(({ waited_ms }) => waited_ms).filter((ms) => ms > 0)),
  };
}

function queueOf(transitions: readonly Transition[], end_ms: number): CoordinationMetrics['queue'] {
  const claimed = only(transitions, 'work_claimed');
  return {
    submitted: only(transitions, 'work_submitted').length,
    claimed: claimed.length,
    completed: only(transitions, 'work_completed').length,
    requeued: requeuedWork(transitions, end_ms),
    latency: timesOf(claimed.map(({ at_ms, ready_ms }) => at_ms - ready_ms)),
  };
}

function handoffsOf(transitions: readonly Transition[]): CoordinationMetrics['handoffs'] {
  const written = only(transitions, 'handoff_written').length;
  const read = new Set(only(transitions, 'handoff_read').flatMap(({ ids }) => ids)).size;
  return { written, read, unread: written - read };
}

function parallelOf(events: readonly Event[]): CoordinationMetrics['parallel'] {
  const parts = eventsOf(events, 'subtask').map(({ payload }) => payload);
  if (parts.length === 0) return null;
  const wall_ms = roundsOf(parts).reduce((sum, round) => sum + spanOf(round), 0);
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

type Part = Event<'subtask'>['payload'];

/** Agents that write again after a failed test work at all parts again: what lies between is not theirs. */
function roundsOf(parts: readonly Part[]): Part[][] {
  const rounds: Part[][] = [];
  for (const part of parts) {
    const round = rounds.at(-1);
    if (!round || round.some(({ id }) => id === part.id)) rounds.push([part]);
    else round.push(part);
  }
  return rounds;
}

function spanOf(round: readonly Part[]): number {
  const [began, ended] = [round.map(({ started_ms }) => started_ms), round.map(({ ended_ms }) => ended_ms)];
  return ended.reduce((a, b) => Math.max(a, b)) - began.reduce((a, b) => Math.min(a, b));
}

function layerTime({ operation, stages }: Operation): number {
  return stages
    .filter(({ stage }) => stage !== 'execute' || !BY_HAND.has(operation))
    .reduce((sum, { ms }) => sum + ms, 0);
}

/** From the first event of the agent's stages to the last one; of a record without stages, from its first event. */
function agentTime(events: readonly Event[]): { wall_ms: number; end_ms: number } {
  const own = events.filter(({ stage }) => BY_AGENT.has(stage ?? ''));
  const end = own.at(-1) ?? events.at(-1);
  return {
    wall_ms: own.length > 0 ? (own.at(-1)!.t - own[0]!.t) / 1e6 : 0,
    end_ms: (end?.t ?? 0) / 1e6,
  };
}
