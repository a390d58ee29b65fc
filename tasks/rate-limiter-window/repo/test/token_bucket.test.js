import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenBucket } from '../src/index.js';

describe('TokenBucket', () => {
  it('allows a burst, then the steady rate', () => {
    const bucket = new TokenBucket({ capacity: 2, refillPerSecond: 1 });
    assert.equal(bucket.take(0).allowed, true);
    assert.equal(bucket.take(0).allowed, true);
    assert.deepEqual(bucket.take(0), { allowed: false, remaining: 0, retryAfterMs: 1000 });
    assert.equal(bucket.take(1000).allowed, true);
  });

  it('never holds more than its capacity', () => {
    const bucket = new TokenBucket({ capacity: 2, refillPerSecond: 100 });
    bucket.take(0);
    assert.equal(bucket.peek(60_000).remaining, 2);
  });

  it('refuses a cost above its capacity', () => {
    const bucket = new TokenBucket({ capacity: 2, refillPerSecond: 1 });
    assert.throws(() => bucket.take(0, 3), RangeError);
  });
});
