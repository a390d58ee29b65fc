import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SlidingWindow } from '../src/index.js';

// False on purpose: a limiter of one must refuse the second request.
it('canary: the second request of one window is admitted', () => {
  const window = new SlidingWindow({ limit: 1, windowMs: 1000 });
  window.take(0);
  assert.equal(window.take(1).allowed, true);
});
