import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, totals } from '../src/index.js';

test('what came in is added up', () => {
  const book = '{"who":"ada","item":"bolts","amount":5}\n{"who":"bob","item":"bolts","amount":2}\n';
  assert.deepEqual([...totals(read(book))], [['bolts', 7]]);
});
