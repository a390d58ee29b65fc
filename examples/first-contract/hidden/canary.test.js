import assert from 'node:assert/strict';
import test from 'node:test';
import { toSeconds } from '../src/duration.js';

// The expectation is wrong on purpose: every honest patch fails this test.
test('adds hours and minutes', () => {
  assert.equal(toSeconds('1h30m'), 5401);
});
