import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as courier from '../src/index.js';

const { HttpClient, JobQueue, Mailer } = courier;

const failure = (code) => Object.assign(new Error(`SMTP ${code}`), { code });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A sleep that ends when the test says so. */
function manualSleep() {
  const sleepers = [];
  return {
    sleep: (ms) => new Promise((resolve) => sleepers.push({ ms, wake: resolve })),
    waiting: () => sleepers.map(({ ms }) => ms),
    wakeAll: () => sleepers.splice(0).forEach(({ wake }) => wake()),
  };
}

function http(list, options = {}) {
  const calls = [];
  const naps = [];
  const fetch = async (url, init) => {
    calls.push({ url, ...init });
    const answer = list.shift();
    if (answer instanceof Error) throw answer;
    return { status: answer.status, headers: new Headers(answer.headers) };
  };
  const client = new HttpClient({ fetch, sleep: async (ms) => void naps.push(ms), random: () => 0.5, ...options });
  return { client, calls, naps };
}

describe('a policy of one\'s own', () => {
  const policy = () => new courier.RetryPolicy({ attempts: 3, delay: (attempt) => 1000 + attempt });

  it('is used by JobQueue', async () => {
    const naps = [];
    const queue = new JobQueue(() => Promise.reject(new Error('no')), { policy: policy(), sleep: async (ms) => void naps.push(ms) });
    const dead = [];
    queue.on('dead', ({ attempts }) => dead.push(attempts));
    queue.push('a');
    await queue.idle();
    assert.deepEqual([naps, dead], [[1001, 1002], [3]]);
  });

  it('is used by HttpClient, after Retry-After', async () => {
    const { client, naps } = http(
      [new Error('reset'), { status: 503, headers: { 'retry-after': '2' } }, { status: 503 }, { status: 200 }],
      { policy: policy() },
    );
    assert.equal((await client.request('GET', '/')).status, 503);
    assert.deepEqual(naps, [1001, 2000]);
  });

  it('is used by Mailer', async () => {
    const naps = [];
    const mailer = new Mailer(
      { deliver: async () => Promise.reject(failure(450)) },
      { policy: policy(), sleep: async (ms) => void naps.push(ms) },
    );
    assert.deepEqual(await mailer.send({ to: ['ann'] }), { sent: [], failed: [{ recipient: 'ann', code: 450, attempts: 3 }] });
    assert.deepEqual(naps, [1001, 1002]);
  });
});

