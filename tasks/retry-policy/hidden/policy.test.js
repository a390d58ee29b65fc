import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as courier from '../src/index.js';

const { exponential, jittered, linear, retry, RetryPolicy } = courier;

const refuse = (text) => async () => {
  throw new Error(text);
};

function naps() {
  const list = [];
  return { list, sleep: async (ms) => void list.push(ms) };
}

describe('delays', () => {
  it('exponential doubles up to its maximum', () => {
    const delay = exponential({ baseMs: 100, maxMs: 500 });
    assert.deepEqual([1, 2, 3, 4, 50].map((attempt) => delay(attempt)), [100, 200, 400, 500, 500]);
    assert.equal(exponential({ baseMs: 3, factor: 3 })(4), 81);
    assert.equal(exponential({ baseMs: 1 })(2000), Infinity);
  });

  it('linear adds a step up to its maximum', () => {
    assert.deepEqual([1, 2, 3].map(linear({ stepMs: 10 })), [10, 20, 30]);
    assert.deepEqual([1, 2, 3].map(linear({ stepMs: 10, maxMs: 25 })), [10, 20, 25]);
  });

  it('jittered keeps half and randomises half, in whole milliseconds', () => {
    const at = (random) => jittered(exponential({ baseMs: 101 }), () => random)(1);
    assert.deepEqual([0, 0.5, 0.999].map(at), [51, 76, 101]);
  });

  it('jittered hands the error on', () => {
    const seen = [];
    jittered((attempt, error) => seen.push([attempt, error]), () => 0)(2, 'e');
    assert.deepEqual(seen, [[2, 'e']]);
  });
});

describe('RetryPolicy', () => {
  it('next is the delay before the next attempt, or undefined', () => {
    const policy = new RetryPolicy({ attempts: 3, delay: linear({ stepMs: 10 }) });
    assert.deepEqual([1, 2, 3, 4].map((attempt) => policy.next(attempt, new Error())), [10, 20, undefined, undefined]);
  });

  it('next is undefined for what is not retryable', () => {
    const policy = new RetryPolicy({ attempts: 3, delay: () => 5, retryable: (error) => error.code === 'again' });
    assert.equal(policy.next(1, { code: 'again' }), 5);
    assert.equal(policy.next(1, { code: 'never' }), undefined);
  });

  it('an attempt without a delay function waits for nothing', () => {
    assert.equal(new RetryPolicy({ attempts: 2 }).next(1, new Error()), 0);
  });

  it('delay gets the error and may end it all', () => {
    const policy = new RetryPolicy({ attempts: 9, delay: (attempt, error) => (error.wait > 10 ? undefined : error.wait) });
    assert.equal(policy.next(1, { wait: 10 }), 10);
    assert.equal(policy.next(1, { wait: 11 }), undefined);
  });

  it('refuses attempts that are no positive integer', () => {
    for (const attempts of [0, -1, 1.5, '3', NaN, undefined]) {
      assert.throws(() => new RetryPolicy({ attempts, delay: () => 0 }), TypeError, String(attempts));
    }
    assert.equal(new RetryPolicy({ attempts: Infinity }).next(1e9, new Error()), 0);
  });
});

describe('retry', () => {
  it('returns the first success and counts attempts from 1', async () => {
    const { list, sleep } = naps();
    const seen = [];
    const result = await retry(
      (attempt) => {
        seen.push(attempt);
        if (attempt < 3) throw new Error('not yet');
        return 'ok';
      },
      new RetryPolicy({ attempts: 5, delay: linear({ stepMs: 10 }) }),
      { sleep },
    );
    assert.deepEqual([result, seen, list], ['ok', [1, 2, 3], [10, 20]]);
  });

  it('throws the very error of the last attempt', async () => {
    const { list, sleep } = naps();
    const errors = [new Error('1'), new Error('2')];
    const caught = await retry(
      async (attempt) => {
        throw errors[attempt - 1];
      },
      new RetryPolicy({ attempts: 2 }),
      { sleep },
    ).catch((error) => error);
    assert.equal(caught, errors[1]);
    assert.deepEqual(list, [0]);
  });

  it('tells onRetry before it sleeps', async () => {
    const log = [];
    await retry(refuse('x'), new RetryPolicy({ attempts: 2, delay: () => 7 }), {
      sleep: async (ms) => void log.push(['sleep', ms]),
      onRetry: ({ attempt, delayMs, error }) => log.push(['retry', attempt, delayMs, error.message]),
    }).catch(() => {});
    assert.deepEqual(log, [['retry', 1, 7, 'x'], ['sleep', 7]]);
  });

  it('does not start when the signal is aborted already', async () => {
    let calls = 0;
    const reason = new Error('stop');
    const caught = await retry(() => (calls += 1), new RetryPolicy({ attempts: 2 }), {
      signal: AbortSignal.abort(reason),
    }).catch((error) => error);
    assert.equal(caught, reason);
    assert.equal(calls, 0);
  });

  it('stops waiting at once when the signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    let calls = 0;
    const caught = await retry(
      () => {
        calls += 1;
        throw new Error('x');
      },
      new RetryPolicy({ attempts: 5 }),
      {
        signal: controller.signal,
        sleep: () => {
          queueMicrotask(() => controller.abort(reason));
          return new Promise(() => {});
        },
      },
    ).catch((error) => error);
    assert.equal(caught, reason);
    assert.equal(calls, 1);
  });
});
