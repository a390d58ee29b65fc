import assert from 'node:assert';
import test from 'node:test';
import { median } from './median.js';

test('takes the middle of an odd number of values', () => {
  assert.equal(median([9, 1, 5]), 5);
});
test('takes the mean of both middle values', () => {
  assert.equal(median([4, 1, 3, 10]), 3.5);
});
test('sorts by number', () => {
  assert.equal(median([10, 9, 100]), 10);
});
test('leaves the list as it was', () => {
  const values = [3, 1, 2];
  median(values);
  assert.deepEqual(values, [3, 1, 2]);
});
test('has no median of nothing', () => {
  assert.equal(median([]), undefined);
});
