import { BOUNDS } from './bounds.js';
import type { Clock } from './clock.js';
import { type Refusal, refusal } from './decision.js';
import { lockHeld, lockInTheWay } from './locks.js';
import { type State, settle } from './state.js';
import { type Wanting, waiterInTheWay, wouldDeadlock } from './waiting.js';
import { shownPath } from './workspace_path.js';

/** How a request for a lock goes on: it is decided now, or refused for this reason. */
export type Conclude = (because: Refusal | undefined, waited: boolean) => void;

/** The line of those who wait for locks: fair, without polling, and never in a circle. */
export interface Line {
  /** Concludes at once where nobody is in the way, or nobody may be waited for; else it stands in the line until one serves it. */
  ask(wanting: Wanting, wait_ms: number, conclude: Conclude, signal?: AbortSignal): void;
  /** Lets time pass, and serves those who no longer have to wait, first come first. To be called before and after every change. */
  serve(): void;
  close(because: Refusal): void;
}

interface Waiter extends Wanting {
  until_ms: number;
  conclude: Conclude;
}

export const GONE = refusal('agent_stopped', 'whoever asked is gone');

/**
 * @param now milliseconds since run start, never going back
 * @param busy something is decided and not applied yet: nobody is served then, but after it
 */
export function openLine(state: State, clock: Clock, now: () => number, busy: () => boolean): Line {
  /** In order of arrival. */
  const line: Waiter[] = [];
  let disarm = () => {};

  function inTheWay(earlier: readonly Waiter[], wanting: Wanting): Refusal | undefined {
    const lock = lockInTheWay(state.locks, wanting.path, wanting.agent);
    if (lock) return lockHeld(wanting.path, lock, now());
    const waiter = waiterInTheWay(state.locks, earlier, wanting);
    return waiter && behind(wanting, waiter);
  }

  function leave(waiter: Waiter, because: Refusal | undefined): void {
    const at = line.indexOf(waiter);
    if (at < 0) return;
    line.splice(at, 1);
    waiter.conclude(because, true);
  }

  /** The first one for whom waiting is over. */
  function next(): { waiter: Waiter; because: Refusal | undefined } | undefined {
    for (const [i, waiter] of line.entries()) {
      const because = inTheWay(line.slice(0, i), waiter);
      if (!because || now() >= waiter.until_ms) return { waiter, because };
    }
    return undefined;
  }

  function serve(): void {
    if (busy()) return;
    settle(state, now());
    // Anew each time: whoever is served changes what the others wait for, and may make some of them go.
    for (let served = next(); served; served = next()) leave(served.waiter, served.because);
    disarm();
    if (line.length === 0) return;
    const expiry_ms = state.locks.expiry.first()?.rank ?? Number.POSITIVE_INFINITY;
    const next_ms = Math.min(expiry_ms, ...line.map(({ until_ms }) => until_ms));
    disarm = clock.after(Math.max(0, next_ms - now()), serve);
  }

  return {
    ask(wanting, wait_ms, conclude, signal) {
      const because = inTheWay(line, wanting);
      if (!because || wait_ms === 0) return conclude(because, false);
      if (line.length >= BOUNDS.waiting) return conclude(tooMany, false);
      if (wouldDeadlock(state.locks, line, wanting)) return conclude(inVain(because), false);
      const gone = () => {
        leave(waiter, GONE);
        serve();
      };
      const waiter: Waiter = {
        ...wanting,
        until_ms: now() + wait_ms,
        conclude(...how) {
          signal?.removeEventListener('abort', gone);
          conclude(...how);
        },
      };
      signal?.addEventListener('abort', gone);
      line.push(waiter);
    },
    serve,
    close(because) {
      disarm();
      for (const waiter of [...line]) leave(waiter, because);
    },
  };
}

const behind = (wanting: Wanting, { agent, path }: Wanting): Refusal =>
  refusal(
    'lock_held',
    `${shownPath(wanting.path)} cannot be locked yet: ${agent} waits for ${shownPath(path)} since earlier`,
  );

const tooMany = refusal(
  'resource_limit_exceeded',
  `${BOUNDS.waiting} requests wait for locks, and there can be no more`,
);

const inVain = ({ message }: Refusal): Refusal =>
  refusal('lock_held', `${message}; waiting would be a deadlock, since they wait for you: release what you hold first`);
