import { stripVTControlCharacters } from 'node:util';
import type { Manifest } from '../manifest/manifest.js';
import type { Event, EventType, Execution } from './event.js';

/**
 * Complete input of a verdict: the identities bound before the run, and the observations made during it. It is read
 * from `manifest.json` and `events.jsonl` alone.
 */
export interface RunRecord {
  readonly manifest: Manifest;
  /** In log order. A verdict uses the events before the seal; the seal itself decides nothing. */
  readonly events: readonly Event[];
}

/** Returns the events of one type. */
export function selectEvents<T extends EventType>(events: readonly Event[], type: T): Event<T>[] {
  return events.filter((event) => event.type === type) as Event<T>[];
}

/**
 * Returns the tests that `pass_to_pass: all` of an acceptance check requires. These are the tests that pass both in the
 * unchanged repository and with the reference solution.
 *
 * @returns undefined if the record does not say, or if no report of these runs could be read
 */
export function findBasePassedTests(check_id: string, events: readonly Event[]): readonly string[] | undefined {
  const reference = selectEvents(events, 'oracle_reference').at(-1);
  const base_check = reference?.payload.checks.find(({ check }) => check === check_id);
  return base_check?.readable ? base_check.base_passed : undefined;
}

/** Recorded events of one request to a model. */
export interface RecordedExchange {
  number: number;
  /** undefined = it could not be read. */
  prompt: Event<'prompt'> | undefined;
  /** undefined = the log ends before the response was complete. */
  response: Event<'response'> | undefined;
  cost: Event<'cost'> | undefined;
}

/** Returns the model exchanges of a log by number, in order. If a number occurs twice, the first event counts. */
export function collectExchanges(events: readonly Event[]): Map<number, RecordedExchange> {
  const exchanges = new Map<number, RecordedExchange>();
  const getExchange = (number: number): RecordedExchange => {
    const entry = exchanges.get(number) ?? { number, prompt: undefined, response: undefined, cost: undefined };
    exchanges.set(number, entry);
    return entry;
  };
  for (const event of events) {
    if (event.type === 'prompt') getExchange(event.payload.exchange).prompt ??= event;
    else if (event.type === 'response') getExchange(event.payload.exchange).response ??= event;
    else if (event.type === 'cost' && event.payload.exchange !== undefined)
      getExchange(event.payload.exchange).cost ??= event;
  }
  return new Map([...exchanges].sort(([a], [b]) => a - b));
}

/** Exchange whose history refers to an exchange that the log does not contain. */
interface UnresolvedHistory {
  exchange: number;
  because: string;
}

/** Returns the prompts whose history cannot be reconstructed. Visits each exchange once. */
export function findUnresolvedHistories(events: readonly Event[]): UnresolvedHistory[] {
  const lengths = new Map<number, number>();
  return selectEvents(events, 'prompt').flatMap(({ payload: { exchange, history, messages } }): UnresolvedHistory[] => {
    const { of: predecessor, kept: kept_count, changed = { old: 0, new: 0 } } = history;
    const length = predecessor === null ? 0 : lengths.get(predecessor);
    // The successors of a broken exchange do not count as broken again.
    lengths.set(exchange, kept_count - changed.old + messages.length);
    if (length === undefined) return [{ exchange, because: `there is no prompt ${predecessor} before it` }];
    if (kept_count > length) return [{ exchange, because: `it keeps ${kept_count} of ${length} messages` }];
    if (changed.old > kept_count || changed.new > messages.length)
      return [{ exchange, because: 'it changes more than there is' }];
    return [];
  });
}

/** Interval of time, in milliseconds since run start. */
export type TimeInterval = Pick<Execution, 'started_ms' | 'ended_ms'>;

/** Returns the time in milliseconds during which at least one interval was open: concurrent time counts once. */
export function computeWallMs(intervals: readonly TimeInterval[]): number {
  let wall_ms = 0;
  let last_end = 0;
  for (const { started_ms, ended_ms } of [...intervals].sort((a, b) => a.started_ms - b.started_ms)) {
    wall_ms += Math.max(0, ended_ms - Math.max(last_end, started_ms));
    last_end = Math.max(last_end, ended_ms);
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
  let intervals: TimeInterval[] = [];
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
      for (const neighbour of intervals.filter(touches)) {
        known_ms -= neighbour.ended_ms - neighbour.started_ms;
        started_ms = Math.min(started_ms, neighbour.started_ms);
        ended_ms = Math.max(ended_ms, neighbour.ended_ms);
      }
      intervals = [...intervals.filter((other) => !touches(other)), { started_ms, ended_ms }];
      known_ms += ended_ms - started_ms;
      if (intervals.length <= REMEMBERED_INTERVALS) return;
      intervals.sort((a, b) => a.started_ms - b.started_ms);
      const oldest = intervals.shift()!;
      known_ms -= oldest.ended_ms - oldest.started_ms;
      settled_ms += oldest.ended_ms - oldest.started_ms;
      settled_until = oldest.ended_ms;
    },
    wall_ms: (open = []) =>
      settled_ms + (open.length === 0 ? known_ms : computeWallMs([...intervals, ...open.map(clipped)])),
  };
}

