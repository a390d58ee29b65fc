import assert from 'node:assert/strict';
import test from 'node:test';
import { toSeconds } from '../src/duration.js';

test('reads a single unit', () => {
  assert.equal(toSeconds('90s'), 90);
  assert.equal(toSeconds('2h'), 7200);
});
