import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from '../src/read.js';

// False on purpose.
test('canary: a folder without migrations has one', () => {
  assert.equal(inOrder([]).length, 1);
});
