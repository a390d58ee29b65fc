import type { ToolCall } from '../../../gateway/dialects/dialect.js';
import type { RecordedAct } from './create_act_recorder.js';

/** A call of the agent whose end is still to be seen. */
export interface PendingCall {
  subtask: string | undefined;
  /** Key of its questions. */
  key: string;
  acts: readonly RecordedAct[];
  /** The harness made the call; results that its model sees add nothing. */
  made: boolean;
}

/** A call that waits to be recognised as one of the coordination layer. */
export interface DeferredCall {
  seq: number;
  exchange: number;
  subtask: string | undefined;
}

/** Calls of an agent whose end is still to be seen, on every road; it records nothing. */
export class PendingCalls {
  /** Calls that models asked for, by the call itself. */
  readonly requested = new Map<ToolCall, PendingCall>();
  readonly deferred = new Map<ToolCall, DeferredCall>();
  /** Calls and words of incomplete responses. */
  readonly broken: PendingCall[] = [];
  /** Calls that are about to be made, by their recorded form. */
  readonly #admitted = new Map<string, PendingCall[]>();

  /** Takes the incomplete response that a question repeats. */
  takeRepeated(key: string, subtask: string | undefined): PendingCall | undefined {
    const index = this.broken.findIndex((open) => open.subtask === subtask && open.key === key);
    return index === -1 ? undefined : this.broken.splice(index, 1)[0];
  }

  /** Finds the first unmade request of the call that is made now. */
  findRequested(key: string, subtask: string | undefined): PendingCall | undefined {
    return [...this.requested.values()].find((open) => !open.made && open.subtask === subtask && open.key === key);
  }

  admit(recorded: string, call: PendingCall): void {
    call.made = true;
    this.#admitted.set(recorded, [...(this.#admitted.get(recorded) ?? []), call]);
  }

  /** Takes the earliest admitted call of a recorded form. */
  takeAdmitted(recorded: string): PendingCall | undefined {
    const calls = this.#admitted.get(recorded);
    const call = calls?.shift();
    if (calls?.length === 0) this.#admitted.delete(recorded);
    return call;
  }

  /** Takes all calls whose end was not seen, each once. */
  takeUnfinished(): Set<PendingCall> {
    const calls = new Set([...this.requested.values(), ...this.broken, ...[...this.#admitted.values()].flat()]);
    for (const map of [this.requested, this.deferred, this.#admitted]) map.clear();
    return calls;
  }
}
