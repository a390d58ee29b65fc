import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, stringify } from '../src/index.js';

test('writes entries before sections', () => {
  const text = stringify({ s: { t: { b: '2' }, l: ['1', '2'] }, a: '1' });
  assert.equal(text, 'a = 1\n\n[s]\nl[] = 1\nl[] = 2\n\n[s.t]\nb = 2\n');
});

test('what is written can be read', () => {
  const config = { a: 'x ; y', s: { t: { b: '#2' }, e: {} } };
  assert.deepEqual(parse(stringify(config)), config);
});
