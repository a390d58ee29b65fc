import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { AttemptStage } from '../events/attempt_stages.js';
import type { Event, EventActor, EventPayload, EventType } from '../events/event.js';
import { canonicalise } from '../redaction/canonicalise.js';
import type { Mask } from '../redaction/mask.js';
import { redactPayload } from '../redaction/redact_payload.js';
import type { RecordRedactor } from '../redaction/redactor.js';
import { reopenEventLog, type UnfinishedLog } from './reopen_event_log.js';
import { GENESIS_HASH, serializeEvent } from './verify_hash_chain.js';

/**
 * Append-only event log of one attempt. `append` returns after the event is on disk, in one write: killing the process
 * loses no appended event.
 */
export class EventLog {
  readonly events: Event[];
  stage: AttemptStage | null;
  head: string;
  private readonly listeners = new Set<(event: Event) => void>();
  private undelivered: Event[] | undefined;
  /** Mask that is applied to every event before it is written. */
  mask: Mask | undefined;
  /** Redaction that is applied after the mask, to text that looks like a secret but was not declared as one. */
  redaction: RecordRedactor | undefined;
  /** Judges an acceptance check as it is stored, so that its event says what it came to. */
  judge_acceptance:
    | ((run: EventPayload<'acceptance_check'>) => NonNullable<EventPayload<'acceptance_check'>['outcome']>)
    | undefined;
  private last: number;
  private closed = false;
  private size: number;
  private readonly fd: number;

  /**
   * Creates a log, or continues one.
   *
   * @param clock nanoseconds since run start; need not be strictly increasing, the log makes it so
   * @param left unfinished log to continue (see `reopen`); without it, a file at `path` is an error
   */
  constructor(
    path: string,
    private readonly clock: () => number,
    left?: UnfinishedLog,
  ) {
    const last = left?.events.at(-1);
    this.fd = left?.fd ?? openSync(path, 'ax', 0o644);
    this.size = left?.size ?? 0;
    this.events = left?.events ?? [];
    this.stage = last?.stage ?? null;
    this.head = last?.hash ?? GENESIS_HASH;
    this.last = last?.t ?? -1;
  }

  /**
   * Reopens the log of a process that no longer runs. Cuts off an incomplete last line, which no reader was told of.
   *
   * @param clock counts from the original run start, so that the log's time includes the interruption
   * @throws {UserError} if the log cannot be read, was changed after it was written, or is sealed
   */
  static reopen(path: string, clock: () => number): EventLog {
    return new EventLog(path, clock, reopenEventLog(path));
  }

  append<T extends EventType>(type: T, actor: EventActor, payload: EventPayload<T>): Event<T> {
    const t = Math.max(this.last + 1, Math.round(this.clock()));
    // An undefined value is absent on disk; the hash chain covers the form on disk.
    const masked = canonicalise(payload, this.mask);
    const redacted = this.redaction && redactPayload(type, masked as Record<string, unknown>, this.redaction);
    const stored = (redacted?.payload ?? masked) as EventPayload<T>;
    const plain = {
      actor,
      payload: type === 'acceptance_check' ? this.withOutcome(stored as EventPayload<'acceptance_check'>) : stored,
      prev: this.head,
      ...(redacted ? { redacted: redacted.original } : {}),
      seq: this.events.length,
      stage: this.stage,
      t,
      type,
    } as Omit<Event, 'hash'>;
    const { line, hash } = serializeEvent(plain);
    const event = { ...plain, hash } as Event<T>;
    this.write(Buffer.from(`${line}\n`));
    this.events.push(event as Event);
    this.head = event.hash;
    this.last = t;
    this.deliver(event as Event);
    return event;
  }

  private withOutcome(run: EventPayload<'acceptance_check'>): EventPayload<'acceptance_check'> {
    const outcome = run.execution && this.judge_acceptance?.(run);
    return outcome === undefined ? run : { ...run, outcome };
  }

  /** Returns plain JSON as an event stores it: masked and redacted. */
  toStored<V>(value: V): V {
    const masked = canonicalise(value, this.mask);
    return (
      this.redaction ? canonicalise(this.redaction.redactor.json(masked, 'facts').value, undefined) : masked
    ) as V;
  }

  /**
   * Calls a listener with every further event, once it is on disk. Each listener gets events in log order, including
   * those that a listener appends during a call. The returned function removes the listener.
   */
  listen(listener: (event: Event) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private deliver(event: Event): void {
    if (this.undelivered) {
      this.undelivered.push(event);
      return;
    }
    this.undelivered = [event];
    try {
      for (const next of this.undelivered) for (const listener of [...this.listeners]) listener(next);
    } finally {
      this.undelivered = undefined;
    }
  }

  /**
   * Writes a line, normally in one write. On failure it removes the written part, so that a later line does not join
   * it.
   */
  private write(line: Buffer): void {
    // After close, the descriptor number may belong to another file.
    if (this.closed) throw Object.assign(new Error('EBADF: the log is closed'), { code: 'EBADF' });
    try {
      for (let at = 0; at < line.length; ) at += writeSync(this.fd, line, at);
      this.size += line.length;
    } catch (error) {
      ftruncateSync(this.fd, this.size);
      throw error;
    }
  }

  /** Returns milliseconds since run start, the unit of times in executions. */
  now(): number {
    return Math.round(this.clock() / 1e3) / 1e3;
  }

  enterStage(stage: AttemptStage, detail?: string): void {
    const from = this.stage;
    this.stage = stage;
    this.append('stage_changed', 'harness', { from, to: stage, ...(detail ? { detail } : {}) });
  }

  close(): void {
    this.closed = true;
    closeSync(this.fd);
  }
}
