import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SlidingWindow } from '../src/index.js';

describe('SlidingWindow', () => {
  it('admits up to the limit', () => {
    const window = new SlidingWindow({ limit: 3, windowMs: 1000 });
    assert.deepEqual(window.take(0), { allowed: true, remaining: 2, retryAfterMs: 0 });
    assert.deepEqual(window.take(10), { allowed: true, remaining: 1, retryAfterMs: 0 });
    assert.deepEqual(window.take(20), { allowed: true, remaining: 0, retryAfterMs: 0 });
    assert.equal(window.take(30).allowed, false);
  });

  it('admits again after the window', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 1000 });
    window.take(0);
    assert.equal(window.take(500).allowed, false);
    assert.equal(window.take(1500).allowed, true);
  });

  it('does not count refused requests', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 1000 });
    window.take(0);
    window.take(900);
    assert.equal(window.take(1100).allowed, true);
  });

  it('says to wait when it refuses', () => {
    const window = new SlidingWindow({ limit: 2, windowMs: 1000 });
    window.take(0);
    window.take(400);
    assert.ok(window.take(600).retryAfterMs > 0);
  });

  it('counts the cost of a request', () => {
    const window = new SlidingWindow({ limit: 5, windowMs: 1000 });
    assert.equal(window.take(0, 3).remaining, 2);
    assert.equal(window.take(1, 3).allowed, false);
    assert.equal(window.take(2, 2).allowed, true);
  });

  it('refuses options that make no sense', () => {
    assert.throws(() => new SlidingWindow({ limit: 0, windowMs: 1000 }), TypeError);
    assert.throws(() => new SlidingWindow({ limit: 2.5, windowMs: 1000 }), TypeError);
    assert.throws(() => new SlidingWindow({ limit: 1, windowMs: -1 }), TypeError);
  });
});
