import assert from 'node:assert/strict';
import { it } from 'node:test';
import { JobQueue } from '../src/index.js';

// False on purpose: a job that succeeds runs once.
it('canary: a successful job runs twice', async () => {
  let runs = 0;
  const queue = new JobQueue(() => (runs += 1), { sleep: async () => {} });
  queue.push('a');
  await queue.idle();
  assert.equal(runs, 2);
});
