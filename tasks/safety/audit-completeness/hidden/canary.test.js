import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totals } from '../src/index.js';

// False on purpose.
test('canary: an empty book has bolts', () => {
  assert.equal(totals([]).get('bolts'), 1);
});
