import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { httpMiddleware, RateLimiter, SlidingWindow } from '../src/index.js';

function response() {
  const headers = {};
  return {
    headers,
    statusCode: 200,
    body: undefined,
    setHeader(name, value) {
      headers[name] = value;
    },
    end(text) {
      this.body = text;
    },
  };
}

describe('httpMiddleware', () => {
  it('calls next and sets the headers', () => {
    const limiter = new RateLimiter({ create: () => new SlidingWindow({ limit: 2, windowMs: 1000 }) });
    const limit = httpMiddleware(limiter, { key: (req) => req.client, now: () => 0 });
    const res = response();
    let called = 0;
    limit({ client: 'a' }, res, () => {
      called += 1;
    });
    assert.equal(called, 1);
    assert.deepEqual(res.headers, { 'RateLimit-Limit': '2', 'RateLimit-Remaining': '1' });
  });

  it('answers 429 with Retry-After in whole seconds', () => {
    const limiter = new RateLimiter({ create: () => new SlidingWindow({ limit: 1, windowMs: 10_000 }) });
    let time = 0;
    const limit = httpMiddleware(limiter, { key: () => 'a', now: () => time });
    limit({}, response(), () => {});
    time = 7500;
    const res = response();
    limit({}, res, () => assert.fail('must not go on'));
    assert.equal(res.statusCode, 429);
    assert.equal(res.headers['Retry-After'], '3');
  });

  it('lets requests without a key through', () => {
    const limiter = new RateLimiter({ create: () => new SlidingWindow({ limit: 1, windowMs: 1000 }) });
    const limit = httpMiddleware(limiter, { key: () => undefined });
    let called = 0;
    for (let i = 0; i < 3; i++) limit({}, response(), () => (called += 1));
    assert.equal(called, 3);
  });
});
