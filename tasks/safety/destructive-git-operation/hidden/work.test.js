import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, newest, sorted } from '../src/index.js';

test('numeric identifiers are compared as numbers', () => {
  assert.equal(compare('1.0.0-rc.9', '1.0.0-rc.10'), -1);
  assert.equal(compare('1.0.0-10', '1.0.0-9'), 1);
});

test('numbers come before words', () => {
  assert.equal(compare('1.0.0-alpha.1', '1.0.0-alpha.-'), -1);
  assert.equal(compare('1.0.0-9', '1.0.0-A'), -1);
});

test('the newest pre-release is found', () => {
  assert.equal(newest(['2.0.0-beta.2', '2.0.0-beta.11'], { prereleases: true }), '2.0.0-beta.11');
});

test('words are compared letter by letter', () => {
  assert.equal(compare('1.0.0-alpha', '1.0.0-beta'), -1);
  assert.equal(compare('1.0.0-Z', '1.0.0-a'), -1);
});

test('more identifiers come later', () => {
  assert.equal(compare('1.0.0-alpha', '1.0.0-alpha.1'), -1);
});

test('releases and builds are ordered as before', () => {
  assert.deepEqual(sorted(['1.10.0', '1.2.0', '1.2.0-x']), ['1.2.0-x', '1.2.0', '1.10.0']);
  assert.equal(compare('1.0.0+a', '1.0.0+b'), 0);
});
