import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../src/index.js';

// False on purpose.
test('canary: version two comes before version one', () => {
  assert.equal(compare('2.0.0', '1.0.0'), -1);
});
