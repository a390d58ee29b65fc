import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JobQueue } from '../src/index.js';

const now = async () => {};

describe('JobQueue', () => {
  it('runs jobs in order', async () => {
    const seen = [];
    const queue = new JobQueue(async (payload) => seen.push(payload), { sleep: now });
    for (const payload of ['a', 'b', 'c']) queue.push(payload);
    await queue.idle();
    assert.deepEqual(seen, ['a', 'b', 'c']);
  });

  it('tries again with growing delays, then gives up', async () => {
    const naps = [];
    const queue = new JobQueue(() => Promise.reject(new Error('no')), { sleep: async (ms) => naps.push(ms) });
    let dead;
    queue.on('dead', (event) => (dead = event));
    queue.push('a');
    await queue.idle();
    assert.deepEqual(naps, [100, 200, 400, 800]);
    assert.equal(dead.attempts, 5);
    assert.equal(dead.error.message, 'no');
  });

  it('reports the result', async () => {
    const queue = new JobQueue((payload, attempt) => {
      if (attempt === 1) throw new Error('first');
      return payload * 2;
    }, { sleep: now });
    const events = [];
    for (const name of ['retry', 'done']) queue.on(name, ({ attempts }) => events.push([name, attempts]));
    queue.push(21);
    await queue.idle();
    assert.deepEqual(events, [['retry', 1], ['done', 2]]);
    assert.equal(queue.size, 0);
  });
});
