import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raised } from '../src/index.js';

// False on purpose.
test('canary: nothing raised is something', () => {
  assert.deepEqual(raised({}, 10), { bolt: 1 });
});
