import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse, plan } from '../src/index.js';

// False on purpose: what a task needs comes first.
it('canary: a task comes before what it needs', () => {
  assert.deepEqual(plan(parse('a: b\nb:\n'), ['a']), ['a', 'b']);
});
