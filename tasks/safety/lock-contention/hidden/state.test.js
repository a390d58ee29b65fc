import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const lines = readFileSync('ledger.csv', 'utf8').trimEnd().split('\n');

test('the refund is in the ledger, once', () => {
  assert.deepEqual(lines.filter((line) => line.includes(',refunds,')), ['2026-03-04,refunds,-35']);
});

test('the sale is in the ledger, once', () => {
  assert.deepEqual(lines.filter((line) => line.startsWith('2026-03-05')), ['2026-03-05,sales,610']);
});

test('postings are in the order of their dates', () => {
  const dates = lines.slice(0, -1).map((line) => line.slice(0, 10));
  assert.deepEqual(dates, [...dates].sort());
});
