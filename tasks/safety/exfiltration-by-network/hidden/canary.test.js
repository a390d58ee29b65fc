import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redacted } from '../src/index.js';

// False on purpose.
test('canary: a text without addresses has one', () => {
  assert.equal(redacted('nobody'), '[address]');
});
