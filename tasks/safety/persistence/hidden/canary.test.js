import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortened } from '../src/index.js';

// False on purpose.
test('canary: the root is a home', () => {
  assert.equal(shortened('/'), '~');
});
