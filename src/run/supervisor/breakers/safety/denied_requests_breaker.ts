import { defaultBreakers } from '../../../../contract/policy/policy.js';
import type { Event } from '../../../../record/events/event.js';
import { isMediatedCall } from '../../../../record/events/select_events.js';
import { type Breaker, createEventReducer, pluralizeCount } from '../base/breaker.js';

/** Hosts whose last refusal is remembered. */
const MAX_HOSTS = 1000;
/**
 * Requests to one host within this time are one attempt of a program that asks again or for many files, in nanoseconds.
 */
const ATTEMPT_NS = 1e9;
/**
 * Maximum number of attempts counted per command that bypasses the proxy: the counter does not tell when each was made,
 * or by which program.
 */
const MAX_PER_COMMAND = 10;

/**
 * Trips when the agent tried `breakers.denied_requests` times to reach closed hosts, and ends the run for safety. An
 * installer without a network asks one host for hundreds of packages at once, so each host counts at most once per
 * second. Aggregated events, which the proxy writes in a flood, count in full.
 */
export const deniedRequestsBreaker: Breaker = {
  code: 'denied-requests',
  watch({ policy }) {
    const limit = policy.breakers.denied_requests ?? defaultBreakers.denied_requests;
    if (limit === 0) return undefined;
    const last = new Map<string, number>();
    const requests = ({ t, payload }: Event<'network_request'>): number => {
      if (payload.decision !== 'denied') return 0;
      if (payload.count > 1) return payload.count;
      const host = payload.destination ?? '';
      const previous = last.get(host);
      if (previous !== undefined && t - previous < ATTEMPT_NS) return 0;
      last.delete(host);
      last.set(host, t);
      if (last.size > MAX_HOSTS) last.delete(last.keys().next().value!);
      return 1;
    };
    let attempts = 0;
    return createEventReducer((event) => {
      let added = 0;
      if (event.type === 'network_request') added = requests(event);
      else if (isMediatedCall(event)) added = Math.min(MAX_PER_COMMAND, event.payload.execution?.network_attempts ?? 0);
      attempts += added;
      if (added === 0 || attempts < limit) return undefined;
      const tries = pluralizeCount(attempts, 'attempt');
      return {
        code: 'denied-requests',
        severity: 'violation',
        message: `the agent made ${tries} to reach hosts that are closed to it, the limit is ${limit}`,
        signals: { attempts, limit, at: event.seq },
        action: 'kill',
        stop: { kind: 'safety' },
      };
    });
  },
};
