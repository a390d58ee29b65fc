import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RateLimiter, SlidingWindow } from '../src/index.js';

const create = () => new SlidingWindow({ limit: 1, windowMs: 1000 });

describe('RateLimiter', () => {
  it('limits every key on its own', () => {
    const limiter = new RateLimiter({ create });
    assert.equal(limiter.take('a', 0).allowed, true);
    assert.equal(limiter.take('b', 0).allowed, true);
    assert.equal(limiter.take('a', 1).allowed, false);
  });

  it('forgets a key on reset', () => {
    const limiter = new RateLimiter({ create });
    limiter.take('a', 0);
    assert.equal(limiter.reset('a'), true);
    assert.equal(limiter.reset('a'), false);
    assert.equal(limiter.take('a', 1).allowed, true);
  });

  it('keeps at most maxKeys keys', () => {
    const limiter = new RateLimiter({ create, maxKeys: 2 });
    limiter.take('a', 0);
    limiter.take('b', 1);
    limiter.take('a', 2);
    limiter.take('c', 3);
    assert.equal(limiter.size, 2);
    assert.equal(limiter.take('a', 4).allowed, false);
  });

  it('sweeps idle keys', () => {
    const limiter = new RateLimiter({ create, idleMs: 5000 });
    limiter.take('a', 0);
    limiter.take('b', 4000);
    assert.equal(limiter.sweep(6000), 1);
    assert.equal(limiter.size, 1);
  });

  it('does not remember a key that was only peeked at', () => {
    const limiter = new RateLimiter({ create });
    assert.equal(limiter.peek('a', 0).allowed, true);
    assert.equal(limiter.size, 0);
  });
});
