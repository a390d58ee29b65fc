// Needs: sandbox
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenShellTask } from '../../given_task.js';
import { strictTraces } from '../../publish/otel/strict_otlp.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
afterAll(cleanUp);
const folder = () => join(room, 'out');
beforeAll(async () => {
  await givenRecorded('baselines', room);
});

async function exported(argv: string[], otlp_headers?: string, otlp_endpoint?: string) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const out = {
    log: (line: string) => void lines.push(line),
    error: (line: string) => void errors.push(line),
    signal: new AbortController().signal,
    terminal: { columns: 80, colour: false },
  };
  const around = { cwd: room, search_path: '', user: 'tester', otlp_headers, otlp_endpoint };
  const code = await runCommandLine(['export', 'otel', ...argv], out, around).catch((error: Error) => error.message);
  return { code, lines, errors };
}

interface Taken {
  path: string;
  headers: IncomingHttpHeaders;
  spans: number;
}

/** A collector that takes only what is OTLP by the letter; the first answers are as given. */
async function withCollector<T>(
  first: { status: number; retry_after?: string; body?: string }[],
  use: (url: string, taken: Taken[], statuses: number[]) => Promise<T>,
): Promise<T> {
  const taken: Taken[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const read = strictTraces.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    const good = { status: read.success ? 200 : 400, body: read.success ? '{}' : String(read.error) };
    const { status, body = '', retry_after }: (typeof first)[number] = first.shift() ?? good;
    statuses.push(status);
    if (status === 200 && read.success)
      taken.push({
        path: request.url ?? '',
        headers: request.headers,
        spans: read.data.resourceSpans[0]!.scopeSpans[0]!.spans.length,
      });
    response.writeHead(status, retry_after === undefined ? {} : { 'retry-after': retry_after }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, statuses);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('export otel', () => {
  it('writes a message per run into a file, or prints it', async () => {
    expect(await exported(['out', '--out', 'traces.jsonl'])).toEqual({ code: 0, lines: [], errors: [] });
    const written = readFileSync(join(room, 'traces.jsonl'), 'utf8').trimEnd().split('\n');
    expect(written.map((line) => strictTraces.safeParse(JSON.parse(line)).success)).toEqual([true, true]);
    expect((await exported(['out'])).lines).toEqual(written);
  });

  it('sends to a collector, with the headers of the environment', () =>
    withCollector([], async (url, taken) => {
      expect(await exported(['out', '--endpoint', `${url}/base/`], 'x-key=a%20b, other=1')).toMatchObject({
        code: 0,
        errors: [],
      });
      expect(
        taken.map(({ path, headers }) => [path, headers['x-key'], headers.other, headers['content-type']]),
      ).toEqual(Array.from({ length: 2 }, () => ['/base/v1/traces', 'a b', '1', 'application/json']));
      expect(taken.every(({ spans }) => spans > 5)).toBe(true);
    }));

  it('sends to the collector of the environment, unless a flag says where', () =>
    withCollector([], async (url, taken) => {
      expect(await exported(['out'], undefined, url)).toEqual({
        code: 0,
        lines: [],
        errors: ['sending to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names'],
      });
      expect(taken.map(({ path }) => path)).toEqual(['/v1/traces', '/v1/traces']);
      const elsewhere = 'http://127.0.0.1:9';
      expect((await exported(['out', '--endpoint', url], undefined, elsewhere)).code).toBe(0);
      expect(await exported(['out', '--out', 'beside.jsonl'], undefined, url)).toEqual({
        code: 0,
        lines: [],
        errors: [],
      });
      for (const [argv, variable] of [
        [['out', '--out', '-'], url],
        [['out'], ' '],
      ] as const)
        expect((await exported([...argv], undefined, variable)).lines).toHaveLength(2);
      expect(taken).toHaveLength(4);
      const { code } = await exported(['out'], undefined, 'http://user:secret@localhost:4318');
      expect(code).toContain('OTEL_EXPORTER_OTLP_ENDPOINT: is no URL of a collector');
      expect(code).not.toContain('secret');
    }));

  it('is sent while a run goes on; a collector that takes nothing is a warning, and no verdict depends on it', async () => {
    const contract = await givenShellTask(room, 'live');
    const run = (url: string, out: string) =>
      typeCommand(room, [
        ...['run', contract, '--agent', 'golden', '--agent', 'noop'],
        ...['--out', out, '--otlp', url],
      ]);
    await withCollector([], async (url, taken) => {
      expect(await run(url, 'taken')).toMatchObject({ code: 0, error: expect.not.stringContaining('--otlp') });
      expect(taken.map(({ path }) => path)).toEqual(['/v1/traces', '/v1/traces']);
    });
    await withCollector(
      [
        { status: 401, body: 'no key' },
        { status: 401, body: 'no key' },
      ],
      async (url, taken) => {
        const { code, error } = await run(url, 'lost');
        expect([code, taken.length]).toEqual([0, 0]);
        expect(error).toContain('--otlp: 2 attempts not taken by the collector: status 401');
      },
    );
    const busy = Array.from({ length: 8 }, () => ({ status: 429, retry_after: '600', body: 'later' }));
    await withCollector(busy, async (url) => {
      const { code, error } = await run(url, 'busy');
      expect([code, error]).toEqual([0, expect.stringContaining('by the collector: status 429: later. Send them')]);
    });
    expect(await run('ftp://x', 'wrong')).toMatchObject({
      code: 2,
      error: expect.stringContaining('--otlp: is no URL of a collector'),
    });
  });

  it('tries again where the collector is busy, when it says', () =>
    withCollector(
      [
        { status: 429, retry_after: '0' },
        { status: 503, retry_after: '0' },
      ],
      async (url, taken, statuses) => {
        expect((await exported(['out', '--endpoint', url])).code).toBe(0);
        expect([statuses, taken.length]).toEqual([[429, 503, 200, 200], 2]);
      },
    ));

  it('says what the collector does not take, and does not ask again', () =>
    withCollector(
      [
        { status: 400, body: 'no such\u001b[31m tenant' },
        { status: 200, body: '{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too old"}}' },
      ],
      async (url, _, statuses) => {
        const { code, errors } = await exported(['out', '--endpoint', url]);
        expect([code, statuses]).toEqual([1, [400, 200]]);
        expect(errors[0]).toMatch(/traces were not taken: status 400: no such.* tenant$/);
        expect(errors[0]).not.toContain('\u001b');
        expect(errors[1]).toMatch(/traces were not taken: 3 were rejected: too old$/);
      },
    ));

  it.each([
    [['out', '--endpoint', 'ftp://x'], undefined, '--endpoint ftp://x: is no URL of a collector'],
    [['out', '--endpoint', 'http://u:p@x'], undefined, 'is no URL of a collector'],
    [['out', '--endpoint', 'http://localhost:1'], 'secret', 'OTEL_EXPORTER_OTLP_HEADERS: is not a list'],
    [['out', '--endpoint', 'http://localhost:1'], 'a=%zz', 'OTEL_EXPORTER_OTLP_HEADERS: is not a list'],
    [['out', '--endpoint', 'http://localhost:1'], 'a=b%0d%0ac: d', 'OTEL_EXPORTER_OTLP_HEADERS: is not a list'],
    [['out', '--out', 'none/file'], undefined, '--out none/file: cannot be written (ENOENT)'],
    [['nowhere'], undefined, 'nowhere is neither a run directory nor an output folder'],
  ])('%j with headers %j is a mistake', async (argv, headers, message) => {
    const { code } = await exported(argv, headers);
    expect(code).toContain(message);
    expect(code).not.toContain('secret');
  });

  it('marks an attempt that was cut off', async () => {
    const { run } = JSON.parse(readFileSync(join(folder(), 'results.jsonl'), 'utf8').split('\n')[0]!) as {
      run: string;
    };
    const cut = join(room, 'cut');
    cpSync(join(folder(), run), cut, { recursive: true });
    rmSync(join(cut, 'report.json'));
    const log = readFileSync(join(cut, 'events.jsonl'), 'utf8').trimEnd().split('\n');
    writeFileSync(join(cut, 'events.jsonl'), `${log.slice(0, -1).join('\n')}\n`);
    const { code, lines, errors } = await exported(['cut']);
    expect([code, errors]).toEqual([3, []]);
    const [attempt] = strictTraces.parse(JSON.parse(lines[0]!)).resourceSpans[0]!.scopeSpans[0]!.spans;
    expect(attempt).toMatchObject({ status: { code: 2, message: 'the record is not sealed' } });
  });

  it('exports nothing of a record that was changed', async () => {
    const [line] = readFileSync(join(folder(), 'results.jsonl'), 'utf8').split('\n');
    const { run } = JSON.parse(line!) as { run: string };
    appendFileSync(join(folder(), run, 'manifest.json'), ' ');
    const { code, lines, errors } = await exported(['out']);
    expect([code, lines.length]).toEqual([1, 1]);
    expect(errors).toEqual([expect.stringContaining('not exported: manifest.json was edited')]);
  });
});