/** Returns true for a call that was made, or was to be made, through the harness. */
export const isMediatedCall = (event: Event): event is Event<'tool_invocation'> =>
  event.type === 'tool_invocation' && event.payload.asked === undefined;

/** Counter of the calls of an agent, fed with the events of its log. */
interface CallCounter {
  /** Counts an event. Returns true if it is a call. */
  add(event: Event): boolean;
  /**
   * Number of calls made through the harness, or requested in conversations, whichever is larger: a call can be in
   * both.
   */
  readonly calls: number;
  /**
   * Number of calls that have a price. Refused calls have none. Calls to a tool of the harness that were requested but
   * have no result have none either: the agent was stopped before it made them.
   */
  readonly priced_calls: number;
}

/** Creates an empty counter of calls. */
export function createCallCounter(): CallCounter {
  const counts = { made: 0, asked: 0, refused: 0 };
  /** Tools whose calls are made through the harness. */
  const ours = new Set<string>();
  /** Calls without a result, by tool. */
  const open = new Map<string, number>();
  const unmade = () => [...open].reduce((sum, [tool, calls]) => sum + (ours.has(tool) ? calls : 0), 0);
  return {
    add(event) {
      if (event.type !== 'tool_invocation') return false;
      const { tool, asked: request, refused } = event.payload;
      if (request === undefined) {
        counts.made += 1;
        ours.add(tool);
        if (refused) counts.refused += 1;
      } else {
        counts.asked += 1;
        if (request.result === null) open.set(tool, (open.get(tool) ?? 0) + 1);
      }
      return true;
    },
    get calls() {
      return Math.max(counts.made, counts.asked);
    },
    get priced_calls() {
      return Math.max(counts.made - counts.refused, counts.asked - counts.refused - unmade());
    },
  };
}

/** Counts the calls of a whole log that have a price. */
export function countPricedCalls(events: readonly Event[]): number {
  const count = createCallCounter();
  for (const event of events) count.add(event);
  return count.priced_calls;
}

const MAX_CHARACTERS = 300;

/**
 * Finds the most informative line of a failed command's output.
 *
 * It is the first that mentions an error, on standard error before standard output, else the last. At most 300
 * characters; empty if nothing was printed.
 */
export function findErrorLine({ stdout, stderr }: Pick<Execution, 'stdout' | 'stderr'>): string {
  const lines = [stderr, stdout].map(({ head, tail }) =>
    `${head}\n${tail}`
      .split(/[\r\n]+/)
      .map((line) => stripVTControlCharacters(line).replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  );
  const telling = lines.flat().find((line) => ERROR_PATTERN.test(line) && !NO_ERROR.test(line));
  return (telling ?? lines.find((some) => some.length > 0)?.at(-1) ?? '').slice(0, MAX_CHARACTERS).toWellFormed();
}

// npm prints "npm error code E404" before the line with the actual error, Node the line that throws it.
const NO_ERROR = /^npm (?:error|ERR!) (?:code|errno|syscall) |^npm warn |\bthrow (?:new|err)|\bnew \w*Error\(/i;

/** A kind of error at the beginning, or a word for one that is no part of the name of a file, package or platform. */
const ERROR_PATTERN = new RegExp(
  [
    String.raw`^(?:Uncaught |E +|Caused by: |Exception in thread .{0,80}? )?[\w.]*(?:Error|Exception)\b(?:\s*\[\w+\])?(?::|$)`,
    String.raw`(?<![-/@.\w])(?:err(?:or)?|fatal)(?![-\w]|\.\w)`,
    'undefined reference',
    'not found',
    'no such',
    String.raw`(?<![-\w])unknown(?![-\w])`,
    'cannot',
    'denied',
  ].join('|'),
  'i',
);
