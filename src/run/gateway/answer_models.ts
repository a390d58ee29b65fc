import type { IncomingHttpHeaders } from 'node:http';
import type { DialectName } from '../../record/model_events.js';
import { askModelList, namesInList } from './model_list.js';
import type { Upstream } from './upstream.js';
import { namesModel } from './upstream_for.js';
import type { Connections } from './upstreams.js';

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
  if (upstream.lists_models === false) return [];
  const answer = await askModelList(upstream, connections, signal);
  return answer?.status === 200 ? namesInList(answer.json) : [];
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
