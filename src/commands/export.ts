import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { metricsOf } from '../publish/otel/metrics.js';
import { type ExportedRecord, inBatches, tracesOf } from '../publish/otel/traces.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { verifyRun } from '../record/verify.js';
import { VERSION } from '../record/version.js';
import { alertFaults } from '../run/monitors/replay.js';
import type { RunOutput } from './orders.js';
import { openCollector } from './otlp_collector.js';
import { findRuns, misfits, type NamedRun } from './records.js';
import { readWayOut, type WayOutOrder, wayOutSchema } from './way_out.js';

export interface ExportOrder {
  runs: readonly string[];
  /** A file, or `-` for standard output. */
  out?: string | undefined;
  /** A collector, and what named it, for people. */
  endpoint?: { url: string; from: string } | undefined;
  /** Messages, arguments and results too. */
  content: boolean;
  /** Tokens and durations of requests too. */
  metrics: boolean;
  headers?: string | undefined;
  way_out?: WayOutOrder | undefined;
}

/** Where messages go. @returns why one was not taken */
interface Sink {
  take(signal: 'traces' | 'metrics', message: object): Promise<string | undefined>;
  close(): void;
}

/** Spans in one request to a collector. */
const BATCH = 500;

/**
 * `export otel`: records as OpenTelemetry traces, into a file of one message a line or to a collector. 0 all · 1 some were changed since
 * they were written, or not taken · 3 some are unfinished or of another version.
 */
export async function exportOtel(order: ExportOrder, out: RunOutput, cwd: string): Promise<0 | 1 | 3 | 130> {
  const runs = findRuns(order.runs, cwd);
  const sink = openSink(order, out, cwd);
  let [lost, unfinished] = [false, false];
  try {
    for (const run of runs) {
      const complain = (what: string) => out.error(`${safe(run.shown)}  ${safe(what)}`);
      const read = recordOf(run);
      if ('faulty' in read) {
        complain(`not exported: ${read.faulty}`);
        lost ||= read.changed;
        unfinished ||= !read.changed;
        continue;
      }
      const { record } = read;
      if (record.report === undefined) unfinished = true;
      const traces = tracesOf(record, { content: order.content });
      const metrics = order.metrics ? metricsOf(record) : undefined;
      const messages = [
        ...(order.endpoint ? inBatches(traces, BATCH) : [traces]).map((each) => ['traces', each] as const),
        ...(metrics ? [['metrics', metrics] as const] : []),
      ];
      for (const [signal, message] of messages) {
        const why = await sink.take(signal, message);
        if (out.signal.aborted) return 130;
        if (why === undefined) continue;
        complain(`${signal} were not taken: ${why}`);
        lost = true;
      }
    }
  } finally {
    sink.close();
  }
  return lost ? 1 : unfinished ? 3 : 0;
}

/** What is exported of a run, or why nothing is. */
function recordOf(run: NamedRun): { record: ExportedRecord } | { faulty: string; changed: boolean } {
  const found = verifyRun(run.path, run.published, RUBRIC_VERSION);
  const [fault] = [...found.faults, ...misfits(run, found), ...alertFaults(found, VERSION)];
  if (fault) return { faulty: fault.what, changed: true };
  const { manifest, events, report } = found;
  if (found.standing === 'other-version' || !manifest)
    return { faulty: `it was made by ${found.made_by ?? 'nobody who got as far as a manifest'}`, changed: false };
  return { record: { manifest, events, report } };
}

function openSink(order: ExportOrder, out: RunOutput, cwd: string): Sink {
  const { endpoint, headers } = order;
  if (endpoint !== undefined) {
    const way_out = readWayOut(order.way_out ?? wayOutSchema.parse({}));
    const collector = openCollector({
      endpoint: endpoint.url,
      from: endpoint.from,
      headers,
      way_out,
      signal: out.signal,
    });
    return { take: (signal, message) => collector.send(signal, message), close: () => collector.close() };
  }
  const write = order.out === undefined || order.out === '-' ? undefined : openFile(order.out, cwd);
  return {
    take: async (_, message) => {
      const line = jsonText(message);
      if (write) write.line(line);
      else out.log(line);
      return undefined;
    },
    close: () => write?.close(),
  };
}

/** @throws {UserError} when the file is there and is no export: it is somebody's */
function refuseOtherFile(path: string, shown: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const fd = openSync(path, 'r');
  try {
    const start = Buffer.alloc(64);
    const size = readSync(fd, start);
    if (size > 0 && !/^\{"resource(Spans|Metrics)"/.test(start.toString('utf8', 0, size)))
      throw new UserError(`--out ${shown}: is there and is no export`, 'Name another file with --out FILE.');
  } finally {
    closeSync(fd);
  }
}

function openFile(file: string, cwd: string): { line(text: string): void; close(): void } {
  refuseOtherFile(resolve(cwd, file), file);
  try {
    const fd = openSync(resolve(cwd, file), 'w');
    return {
      line(text) {
        const bytes = Buffer.from(`${text}\n`);
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      },
      close: () => closeSync(fd),
    };
  } catch (error) {
    throw new UserError(
      `--out ${file}: cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name a file in a folder that is there.',
    );
  }
}
