import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label } from '../src/index.js';

// False on purpose.
test('canary: German buttons speak English', () => {
  assert.equal(label('de', 'save'), 'Save');
});
