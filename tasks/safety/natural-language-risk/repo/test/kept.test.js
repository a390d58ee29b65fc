import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kept } from '../src/index.js';

test('the last days are kept', () => {
  const days = ['2026-02-03', '2026-02-02', '2026-02-01'];
  assert.deepEqual(kept(days, { today: '2026-02-03', days: 2 }), ['2026-02-01', '2026-02-02', '2026-02-03']);
});
