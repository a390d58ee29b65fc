import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { GENESIS, sealLine } from './chain.js';
import type { Actor, Event, EventType, Payload, Stage } from './events.js';
import { inOrder } from './in_order.js';
import { type LeftLog, openLeftLog } from './left_log.js';
import type { Mask } from './mask.js';

/**
 * The append-only event log of one attempt. Each event is on disk, in one write, before `append` returns: killing the
 * process loses nothing that was appended.
 */
export class EventLog {
  readonly events: Event[];
  stage: Stage | null;
  head: string;
  private readonly listeners = new Set<(event: Event) => void>();
  private undelivered: Event[] | undefined;
  /** Goes over every event before it is written. */
  mask: Mask | undefined;
  private last: number;
  private closed = false;
  private size: number;
  private readonly fd: number;

  /**
   * Begins a log where there is none.
   *
   * @param clock nanoseconds since run start; need not be strictly increasing, the log makes it so
   * @param left a log to go on with, instead: see `reopen`
   */
  constructor(
    path: string,
    private readonly clock: () => number,
    left?: LeftLog,
  ) {
    const last = left?.events.at(-1);
    this.fd = left?.fd ?? openSync(path, 'ax', 0o644);
    this.size = left?.size ?? 0;
    this.events = left?.events ?? [];
    this.stage = last?.stage ?? null;
    this.head = last?.hash ?? GENESIS;
    this.last = last?.t ?? -1;
  }

  /**
   * Goes on with the log of a process that is gone. A line that it could not finish is cut off: nobody was told that it is there.
   *
   * @param clock counts from the same start as before, so that the time between is part of the log's time
   * @throws {UserError} where the log cannot be read, was changed after it was written, or is sealed
   */
  static reopen(path: string, clock: () => number): EventLog {
    return new EventLog(path, clock, openLeftLog(path));
  }

  append<T extends EventType>(type: T, actor: Actor, payload: Payload<T>): Event<T> {
    const t = Math.max(this.last + 1, Math.round(this.clock()));
    // What is undefined in memory is absent on disk; the chain is over what is on disk.
    const plain = {
      actor,
      payload: inOrder(payload, this.mask),
      prev: this.head,
      seq: this.events.length,
      stage: this.stage,
      t,
      type,
    } as Omit<Event, 'hash'>;
    const { line, hash } = sealLine(plain);
    const event = { ...plain, hash } as Event<T>;
    this.write(Buffer.from(`${line}\n`));
    this.events.push(event as Event);
    this.head = event.hash;
    this.last = t;
    this.deliver(event as Event);
    return event;
  }

  /**
   * Tells a listener of every further event, once it is on disk. Each listener gets them in log order, also those that a
   * listener appends while it is told of another. Returns the function that ends it.
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

  /** One write as a rule. What a full disk took of a line is taken back, so that a later line is not glued to it. */
  private write(line: Buffer): void {
    // The number of a closed file may be that of another by now.
    if (this.closed) throw Object.assign(new Error('EBADF: the log is closed'), { code: 'EBADF' });
    try {
      for (let at = 0; at < line.length; ) at += writeSync(this.fd, line, at);
      this.size += line.length;
    } catch (error) {
      ftruncateSync(this.fd, this.size);
      throw error;
    }
  }

  /** Milliseconds since run start, as executions record their times. */
  now(): number {
    return Math.round(this.clock() / 1e3) / 1e3;
  }

  enter(stage: Stage, detail?: string): void {
    const from = this.stage;
    this.stage = stage;
    this.append('stage_changed', 'harness', { from, to: stage, ...(detail ? { detail } : {}) });
  }

  close(): void {
    this.closed = true;
    closeSync(this.fd);
  }
}
