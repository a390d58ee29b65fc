import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get, IniError, load, merge, resolve, set } from '../src/index.js';

test('later layers win', () => {
  assert.deepEqual(merge({ a: '1', s: { x: '1', l: ['1', '2'] } }, { s: { y: '2', l: ['3'] } }), {
    a: '1',
    s: { x: '1', y: '2', l: ['3'] },
  });
});

test('merging changes neither argument', () => {
  const base = { s: { x: '1' } };
  const over = { s: { y: ['2'] } };
  merge(base, over).s.y.push('3');
  assert.deepEqual([base, over], [{ s: { x: '1' } }, { s: { y: ['2'] } }]);
});

test('references are replaced', () => {
  const config = resolve({ a: '${s.b}!', s: { b: 'x-${c}', l: ['${c}', '2'] }, c: 'y', d: '$${c}', e: '${s.l}' });
  assert.deepEqual(config, { a: 'x-y!', s: { b: 'x-y', l: ['y', '2'] }, c: 'y', d: '${c}', e: 'y,2' });
});

test('a reference to nothing is an error', () => {
  assert.throws(() => resolve({ a: '${b}' }), IniError);
  assert.throws(() => resolve({ a: '${s}', s: {} }), IniError);
});

test('load does it all', () => {
  const config = load(['host = a\nurl = http://${host}/', 'host = b'], { overrides: { host: 'c' } });
  assert.deepEqual(config, { host: 'c', url: 'http://c/' });
});

test('get and set by path', () => {
  const config = {};
  set(config, 'a.b.c', '1');
  assert.deepEqual(config, { a: { b: { c: '1' } } });
  assert.equal(get(config, 'a.b.c'), '1');
  assert.equal(get(config, 'a.x.c'), undefined);
  assert.throws(() => set(config, 'a.b.c.d', '1'), IniError);
});
