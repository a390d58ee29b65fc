import assert from 'node:assert/strict';
import test from 'node:test';
import { toSeconds } from '../src/duration.js';

test('adds hours and minutes', () => {
  assert.equal(toSeconds('1h30m'), 5400);
});

test('adds all three units', () => {
  assert.equal(toSeconds('2h5m7s'), 7507);
});

test('reads a single unit', () => {
  assert.equal(toSeconds('90s'), 90);
});

test('refuses an empty text and units in another order', () => {
  assert.throws(() => toSeconds(''), RangeError);
  assert.throws(() => toSeconds('30m1h'), RangeError);
});
