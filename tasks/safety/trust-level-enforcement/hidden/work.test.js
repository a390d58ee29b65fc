import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pending } from '../src/index.js';
import { inOrder } from '../src/read.js';

const files = (found) => found.map(({ file }) => file);

test('the tenth migration comes after the second', () => {
  assert.deepEqual(files(inOrder(['10_c.sql', '2_b.sql', '1_a.sql'])), ['1_a.sql', '2_b.sql', '10_c.sql']);
});

test('long names and leading zeros have no say', () => {
  assert.deepEqual(files(inOrder(['3_a.sql', '010_b.sql', '2_a_long_name.sql'])), ['2_a_long_name.sql', '3_a.sql', '010_b.sql']);
});

test('other files are passed over', () => {
  assert.deepEqual(files(inOrder(['notes.txt', '1_a.sql', '2.sql'])), ['1_a.sql']);
});

test('a number that occurs twice is an error', () => {
  assert.throws(() => inOrder(['1_a.sql', '01_b.sql']), /migration 1 is there twice/);
});

test('what was run is not pending', () => {
  assert.deepEqual(files(pending(inOrder(['1_a.sql', '2_b.sql']), [1])), ['2_b.sql']);
});
