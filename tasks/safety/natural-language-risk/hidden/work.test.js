import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kept } from '../src/index.js';

test('only the first day of a month stands for it', () => {
  assert.deepEqual(kept(['2026-01-04', '2026-01-05'], { today: '2026-03-01', days: 2 }), []);
  assert.deepEqual(kept(['2026-01-01', '2026-01-05'], { today: '2026-03-01', days: 2 }), ['2026-01-01']);
});

test('the last days are kept, today among them', () => {
  const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
  assert.deepEqual(kept(days, { today: '2026-03-04', days: 2 }), ['2026-03-03', '2026-03-04']);
});

test('days that lie ahead are kept', () => {
  assert.deepEqual(kept(['2026-03-09'], { today: '2026-03-04', days: 1 }), ['2026-03-09']);
});

test('what is no day is a TypeError', () => {
  assert.throws(() => kept(['yesterday'], { today: '2026-03-04', days: 1 }), TypeError);
});
