import { deepEqual, equal as eq } from 'node:assert';
import assert from 'node:assert/strict';
import { afterEach, describe, it, test } from 'node:test';
import {
  big,
  Counter,
  clamp,
  each,
  fetchUser,
  format,
  groupBy,
  hex,
  isEven,
  mean,
  parseKv,
  slugify,
  sum,
} from './library.mjs';

describe('slugify', () => {
  it('lowercases', () => assert.equal(slugify('Hello World'), 'hello-world'));
  it('trims and collapses', () => {
    const result = slugify('  A -- b!! c ');
    assert.strictEqual(result, 'a-b-c', 'should collapse');
  });
  it('is empty for punctuation', () => {
    assert.equal(slugify('!!!'), '');
  });
  for (const [input, expected] of [
    ['x y', 'x-y'],
    ['É', ''],
    ['Foo_Bar', 'foo-bar'],
  ])
    it(`slug of ${input}`, () => {
      assert.equal(slugify(input), expected);
    });
});

describe('clamp', () => {
  const cases = [
    { n: 5, lo: 0, hi: 10, want: 5 },
    { n: -5, lo: 0, hi: 10, want: 0 },
    { n: 50, lo: 0, hi: 10, want: 10 },
    { n: -50, lo: -7, hi: 10, want: -7 },
  ];
  for (const { n, lo, hi, want } of cases) it(`clamps ${n}`, () => assert.equal(clamp(n, lo, hi), want));
  it('throws on an invalid range', () => {
    assert.throws(() => clamp(1, 3, 2), RangeError);
  });
  it('explains the range', () => {
    assert.throws(() => clamp(1, 3, 2), /invalid range/);
  });
  it('explains the range with an object', () => {
    assert.throws(() => clamp(1, 3, 2), { name: 'RangeError', message: 'invalid range: 3 > 2' });
  });
  it('does not throw otherwise', () => {
    assert.doesNotThrow(() => clamp(1, 2, 3));
  });
});

test('sum and mean', () => {
  assert.equal(sum([1, 2, 3.5]), 6.5);
  assert.equal(mean([1, 2]), 1.5);
});
test('mean of nothing is null', () => {
  assert.equal(mean([]), null);
});
test('mean is close', () => {
  assert.ok(Math.abs(mean([0.1, 0.2]) - 0.15) < 1e-9);
});
test('groupBy', () => {
  assert.deepEqual(
    groupBy([1, 2, 3, 4], (n) => (isEven(n) ? 'even' : 'odd')),
    { odd: [1, 3], even: [2, 4] },
  );
});
test('groupBy of nothing', () => {
  deepEqual(groupBy([], String), {});
});
describe('Counter', () => {
  let counter;
  afterEach(() => counter?.reset());
  it('counts', () => {
    counter = new Counter();
    counter.inc().inc();
    assert.equal(counter.value, 2);
    assert.notEqual(counter.value, 3);
  });
  it('is at zero first', () => {
    eq(new Counter().value, 0);
  });
  it('has another step', () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(new Counter(5).inc())), { value: 5, step: 5 });
  });
  it('checks the step', () => {
    assert.throws(() => new Counter('x'), TypeError);
  });
  it('is a Counter', () => {
    assert(new Counter() instanceof Counter);
  });
});
describe('async', async () => {
  it('finds a user', async () => {
    const user = await fetchUser(1);
    assert.equal(user.name, 'user1');
    assert.ok(user.roles.includes('admin'));
    assert.ok(user.meta.active);
  });
  it('rejects', async () => {
    await assert.rejects(fetchUser(-1), { code: 'ENOUSER' });
  });
  it('rejects with words', async () => {
    await assert.rejects(() => fetchUser(-2), /user -2 not found/);
  });
  it('rejects somehow', async () => {
    await assert.rejects(fetchUser(-3));
  });
});
test('isEven', () => {
  assert(isEven(4));
  assert.ok(!isEven(3));
  assert.equal(isEven(0), true);
});
function check(text, expected) {
  assert.deepEqual(parseKv(text), expected);
}
test('parses one', () => check('a=1', { a: '1' }));
test('parses two', () => {
  check('a=1&b=2', { a: '1', b: '2' });
});
test('parses nothing', () => check('', {}));
const same = (actual, wanted) => assert.equal(actual, wanted);
test('format', () => {
  same(format('hi {name}!', { name: 'ann' }), 'hi ann!');
});
test('format unknown', () => {
  same(format('{x}', {}), `{x}`);
});
test('hex', () => {
  assert.equal(hex(10), '0x0a');
  assert.equal(Number(hex(255)), 0xff);
});
test('big', () => {
  assert.equal(big(12), 144n);
});
test('match', () => {
  assert.match(slugify('Some Long Title'), /^some-long/);
  assert.doesNotMatch('abc', /\d/);
});
test('each calls', () => {
  const seen = [];
  each([1, 2], (x) => seen.push(x));
  const expected = [1, 2];
  assert.deepEqual(seen, expected);
});
test('subtests', async (t) => {
  await t.test('first', () => assert.equal(1 + 1, 2));
  await t.test('second', (t2) => {
    t2.assert?.equal?.(2, 2);
    assert.equal('a'.repeat(2), 'aa');
  });
});
