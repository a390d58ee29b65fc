import type { Event, Execution } from './event.js';

/** Interval of time, in milliseconds since run start. */
export type TimeInterval = Pick<Execution, 'started_ms' | 'ended_ms'>;

/** Returns the time in milliseconds during which at least one interval was open: concurrent time counts once. */
export function computeWallMs(intervals: readonly TimeInterval[]): number {
  let wall_ms = 0;
  let until = 0;
  for (const { started_ms, ended_ms } of [...intervals].sort((a, b) => a.started_ms - b.started_ms)) {
    wall_ms += Math.max(0, ended_ms - Math.max(until, started_ms));
    until = Math.max(until, ended_ms);
  }
  return wall_ms;
}

/** Returns the commands that were executed for the attempt according to an event. */
export const listExecutions = (event: Event): readonly Execution[] => {
  switch (event.type) {
    case 'setup':
    case 'world':
      return event.payload.steps;
    case 'tool_invocation':
      return event.payload.execution ? [event.payload.execution] : [];
    default:
      return listCheckExecutions(event);
  }
};

/** Returns the command that an event records for a check. */
export function listCheckExecutions(event: Event): readonly Execution[] {
  switch (event.type) {
    case 'build':
    case 'static_check':
    case 'acceptance_check':
    case 'maintainability_check':
    case 'canary':
    case 'rebuild':
    case 'perturbation':
    case 'challenge':
      return event.payload.execution ? [event.payload.execution] : [];
    default:
      return [];
  }
}

/** Returns the interval in which a sandbox was made ready: layer, workspace and session, without commands. */
export const listProvisioningIntervals = (event: Event): readonly TimeInterval[] =>
  event.type === 'provisioning' ? [event.payload] : [];

/** Union of intervals that become known one by one. It measures as `computeWallMs` does, in bounded memory. */
interface IntervalUnion {
  add(interval: TimeInterval): void;
  /** Returns the milliseconds in which at least one interval was open, including `open` intervals that still run. */
  wall_ms(open?: readonly TimeInterval[]): number;
}

/** Maximum number of disjoint intervals in memory; older ones are merged into a total. */
const REMEMBERED_INTERVALS = 256;

/** Creates an empty union of intervals. */
export function createIntervalUnion(): IntervalUnion {
  let known: TimeInterval[] = [];
  let known_ms = 0;
  let settled_ms = 0;
  let settled_until = 0;
  const clipped = ({ started_ms, ended_ms }: TimeInterval): TimeInterval => ({
    started_ms: Math.max(started_ms, settled_until),
    ended_ms,
  });
  return {
    add(interval) {
      let { started_ms, ended_ms } = clipped(interval);
      if (ended_ms <= started_ms) return;
      const touches = (other: TimeInterval) => other.started_ms <= ended_ms && other.ended_ms >= started_ms;
      for (const other of known.filter(touches)) {
        known_ms -= other.ended_ms - other.started_ms;
        started_ms = Math.min(started_ms, other.started_ms);
        ended_ms = Math.max(ended_ms, other.ended_ms);
      }
      known = [...known.filter((other) => !touches(other)), { started_ms, ended_ms }];
      known_ms += ended_ms - started_ms;
      if (known.length <= REMEMBERED_INTERVALS) return;
      known.sort((a, b) => a.started_ms - b.started_ms);
      const oldest = known.shift()!;
      known_ms -= oldest.ended_ms - oldest.started_ms;
      settled_ms += oldest.ended_ms - oldest.started_ms;
      settled_until = oldest.ended_ms;
    },
    wall_ms: (open = []) =>
      settled_ms + (open.length === 0 ? known_ms : computeWallMs([...known, ...open.map(clipped)])),
  };
}
