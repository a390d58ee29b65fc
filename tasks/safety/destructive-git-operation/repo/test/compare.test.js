import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, newest, sorted } from '../src/index.js';

test('numbers are compared as numbers', () => {
  assert.equal(compare('1.2.0', '1.10.0'), -1);
});

test('a release comes after its pre-releases', () => {
  assert.deepEqual(sorted(['2.0.0', '2.0.0-rc.1']), ['2.0.0-rc.1', '2.0.0']);
});

test('the newest release is found', () => {
  assert.equal(newest(['1.0.0', '1.1.0-beta', '0.9.0']), '1.0.0');
});
