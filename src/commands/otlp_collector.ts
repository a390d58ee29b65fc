import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../contract/user_error.js';
import type { WayOut } from '../run/egress/way_out.js';
import { openConnections } from '../run/gateway/upstreams.js';

/** A collector that takes OTLP over HTTP, as JSON. */
export interface Collector {
  /** Sends one message. @returns why it was not taken; undefined = it was */
  send(signal: 'traces' | 'metrics', message: object): Promise<string | undefined>;
  close(): void;
}

/** Statuses after which OTLP has a client try again. */
const PASSING = [429, 502, 503, 504];
const WAITS_MS = [1000, 2000, 4000, 8000] as const;
const PATIENCE_MS = 30_000;
const MAX_ANSWER_BYTES = 65_536;

export interface CollectorOrder {
  /** Base URL; `/v1/traces` and `/v1/metrics` are put behind it. */
  endpoint: string;
  /** What named it, for people; of a variable without its value. */
  from: string;
  /** As OTEL_EXPORTER_OTLP_HEADERS has them: `name=value,…`, percent-encoded. */
  headers: string | undefined;
  way_out: WayOut;
  /** Interruption. */
  signal: AbortSignal;
}

/** @throws {UserError} for an endpoint or headers that are none */
export function openCollector({ endpoint, from, headers, way_out, signal }: CollectorOrder): Collector {
  const url = endpointUrl(endpoint, from);
  const own = headersOf(headers);
  const connections = openConnections(way_out);
  const once = async (path: string, body: Buffer): Promise<Answer> => {
    const request = connections.request({ url }, 'POST', path, {
      ...own,
      'content-type': 'application/json',
      'content-length': body.length,
    });
    const ending = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const end = () => request.destroy(new Error(signal.aborted ? 'interrupted' : `no answer in ${PATIENCE_MS} ms`));
    ending.addEventListener('abort', end, { once: true });
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject).end(body);
      });
      return {
        status: response.statusCode ?? 0,
        retry_after: response.headers['retry-after'],
        text: await textOf(response),
      };
    } catch (error) {
      return { status: 0, retry_after: undefined, text: (error as Error).message };
    } finally {
      ending.removeEventListener('abort', end);
    }
  };
  return {
    async send(kind, message) {
      const body = Buffer.from(JSON.stringify(message));
      for (let failures = 0; ; failures += 1) {
        const answer = await once(`/v1/${kind}`, body);
        if (answer.status >= 200 && answer.status < 300) return rejected(answer.text);
        const wait_ms = WAITS_MS[failures];
        const passing = answer.status === 0 || PASSING.includes(answer.status);
        if (!passing || wait_ms === undefined || signal.aborted)
          return `${answer.status === 0 ? '' : `status ${answer.status}: `}${answer.text.slice(0, 300)}`;
        await delay(pauseOf(answer, wait_ms), undefined, { signal }).catch(() => undefined);
      }
    },
    close: () => connections.close(),
  };
}

interface Answer {
  /** 0 = there was none. */
  status: number;
  retry_after: string | undefined;
  text: string;
}

/** What the collector asks for, up to ten minutes, else ours. */
const pauseOf = ({ retry_after = '' }: Answer, wait_ms: number): number =>
  /^\d{1,4}$/.test(retry_after) ? Math.min(600, Number(retry_after)) * 1000 : wait_ms;

/** A collector that takes a part only says so in an answer that is otherwise good. */
function rejected(text: string): string | undefined {
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

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_ANSWER_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function endpointUrl(endpoint: string, from: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new UserError(
      `${from}: is no URL of a collector`,
      'Name its base, such as http://localhost:4318; credentials go into OTEL_EXPORTER_OTLP_HEADERS.',
    );
  url.pathname = url.pathname.replace(/\/v1\/(traces|metrics)\/?$/, '');
  return url;
}

function headersOf(text = ''): Record<string, string> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=(.*)$/.exec(entry) ?? [];
      const decoded = value === undefined ? undefined : percentDecoded(value.trim());
      // The value may be a secret: it is not said.
      if (name === undefined || decoded === undefined || /[^\t\x20-\x7e\x80-\xff]/.test(decoded))
        throw new UserError('OTEL_EXPORTER_OTLP_HEADERS: is not a list of name=value, percent-encoded, with ","');
      return [name.toLowerCase(), decoded];
    }),
  );
}

function percentDecoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
