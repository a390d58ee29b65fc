import { type Mask, maskStrings } from '../../../record/redaction/mask.js';
import type { TouchedPath } from '../../safety/protected_path_matcher.js';
import { normalizeWorkspacePath } from '../operations/normalize_workspace_path.js';
import type { CoordinationClock } from './coordination_clock.js';
import { decideOperation } from './decide_operation.js';
import type { LockRequest } from './lock_request.js';
import { findEditObstacle, findForeignLockObstacle, findOwnLock } from './lock_state.js';
import { type LockRequestCallback, openLockWaitQueue, REQUESTER_GONE } from './open_lock_wait_queue.js';
import {
  type CoordinationSettings,
  createRefusal,
  type OperationRefusal,
  type ReducerResult,
  type SharedOperationCall,
} from './reducer_result.js';
import { applyTransition, createSharedState, type SharedState } from './shared_state.js';

/** Decision on a shared operation, with the wait before it. */
type TimedDecision = ReducerResult & {
  /** Wait for a lock, in milliseconds. */
  waited_ms: number;
};

/**
 * Writer of decisions, called before they are applied. False: it could not write, so the decision must not be applied.
 */
export type DecisionWriter = (decided: TimedDecision) => boolean;

/** Coordinator: the only owner of the state that agents share (requirement A4). */
export interface Coordinator {
  /**
   * Decides an operation, writes the decision and applies it, synchronously.
   *
   * So the log has the order of changes, and a change that could not be written is not applied. `write` is called once
   * per operation; its error rejects the promise. Only a request for a lock can wait, while another agent is in the
   * way.
   */
  perform(order: SharedOperationCall, write: DecisionWriter, signal?: AbortSignal): Promise<TimedDecision>;
  /**
   * Finds the reason why the agent may not edit a path now.
   *
   * @returns undefined if there is none
   */
  findEditObstacle(path: string, agent: string): OperationRefusal | undefined;
  /**
   * Finds the first lock of another agent against a change of one of these workspace paths.
   *
   * @returns undefined if there is none
   */
  findForeignLockObstacle(paths: readonly TouchedPath[], agent: string): OperationRefusal | undefined;
  /** Tells whether the agent holds a lock that covers the path now. */
  holds(path: string, agent: string): boolean;
  /** Refuses all waiting and all later requests. */
  close(): void;
}

/**
 * Opens the coordinator of an attempt, or of a folder.
 *
 * @param state state of an earlier process, rebuilt from its log
 * @param mask mask of the log; the state must not hold what the log hides
 */
export function openCoordinator(given: {
  settings: CoordinationSettings;
  clock: CoordinationClock;
  state?: SharedState;
  mask?: Mask | undefined;
}): Coordinator {
  const { settings, clock, state = createSharedState(), mask } = given;
  const now = () => Math.max(state.at_ms, clock.now_ms());
  let closed = false;
  /** True while a decision is written: a request made meanwhile is served afterwards. */
  let busy = false;
  const line = openLockWaitQueue(state, clock, now, () => busy);

  return {
    perform(given, write, signal) {
      const order = mask ? ({ ...given, arguments: maskStrings(mask, given.arguments) } as SharedOperationCall) : given;
      const asked_ms = now();
      return new Promise((resolve, reject) => {
        const conclude: LockRequestCallback = (because, waited) => {
          const wasBusy = busy;
          busy = true;
          try {
            const now_ms = now();
            const decision = because
              ? { answer: because, transition: null }
              : decideOperation(state, { ...order, now_ms }, settings);
            const decided = waited
              ? { ...markContended(decision), waited_ms: now_ms - asked_ms }
              : { ...decision, waited_ms: 0 };
            if (write(decided) && decided.transition) applyTransition(state, decided.transition);
            resolve(decided);
          } catch (error) {
            reject(error);
          } finally {
            busy = wasBusy;
          }
        };
        const begin = () => {
          if (closed || signal?.aborted) return conclude(closed ? CLOSED : REQUESTER_GONE, false);
          line.serve();
          const wanting = toLockRequest(order, settings);
          if (wanting) line.ask(wanting, wanting.wait_ms, conclude, signal);
          else conclude(undefined, false);
          line.serve();
        };
        if (busy) queueMicrotask(begin);
        else begin();
      });
    },
    findEditObstacle(path, agent) {
      line.serve();
      return findEditObstacle(state.locks, path, { agent, now_ms: now(), settings });
    },
    findForeignLockObstacle(paths, agent) {
      line.serve();
      const asking = { agent, now_ms: now(), settings };
      for (const path of paths) {
        const standing = findForeignLockObstacle(state.locks, path, asking);
        if (standing) return standing;
      }
      return undefined;
    },
    holds(path, agent) {
      line.serve();
      const normalized = normalizeWorkspacePath(path);
      return normalized !== undefined && findOwnLock(state.locks, normalized, agent) !== undefined;
    },
    close() {
      closed = true;
      line.close(CLOSED);
    },
  };
}

const CLOSED = createRefusal('agent_stopped', 'the coordination layer is closed');

/** Converts an operation to a lock request, if another agent can be in its way. */
function toLockRequest(
  order: SharedOperationCall,
  { agents, off }: CoordinationSettings,
): (LockRequest & { wait_ms: number }) | undefined {
  if (order.operation !== 'acquire_lock' || off.has('locking') || !agents.includes(order.agent)) return undefined;
  const path = normalizeWorkspacePath(order.arguments.path);
  return path === undefined ? undefined : { agent: order.agent, path, wait_ms: order.arguments.wait_ms };
}

function markContended(decision: ReducerResult): ReducerResult {
  const { transition } = decision;
  return transition?.kind === 'lock_acquired'
    ? { answer: decision.answer as never, transition: { ...transition, contended: true } }
    : decision;
}
