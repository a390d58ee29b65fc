import { type Mask, maskStrings } from '../../record/mask.js';
import type { Touched } from '../safety/protected_paths.js';
import type { Clock } from './clock.js';
import { decide } from './decide.js';
import { type Decision, type Order, type Refusal, refusal, type Settings } from './decision.js';
import { type Conclude, GONE, openLine } from './line.js';
import { lockStanding, othersLockStanding, ownLock } from './locks.js';
import { apply, emptyState, type State } from './state.js';
import type { Wanting } from './waiting.js';
import { insideWorkspace } from './workspace_path.js';

/** What came of an order, in the moment in which it is decided. */
export type Decided = Decision & {
  /** For a lock, in milliseconds. */
  waited_ms: number;
};

/** Writes down what was decided, before it is so. False = it could not be written, and must not happen. */
export type Write = (decided: Decided) => boolean;

/** The one owner of the state that agents share (A4). */
export interface Coordinator {
  /**
   * Decides, writes, applies: in one stretch without a pause, so that the order of what is written is the order in which it happened,
   * and what could not be written did not happen. `write` is called once for each order, whatever comes of it; what it throws is
   * what `perform` rejects with. Only a request for a lock can take time, as long as somebody else is in the way.
   */
  perform(order: Order, write: Write, signal?: AbortSignal): Promise<Decided>;
  /** What stands against an edit of the path by the agent now; undefined = nothing. */
  lockStanding(path: string, agent: string): Refusal | undefined;
  /** The first lock of somebody else that stands against changing one of these paths of the workspace now; undefined = none. */
  othersLockStanding(paths: readonly Touched[], agent: string): Refusal | undefined;
  /** Whether the agent holds a lock that covers the path now. */
  holds(path: string, agent: string): boolean;
  /** Whoever waits is told that nothing more will come, and so is whoever asks later. */
  close(): void;
}

/**
 * Opens the coordinator of an attempt, or of a folder.
 *
 * @param state what an earlier process left, as `rebuild` makes it of its log
 * @param mask that of the log: what it hides is not held in the state either, so that the state is what the log tells
 */
export function openCoordinator(given: {
  settings: Settings;
  clock: Clock;
  state?: State;
  mask?: Mask | undefined;
}): Coordinator {
  const { settings, clock, state = emptyState(), mask } = given;
  const now = () => Math.max(state.at_ms, clock.now_ms());
  let closed = false;
  /** Something is being written: whoever hears of it and asks in turn is answered after it. */
  let busy = false;
  const line = openLine(state, clock, now, () => busy);

  return {
    perform(given, write, signal) {
      const order = mask ? ({ ...given, arguments: maskStrings(mask, given.arguments) } as Order) : given;
      const asked_ms = now();
      return new Promise((resolve, reject) => {
        const conclude: Conclude = (because, waited) => {
          const before = busy;
          busy = true;
          try {
            const now_ms = now();
            const decision = because
              ? { answer: because, transition: null }
              : decide(state, { ...order, now_ms }, settings);
            const decided = waited
              ? { ...contended(decision), waited_ms: now_ms - asked_ms }
              : { ...decision, waited_ms: 0 };
            if (write(decided) && decided.transition) apply(state, decided.transition);
            resolve(decided);
          } catch (error) {
            reject(error);
          } finally {
            busy = before;
          }
        };
        const begin = () => {
          if (closed || signal?.aborted) return conclude(closed ? CLOSED : GONE, false);
          line.serve();
          const wanting = wantedLock(order, settings);
          if (wanting) line.ask(wanting, wanting.wait_ms, conclude, signal);
          else conclude(undefined, false);
          line.serve();
        };
        if (busy) queueMicrotask(begin);
        else begin();
      });
    },
    lockStanding(path, agent) {
      line.serve();
      return lockStanding(state.locks, path, { agent, now_ms: now(), settings });
    },
    othersLockStanding(paths, agent) {
      line.serve();
      const asking = { agent, now_ms: now(), settings };
      for (const path of paths) {
        const standing = othersLockStanding(state.locks, path, asking);
        if (standing) return standing;
      }
      return undefined;
    },
    holds(path, agent) {
      line.serve();
      const at = insideWorkspace(path);
      return at !== undefined && ownLock(state.locks, at, agent) !== undefined;
    },
    close() {
      closed = true;
      line.close(CLOSED);
    },
  };
}

const CLOSED = refusal('agent_stopped', 'the coordination layer is closed');

/** The lock that an order is about, where somebody else can be in its way. */
function wantedLock(order: Order, { agents, off }: Settings): (Wanting & { wait_ms: number }) | undefined {
  if (order.operation !== 'acquire_lock' || off.has('locking') || !agents.includes(order.agent)) return undefined;
  const path = insideWorkspace(order.arguments.path);
  return path === undefined ? undefined : { agent: order.agent, path, wait_ms: order.arguments.wait_ms };
}

function contended(decision: Decision): Decision {
  const { transition } = decision;
  return transition?.kind === 'lock_acquired'
    ? { answer: decision.answer as never, transition: { ...transition, contended: true } }
    : decision;
}
