import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { splitTraces, toTraces } from '../../publish/otel/to_traces.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import { type OutboundOptions, readOutboundNetwork } from '../io/read_outbound_network.js';
import { openOtlpCollector } from './open_otlp_collector.js';

/** Number of spans in one request to a collector. */
export const SPANS_PER_REQUEST = 500;

/** Options of a live export. */
interface LiveExportOptions {
  url: string;
  /** Headers in the form of OTEL_EXPORTER_OTLP_HEADERS. */
  headers: string | undefined;
  way_out: OutboundOptions;
  signal: AbortSignal;
  /** Prints a warning. */
  warn: (line: string) => void;
}

/** Export of attempts to a collector while a run goes on. */
interface LiveExport {
  /** Sends the record of an attempt that is sealed; the run goes on meanwhile. */
  send(path: string): void;
  /** Waits for what is under way, and says what was not taken. */
  close(): Promise<void>;
}

/** Longest time that the end of a run waits for a collector. */
const CLOSE_MS = 10_000;
/** Attempts in a row that are not taken before nothing more is sent. */
const MOST_FAILURES = 3;

/**
 * Opens the export of attempts to a collector (`run --otlp`). It never holds up a run: after three attempts in a row
 * that are not taken nothing more is sent, and the end of a run waits ten seconds. No verdict depends on it.
 *
 * @throws {UserError} for an address or headers that are none
 */
export function openLiveExport({ url, headers, way_out, signal, warn }: LiveExportOptions): LiveExport {
  const end = new AbortController();
  const interrupt = () => end.abort();
  signal.addEventListener('abort', interrupt, { once: true });
  const collector = openOtlpCollector({
    ...{ endpoint: url, from: '--otlp', headers, signal: end.signal },
    way_out: readOutboundNetwork(way_out),
  });
  let [sending, lost_count, failures, fault] = [Promise.resolve(), 0, 0, ''];
  const sendRecord = async (path: string): Promise<string> => {
    const { manifest, events, report } = verifyRun(path, undefined, RUBRIC_VERSION);
    if (manifest === undefined) return 'its record cannot be read';
    const traces = toTraces({ manifest, events, report }, { content: false });
    for (const message of splitTraces(traces, SPANS_PER_REQUEST)) {
      const reason = await collector.send('traces', message);
      if (reason === 'interrupted' && !signal.aborted) return `no answer in ${CLOSE_MS / 1000} s after the run`;
      if (reason !== undefined) return reason;
    }
    return '';
  };
  const sendNext = async (path: string) => {
    const reason = failures < MOST_FAILURES ? await sendRecord(path).catch((error) => (error as Error).message) : fault;
    failures = reason === '' ? 0 : failures + 1;
    fault ||= reason;
    if (reason !== '') lost_count += 1;
  };
  return {
    send(path) {
      sending = sending.then(() => sendNext(path));
    },
    async close() {
      const timer = setTimeout(interrupt, CLOSE_MS);
      await sending;
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      collector.close();
      if (lost_count > 0)
        warn(
          `--otlp: ${formatQuantity(lost_count, 'attempt')} not taken by the collector: ${safe(fault)}. ` +
            'Send them later: gatebench export otel OUT --endpoint URL',
        );
    },
  };
}
