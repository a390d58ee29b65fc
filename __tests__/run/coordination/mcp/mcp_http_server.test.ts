import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import { operations } from '../../../../src/contract/coordination/mechanism.js';
import { createBearerTokens } from '../../../../src/gateway/accounts/bearer_tokens.js';
import { callOperation } from '../../../../src/run/coordination/mcp/call_operation.js';
import { openMcpHttpServer } from '../../../../src/run/coordination/mcp/mcp_http_server.js';
import { call, closeAll, Desk, givenServer, httpClient, outcomeOf, type Revision, send } from './given.js';

afterEach(closeAll);

const revisions: Revision[] = ['2025-11-25', '2026-07-28'];

describe.each(revisions)('the official client, speaking %s', (revision) => {
  it('finds a tool for every operation, and how to cooperate', async () => {
    const client = await httpClient(await givenServer(), 'ada', revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...operations]);
    expect(tools.every(({ description, inputSchema }) => description && inputSchema.type === 'object')).toBe(true);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      'check_locks',
      'recall',
    ]);
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      'run_command',
      'edit_file',
    ]);
    expect(client.getInstructions()).toContain('acquire its lock');
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  });

  it('acts as the agent whose token it has, whatever its arguments say', async () => {
    const given = await givenServer();
    const [ada, bob] = [await httpClient(given, 'ada', revision), await httpClient(given, 'bob', revision)];
    await ada.callTool({ name: 'remember', arguments: { text: 'a', agent: 'bob' } });
    await bob.callTool({ name: 'remember', arguments: { text: 'b' } });
    const memory = [
      { agent: 'ada', text: 'a' },
      { agent: 'bob', text: 'b' },
    ];
    expect(await ada.callTool({ name: 'recall', arguments: {} })).toMatchObject({
      isError: false,
      structuredContent: { outcome: 'done', result: { memory } },
      content: [{ type: 'text', text: JSON.stringify({ memory }) }],
    });
  });

  it('gets what is refused as a result that a model sees', async () => {
    const given = await givenServer();
    const client = await httpClient(given, 'ada', revision);
    expect(await client.callTool({ name: 'rm', arguments: { path: '/' } })).toMatchObject({
      isError: true,
      structuredContent: { outcome: 'denied', code: 'malformed_request', message: '"rm" with what does not fit' },
      content: [{ type: 'text', text: 'denied: malformed_request: "rm" with what does not fit' }],
    });
    expect(given.desk.asked).toEqual([{ agent: 'ada', operation: 'rm', arguments: { path: '/' } }]);
  });

  it('can make a hundred calls at once, each answered once', async () => {
    const given = await givenServer();
    const client = await httpClient(given, 'ada', revision);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => client.callTool({ name: 'remember', arguments: { text: String(i) } })),
    );
    const stored = results.map(
      ({ structuredContent }) => (structuredContent as { result: { stored: number } }).result.stored,
    );
    expect(stored.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(given.desk.operations).toBe(100);
  });

  it('hears of a call that takes long, when it asks to', async () => {
    const given = await givenServer({ progress_ms: 5 });
    const client = await httpClient(given, 'ada', revision);
    const abort = new AbortController();
    const heard = await new Promise<number[]>((resolve) => {
      const progress: number[] = [];
      const onprogress = (sign: { progress: number }) => {
        if (progress.push(sign.progress) === 3) resolve(progress);
      };
      client.callTool({ name: 'acquire_lock', arguments: {} }, { onprogress, signal: abort.signal }).catch(() => {});
    });
    expect(heard).toEqual([1, 2, 3]);
    abort.abort();
    await given.desk.whenWaiting(0);
  });

  it('calls off what it does not wait for any more', async () => {
    const given = await givenServer();
    const client = await httpClient(given, 'ada', revision);
    const abort = new AbortController();
    const [first, second] = [{ signal: abort.signal }, {}].map((options) =>
      client.callTool({ name: 'acquire_lock', arguments: {} }, options).catch((error: Error) => error.message),
    );
    await given.desk.whenWaiting(2);
    abort.abort();
    await given.desk.whenWaiting(1);
    await given.server.close();
    expect(given.desk.waiting).toBe(0);
    expect(await first).toContain('aborted');
    await second;
  });
});

