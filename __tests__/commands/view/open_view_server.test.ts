import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { openViewServer } from '../../../src/commands/view/open_view_server.js';
import { ViewFolder } from '../../../src/commands/view/view_folder.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenResult } from '../../publish/given_results.js';
import { givenEvents, givenViewFolder } from '../../view/given_view.js';

const ASSETS = { script: 'script', style: 'style' };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await cleanUp();
});

interface Answer {
  status: number | undefined;
  text: string;
  headers: Record<string, unknown>;
}

async function givenServer(folder: string) {
  const server = openViewServer(new ViewFolder(folder), ASSETS);
  closers.push(() => server.close());
  const port = await server.listenOnLoopback(0);
  const ask = (path: string, { method = 'GET', host = `127.0.0.1:${port}` } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, method, headers: { host } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
      });
      sent.on('error', reject).end();
    });
  return { ask, path: server.path, port };
}

const readData = ({ text }: Answer) =>
  JSON.parse(JSON.parse(text.replace(/^gatebenchData\("[^"]*",/, '').slice(0, -3)));

describe('the server of the viewer', () => {
  it('answers with a token in the path, to its own name, and reads only', async () => {
    const folder = givenViewFolder(givenRoom(), [givenResult({})], { 'attempt-1': givenEvents() });
    const { ask, path, port } = await givenServer(folder);
    const page = await ask(path);
    expect([page.status, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'; script-src 'self'"),
    ]);
    const statuses = await Promise.all([
      ask('/'),
      ask(`/${'x'.repeat(path.length - 2)}/`),
      ask(path, { host: 'evil.example' }),
      ask(path, { host: `localhost:${port}` }),
      ask(path, { method: 'POST' }),
      ask(`${path}data/attempt-..%2F..%2Fetc.js`),
      ask(`${path}../../etc/passwd`),
      ask(`${path}data/attempt-attempt-1.js`, { method: 'HEAD' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 421, 200, 405, 404, 404, 200]);
  });

  it('gives attempts and their raw events by their ids', async () => {
    const folder = givenViewFolder(givenRoom(), [givenResult({ gates: 'ppfp' })], { 'attempt-1': givenEvents() });
    const { ask, path } = await givenServer(folder);
    expect(readData(await ask(`${path}data/run.js`)).index.rows).toHaveLength(1);
    expect(readData(await ask(`${path}data/attempt-attempt-1.js`)).row.state).toBe('failure');
    expect(readData(await ask(`${path}data/events-attempt-1.js`))[0].type).toBe('run_started');
    expect((await ask(`${path}data/attempt-other.js`)).status).toBe(404);
  });

  it('shows attempts that are under way, results that come, and lines that are no results', async () => {
    const folder = givenViewFolder(givenRoom(), [], { 'attempt-2': givenEvents() });
    rmSync(join(folder, 'results.jsonl'));
    const { ask, path } = await givenServer(folder);
    const states = async () => {
      const { index, title } = readData(await ask(`${path}data/run.js`));
      return [title, index.rows.map(([id]: [string]) => id)];
    };
    expect(await states()).toEqual(['0 of 1 attempts finished', ['attempt-2']]);
    const line = JSON.stringify({ ...givenResult({ attempt: 'attempt-1' }), run: 'runs/attempt-1' });
    const partial = join(folder, 'results.partial.jsonl');
    writeFileSync(partial, `${line}\n${line.slice(0, 100)}`);
    expect(await states()).toEqual(['1 of 2 attempts finished', ['attempt-1', 'attempt-2']]);
    appendFileSync(partial, `\n`);
    expect((await states())[1]).toEqual(['attempt-1', 'line 2', 'attempt-2']);
    renameSync(partial, join(folder, 'results.jsonl'));
    mkdirSync(join(folder, 'runs', 'attempt-3'));
    expect((await states())[1]).toEqual(['attempt-1', 'line 2']);
  });
});
