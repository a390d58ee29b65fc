import { request } from 'node:http';
import { parseYaml } from '../../../src/contract/input/parse_yaml.js';
import { openScriptedUpstream, type ScriptedUpstream } from '../../../src/gateway/scripted/scripted_upstream.js';
import { upstreamScriptSchema } from '../../../src/gateway/scripted/upstream_script.js';

/** What came back over the wire, however it ended. */
export interface Received {
  status: number | null;
  headers: Record<string, unknown>;
  body: Buffer;
  /** The answer came to its end. */
  whole: boolean;
}

/** Opens an upstream on a script, uses it, and closes it. */
export async function withUpstream<T>(
  yaml: string,
  use: (upstream: ScriptedUpstream) => Promise<T>,
  options: { key?: string } = {},
): Promise<T> {
  const script = parseYaml(yaml, 'script.yml', upstreamScriptSchema).value;
  const upstream = openScriptedUpstream(script, options);
  await upstream.listenOnLoopback(0);
  try {
    return await use(upstream);
  } finally {
    await upstream.close();
  }
}

/** Posts JSON and takes what comes. `until` breaks off when enough has come. */
export function post(
  upstream: ScriptedUpstream,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  until?: (so_far: Buffer) => boolean,
): Promise<Received> {
  return new Promise((resolve) => {
    const received: Received = { status: null, headers: {}, body: Buffer.alloc(0), whole: false };
    const client = request(new URL(path, upstream.url), { method: 'POST', headers, agent: false }, (response) => {
      received.status = response.statusCode ?? null;
      received.headers = response.headers;
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => {
        received.body = Buffer.concat([received.body, chunk]);
        if (until?.(received.body)) client.destroy();
      });
      response.on('close', () => resolve({ ...received, whole: response.complete }));
    });
    client.on('error', () => resolve(received));
    client.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** The data of the events of a stream. */
export const eventsIn = (body: Buffer): unknown[] =>
  body
    .toString('utf8')
    .split('\n\n')
    .flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? [])
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)));
