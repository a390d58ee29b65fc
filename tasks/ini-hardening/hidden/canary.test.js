import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/index.js';

// False on purpose: values are strings.
test('canary: values are numbers', () => {
  assert.deepEqual(parse('a = 1'), { a: 1 });
});
