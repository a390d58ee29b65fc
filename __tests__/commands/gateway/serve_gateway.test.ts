import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import type { ScriptedUpstream } from '../../../src/gateway/scripted/scripted_upstream.js';
import type { Event } from '../../../src/record/events/event.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { ask, begun, closeAll, givenScripted, givenWire, send } from '../../gateway/given.js';
import { cleanUp, givenRoom, write } from '../../given.js';

const stop = new AbortController();
const started: Promise<unknown>[] = [];
afterAll(async () => {
  stop.abort();
  await Promise.all(started);
  await closeAll();
  await cleanUp();
});

const KEY = 'sk-provider-0123456789abcdef';
const turns = [{ say: 'Hello, Ada.', usage: { input: 200, output: 50 } }];
const PRICES = 'action_type,unit,unit_price,notes\nllm_request,1k_input_token,1,\nllm_request,1k_output_token,10,\n';

/** Types a command line and waits for its end. */
async function type(argv: string[], cwd: string, signal = stop.signal, told = (_line: string) => {}) {
  const [log, error]: [string[], string[]] = [[], []];
  const code = await runCommandLine(
    ['serve', 'gateway', ...argv],
    {
      log: (line) => void log.push(line),
      error(line) {
        error.push(line);
        told(line);
      },
      signal,
      secrets: ['a secret of the caller'],
      variable: (name) => (name === 'TEST_KEY' ? KEY : undefined),
      terminal: { columns: 100, colour: false },
    },
    { cwd, search_path: '', user: 'tester' },
  ).catch((fault: Error) => {
    if (!(fault instanceof UserError)) throw fault;
    error.push(fault.text);
    return 2;
  });
  return { code, log: log.join('\n'), error: error.join('\n') };
}

/** A gateway that serves until it is stopped. */
async function serve(argv: string[], cwd: string) {
  const interruption = new AbortController();
  const lines: string[] = [];
  let typed: ReturnType<typeof type> | undefined;
  await new Promise<void>((ready, fail) => {
    typed = type(argv, cwd, interruption.signal, (line) => {
      lines.push(line);
      if (/^http:|^run-1 {2}http:/.test(line)) ready();
    });
    typed.then(({ error }) => fail(new Error(error)), fail);
  });
  const ended = typed!;
  started.push(ended);
  stop.signal.addEventListener('abort', () => interruption.abort());
  const [, port, token] =
    /^run-1 {2}http:\/\/127\.0\.0\.1:(\d+) {2}(gbt_\S+)$/.exec(
      lines.find((line) => line.startsWith('run-1  http')) ?? '',
    ) ?? [];
  return {
    port: Number(port),
    token: token!,
    lines,
    async end() {
      interruption.abort();
      return ended;
    },
  };
}

function eventsIn(folder: string): Event[] {
  const { events, faults } = verifyHashChain(readFileSync(join(folder, 'events.jsonl'), 'utf8'));
  expect(faults).toEqual([]);
  return events;
}

/** Every byte below a folder. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/** What was asked beside the list of models, which is asked for at the start. */
const posts = ({ requests }: ScriptedUpstream) => requests.filter(({ method }) => method === 'POST');

/** A server of this machine whose models have a price that nobody knows. */
const paid = (url: unknown) => `upstreams:\n  - {name: paid, url: "${String(url)}", free: false}\n`;

