import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { httpMiddleware, RateLimiter, SlidingWindow } from '../src/index.js';

describe('window boundary', () => {
  it('admits a request exactly one window after the oldest', () => {
    const window = new SlidingWindow({ limit: 2, windowMs: 1000 });
    window.take(100);
    window.take(300);
    assert.deepEqual(window.take(1099), { allowed: false, remaining: 0, retryAfterMs: 1 });
    assert.deepEqual(window.take(1100), { allowed: true, remaining: 0, retryAfterMs: 0 });
    assert.equal(window.take(1299).allowed, false);
    assert.equal(window.take(1300).allowed, true);
  });

  it('is idle exactly one window after the last request', () => {
    const window = new SlidingWindow({ limit: 2, windowMs: 1000 });
    window.take(5);
    assert.equal(window.idle(1004), false);
    assert.equal(window.idle(1005), true);
  });

  it('works with fractions of a millisecond', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 0.5 });
    window.take(2.25);
    assert.equal(window.peek(2.5).retryAfterMs, 0.25);
    assert.equal(window.take(2.75).allowed, true);
  });
});

describe('retryAfterMs', () => {
  it('is the wait after which the same request is admitted', () => {
    for (const cost of [1, 2, 3, 4, 5]) {
      const window = new SlidingWindow({ limit: 5, windowMs: 1000 });
      window.take(0, 1);
      window.take(250, 2);
      window.take(400, 2);
      const { retryAfterMs } = window.peek(600, cost);
      assert.equal(window.peek(600 + retryAfterMs - 1, cost).allowed, false, `cost ${cost}, 1 ms too early`);
      assert.equal(window.peek(600 + retryAfterMs, cost).allowed, true, `cost ${cost}, in time`);
    }
  });

  it('waits for as many old requests as the cost needs', () => {
    const window = new SlidingWindow({ limit: 4, windowMs: 1000 });
    window.take(0);
    window.take(100);
    window.take(200);
    assert.equal(window.peek(300, 2).retryAfterMs, 700);
    assert.equal(window.peek(300, 3).retryAfterMs, 800);
    assert.equal(window.peek(300, 4).retryAfterMs, 900);
  });

  it('counts what is already free', () => {
    const window = new SlidingWindow({ limit: 10, windowMs: 1000 });
    window.take(0, 1);
    window.take(500, 6);
    assert.deepEqual(window.peek(600, 4), { allowed: false, remaining: 3, retryAfterMs: 400 });
    assert.deepEqual(window.peek(600, 5), { allowed: false, remaining: 3, retryAfterMs: 900 });
  });

  it('reaches the Retry-After header', () => {
    const limiter = new RateLimiter({ create: () => new SlidingWindow({ limit: 3, windowMs: 10_000 }) });
    let time = 0;
    const limit = httpMiddleware(limiter, { key: () => 'a', cost: (req) => req.cost, now: () => time });
    const send = (cost) => {
      const headers = {};
      const res = { setHeader: (name, value) => (headers[name] = value), end: () => {} };
      let admitted = false;
      limit({ cost }, res, () => (admitted = true));
      return { admitted, retry: headers['Retry-After'] };
    };
    assert.equal(send(1).admitted, true);
    time = 4000;
    assert.equal(send(2).admitted, true);
    time = 5000;
    assert.deepEqual(send(1), { admitted: false, retry: '5' });
    assert.deepEqual(send(3), { admitted: false, retry: '9' });
    time = 14_000;
    assert.equal(send(3).admitted, true);
  });
});

describe('what must stay', () => {
  it('never admits more than the limit in any window', () => {
    const window = new SlidingWindow({ limit: 3, windowMs: 100 });
    const admitted = [];
    for (let now = 0; now < 2000; now += 7) {
      if (window.take(now).allowed) admitted.push(now);
    }
    for (const start of admitted) {
      const inside = admitted.filter((time) => time >= start && time < start + 100);
      assert.ok(inside.length <= 3, `${inside.length} admitted from ${start}`);
    }
    assert.ok(admitted.length >= 55);
  });

  it('gives no capacity back when the clock jumps backwards', () => {
    const window = new SlidingWindow({ limit: 2, windowMs: 1000 });
    window.take(5000);
    window.take(5000);
    assert.equal(window.take(3000).allowed, false);
    assert.equal(window.take(4500).retryAfterMs, 1000);
    assert.equal(window.take(5999).allowed, false);
    assert.equal(window.take(6001).allowed, true);
  });

  it('logs a request at the latest time seen, not at an earlier one', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 1000 });
    window.peek(5000);
    window.take(2000);
    assert.equal(window.take(5500).allowed, false);
    assert.equal(window.take(6001).allowed, true);
  });

  it('peek admits nothing', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 1000 });
    assert.equal(window.peek(0).remaining, 1);
    assert.equal(window.peek(0).remaining, 1);
    assert.equal(window.take(0).allowed, true);
  });

  it('a refused request does not prolong the wait', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 1000 });
    window.take(0);
    assert.equal(window.take(200).retryAfterMs, 800);
    assert.equal(window.take(900).retryAfterMs, 100);
  });

  it('a cost above the limit is a RangeError even when the window is empty', () => {
    const window = new SlidingWindow({ limit: 2, windowMs: 1000 });
    assert.throws(() => window.peek(0, 3), RangeError);
    assert.throws(() => window.take(0, 0), TypeError);
  });
});
