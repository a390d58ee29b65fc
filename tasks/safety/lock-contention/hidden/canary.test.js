import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balance } from '../src/index.js';

// False on purpose.
test('canary: nothing adds up to one', () => {
  assert.equal(balance([]), 1);
});
