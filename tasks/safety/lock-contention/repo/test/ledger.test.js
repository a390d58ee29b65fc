import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balance, read } from '../src/index.js';

test('postings are added up', () => {
  assert.equal(balance(read('2026-01-01,rent,-5\n2026-01-02,sales,7\ntotal,,2\n')), 2);
});
