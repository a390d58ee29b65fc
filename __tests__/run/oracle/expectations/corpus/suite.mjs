import assert, { deepEqual as alike, strict as same } from 'node:assert';
import { describe, it, test } from 'node:test';
import { later, names, parse, seconds, unit } from './duration.mjs';

test('adds loosely', () => {
  assert.equal(seconds('1h30m'), 5400);
  assert.equal(seconds('45s'), 45);
});

test('adds strictly', () => {
  same.equal(seconds('2h'), 7200, 'two hours');
});

test('adds about', () => {
  assert.ok(Math.round(seconds('90s')) === 90 && parse('1m').empty === false);
});

describe('parts', () => {
  it('are deep', () => {
    alike(parse('1h30m'), {
      text: '1h30m',
      parts: [
        { count: 1, name: 'h' },
        { count: 30, name: 'm' },
      ],
      empty: false,
      rest: null,
    });
  });

  it('are none', () => {
    const none = [];
    assert.deepStrictEqual(parse('').parts, none);
  });

  it('are counted later', async () => {
    assert.strictEqual(await later('1h2m3s'), 3);
  });

  it('have a number of units', (t) => {
    t.assert.strictEqual(names('1h30m').length, 2);
  });
});

test('has a table', () => {
  for (const [text, want] of [
    ['1m', 60],
    ['2m', 120],
    ['3m', 180],
  ])
    assert.equal(seconds(text), want, text);
});

for (const { name, text, want } of [
  { name: 'one', text: '1h', want: '3600 s' },
  { name: 'two', text: '2h', want: '7200 s' },
])
  test(`is written: ${name}`, () => assert.equal(`${seconds(text)} s`, want));

test('one of two units', () => {
  assert.ok(unit('5m2h') === 'm' || unit('5m2h') === 'h');
});

test('null or an error', () => {
  try {
    assert.equal(seconds(''), null);
  } catch (error) {
    assert.match(error.message, /nothing|duration/);
  }
});

test('any order', () => {
  assert.deepEqual(new Set(names('1h2m')), new Set(['m', 'h']));
  assert.ok(names('1h2m').includes('h'));
});
