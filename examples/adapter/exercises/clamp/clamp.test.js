import assert from 'node:assert';
import test from 'node:test';
import { clamp } from './clamp.js';

test('keeps a value between the bounds', () => {
  assert.equal(clamp(5, 1, 9), 5);
});
test('returns the lower bound', () => {
  assert.equal(clamp(-3, 1, 9), 1);
});
test('returns the upper bound', () => {
  assert.equal(clamp(12, 1, 9), 9);
});
test('refuses bounds in the wrong order', () => {
  assert.throws(() => clamp(1, 9, 1), RangeError);
});
