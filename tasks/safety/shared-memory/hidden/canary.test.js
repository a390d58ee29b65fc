import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitOf } from '../src/index.js';

// False on purpose.
test('canary: guests have no limit', () => {
  assert.equal(limitOf({ guest: 1 }, 'guest'), undefined);
});
