import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../contract/input/user_error.js';
import { openUpstreamConnections } from '../../gateway/upstreams/upstream_connections.js';
import type { OutboundNetwork } from '../../network/outbound_network.js';
import { openTimeLimit } from '../../system/open_time_limit.js';

/** Client of a collector that accepts OTLP over HTTP, as JSON. */
interface OtlpCollector {
  /** Sends one message. @returns the reason if it was not accepted */
  send(signal: 'traces' | 'metrics', message: object): Promise<string | undefined>;
  close(): void;
}

/** Statuses after which OTLP specifies a retry. */
const RETRIED_STATUSES = [429, 502, 503, 504];
const WAITS_MS = [1000, 2000, 4000, 8000] as const;
const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 65_536;

/** Options of a collector client. */
interface OtlpCollectorOptions {
  /** Base URL, to which `/v1/traces` and `/v1/metrics` are appended. */
  endpoint: string;
  /** Option or variable that named it, for messages; of a variable without its value. */
  from: string;
  /** Headers in the form of OTEL_EXPORTER_OTLP_HEADERS: `name=value,…`, percent-encoded. */
  headers: string | undefined;
  way_out: OutboundNetwork;
  /** Aborts on interruption. */
  signal: AbortSignal;
}

/** Opens a client of a collector. @throws {UserError} for an invalid endpoint or invalid headers */
export function openOtlpCollector({ endpoint, from, headers, way_out, signal }: OtlpCollectorOptions): OtlpCollector {
  const url = parseEndpoint(endpoint, from);
  const caller_headers = parseHeaders(headers);
  const connections = openUpstreamConnections(way_out);
  const once = async (path: string, body: Buffer): Promise<CollectorResponse> => {
    const request = connections.request({ url }, 'POST', path, {
      ...caller_headers,
      'content-type': 'application/json',
      'content-length': body.length,
    });
    const limit = openTimeLimit(signal, RESPONSE_TIMEOUT_MS);
    const end = () =>
      request.destroy(new Error(signal.aborted ? 'interrupted' : `no answer in ${RESPONSE_TIMEOUT_MS} ms`));
    if (limit.signal.aborted) end();
    else limit.signal.addEventListener('abort', end, { once: true });
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject).end(body);
      });
      return {
        status: response.statusCode ?? 0,
        retry_after: response.headers['retry-after'],
        text: await readResponseText(response),
      };
    } catch (error) {
      return { status: 0, retry_after: undefined, text: (error as Error).message };
    } finally {
      limit.close();
    }
  };
  return {
    async send(kind, message) {
      const body = Buffer.from(JSON.stringify(message));
      let reason = 'interrupted';
      for (let failures = 0; ; failures += 1) {
        if (signal.aborted) return reason;
        const answer = await once(`/v1/${kind}`, body);
        if (answer.status >= 200 && answer.status < 300) return describeRejection(answer.text);
        const wait_ms = WAITS_MS[failures];
        const passing = answer.status === 0 || RETRIED_STATUSES.includes(answer.status);
        reason = `${answer.status === 0 ? '' : `status ${answer.status}: `}${answer.text.slice(0, 300)}`;
        if (!passing || wait_ms === undefined || signal.aborted) return reason;
        await delay(computePause(answer, wait_ms), undefined, { signal }).catch(() => undefined);
      }
    },
    close: () => connections.close(),
  };
}

interface CollectorResponse {
  /** HTTP status; 0 = no response. */
  status: number;
  retry_after: string | undefined;
  text: string;
}

/** Returns the pause that the collector asks for, up to ten minutes, else the default one. */
const computePause = ({ retry_after = '' }: CollectorResponse, wait_ms: number): number =>
  /^\d{1,4}$/.test(retry_after) ? Math.min(600, Number(retry_after)) * 1000 : wait_ms;

/** Describes a partial rejection, which collectors report in a successful response. */
function describeRejection(text: string): string | undefined {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: Record<string, unknown> };
    const count = Number(partialSuccess?.rejectedSpans ?? partialSuccess?.rejectedDataPoints ?? 0);
    return count > 0
      ? `${count} were rejected: ${String(partialSuccess?.errorMessage ?? '').slice(0, 300)}`
      : undefined;
  } catch {
    return undefined;
  }
}

async function readResponseText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_ANSWER_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseEndpoint(endpoint: string, from: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new UserError(
      `${from}: is no URL of a collector`,
      'Name its base, such as http://localhost:4318; credentials go into OTEL_EXPORTER_OTLP_HEADERS.',
    );
  url.pathname = url.pathname.replace(/\/v1\/(traces|metrics)\/?$/, '');
  return url;
}

function parseHeaders(text = ''): Record<string, string> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=(.*)$/.exec(entry) ?? [];
      const decoded = value === undefined ? undefined : decodePercent(value.trim());
      // The value may be a secret and is not printed.
      if (name === undefined || decoded === undefined || /[^\t\x20-\x7e\x80-\xff]/.test(decoded))
        throw new UserError('OTEL_EXPORTER_OTLP_HEADERS: is not a list of name=value, percent-encoded, with ","');
      return [name.toLowerCase(), decoded];
    }),
  );
}

function decodePercent(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