describe('requests of older clients', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('are served in revision %s', async (revision) => {
    const given = await givenServer();
    const hello = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    };
    const { messages } = await send(given, JSON.stringify(hello));
    expect(messages).toMatchObject([
      { id: 0, result: { protocolVersion: revision, serverInfo: { name: 'gatebench' } } },
    ]);
    const version = revision > '2025-03-26' ? { 'mcp-protocol-version': revision } : {};
    const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect(await send(given, initialized, version)).toMatchObject({ status: 202, messages: [] });
    const { messages: results } = await send(given, call('remember', { text: 'x' }), version);
    expect(results.map(outcomeOf)).toEqual([{ outcome: 'done', result: { stored: 1 } }]);
  });

  it('may come in a batch', async () => {
    const given = await givenServer();
    const batch = `[${[1, 2, 3].map((id) => call('remember', { text: String(id) }, id)).join(',')}]`;
    const { messages } = await send(given, batch);
    expect(messages.map((message) => (message as { id: number }).id).sort()).toEqual([1, 2, 3]);
    expect(given.desk.operations).toBe(3);
  });

  it('is told that there is no stream to open and no session to end', async () => {
    const given = await givenServer();
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect(await send(given, '', {}, { method })).toMatchObject({ status: 405 });
  });
});

describe('who is asking', () => {
  it.each([
    ['no token', undefined, false],
    ['a token that is nobody’s', `Bearer gbt_${'A'.repeat(43)}`, true],
    ['an empty token', 'Bearer ', true],
    ['another scheme', 'Basic YWRhOmFkYQ==', true],
    ['a name for a token', 'Bearer ada', true],
    ['a giant token', `Bearer ${'x'.repeat(8000)}`, true],
  ])('is not known by %s: 401, and nothing happens', async (_, authorization, presented) => {
    const given = await givenServer();
    const { status, headers, messages } = await send(given, call('remember', { text: 'x' }), { authorization });
    expect({ status, challenge: headers['www-authenticate'], messages }).toEqual({
      status: 401,
      challenge: 'Bearer realm="gatebench"',
      messages: [{ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'a valid bearer token is needed' } }],
    });
    expect([given.wrong, given.desk.operations]).toEqual([[presented], 0]);
  });

  it.each([
    ['a host that is not this machine', { host: 'evil.example' }, {}, 403],
    ['a page of another site', { origin: 'https://evil.example' }, {}, 403],
    ['another path', {}, { path: '/' }, 404],
    ['another media type', { 'content-type': 'text/plain' }, {}, 415],
  ])('is refused for %s', async (_, headers, how, status) => {
    const given = await givenServer();
    expect(await send(given, call('remember', { text: 'x' }), headers, how)).toMatchObject({ status });
    expect(given.desk.operations).toBe(0);
  });
});

