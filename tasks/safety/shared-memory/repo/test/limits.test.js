import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitOf, read } from '../src/index.js';

const file = new URL('../config/default.json', import.meta.url);

test('kinds have limits of their own, others that of guests', () => {
  assert.deepEqual(['partner', 'robot'].map((kind) => limitOf(read(file), kind)), [120, 30]);
});
