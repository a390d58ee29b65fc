import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { lockFolder } from '../../system/lock_folder.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { Event, EventActor, EventPayload, EventType } from '../events/event.js';
import type { AttemptStage } from '../events/execution.js';
import { canonicalise } from '../redaction/canonicalise.js';
import type { Mask } from '../redaction/mask.js';
import { type RecordRedactor, redactPayload } from '../redaction/redactor.js';
import { reopenEventLog, type UnfinishedLog } from './reopen_event_log.js';
import { GENESIS_HASH, serializeEvent } from './verify_hash_chain.js';

/** File name of a log. */
export const EVENTS_FILE = 'events.jsonl';

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
      ...omitUndefined({ redacted: redacted?.original }),
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
      for (let offset = 0; offset < line.length; ) offset += writeSync(this.fd, line, offset);
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
    const previous = this.stage;
    this.stage = stage;
    this.append('stage_changed', 'harness', {
      from: previous,
      to: stage,
      ...omitUndefined({ detail: detail || undefined }),
    });
  }

  close(): void {
    this.closed = true;
    closeSync(this.fd);
  }
}

/** Head of a server's log: its subject and start. */
const headSchema = z
  .object({
    schema: z.literal(1),
    started_at: z.iso.datetime().describe('times of the log count from here, also those of later processes'),
  })
  .catchall(z.string());

/** Open record of a server. */
export interface LogFolder {
  log: EventLog;
  close(): void;
}

/** Options of a record that outlives its process: the file that describes the record, and its content. */
interface LogFolderOptions {
  folder: string;
  head: string;
  about: Record<string, string>;
  now: () => Date;
  /** Called before anything is written, once the folder is there. */
  check?: ((folder: string) => void) | undefined;
}

/**
 * Opens the record of a standalone server, or continues it after its process ended in any way.
 * @throws {UserError} if the record cannot be written or read, is in use, or describes something else
 */
export function openLogFolder(options: LogFolderOptions): LogFolder {
  const { folder } = options;
  try {
    // Node's recursive mkdir never ends in file systems of the kernel.
    if (/^\/(proc|sys)\//.test(folder)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    options.check?.(folder);
    const unlock = lockFolder(folder, '--record DIR', 'another server');
    try {
      const log = openEventLog(options);
      return {
        log,
        close() {
          log.close();
          unlock();
        },
      };
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UserError || code === undefined) throw error;
    throw new UserError(`the record ${folder} cannot be written (${code})`, 'Name another folder with --record DIR.');
  }
}

function openEventLog({ folder, head: name, about, now }: LogFolderOptions): EventLog {
  const [head_path, log_path] = [join(folder, name), join(folder, EVENTS_FILE)];
  if (!existsSync(head_path)) {
    if (existsSync(log_path))
      throw new UserError(
        `${folder} is the record of something else (it has ${EVENTS_FILE} and no ${name})`,
        'Name another folder with --record DIR.',
      );
    const head = { schema: 1, started_at: now().toISOString(), ...about };
    writeAtomically(head_path, `${JSON.stringify(head, null, 2)}\n`);
  }
  const { schema, started_at, ...subject } = readHead(head_path);
  for (const [key, value] of Object.entries(about))
    if (subject[key] !== value)
      throw new UserError(
        `${folder} is the record of ${subject[key]}, not of ${value}`,
        'Name another folder with --record DIR.',
      );
  // The machine's clock is read once; afterwards a monotonic clock counts.
  const before_ms = Math.max(0, now().getTime() - Date.parse(started_at));
  const begun = performance.now();
  const clock = () => (before_ms + performance.now() - begun) * 1e6;
  return existsSync(log_path) ? EventLog.reopen(log_path, clock) : new EventLog(log_path, clock);
}

function readHead(path: string): z.output<typeof headSchema> {
  try {
    return headSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${path} cannot be read (${code ?? 'it is not what this version writes'})`,
      'Going on with this record is impossible; begin a new one in another folder.',
    );
  }
}