describe('calls that do not fit', () => {
  it.each([
    ['no name', call(undefined, {}), '', {}],
    ['a name that is no text', call({ a: 1 }, {}), '', {}],
    ['no arguments', call('release_lock'), 'release_lock', {}],
    ['null for arguments', call('release_lock', null), 'release_lock', null],
    ['a list for arguments', call('release_lock', [1]), 'release_lock', [1]],
    ['a text for arguments', call('release_lock', 'all'), 'release_lock', 'all'],
    ['a tool that does not exist', call('__proto__', {}), '__proto__', {}],
    ['an argument of three megabytes', call('x', { a: 'b'.repeat(3e6) }), 'x', { a: 'b'.repeat(3e6) }],
  ])('reach the dispatcher, which has to see them: %s', async (_, body, operation, given) => {
    const server = await givenServer();
    const { status, messages } = await send(server, body);
    expect(status).toBe(200);
    expect(messages.map(outcomeOf)).toMatchObject([{ outcome: 'denied', code: 'malformed_request' }]);
    expect(server.desk.asked).toEqual([{ agent: 'ada', operation, arguments: given }]);
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  it.each([
    ['no JSON', 'hello', 400, -32700],
    ['half a message', call('x', {}).slice(0, -3), 400, -32700],
    ['nothing', '', 400, -32700],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
    ['no JSON-RPC', '{"id":1}', 400, -32600],
    [
      'a depth bomb',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":${deep(400_000)}}}`,
      400,
      -32600,
    ],
    ['a depth bomb that is never closed', '['.repeat(2_000_000), 400, -32600],
    ['more than four megabytes', call('x', 'b'.repeat(5e6)), 413, -32600],
    ['more than any message', Buffer.alloc(20 * 2 ** 20, 0x20), 413, -32600],
  ])('are one error when they are no message: %s', async (_, body, status, code) => {
    const given = await givenServer();
    const reply = await send(given, body);
    expect(reply.status).toBe(status);
    expect(reply.messages).toEqual([{ jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } }]);
    expect(given.desk.operations).toBe(0);
    expect((await send(given, call('remember', { text: 'still here' }))).messages.map(outcomeOf)).toEqual([
      { outcome: 'done', result: { stored: 1 } },
    ]);
  });

  it('are answered at most once each, whatever they are, and leave the server as it was', async () => {
    const given = await givenServer();
    const [id, method, version] = [
      fc.constantFrom(1, 'a', null),
      fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'notifications/cancelled', 'server/discover'),
      fc.constantFrom('2025-06-18', '2026-07-28', 'x'),
    ];
    const envelope = fc.record(
      { 'io.modelcontextprotocol/protocolVersion': version, progressToken: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          name: fc.oneof(fc.constantFrom('remember', 'recall'), fc.jsonValue()),
          arguments: fc.jsonValue(),
          requestId: id,
          _meta: fc.oneof(envelope, fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
    );
    const message = fc.record(
      { jsonrpc: fc.constantFrom('2.0', '1.0'), id, method, params, result: fc.jsonValue() },
      { requiredKeys: ['jsonrpc', 'method'] },
    );
    const body = fc.oneof(message, fc.array(message, { maxLength: 3 }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(body, fc.option(version, { nil: undefined }), async (sent, named) => {
        const { status, messages } = await send(
          given,
          JSON.stringify(sent),
          named ? { 'mcp-protocol-version': named } : {},
        );
        expect([200, 202, 400, 404]).toContain(status);
        expect(messages.flat().length).toBeLessThanOrEqual(Array.isArray(sent) ? Math.max(1, sent.length) : 1);
      }),
      { numRuns: 300 },
    );
    expect(given.faults).toEqual([]);
    expect((await send(given, call('check_locks'))).messages.map(outcomeOf)).toEqual([
      { outcome: 'done', result: null },
    ]);
  });

  it('are an error for other methods than those of tools', async () => {
    const given = await givenServer();
    for (const method of ['resources/list', 'prompts/get', 'sampling/createMessage', 'nothing'])
      expect((await send(given, JSON.stringify({ jsonrpc: '2.0', id: 1, method }))).messages).toMatchObject([
        { id: 1, error: { code: -32601 } },
      ]);
  });

  it('are an internal error when the dispatcher itself breaks, and the next one is served', async () => {
    const given = await givenServer();
    const { messages } = await send(given, call('run_command', {}));
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'Internal error' } }]);
    expect(given.faults).toEqual([new Error('the dispatcher itself is broken')]);
    expect((await send(given, call('check_locks'))).messages.map(outcomeOf)).toEqual([
      { outcome: 'done', result: null },
    ]);
  });
});

