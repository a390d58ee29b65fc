import type { Event } from '../../../../record/events/event.js';
import { isMediatedCall } from '../../../../record/events/select_events.js';
import {
  type Breaker,
  createCallReducer,
  createEventReducer,
  createSubtaskReducer,
  pluralizeCount,
} from '../base/breaker.js';

const MINUTE_NS = 60e9;
/** First and longest wait after a burst, in milliseconds; each further call of the burst doubles it. */
const BURST_MS = [250, 30_000] as const;
/** First and longest wait after a repeated expensive command, in milliseconds. */
const REPEAT_MS = [1000, 60_000] as const;
/** Wall-clock time from which a command counts as expensive, in milliseconds. */
const EXPENSIVE_MS = 10_000;
/** Maximum number of expensive commands that are remembered. */
const MAX_REMEMBERED = 100;

const computeWait = ([first, longest]: readonly [number, number], n: number) =>
  Math.min(longest, first * 2 ** Math.min(n, 20));

const createBurstBreaker = (code: string, word: string, isOne: (event: Event) => boolean): Breaker => ({
  code,
  watch({ policy }) {
    const limit = policy.breakers.calls_per_minute;
    if (limit === 0) return undefined;
    const times: number[] = [];
    let throttled = 0;
    return createEventReducer((event) => {
      if (!isOne(event)) return undefined;
      times.push(event.t);
      if (times.length > limit) times.shift();
      // The oldest of the last `limit` ones was less than a minute ago.
      const [oldest = event.t] = times;
      if (times.length < limit || event.t - oldest >= MINUTE_NS) {
        throttled = 0;
        return undefined;
      }
      const wait_ms = computeWait(BURST_MS, throttled);
      throttled += 1;
      return {
        code,
        severity: 'info',
        message: `${pluralizeCount(limit, word)} within a minute`,
        signals: { [`${word}s`]: limit, within_ms: Math.round((event.t - oldest) / 1e6), limit },
        action: 'throttle',
        wait_ms,
      };
    });
  },
});

/**
 * Trips while the agent makes more than `breakers.calls_per_minute` calls; each further call waits longer (requirement
 * R10). Calls that only the traffic shows come in bundles, one per response of a model. They are delayed as requests.
 */
export const callBurstBreaker = createBurstBreaker('call-burst', 'call', isMediatedCall);
/** Trips while the agent sends too many requests to models; the next request waits (requirement R10). */
export const requestBurstBreaker = createBurstBreaker('request-burst', 'request', (event) => event.type === 'prompt');

/**
 * Trips when an expensive command is repeated on an unchanged workspace; the next call waits longer each time
 * (requirement R10).
 */
export const expensiveRepeatBreaker: Breaker = {
  code: 'expensive-repeat',
  watch: () =>
    createSubtaskReducer(() => {
      const runs = new Map<string, { tree: string; times: number }>();
      return createCallReducer(({ executed, polls, wall_ms, tree, key, seq }) => {
        if (!executed || polls || !tree || wall_ms === null || wall_ms < EXPENSIVE_MS) return undefined;
        const previous = runs.get(key);
        const times = previous?.tree === tree ? previous.times + 1 : 1;
        runs.delete(key);
        runs.set(key, { tree, times });
        if (runs.size > MAX_REMEMBERED) runs.delete(runs.keys().next().value!);
        if (times < 2) return undefined;
        return {
          code: 'expensive-repeat',
          severity: 'info',
          message: `a command of ${Math.round(wall_ms / 1000)} s was run ${times} times on the same workspace`,
          signals: { call: seq, times, tree },
          action: 'throttle',
          wait_ms: computeWait(REPEAT_MS, times - 2),
        };
      });
    }),
};
