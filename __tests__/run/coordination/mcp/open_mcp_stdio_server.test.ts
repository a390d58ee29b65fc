import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execa } from 'execa';
import { operations } from '../../../../src/contract/coordination/mechanism.js';
import { MCP_BRIDGE } from '../../../../src/run/coordination/mcp/mcp_bridge.js';
import { openMcpStdioServer } from '../../../../src/run/coordination/mcp/open_mcp_stdio_server.js';
import { MCP_MESSAGE_BYTES } from '../../../../src/run/coordination/mcp/parse_mcp_message.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { call, closeAll, Desk, type GivenServer, givenClient, givenServer, outcomeOf, type Revision } from './given.js';

afterEach(closeAll);
afterAll(cleanUp);

const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

/** A connection whose client writes what is given and reads what comes until the end. */
function given() {
  const desk = new Desk();
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.on('data', (chunk) => {
    text += String(chunk);
  });
  const messages = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id?: unknown });
  return { desk, input, output, messages, stdio: openMcpStdioServer('ada', desk, { input, output }) };
}

const error = (code: number) => ({ jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } });

describe('stdio', () => {
  it('answers everything that was piped in before it ends', async () => {
    const { desk, input, messages, stdio } = given();
    input.end(`${hello}\n${call('remember', { text: 'x' }, 1)}\r\n\n${call('fly', [], 2)}\n`);
    await stdio.ended;
    const [first, ...rest] = messages();
    expect(first).toMatchObject({ id: 0, result: { protocolVersion: '2025-06-18', instructions: expect.any(String) } });
    expect(rest.map(outcomeOf)).toEqual([
      { outcome: 'done', result: { stored: 1 } },
      { outcome: 'denied', code: 'malformed_request', message: expect.any(String) },
    ]);
    expect(desk.asked.map(({ agent }) => agent)).toEqual(['ada', 'ada']);
  });

  it('answers each line that is no message with one error, and goes on', async () => {
    const { input, messages, stdio, desk } = given();
    const lines = [
      'hello',
      `${'['.repeat(500_000)}`,
      `"${'x'.repeat(MCP_MESSAGE_BYTES)}"`,
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}',
      '[1]',
      'null',
      hello,
      call('remember', { text: 'still here' }, 1),
    ];
    for (const line of lines) input.write(`${line}\n`);
    input.end();
    await stdio.ended;
    const answers = messages();
    expect(answers.slice(0, 7)).toEqual([-32700, -32600, -32600, -32600, -32600, -32600, -32600].map(error));
    expect(answers.slice(7).map(({ id }) => id)).toEqual([0, 1]);
    expect(desk.operations).toBe(1);
  });

  it('calls off an operation when its client says so, and all of them when it is closed', async () => {
    const { desk, input, stdio } = given();
    input.write(`${hello}\n${call('acquire_lock', {}, 1)}\n${call('acquire_lock', {}, 2)}\n`);
    await desk.whenWaiting(2);
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    await desk.whenWaiting(1);
    await stdio.close();
    expect(desk.waiting).toBe(0);
    await stdio.ended;
  });

  it('ends with a client that reads no more', async () => {
    const { desk, input, output, stdio } = given();
    input.write(`${hello}\n${call('acquire_lock', {}, 1)}\n`);
    await desk.whenWaiting(1);
    output.destroy(new Error('EPIPE'));
    await stdio.ended;
    expect(desk.waiting).toBe(0);
  });

  it('ends when its client breaks off', async () => {
    const { desk, input, stdio } = given();
    input.write(`${hello}\n${call('acquire_lock', {}, 1)}\n`);
    await desk.whenWaiting(1);
    input.destroy();
    await stdio.ended;
    expect(desk.waiting).toBe(0);
  });
});

describe('the bridge from stdio to the server', () => {
  const bridge = join(givenRoom(), 'mcp-bridge.mjs');
  writeFileSync(bridge, MCP_BRIDGE);
  const environment = (server: GivenServer, token = server.tokens.of('bob')!) => ({
    GATEBENCH_MCP_URL: server.url.href,
    GATEBENCH_MCP_TOKEN: token,
  });
  const pipe = async (env: Record<string, string>, input: string) => {
    const { stdout, stderr, exitCode } = await execa(process.execPath, [bridge], {
      input,
      env,
      extendEnv: false,
      reject: false,
    });
    return {
      messages: stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
      stderr,
      exitCode,
    };
  };

  it.each<Revision>(['2025-11-25', '2026-07-28'])('serves the official client speaking %s', async (revision) => {
    const server = await givenServer();
    const transport = new StdioClientTransport({ command: process.execPath, args: [bridge], env: environment(server) });
    const client = await givenClient(transport, revision);
    expect((await client.listTools()).tools).toHaveLength(operations.length);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        client.callTool({ name: 'remember', arguments: { text: `n${i}\n\u2028ä` } }),
      ),
    );
    expect(results.every(({ isError }) => isError === false)).toBe(true);
    expect(await client.callTool({ name: 'fly', arguments: {} })).toMatchObject({ isError: true });
    expect(server.desk.memory.map(({ agent }) => agent)).toEqual(Array(20).fill('bob'));
    const abort = new AbortController();
    const waiting = client.callTool({ name: 'acquire_lock', arguments: {} }, { signal: abort.signal });
    await server.desk.whenWaiting(1);
    abort.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await server.desk.whenWaiting(0);
  });

  it('answers what the server refuses, and what it cannot reach', async () => {
    const server = await givenServer();
    const refused = await pipe(
      environment(server, 'gbt_wrong'),
      `no json\n${hello}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`,
    );
    expect(refused).toMatchObject({ exitCode: 0, stderr: '' });
    expect(refused.messages).toEqual(
      expect.arrayContaining([
        error(-32700),
        { jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'a valid bearer token is needed' } },
      ]),
    );
    await server.server.close();
    const { messages } = await pipe(environment(server), `${hello}\n`);
    expect(messages).toMatchObject([
      { id: 0, error: { code: -32000, message: expect.stringContaining('ECONNREFUSED') } },
    ]);
  });

  it('answers a call whose server goes away', async () => {
    const server = await givenServer();
    const answered = pipe(environment(server), `${call('acquire_lock', {}, 1)}\n`);
    await server.desk.whenWaiting(1);
    await server.server.close();
    const { messages } = await answered;
    expect(messages).toMatchObject([{ id: 1, error: { code: -32000 } }]);
  });

  it('says what it misses', async () => {
    expect(await pipe({}, '')).toEqual({
      messages: [],
      stderr: 'mcp-bridge: GATEBENCH_MCP_URL and GATEBENCH_MCP_TOKEN must be set',
      exitCode: 2,
    });
  });
});
