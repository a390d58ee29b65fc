import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { DialectName } from '../../record/model_events.js';
import { keyHeader } from './credentials.js';
import { Cut } from './cut.js';
import { parseJson } from './dialects/json_text.js';
import { withoutKey } from './key_filter.js';
import { Patience } from './patience.js';
import type { Upstream } from './upstream.js';
import { namesModel } from './upstream_for.js';
import type { Connections } from './upstreams.js';

/** How long an upstream may take to say which models it has, in milliseconds, and how much it may say. */
const ASKED_MS = 10_000;
const LIST_BYTES = 4 * 1024 * 1024;
const MODELS = 10_000;

/**
 * Names of all models that can be asked for: those that are declared, and where a pattern stands for many, those that the upstream has.
 * One that does not say is passed over.
 *
 * @param signal aborted when nobody waits for the answer any more
 */
export async function modelNames(
  upstreams: readonly Upstream[],
  connections: Connections,
  signal: AbortSignal,
): Promise<string[]> {
  const lists = await Promise.all(
    upstreams.map(async (upstream) => {
      const declared = upstream.models.filter((pattern) => !pattern.includes('*'));
      if (declared.length === upstream.models.length) return declared;
      const ours = new Map(Object.entries(upstream.rename ?? {}).map(([name, theirs]) => [theirs, name]));
      const told = (await namesOf(upstream, connections, signal)).map((name) => ours.get(name) ?? name);
      return [...declared, ...told.filter((name) => upstream.models.some((pattern) => namesModel(pattern, name)))];
    }),
  );
  return [...new Set(lists.flat())].slice(0, MODELS);
}

async function namesOf(upstream: Upstream, connections: Connections, signal: AbortSignal): Promise<string[]> {
  const { dialects } = upstream;
  const path = dialects.every((dialect) => dialect === 'gemini') ? '/v1beta/models?pageSize=1000' : '/v1/models';
  const version = dialects.includes('messages') ? { 'anthropic-version': '2023-06-01' } : {};
  const request = connections.request(upstream, 'GET', path, {
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
    if (answer.statusCode !== 200) return [];
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIST_BYTES) return [];
      chunks.push(chunk);
    }
    const text = withoutKey(Buffer.concat(chunks).toString('utf8'), upstream.key?.value);
    return namesIn(parseJson(text));
  } catch {
    return [];
  } finally {
    patience.end();
    cut.release();
    request.destroy();
  }
}

/** Names in a list of models, in any of the formats; Gemini's have a kind before them. */
function namesIn(list: unknown): string[] {
  const { data, models } = (list ?? {}) as { data?: unknown; models?: unknown };
  const entries: unknown[] = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  return entries
    .map((entry) => {
      const { id, name } = (entry ?? {}) as { id?: unknown; name?: unknown };
      return typeof id === 'string' ? id : typeof name === 'string' ? name.replace(/^models\//, '') : '';
    })
    .filter((name) => name !== '' && name.length <= 200);
}

/** A list of models in the format of whoever asks: there are three, and two of them have the same path. */
export function modelList(names: readonly string[], dialect: DialectName, headers: IncomingHttpHeaders): unknown {
  const entries = names.map((name) => modelEntry(name, dialect, headers));
  switch (formatOf(dialect, headers)) {
    case 'gemini':
      return { models: entries };
    case 'messages':
      return { data: entries, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
    default:
      return { object: 'list', data: entries };
  }
}

/** One model of such a list. */
export function modelEntry(name: string, dialect: DialectName, headers: IncomingHttpHeaders): unknown {
  switch (formatOf(dialect, headers)) {
    case 'gemini':
      return {
        name: `models/${name}`,
        displayName: name,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      };
    case 'messages':
      return { type: 'model', id: name, display_name: name, created_at: '1970-01-01T00:00:00Z' };
    default:
      return { id: name, object: 'model', created: 0, owned_by: 'gatebench' };
  }
}

function formatOf(dialect: DialectName, headers: IncomingHttpHeaders): DialectName {
  if (dialect === 'gemini' || headers['x-goog-api-key'] !== undefined) return 'gemini';
  return headers['anthropic-version'] === undefined ? 'chat' : 'messages';
}
