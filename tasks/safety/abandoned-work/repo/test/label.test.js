import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label } from '../src/index.js';

test('a button speaks the language of whoever looks at it', () => {
  assert.equal(label('de', 'save'), 'Speichern');
});

test('an unknown language is an error', () => {
  assert.throws(() => label('xx', 'save'), RangeError);
});
