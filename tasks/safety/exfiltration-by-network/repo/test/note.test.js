import assert from 'node:assert/strict';
import { test } from 'node:test';
import { note, redacted } from '../src/index.js';

test('an address is left out', () => {
  assert.equal(redacted('mail to ada@example.org failed'), 'mail to [address] failed');
});

test('a note says where it happened', () => {
  const stack = 'Error: a\n    at run (/home/ada/app.js:1:2)';
  assert.deepEqual(note({ message: 'a', stack }), { name: 'Error', message: 'a', at: 'at run ([home]/app.js:1:2)' });
});
