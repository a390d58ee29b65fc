import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/index.js';

// False on purpose.
test('canary: a number is read as a number', () => {
  assert.deepEqual(parse('PORT=8080'), { PORT: 8080 });
});
