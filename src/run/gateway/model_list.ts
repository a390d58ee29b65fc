import type { IncomingMessage } from 'node:http';
import { keyHeader } from './credentials.js';
import { Cut } from './cut.js';
import { parseJson } from './dialects/json_text.js';
import { modelListPath } from './endpoint_path.js';
import { withoutKey } from './key_filter.js';
import { Patience } from './patience.js';
import type { Upstream } from './upstream.js';
import type { Connections } from './upstreams.js';

/** How long an upstream may take to say which models it has, in milliseconds, and how much it may say. */
const ASKED_MS = 10_000;
const LIST_BYTES = 4 * 1024 * 1024;

/** What an upstream answers to the question which models it has. */
export interface ModelListAnswer {
  status: number;
  /** undefined = it is not JSON. */
  json: unknown;
}

/**
 * Asks an upstream which models it has, which costs nothing anywhere.
 *
 * @param signal aborted when nobody waits for the answer any more
 * @returns undefined when there was no whole answer
 */
export async function askModelList(
  upstream: Upstream,
  connections: Connections,
  signal: AbortSignal,
): Promise<ModelListAnswer | undefined> {
  const version = upstream.dialects.includes('messages') ? { 'anthropic-version': '2023-06-01' } : {};
  const request = connections.request(upstream, 'GET', modelListPath(upstream), {
    ...version,
    ...keyHeader(upstream),
    accept: 'application/json',
    'accept-encoding': 'identity',
  });
  const cut = new Cut().when(signal, 'client-gone');
  cut.signal.addEventListener('abort', () => request.destroy(), { once: true });
  const patience = new Patience(cut);
  patience.wait(ASKED_MS, 'upstream-timeout');
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
    const text = withoutKey(Buffer.concat(chunks).toString('utf8'), upstream.key?.value);
    return { status: answer.statusCode ?? 0, json: parseJson(text) };
  } catch {
    return undefined;
  } finally {
    patience.end();
    cut.release();
    request.destroy();
  }
}

/** Returns the names in a list of models, in any of the formats; Gemini's have a kind before them. */
export function namesInList(list: unknown): string[] {
  return (entriesOf(list) ?? [])
    .map((entry) => {
      const { id, name } = (entry ?? {}) as { id?: unknown; name?: unknown };
      return typeof id === 'string' ? id : typeof name === 'string' ? name.replace(/^models\//, '') : '';
    })
    .filter((name) => name !== '' && name.length <= 200);
}

/** Returns the entries of a list of models; undefined = it is none. */
export function entriesOf(list: unknown): unknown[] | undefined {
  if (Array.isArray(list)) return list;
  const { data, models } = (list ?? {}) as { data?: unknown; models?: unknown };
  return Array.isArray(data) ? data : Array.isArray(models) ? models : undefined;
}
