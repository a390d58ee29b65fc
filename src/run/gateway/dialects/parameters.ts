import type { JsonObject } from './dialect.js';

const MAX_PARAMETERS = 64;
const MAX_BYTES = 2_000;

/**
 * What a client asked of the sampling: every field of the request but those named, since servers have parameters of their own. What is
 * large (a schema of the answer) is told by its size.
 */
export function parametersOf(body: JsonObject, but: ReadonlySet<string>): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const name of Object.keys(body)) {
    const value = body[name];
    if (but.has(name) || name === '__proto__' || name.length > 100 || value === undefined) continue;
    if (kept.length === MAX_PARAMETERS) break;
    const bytes = Buffer.byteLength(JSON.stringify(value));
    kept.push([name, bytes <= MAX_BYTES ? value : { omitted_bytes: bytes }]);
  }
  return Object.fromEntries(kept);
}