// Holds A2
describe('gateway', () => {
  it('serves until it is interrupted, records what passes, and says what it cost', async () => {
    const scripted = await givenScripted({ turns }, KEY);
    const room = write(givenRoom(), { 'prices.csv': PRICES });
    const argv = [
      '--upstream',
      `${scripted.url}v1`,
      '--key-env',
      'TEST_KEY',
      '--prices',
      'prices.csv',
      '-r',
      'traffic',
    ];
    const served = await serve(argv, room);
    const secret = ask({ user: `${KEY} and a secret of the caller` });
    expect((await send(served, secret)).json).toMatchObject({ choices: [{ message: { content: 'Hello, Ada.' } }] });
    expect((await send(served, ask({ stream: true }))).text).toContain('[DONE]');
    expect((await send(served, 'nonsense')).status).toBe(400);
    expect((await send({ ...served, token: 'nobody' }, ask())).status).toBe(401);
    const { code, log } = await served.end();
    const folder = join(room, 'traffic');
    expect([code, log]).toEqual([0, `run-1  2 requests · 500 tokens · 1.4000 USD · 1 refused · ${folder}`]);
    const events = eventsIn(folder);
    expect(selectEvents(events, 'prompt').map(({ payload }) => payload.agent)).toEqual(['run-1', 'run-1']);
    expect(selectEvents(events, 'response').map(({ payload }) => [payload.outcome, payload.code])).toEqual([
      ['complete', null],
      ['complete', null],
      ['refused', 'invalid-json'],
    ]);
    expect(selectEvents(events, 'alert').map(({ payload }) => payload.message)).toEqual([
      'a request to the model gateway had a token that is nobody’s (1 so far)',
    ]);
    const bytes = everything(folder);
    for (const word of [KEY, served.token, 'a secret of the caller']) expect(bytes).not.toContain(word);
    expect(existsSync(join(folder, '.lock'))).toBe(false);
  });

  it.each([
    ['a dead port', 'http://127.0.0.1:1', /^upstream 127.0.0.1-1: nothing listens at http:\/\/127.0.0.1:1\n/],
    [
      'a URL that ends before its port',
      'http://127.0.0.1:',
      /^--upstream http:\/\/127.0.0.1:: the URL has no number of a port after ":"/,
    ],
    ['such a URL with a path', 'http://127.0.0.1:/v1', /the URL has no number of a port after ":"/],
    ['port 0', 'http://127.0.0.1:0', /the URL names the port 0, on which nothing can listen/],
  ])('does not start in front of %s of this machine', async (_, url, message) => {
    const room = givenRoom();
    const { code, error } = await type(['--upstream', url, '-r', 'traffic'], room);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
    expect(existsSync(join(room, 'traffic'))).toBe(false);
  });

  it('marks at the end how many counts of tokens are estimates', async () => {
    const wire = await givenWire((socket) => {
      const body = JSON.stringify({ choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] });
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    for (const json of [[], ['--json']]) {
      const room = givenRoom();
      const served = await serve(['--upstream', `local:${wire.url}`, '-r', 'traffic', ...json], room);
      expect((await send(served, ask())).status).toBe(200);
      const { log } = await served.end();
      if (json.length === 0) expect(log).toMatch(/^run-1 {2}1 requests · \d+ tokens \(1 estimated\) · /);
      else expect(JSON.parse(log)).toMatchObject({ requests: 1, estimated: 1 });
    }
  });

  it('goes on with its record, and with what is left of its caps', async () => {
    const scripted = await givenScripted({ turns });
    const room = givenRoom();
    const argv = [
      '--upstream',
      String(scripted.url),
      '-r',
      'traffic',
      '--cap-requests',
      '3',
      '--tokens',
      'tokens.json',
    ];
    const first = await serve(argv, room);
    const file = JSON.parse(readFileSync(join(room, 'tokens.json'), 'utf8')) as {
      url: string;
      tokens: Record<string, string>;
    };
    expect(statSync(join(room, 'tokens.json')).mode & 0o777).toBe(0o600);
    expect(first.lines.join('\n')).not.toContain('gbt_');
    const token = file.tokens['run-1']!;
    for (let i = 0; i < 2; i += 1)
      expect((await send({ port: Number(new URL(file.url).port), token }, ask())).status).toBe(200);
    await first.end();
    const second = await serve(argv, room);
    expect(second.lines).toContain('run-1: goes on after 2 requests');
    const again = JSON.parse(readFileSync(join(room, 'tokens.json'), 'utf8')) as typeof file;
    const port = Number(new URL(again.url).port);
    expect((await send({ port, token }, ask())).status).toBe(200);
    expect((await send({ port, token }, ask())).json).toMatchObject({ error: { type: 'gatebench_request-cap' } });
    await second.end();
    const prompts = selectEvents(eventsIn(join(room, 'traffic')), 'prompt').map(({ payload }) => payload);
    expect(prompts.map(({ exchange, upstream }) => [exchange, upstream === null])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
  });

  it('keeps runs apart: each has its token, its record and its caps', async () => {
    const scripted = await givenScripted({ turns });
    const room = givenRoom();
    const served = await serve(
      ['--upstream', String(scripted.url), '-r', 'traffic', '--runs', '2', '--cap-requests', '1', '--json'],
      room,
    );
    const other = /^run-2 {2}\S+ {2}(\S+)$/m.exec(served.lines.join('\n'))![1]!;
    expect((await send(served, ask({ user: 'of the first' }))).status).toBe(200);
    expect((await send(served, ask())).status).toBe(400);
    expect((await send({ port: served.port, token: other }, ask())).status).toBe(200);
    const { log } = await served.end();
    expect(log.split('\n').map((line) => JSON.parse(line))).toMatchObject([
      { run: 'run-1', requests: 1, refused: 1, tokens: 250, record: join(room, 'traffic', 'run-1') },
      { run: 'run-2', requests: 1, refused: 0, tokens: 250, record: join(room, 'traffic', 'run-2') },
    ]);
    const second = everything(join(room, 'traffic', 'run-2'));
    for (const word of ['of the first', served.token, other]) expect(second).not.toContain(word);
    const one = await type(['--upstream', String(scripted.url), '-r', 'traffic'], room);
    expect([one.code, one.error]).toEqual([2, expect.stringContaining('is that of several runs')]);
  });

  it('refuses what has no price under a cap in USD, before it is sent', async () => {
    const scripted = await givenScripted({ turns });
    const room = givenRoom();
    writeFileSync(join(room, 'paid.yml'), paid(scripted.url));
    const served = await serve(['--models', 'paid.yml', '-r', 'traffic', '--cap-usd', '0.50'], room);
    expect((await send(served, ask({ model: 'unheard-of' }))).json).toMatchObject({
      error: { type: 'gatebench_unpriced-model' },
    });
    expect(posts(scripted)).toEqual([]);
    await served.end();
  });

  it('interrupted in the middle of an answer breaks it off and has it in the record', async () => {
    const wire = await givenWire((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
      const event = 'data: {"model":"m","choices":[{"index":0,"delta":{"content":"so far"}}]}\n\n';
      socket.write(`${event.length.toString(16)}\r\n${event}\r\n`);
    });
    const room = givenRoom();
    const served = await serve(['--upstream', String(wire.url), '-r', 'traffic'], room);
    await begun(served, ask({ stream: true }), new AbortController().signal);
    const { code } = await served.end();
    expect(code).toBe(0);
    expect(selectEvents(eventsIn(join(room, 'traffic')), 'response').map(({ payload }) => payload)).toMatchObject([
      { outcome: 'aborted', code: 'stopped', usage: { source: 'estimated' } },
    ]);
  });

  it('says at the start where requests go, and once where an upstream has nothing there', async () => {
    const scripted = await givenScripted({ turns }, KEY);
    const at = `${scripted.url}llm/v9`;
    const argv = ['--upstream', `local:${at}`, '--key-env', 'TEST_KEY', '-r', 'traffic'];
    const room = givenRoom();
    const served = await serve(argv, room);
    expect(served.lines.join('\n')).toContain(`chat → ${at}/chat/completions`);
    expect(served.lines.join('\n')).toContain(`GET ${at}/models is answered with status 404`);
    for (let i = 0; i < 2; i += 1) expect((await send(served, ask())).status).toBe(404);
    const { error } = await served.end();
    expect(error.split(`status 404. POST ${at}/chat/completions: {"error"`)).toHaveLength(2);
    expect(error).toContain('`base: exact`');
    expect(error).not.toContain(KEY);
    const [response] = selectEvents(eventsIn(join(room, 'traffic')), 'response');
    expect(response!.payload.detail).toContain(`POST ${at}/chat/completions: `);
  });

  it('steers where it is told to, and says what came of it', async () => {
    const scripted = await givenScripted({ turns });
    const head = 'source,action,hookpoint,coefficient,feature_index,sparse_model,sae_id,vector_file,vector_path';
    const room = write(givenRoom(), { 's.csv': `${head}\nmanual,add,layers.3,10,,,,,/vectors/dog.gguf\n` });
    const argv = ['--upstream', String(scripted.url), '-r', 'traffic', '--steering', 's.csv', '--backend', 'easysteer'];
    const served = await serve(argv, room);
    expect((await send(served, ask())).status).toBe(200);
    await served.end();
    const [prompt] = selectEvents(eventsIn(join(room, 'traffic')), 'prompt');
    expect(prompt!.payload).toMatchObject({
      steering: [{ row: 1, outcome: 'applied' }],
      sent: { bytes: posts(scripted)[0]!.body.length },
    });
    expect(JSON.parse(posts(scripted)[0]!.body.toString())).toHaveProperty('steering');
  });
});

describe('a mistake is told before anything is served', () => {
  const given = () => {
    const room = write(givenRoom(), { 'other/events.jsonl': '', file: 'x', 'open.json': '{}', 'bad.csv': 'a,b\n' });
    chmodSync(join(room, 'open.json'), 0o644);
    return room;
  };
  const up = ['--upstream', 'https://models.example'];
  it.each<[string, string[], string]>([
    ['no upstream', ['-r', 'traffic'], 'nothing says where requests go'],
    ['no record', up, "required option '-r, --record <dir>' not specified"],
    ['a record of something else', [...up, '-r', 'other'], 'is the record of something else'],
    ['a record that is a file', [...up, '-r', 'file'], 'cannot be written (EEXIST)'],
    ['a record where nothing can be', [...up, '-r', '/proc/traffic'], 'cannot be written (EROFS)'],
    ['tokens that others may read', [...up, '-r', 't', '--tokens', 'open.json'], 'others may read the tokens'],
    [
      'tokens where no folder is',
      [...up, '-r', 't', '--tokens', 'no/t.json'],
      'tokens cannot be written to no/t.json (ENOENT)',
    ],
    ['a key that is not there', [...up, '-r', 't', '--key-env', 'NO_KEY'], 'NO_KEY'],
    ['prices that are none', [...up, '-r', 't', '--prices', 'bad.csv'], 'bad.csv:1'],
    ['a cap of nothing', [...up, '-r', 't', '--cap-usd', '0'], '--cap-usd: must be above 0'],
    ['a cap that is no amount', [...up, '-r', 't', '--cap-usd', '1e9'], 'must be a number above 0, such as 5 or 0.50'],
    ['no runs', [...up, '-r', 't', '--runs', '0'], 'runs: must be at least 1'],
    ['a port beyond', [...up, '-r', 't', '-p', '70000'], 'port: must be at most 65535'],
    ['an option that is not', [...up, '-r', 't', '--cap-euro', '1'], "unknown option '--cap-euro'"],
  ])('%s', async (_, argv, message) => {
    const { code, error } = await type(argv, given());
    expect([code, error]).toEqual([2, expect.stringContaining(message)]);
  });

  it('a port that is taken, and a record that is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const room = given();
    expect((await type([...up, '-r', 't', '-p', String(port)], room)).error).toContain(
      `port ${port} of 127.0.0.1 is taken`,
    );
    await new Promise((resolve) => taken.close(resolve));
    const served = await serve([...up, '-r', 't'], room);
    expect((await type([...up, '-r', 't'], room)).error).toContain('another server is writing to');
    await served.end();
  });

  it('a record with requests whose price is unknown, under a cap in USD', async () => {
    const scripted = await givenScripted({ turns });
    const room = givenRoom();
    const argv = ['--models', 'paid.yml', '-r', 'traffic'];
    writeFileSync(join(room, 'paid.yml'), paid(scripted.url));
    const served = await serve(argv, room);
    await send(served, ask({ model: 'unheard-of' }));
    expect((await served.end()).log).toContain('cost unknown');
    expect((await type([...argv, '--cap-usd', '5'], room)).error).toContain('whose price is unknown');
  });

  it('a record that was changed', async () => {
    const room = givenRoom();
    await (await serve([...up, '-r', 'traffic'], room)).end();
    const path = join(room, 'traffic', 'events.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('serves', 'sells'));
    mkdirSync(join(room, 'x'));
    const { code, error } = await type([...up, '-r', 'traffic'], room);
    expect([code, error]).toEqual([2, expect.stringContaining('Going on with this log is impossible')]);
  });
});
