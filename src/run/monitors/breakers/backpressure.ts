import type { Event } from '../../../record/events.js';
import { type Breaker, counted, perPart, sensor } from './breaker.js';
import { callKey, isCall } from './call.js';

const MINUTE_NS = 60e9;
/** First and longest wait after a burst, in milliseconds; each further call of the burst doubles it. */
const BURST_MS = [250, 30_000] as const;
/** The same for an expensive command that is run again. */
const REPEAT_MS = [1000, 60_000] as const;
/** From this wall-clock time on a command is expensive, in milliseconds. */
const EXPENSIVE_MS = 10_000;
/** So many different expensive commands are remembered. */
const REMEMBERED = 100;

const grown = ([first, longest]: readonly [number, number], n: number) =>
  Math.min(longest, first * 2 ** Math.min(n, 20));

const burst = (code: string, word: string, isOne: (event: Event) => boolean): Breaker => ({
  code,
  watch({ policy }) {
    const limit = policy.breakers.calls_per_minute;
    if (limit === 0) return undefined;
    const times: number[] = [];
    let throttled = 0;
    return sensor((event) => {
      if (!isOne(event)) return undefined;
      times.push(event.t);
      if (times.length > limit) times.shift();
      // The oldest of the last `limit` ones was less than a minute ago.
      if (times.length < limit || event.t - times[0]! >= MINUTE_NS) {
        throttled = 0;
        return undefined;
      }
      const wait_ms = grown(BURST_MS, throttled);
      throttled += 1;
      return {
        code,
        severity: 'info',
        message: `${counted(limit, word)} within a minute`,
        signals: { [`${word}s`]: limit, within_ms: Math.round((event.t - times[0]!) / 1e6), limit },
        action: 'throttle',
        wait_ms,
      };
    });
  },
});

/** Trips while the agent makes more than `breakers.calls_per_minute` calls: each further call waits, longer every time (R10). */
export const callBurst = burst('call-burst', 'call', isCall);
/** The same for requests to models: the next one is held back. */
export const requestBurst = burst('request-burst', 'request', (event) => event.type === 'prompt');

/** Trips when an expensive command is run again although the workspace is as it was: the next call waits, longer every time (R10). */
export const expensiveRepeat: Breaker = {
  code: 'expensive-repeat',
  watch: () =>
    perPart(() => {
      const seen = new Map<string, { tree: string; times: number }>();
      return sensor((event) => {
        const ran = isCall(event) ? event.payload.execution : undefined;
        if (!isCall(event) || !ran || !event.payload.tree || ran.ended_ms - ran.started_ms < EXPENSIVE_MS)
          return undefined;
        const { tree } = event.payload;
        const key = callKey(event.payload);
        const before = seen.get(key);
        const times = before?.tree === tree ? before.times + 1 : 1;
        seen.delete(key);
        seen.set(key, { tree, times });
        if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!);
        if (times < 2) return undefined;
        return {
          code: 'expensive-repeat',
          severity: 'info',
          message: `a command of ${Math.round((ran.ended_ms - ran.started_ms) / 1000)} s was run ${times} times on the same workspace`,
          signals: { call: event.seq, times, tree },
          action: 'throttle',
          wait_ms: grown(REPEAT_MS, times - 2),
        };
      });
    }),
};
