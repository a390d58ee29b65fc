import type { Coordination } from '../../../contract/coordination/coordination.js';
import { createTopologyPaths, type TopologyPaths } from '../../../contract/coordination/coordination.js';
import type { Ablation, Operation, RefusalCode } from '../../../contract/coordination/mechanism.js';
import type { StateTransition } from '../../../record/events/act_payloads.js';
import { COORDINATION_LIMITS } from '../operations/coordination_limits.js';
import type { OperationArguments } from '../operations/operation_arguments.js';
import type { OperationResult } from '../operations/operation_result.js';

/** Operations on the shared state; the other two use workspace tools. */
type SharedOperation = Exclude<Operation, 'run_command' | 'edit_file'>;

/** Call of a shared operation by a known agent, with parsed arguments. */
export type SharedOperationCall = {
  [O in SharedOperation]: { agent: string; operation: O; arguments: OperationArguments[O]; id: string };
}[SharedOperation];

/** Call of a shared operation with its time, in milliseconds since run start. */
export type TimedOperation<O extends SharedOperation> = Extract<SharedOperationCall, { operation: O }> & {
  now_ms: number;
};

/** Result of an operation and its change of the state; only a successful one changes anything. */
export type ReducerResult =
  | { answer: Extract<OperationResult, { outcome: 'done' }>; transition: StateTransition | null }
  | { answer: OperationRefusal; transition: null };

/** Result of an operation that was refused or failed. */
export type OperationRefusal = Exclude<OperationResult, { outcome: 'done' }>;

/** Settings of the coordination layer for a whole attempt. */
export interface CoordinationSettings {
  /** Agents that may act. */
  agents: readonly string[];
  lock_ttl_ms: number;
  lease_ms: number;
  require_locks: boolean;
  /** Paths between agents; undefined = everybody to everybody, also where profiles are switched off. */
  paths?: TopologyPaths | undefined;
  /** Mechanisms that are switched off. Their operations succeed without effect, so that scripts still run. */
  off: Ablation;
  /** Maximum number of live entries of each kind, and of characters in the state. */
  live: number;
  state_size: number;
}

/** Creates the settings from a contract's coordination. */
export function createCoordinationSettings(coordination: Coordination, off: Ablation): CoordinationSettings {
  const agents = coordination.agents.map(({ name }) => name);
  const { topology } = coordination;
  return {
    agents,
    paths: topology && !off.has('profiles') ? createTopologyPaths(topology, agents) : undefined,
    lock_ttl_ms: coordination.lock_ttl,
    lease_ms: coordination.lease,
    require_locks: coordination.require_locks,
    off,
    live: COORDINATION_LIMITS.live,
    state_size: COORDINATION_LIMITS.state_size,
  };
}

/** Creates the result of a successful operation. */
export const acceptOperation = (result: unknown, transition: StateTransition | null = null): ReducerResult => ({
  answer: { outcome: 'done', result },
  transition,
});

/** Creates a refusal. */
export const createRefusal = (code: RefusalCode, message: string): OperationRefusal => ({
  outcome: 'failed',
  code,
  message,
});

/** Creates the result of a failed operation. */
export const rejectOperation = (code: RefusalCode, message: string): ReducerResult => ({
  answer: createRefusal(code, message),
  transition: null,
});

/** Creates the result of an operation beyond a limit. */
export const rejectOverLimit = (what: string, most: number): ReducerResult =>
  rejectOperation('resource_limit_exceeded', `there are ${most} ${what}, and there can be no more`);

/** Refuses a path outside the workspace. */
export const refuseOutsidePath = (path: string): OperationRefusal =>
  createRefusal(
    'path_outside_workspace',
    `${JSON.stringify(path.slice(0, 200))} is no path inside the workspace: relative, without "..", not in .git`,
  );

/** Formats a span of time for people. */
export const formatSpan = (ms: number): string => (ms < 10_000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 1000)} s`);

/** Returns the first values of an iterable without iterating over the rest. */
export function takeFirst<T>(values: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length === count) break;
    first.push(value);
  }
  return first;
}
