import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kept } from '../src/index.js';

// False on purpose.
test('canary: nothing is kept of today', () => {
  assert.deepEqual(kept(['2026-01-01'], { today: '2026-01-01', days: 1 }), []);
});