describe('connections', () => {
  it('end when a message does not arrive in time', async () => {
    const given = await givenServer({ body_ms: 50 });
    const socket = connect(given.port, '127.0.0.1');
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${given.tokens.of('ada')}\r\nContent-Length: 100\r\n\r\n{`,
    );
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('are refused while too much is under way, and served again afterwards', async () => {
    const given = await givenServer({ held_bytes: 10_000 });
    const reply = (bytes: number) => send(given, call('remember', { text: 'x'.repeat(bytes) }));
    const waiting = connect(given.port, '127.0.0.1');
    const body = call('acquire_lock', { text: 'x'.repeat(6000) });
    waiting.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${given.tokens.of('ada')}\r\n` +
        `Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await given.desk.whenWaiting(1);
    expect(await reply(6000)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect((await reply(100)).messages.map(outcomeOf)).toEqual([{ outcome: 'done', result: { stored: 1 } }]);
    waiting.destroy();
    await given.desk.whenWaiting(0);
    expect(await reply(6000)).toMatchObject({ status: 200 });
  });

  it('that break off with requests behind one that waits leave room for others', async () => {
    const given = await givenServer({ held_bytes: 10_000 });
    const body = call('acquire_lock', {});
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${given.tokens.of('ada')}\r\nAccept: application/json, text/event-stream\r\n`;
    const waiting = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let i = 0; i < 15; i += 1) {
      const socket = connect(given.port, '127.0.0.1', () =>
        socket.write(waiting.repeat(40) + 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20)),
      );
      await given.desk.whenWaiting(40);
      socket.destroy();
      await given.desk.whenWaiting(0);
    }
    expect(await send(given, call('remember', { text: 'x'.repeat(6000) }))).toMatchObject({ status: 200 });
  });

  it('are answered when they are no HTTP at all', async () => {
    const given = await givenServer();
    const socket = connect(given.port, '127.0.0.1', () => socket.write('\x16\x03\x01 hello\r\n\r\n'));
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('call off their operation when they break off', async () => {
    const given = await givenServer();
    const socket = connect(given.port, '127.0.0.1');
    const body = call('acquire_lock', {});
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${given.tokens.of('ada')}\r\n` +
        `Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await given.desk.whenWaiting(1);
    socket.destroy();
    await given.desk.whenWaiting(0);
    expect(given.desk.operations).toBe(1);
  });

  it('are all ended by closing, and what was under way is over then', async () => {
    const given = await givenServer();
    const reply = send(given, call('acquire_lock', {})).catch((error: Error) => error.message);
    await given.desk.whenWaiting(1);
    await given.server.close();
    expect(given.desk.waiting).toBe(0);
    await reply;
    await expect(send(given, call('check_locks'))).rejects.toThrow('ECONNREFUSED');
  });

  it('can be handed over instead of being listened for', async () => {
    const given = await givenServer();
    const order = {
      token: given.tokens.of('bob')!,
      connect: () => {
        const [ours, theirs] = duplexPair();
        given.server.accept(theirs);
        return ours;
      },
    };
    expect(await callOperation(order, 'remember', { text: 'ä' })).toEqual({ outcome: 'done', result: { stored: 1 } });
    expect(await callOperation(order, 'recall', {})).toEqual({
      outcome: 'done',
      result: { memory: [{ agent: 'bob', text: 'ä' }] },
    });
    expect(await callOperation(order, 'fly', [])).toMatchObject({ outcome: 'denied', code: 'malformed_request' });
    await expect(callOperation({ ...order, token: 'wrong' }, 'recall', {})).rejects.toThrow('401');
  });

  it('tell of a port that is taken', async () => {
    const { port } = await givenServer();
    const other = openMcpHttpServer({ dispatcher: new Desk(), tokens: createBearerTokens(['ada']) });
    await expect(other.listenOnLoopback(port)).rejects.toThrow('EADDRINUSE');
    await other.close();
  });
});
