import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { type ExportedRecord, splitTraces, toMetrics, toTraces } from '../../publish/otel/to_traces.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import { findRecordFaults } from '../../run/find_record_faults.js';
import type { CommandContext } from '../io/command_context.js';
import { findRecordMismatches, findRuns, type RunReference } from '../io/find_runs.js';
import { getExitCode } from '../io/get_exit_code.js';
import { type OutboundOptions, outboundOptionsSchema, readOutboundNetwork } from '../io/read_outbound_network.js';
import { SPANS_PER_REQUEST } from './open_live_export.js';
import { openOtlpCollector } from './open_otlp_collector.js';

/** Options of `export otel`. */
interface OtelExportOptions {
  runs: readonly string[];
  /** Output file; `-` = standard output. */
  out?: string | undefined;
  /** URL of a collector, and what named it, for messages. */
  endpoint?: { url: string; from: string } | undefined;
  /** Export messages, arguments and results too. */
  content: boolean;
  /** Export tokens and durations of requests too. */
  metrics: boolean;
  headers?: string | undefined;
  way_out?: OutboundOptions | undefined;
}

/** Destination of the exported messages. */
interface OtelMessageSink {
  /** Sends one message. @returns the reason if it was not accepted */
  send(signal: 'traces' | 'metrics', message: object): Promise<string | undefined>;
  close(): void;
}

/**
 * Exports records as OpenTelemetry traces (`export otel`), into a file of one message per line or to a collector.
 *
 * @returns 0 if all were exported, 1 if some were changed since they were written or were not accepted, 3 if some are
 * unfinished or of another version
 */
export async function exportOtel(
  options: OtelExportOptions,
  out: CommandContext,
  cwd: string,
): Promise<0 | 1 | 3 | 130> {
  const runs = findRuns(options.runs, cwd);
  const sink = openMessageSink(options, out, cwd);
  let [is_lost, unfinished] = [false, false];
  try {
    for (const run of runs) {
      const complain = (what: string) => out.error(`${safe(run.shown)}  ${safe(what)}`);
      const read = readExportedRecord(run);
      if ('faulty' in read) {
        complain(`not exported: ${read.faulty}`);
        is_lost ||= read.changed;
        unfinished ||= !read.changed;
        continue;
      }
      const { record } = read;
      if (record.report === undefined) unfinished = true;
      const traces = toTraces(record, { content: options.content });
      const metrics = options.metrics ? toMetrics(record) : undefined;
      const messages = [
        ...(options.endpoint ? splitTraces(traces, SPANS_PER_REQUEST) : [traces]).map(
          (each) => ['traces', each] as const,
        ),
        ...(metrics ? [['metrics', metrics] as const] : []),
      ];
      for (const [signal, message] of messages) {
        const why = await sink.send(signal, message);
        if (out.signal.aborted) return 130;
        if (why === undefined) continue;
        complain(`${signal} were not taken: ${why}`);
        is_lost = true;
      }
    }
  } finally {
    sink.close();
  }
  return getExitCode(is_lost, unfinished);
}

/** Returns the exported parts of a record, or why there are none. */
function readExportedRecord(run: RunReference): { record: ExportedRecord } | { faulty: string; changed: boolean } {
  const verified = verifyRun(run.path, run.published, RUBRIC_VERSION);
  const [fault] = [
    ...verified.faults,
    ...findRecordMismatches(run, verified),
    ...findRecordFaults(verified, ENGINE_VERSION),
  ];
  if (fault) return { faulty: fault.what, changed: true };
  const { manifest, events, report } = verified;
  if (verified.standing === 'other-version' || !manifest)
    return { faulty: `it was made by ${verified.made_by ?? 'nobody who got as far as a manifest'}`, changed: false };
  return { record: { manifest, events, report } };
}

function openMessageSink(options: OtelExportOptions, out: CommandContext, cwd: string): OtelMessageSink {
  const { endpoint, headers } = options;
  if (endpoint !== undefined) {
    const way_out = readOutboundNetwork(options.way_out ?? outboundOptionsSchema.parse({}));
    const collector = openOtlpCollector({
      endpoint: endpoint.url,
      from: endpoint.from,
      headers,
      way_out,
      signal: out.signal,
    });
    return { send: (signal, message) => collector.send(signal, message), close: () => collector.close() };
  }
  const write = options.out === undefined || options.out === '-' ? undefined : openExportFile(options.out, cwd);
  return {
    send: async (_, message) => {
      const line = formatInertJson(message);
      if (write) write.line(line);
      else out.log(line);
      return undefined;
    },
    close: () => write?.close(),
  };
}

/** Refuses to overwrite a file that is no export. @throws {UserError} */
function refuseForeignExport(path: string, shown: string): void {
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

function openExportFile(file: string, cwd: string): { line(text: string): void; close(): void } {
  refuseForeignExport(resolve(cwd, file), file);
  try {
    const fd = openSync(resolve(cwd, file), 'w');
    return {
      line(text) {
        const bytes = Buffer.from(`${text}\n`);
        for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
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
