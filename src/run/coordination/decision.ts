import type { Coordination } from '../../contract/coordination.js';
import type { Ablation } from '../../contract/mechanisms.js';
import type { Operation, RefusalCode } from '../../contract/operations.js';
import type { Transition } from '../../record/transitions.js';
import type { Answer } from './answer.js';
import type { Arguments } from './arguments.js';
import { BOUNDS } from './bounds.js';

/** Operations on the state that agents share; the other two are done with hands. */
export type SharedOperation = Exclude<Operation, 'run_command' | 'edit_file'>;

/** A shared operation of a known agent, its arguments read. */
export type Order = {
  [O in SharedOperation]: { agent: string; operation: O; arguments: Arguments[O]; id: string };
}[SharedOperation];

/** An order at its time, in milliseconds since run start. */
export type Asked<O extends SharedOperation> = Extract<Order, { operation: O }> & { now_ms: number };

/** What comes of an order, and what it changes. Only what is done changes anything. */
export type Decision =
  | { answer: Extract<Answer, { outcome: 'done' }>; transition: Transition | null }
  | { answer: Refusal; transition: null };

export type Refusal = Exclude<Answer, { outcome: 'done' }>;

/** What holds for a whole attempt. */
export interface Settings {
  /** Everybody who may act. */
  agents: readonly string[];
  lock_ttl_ms: number;
  lease_ms: number;
  require_locks: boolean;
  /** A mechanism that is off is absent: its operations are answered, so that a script still runs, and do nothing. */
  off: Ablation;
  /** Live things of each kind, and characters of all that was written. */
  live: number;
  state_size: number;
}

export function settingsOf(coordination: Coordination, off: Ablation): Settings {
  return {
    agents: coordination.agents.map(({ name }) => name),
    lock_ttl_ms: coordination.lock_ttl,
    lease_ms: coordination.lease,
    require_locks: coordination.require_locks,
    off,
    live: BOUNDS.live,
    state_size: BOUNDS.state_size,
  };
}

export const done = (result: unknown, transition: Transition | null = null): Decision => ({
  answer: { outcome: 'done', result },
  transition,
});

export const refusal = (code: RefusalCode, message: string): Refusal => ({ outcome: 'failed', code, message });

export const failed = (code: RefusalCode, message: string): Decision => ({
  answer: refusal(code, message),
  transition: null,
});

export const full = (what: string, most: number): Decision =>
  failed('resource_limit_exceeded', `there are ${most} ${what}, and there can be no more`);

export const outside = (path: string): Refusal =>
  refusal(
    'path_outside_workspace',
    `${JSON.stringify(path.slice(0, 200))} is no path inside the workspace: relative, without "..", not in .git`,
  );

/** A span of time as people read it. */
export const shownSpan = (ms: number): string => (ms < 10_000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 1000)} s`);
