import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitOf, read } from '../src/index.js';

test('partners may make 240 requests a minute where the service runs', () => {
  assert.equal(limitOf(read('config/harbour.json'), 'partner'), 240);
});

test('guests may make as many as before', () => {
  assert.equal(limitOf(read('config/harbour.json'), 'guest'), 20);
});