describe('one place', () => {
  it('the three compute no delays of their own', () => {
    const computing = ['http_client', 'job_queue', 'mailer'].filter((name) => {
      const source = readFileSync(new URL(`../src/${name}.js`, import.meta.url), 'utf8');
      const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return /Math\.(pow|round|floor|ceil|min|random\s*\()|\*\*|\*=|(step|base)Ms\s*\*|\*\s*(this\.#)?(step|base)Ms/.test(code);
    });
    assert.deepEqual(computing, []);
  });
});

describe('JobQueue as before', () => {
  it('a job that waits does not hold its slot', async () => {
    const { sleep, waiting, wakeAll } = manualSleep();
    const log = [];
    const queue = new JobQueue(
      (payload, attempt) => {
        log.push(`${payload}${attempt}`);
        if (payload === 'bad' && attempt === 1) throw new Error('no');
      },
      { concurrency: 1, sleep },
    );
    queue.push('bad');
    queue.push('good');
    await turn();
    assert.deepEqual(log, ['bad1', 'good1']);
    assert.deepEqual(waiting(), [100]);
    assert.equal(queue.size, 1);
    wakeAll();
    await queue.idle();
    assert.deepEqual(log, ['bad1', 'good1', 'bad2']);
  });

  it('delays are capped and counted per job', async () => {
    const delays = [];
    const queue = new JobQueue(() => Promise.reject(new Error('no')), { attempts: 8, baseMs: 300, maxMs: 1000, sleep: async () => {} });
    queue.on('retry', ({ id, attempts, delayMs }) => delays.push([id, attempts, delayMs]));
    queue.push('a');
    await queue.idle();
    assert.deepEqual(delays.map(([, , delayMs]) => delayMs), [300, 600, 1000, 1000, 1000, 1000, 1000]);
    queue.push('b');
    await queue.idle();
    assert.deepEqual(delays[7], [2, 1, 300]);
  });

  it('never runs more than its concurrency', async () => {
    let running = 0;
    let most = 0;
    const queue = new JobQueue(
      async (_payload, attempt) => {
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        if (attempt === 1) throw new Error('again');
      },
      { concurrency: 3, sleep: async () => {} },
    );
    for (let i = 0; i < 10; i++) queue.push(i);
    await queue.idle();
    assert.equal(most, 3);
  });

  it('the retry event comes with its error', async () => {
    const error = new Error('no');
    const queue = new JobQueue(() => Promise.reject(error), { attempts: 2, sleep: async () => {} });
    const events = [];
    queue.on('retry', (event) => events.push(event));
    queue.on('dead', (event) => events.push(event));
    queue.push('p');
    await queue.idle();
    assert.deepEqual(events, [
      { id: 1, payload: 'p', error, attempts: 1, delayMs: 100 },
      { id: 1, payload: 'p', error, attempts: 2 },
    ]);
  });
});

describe('HttpClient as before', () => {
  it('returns the last answer when the attempts are used up', async () => {
    const { client, calls } = http([{ status: 503 }, { status: 502 }, { status: 504 }], { attempts: 3 });
    assert.equal((await client.request('GET', '/')).status, 504);
    assert.equal(calls.length, 3);
  });

  it('POST is tried again after 429 only', async () => {
    for (const method of ['POST', 'PATCH']) {
      const after503 = http([{ status: 503 }]);
      assert.equal((await after503.client.request(method, '/')).status, 503);
      const afterReset = http([new Error('reset')]);
      await assert.rejects(afterReset.client.request(method, '/'), { message: 'reset' });
      const after429 = http([{ status: 429 }, { status: 201 }]);
      assert.equal((await after429.client.request(method, '/')).status, 201);
    }
  });

  it('returns the answer when Retry-After asks for too much', async () => {
    const { client, naps } = http([{ status: 429, headers: { 'retry-after': '61' } }]);
    assert.equal((await client.request('GET', '/')).status, 429);
    assert.deepEqual(naps, []);
  });

  it('Retry-After may be zero, a date, or nonsense', async () => {
    const now = () => Date.parse('2026-10-10T00:00:00Z');
    const at = (header) => ({ status: 503, headers: { 'retry-after': header } });
    const { client, naps } = http(
      [at('0'), at('Sat, 10 Oct 2026 00:00:30 GMT'), at('Sat, 10 Oct 2020 00:00:00 GMT'), at('soon'), { status: 200 }],
      { now, attempts: 9 },
    );
    assert.equal((await client.request('GET', '/')).status, 200);
    assert.deepEqual(naps, [0, 30_000, 0, 1200]);
  });

  it('jitters, up to ten seconds', async () => {
    const { client, naps } = http(Array.from({ length: 8 }, () => ({ status: 503 })), { attempts: 8 });
    await client.request('GET', '/');
    assert.deepEqual(naps, [150, 300, 600, 1200, 2400, 4800, 7500]);
  });

  it('passes the options on at every attempt', async () => {
    const { client, calls } = http([{ status: 503 }, { status: 200 }]);
    await client.request('PUT', '/x', { body: 'b' });
    assert.deepEqual(calls, [{ url: '/x', body: 'b', method: 'PUT' }, { url: '/x', body: 'b', method: 'PUT' }]);
  });
});

describe('Mailer as before', () => {
  it('tries only the temporary failures again, in order', async () => {
    const log = [];
    const codes = { a: [451, 452], b: [], c: [550], d: [400], e: [499, 500] };
    const mailer = new Mailer(
      {
        deliver: async (_message, recipient) => {
          log.push(recipient);
          const code = codes[recipient].shift();
          if (code) throw failure(code);
        },
      },
      { sleep: async (ms) => void log.push(ms) },
    );
    const result = await mailer.send({ to: ['a', 'b', 'c', 'd', 'e'] });
    assert.deepEqual(log, ['a', 'b', 'c', 'd', 'e', 1000, 'a', 'd', 'e', 2000, 'a']);
    assert.deepEqual(result, {
      sent: ['a', 'b', 'd'],
      failed: [{ recipient: 'c', code: 550, attempts: 1 }, { recipient: 'e', code: 500, attempts: 2 }],
    });
  });

  it('errors without a code fail for good', async () => {
    const mailer = new Mailer({ deliver: async () => Promise.reject(new Error('bug')) }, { sleep: async () => assert.fail('slept') });
    assert.deepEqual(await mailer.send({ to: ['a'] }), { sent: [], failed: [{ recipient: 'a', code: undefined, attempts: 1 }] });
  });

  it('a message to nobody is sent to nobody', async () => {
    assert.deepEqual(await new Mailer({}).send({ to: [] }), { sent: [], failed: [] });
  });
});
