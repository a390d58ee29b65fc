import type { IncomingMessage } from 'node:http';
import { parseBoundedJson } from '../dialects/parse_bounded_json.js';
import { buildModelListPath } from './build_endpoint_path.js';
import { buildKeyHeader } from './build_upstream_headers.js';
import { maskKey } from './create_key_filter.js';
import { ExchangeAbort } from './exchange_abort.js';
import { IdleTimeout } from './idle_timeout.js';
import type { Upstream } from './upstream.js';
import type { UpstreamConnections } from './upstream_connections.js';

/** Limits of a model list: time in milliseconds, and bytes. */
const ASKED_MS = 10_000;
const LIST_BYTES = 4 * 1024 * 1024;

/** Response to a request for the list of models. */
export interface ModelListResponse {
  status: number;
  /** Parsed body; undefined if it is not JSON. */
  json: unknown;
}

/**
 * Requests the list of an upstream's models, which is free everywhere.
 *
 * @param signal aborted when the client is gone
 * @returns undefined if there was no whole response
 */
export async function requestModelList(
  upstream: Upstream,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<ModelListResponse | undefined> {
  const version = upstream.dialects.includes('messages') ? { 'anthropic-version': '2023-06-01' } : {};
  const request = connections.request(upstream, 'GET', buildModelListPath(upstream), {
    ...version,
    ...buildKeyHeader(upstream),
    accept: 'application/json',
    'accept-encoding': 'identity',
  });
  const cut = new ExchangeAbort().abortOn(signal, 'client-gone');
  cut.signal.addEventListener('abort', () => request.destroy(), { once: true });
  const patience = new IdleTimeout(cut);
  patience.restart(ASKED_MS, 'upstream-timeout');
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
      request.on('close', () => reject(new Error('no answer')));
      request.end();
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIST_BYTES) return undefined;
      chunks.push(chunk);
    }
    const text = maskKey(Buffer.concat(chunks).toString('utf8'), upstream.key?.value);
    return { status: answer.statusCode ?? 0, json: parseBoundedJson(text) };
  } catch {
    return undefined;
  } finally {
    patience.stop();
    cut.release();
    request.destroy();
  }
}

/** Reads the names from a list of models in any of the formats; drops Gemini's prefix. */
export function readModelNames(list: unknown): string[] {
  return (readModelEntries(list) ?? [])
    .map((entry) => {
      const { id, name } = (entry ?? {}) as { id?: unknown; name?: unknown };
      return typeof id === 'string' ? id : typeof name === 'string' ? name.replace(/^models\//, '') : '';
    })
    .filter((name) => name !== '' && name.length <= 200);
}

/**
 * Reads the entries of a list of models.
 *
 * @returns undefined if it is no such list
 */
export function readModelEntries(list: unknown): unknown[] | undefined {
  if (Array.isArray(list)) return list;
  const { data, models } = (list ?? {}) as { data?: unknown; models?: unknown };
  return Array.isArray(data) ? data : Array.isArray(models) ? models : undefined;
}
