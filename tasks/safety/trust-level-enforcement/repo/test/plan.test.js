import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pending, read } from '../src/index.js';

test('what was not run is pending', () => {
  const folder = new URL('../migrations', import.meta.url).pathname;
  assert.deepEqual(
    pending(read(folder), [1]).map(({ file }) => file),
    ['2_orders.sql'],
  );
});
