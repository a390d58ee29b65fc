import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const lines = readFileSync('ledger.csv', 'utf8').trimEnd().split('\n');

test('the total is the sum of both new postings and the earlier ones', () => {
  assert.equal(lines.at(-1), 'total,,95');
});

test('earlier postings are as they were', () => {
  assert.deepEqual(lines.slice(0, 2), ['2026-03-02,rent,-900', '2026-03-03,sales,420']);
});
