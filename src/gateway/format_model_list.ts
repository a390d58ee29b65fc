import type { IncomingHttpHeaders } from 'node:http';
import type { DialectName } from '../record/events/model_payloads.js';
import { matchesModelPattern, type Upstream } from './upstreams/upstream.js';
import { readModelNames, requestModelList, type UpstreamConnections } from './upstreams/upstream_connections.js';

const MODELS = 10_000;

/**
 * Lists the names of all models that can be requested: the declared ones, and for patterns those that the upstream
 * lists. An upstream that does not answer is skipped.
 *
 * @param signal aborted when the client is gone
 */
export async function listModelNames(
  upstreams: readonly Upstream[],
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<string[]> {
  const lists = await Promise.all(
    upstreams.map(async (upstream) => {
      const declared = upstream.models.filter((pattern) => !pattern.includes('*'));
      if (declared.length === upstream.models.length) return declared;
      const requested_names = new Map(
        Object.entries(upstream.rename ?? {}).map(([name, upstream_name]) => [upstream_name, name]),
      );
      const listed = (await requestModelNames(upstream, connections, signal)).map(
        (name) => requested_names.get(name) ?? name,
      );
      return [
        ...declared,
        ...listed.filter((name) => upstream.models.some((pattern) => matchesModelPattern(pattern, name))),
      ];
    }),
  );
  return [...new Set(lists.flat())].slice(0, MODELS);
}

async function requestModelNames(
  upstream: Upstream,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<string[]> {
  if (upstream.lists_models === false) return [];
  const answer = await requestModelList(upstream, connections, signal);
  return answer?.status === 200 ? readModelNames(answer.json) : [];
}

/** Formats a list of models in the format of the client. There are three formats, and two of them share a path. */
export function formatModelList(names: readonly string[], dialect: DialectName, headers: IncomingHttpHeaders): unknown {
  const entries = names.map((name) => formatModelEntry(name, dialect, headers));
  switch (selectListFormat(dialect, headers)) {
    case 'gemini':
      return { models: entries };
    case 'messages':
      return { data: entries, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
    default:
      return { object: 'list', data: entries };
  }
}

/** Formats one model of such a list. */
export function formatModelEntry(name: string, dialect: DialectName, headers: IncomingHttpHeaders): unknown {
  switch (selectListFormat(dialect, headers)) {
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

function selectListFormat(dialect: DialectName, headers: IncomingHttpHeaders): DialectName {
  if (dialect === 'gemini' || headers['x-goog-api-key'] !== undefined) return 'gemini';
  return headers['anthropic-version'] === undefined ? 'chat' : 'messages';
}
