import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type Destination, formatDestination } from './destination.js';
import { forwardToDestination, selectEndToEndHeaders } from './forward_to_destination.js';
import type { NetworkRequest, NetworkRequestLog } from './network_request_log.js';
import { sendLine } from './open_loopback_server.js';
import type { OutboundNetwork } from './outbound_network.js';
import {
  createStub,
  formatStubKey,
  getStubBody,
  MAX_STUB_BODY_BYTES,
  type Stub,
  type StubTable,
} from './stub_table.js';

/** Recorded responses; `recording` adds new ones from the live hosts. */
export interface StubConfig {
  stubs: StubTable;
  recording: boolean;
}

/** Context of an admitted request to a host whose responses are recorded. */
interface StubContext extends StubConfig {
  url: URL;
  destination: Destination;
  decision: { rule: string; internal: boolean };
  ledger: NetworkRequestLog;
  outbound: OutboundNetwork;
}

/** Answers a request from the recorded responses; contacts the live host only while recording. */
export async function answerFromStubs(
  request: IncomingMessage,
  response: ServerResponse,
  options: StubContext,
): Promise<void> {
  const { url, destination, decision, ledger, stubs } = options;
  const method = request.method ?? 'GET';
  const host = formatDestination(destination);
  const entry: NetworkRequest = {
    destination: host,
    decision: 'allowed',
    rule: decision.rule,
    method: method.slice(0, 20),
  };
  const body = await readWholeBody(request);
  if (body === undefined) {
    ledger.add({ ...entry, decision: 'denied', rule: 'request too large to be recorded', status: 413 });
    return sendLine(response, 413, `a request to ${host} has more than ${MAX_STUB_BODY_BYTES} bytes`);
  }
  const stub_request = { method, url: url.href, body };
  const replay = stubs.get(formatStubKey(stub_request));
  if (replay !== undefined) {
    const bytes = sendStub(response, replay, method);
    ledger.add({ ...entry, status: replay.status, stub: 'replayed', bytes_sent: body.length, bytes_received: bytes });
    return;
  }
  if (!options.recording) {
    ledger.add({ ...entry, decision: 'denied', rule: 'no recorded response', status: 504, stub: 'missing' });
    return sendLine(response, 504, `no recorded response for ${method} ${host}${url.pathname.slice(0, 200)}`);
  }
  const outcome = await forwardToDestination(
    request,
    { url, destination, internal: decision.internal, outbound: options.outbound },
    body,
  );
  if ('status' in outcome) {
    const denial = outcome.status === 403 ? { decision: 'denied' as const, rule: outcome.rule } : {};
    ledger.add({ ...entry, ...denial, status: outcome.status });
    return sendLine(response, outcome.status, `${host}: ${outcome.rule}`);
  }
  const { answer, socket } = outcome;
  const received = await readWholeBody(answer);
  socket.destroy();
  if (received === undefined) {
    ledger.add({ ...entry, rule: 'response too large to be recorded', status: 502 });
    return sendLine(response, 502, `the response of ${host} is cut off or has more than ${MAX_STUB_BODY_BYTES} bytes`);
  }
  const stub = createStub(stub_request, {
    status: answer.statusCode ?? 502,
    fields: selectEndToEndHeaders(answer.rawHeaders),
    body: received,
  });
  stubs.set(formatStubKey(stub_request), stub);
  const bytes = sendStub(response, stub, method);
  ledger.add({ ...entry, status: stub.status, stub: 'recorded', bytes_sent: body.length, bytes_received: bytes });
}

/**
 * Reads a whole body.
 *
 * @returns undefined if it is too large or truncated
 */
async function readWholeBody(stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // A request that is too large still gets a response, so its connection must outlive the loop.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_STUB_BODY_BYTES) return undefined;
      chunks.push(chunk as Buffer);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

function sendStub(response: ServerResponse, stub: Stub, method: string): number {
  const body = getStubBody(stub);
  const bare = method === 'HEAD' || stub.status === 204 || stub.status === 304;
  const fields = stub.headers.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name)).flat();
  response.writeHead(stub.status, [...fields, ...(bare ? [] : ['content-length', String(body.length)])]);
  response.end(bare ? undefined : body);
  return body.length;
}
