import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type Destination, shown } from './destination.js';
import { endToEnd, forward } from './forward.js';
import type { Ledger, Seen } from './ledger.js';
import { BODY_BYTES, bodyOf, recorded, type Stub, type Stubs, stubKey } from './stubs.js';
import type { WayOut } from './way_out.js';

/** Recorded responses, and whether new ones are still taken from the live hosts. */
export interface StubRoom {
  stubs: Stubs;
  recording: boolean;
}

/** An admitted request to a host whose responses are recorded. */
export interface StubRequest extends StubRoom {
  url: URL;
  to: Destination;
  decision: { rule: string; internal: boolean };
  ledger: Ledger;
  way: WayOut;
}

/** Answers from the recorded responses; nothing live is reached but while recording. */
export async function answerFromStubs(
  request: IncomingMessage,
  response: ServerResponse,
  order: StubRequest,
): Promise<void> {
  const { url, to, decision, ledger, stubs } = order;
  const method = request.method ?? 'GET';
  const seen: Seen = { destination: shown(to), decision: 'allowed', rule: decision.rule, method: method.slice(0, 20) };
  const body = await whole(request);
  if (body === undefined) {
    ledger.add({ ...seen, decision: 'denied', rule: 'request too large to be recorded', status: 413 });
    return say(response, 413, `a request to ${shown(to)} has more than ${BODY_BYTES} bytes`);
  }
  const asked = { method, url: url.href, body };
  const known = stubs.get(stubKey(asked));
  if (known !== undefined) {
    const bytes = give(response, known, method);
    ledger.add({ ...seen, status: known.status, stub: 'replayed', bytes_sent: body.length, bytes_received: bytes });
    return;
  }
  if (!order.recording) {
    ledger.add({ ...seen, decision: 'denied', rule: 'no recorded response', status: 504, stub: 'missing' });
    return say(response, 504, `no recorded response for ${method} ${shown(to)}${url.pathname.slice(0, 200)}`);
  }
  const found = await forward(request, { url, to, internal: decision.internal, way: order.way }, body);
  if ('status' in found) {
    const denied = found.status === 403;
    ledger.add({ ...seen, ...(denied ? { decision: 'denied', rule: found.rule } : {}), status: found.status });
    return say(response, found.status, `${shown(to)}: ${found.rule}`);
  }
  const { answer, socket } = found;
  const received = await whole(answer);
  socket.destroy();
  if (received === undefined) {
    ledger.add({ ...seen, rule: 'response too large to be recorded', status: 502 });
    return say(response, 502, `the response of ${shown(to)} is cut off or has more than ${BODY_BYTES} bytes`);
  }
  const stub = recorded(asked, {
    status: answer.statusCode ?? 502,
    fields: endToEnd(answer.rawHeaders),
    body: received,
  });
  stubs.set(stubKey(asked), stub);
  const bytes = give(response, stub, method);
  ledger.add({ ...seen, status: stub.status, stub: 'recorded', bytes_sent: body.length, bytes_received: bytes });
}

/** All of a body; undefined when it is too large or breaks off. */
async function whole(stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // A request that is too large is still answered, so its connection must outlive the loop.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > BODY_BYTES) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

function give(response: ServerResponse, stub: Stub, method: string): number {
  const body = bodyOf(stub);
  const bare = method === 'HEAD' || stub.status === 204 || stub.status === 304;
  const fields = stub.headers.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name)).flat();
  response.writeHead(stub.status, [...fields, ...(bare ? [] : ['content-length', String(body.length)])]);
  response.end(bare ? undefined : body);
  return body.length;
}

function say(response: ServerResponse, status: number, line: string): void {
  response.on('error', () => {});
  const body = Buffer.from(`gatebench: ${line}\n`);
  const length = String(body.length);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': length,
    connection: 'close',
  });
  response.end(body);
}
