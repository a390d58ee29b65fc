import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpClient } from '../src/index.js';

/** A fetch that answers from a list; an Error is thrown. */
function answers(...list) {
  const calls = [];
  const fetch = async (url, { method }) => {
    calls.push(`${method} ${url}`);
    const answer = list.shift();
    if (answer instanceof Error) throw answer;
    return { status: answer.status, headers: new Headers(answer.headers) };
  };
  return { fetch, calls };
}

function client(fetch, options = {}) {
  const naps = [];
  return { naps, http: new HttpClient({ fetch, sleep: async (ms) => naps.push(ms), random: () => 1, ...options }) };
}

describe('HttpClient', () => {
  it('returns what is not worth another attempt', async () => {
    const { fetch, calls } = answers({ status: 404 });
    assert.equal((await client(fetch).http.request('GET', '/x')).status, 404);
    assert.deepEqual(calls, ['GET /x']);
  });

  it('tries again after 503 and network errors', async () => {
    const { fetch } = answers({ status: 503 }, new Error('reset'), { status: 200 });
    const { http, naps } = client(fetch);
    assert.equal((await http.request('GET', '/x')).status, 200);
    assert.deepEqual(naps, [200, 400]);
  });

  it('follows Retry-After', async () => {
    const { fetch } = answers({ status: 429, headers: { 'retry-after': '7' } }, { status: 200 });
    const { http, naps } = client(fetch);
    await http.request('GET', '/x');
    assert.deepEqual(naps, [7000]);
  });

  it('throws the last network error', async () => {
    const { fetch, calls } = answers(new Error('1'), new Error('2'));
    await assert.rejects(client(fetch, { attempts: 2 }).http.request('GET', '/x'), { message: '2' });
    assert.equal(calls.length, 2);
  });
});
