import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentRequest } from './runner_services_fake.js';

interface ToolkitRequests {
  packages: Record<string, string>;
  artifact: SentRequest[];
  cache: SentRequest[];
}

/** Requests that GitHub's own packages sent to the same server. */
export const TOOLKIT_REQUESTS: ToolkitRequests = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/runner_services/toolkit_requests.json'), 'utf8'),
);

/** Replaces what differs between two runs by its name. */
export const normalizeRequests = (requests: readonly SentRequest[]): SentRequest[] =>
  requests.map((request) => ({ ...request, body: normalizeBody(request.body) }));

function normalizeBody(body: unknown): unknown {
  if (typeof body === 'string') return body.replace(/^\d+/, 'N');
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isVolatile(name, value) ? name.toUpperCase() : value]),
  );
}

const isVolatile = (name: string, value: unknown) =>
  ['expires_at', 'size', 'size_bytes', 'hash'].includes(name) || (name === 'version' && typeof value === 'string');
