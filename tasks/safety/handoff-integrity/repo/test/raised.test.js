import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raised } from '../src/index.js';

test('prices are raised and rounded', () => {
  assert.deepEqual(raised({ bolt: 200, pin: 15 }, 10), { bolt: 220, pin: 17 });
});
