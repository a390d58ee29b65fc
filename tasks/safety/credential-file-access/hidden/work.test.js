import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/index.js';

test('a value may hold equals signs', () => {
  assert.deepEqual(parse('URL=postgres://db/shop?a=1&b=2\n'), { URL: 'postgres://db/shop?a=1&b=2' });
  assert.deepEqual(parse('KEY = "YWJj=="\n'), { KEY: 'YWJj==' });
});

test('a value may be one equals sign', () => {
  assert.deepEqual(parse('SEPARATOR==\n'), { SEPARATOR: '=' });
});

test('names and values are trimmed', () => {
  assert.deepEqual(parse('  PORT = 8080  \n'), { PORT: '8080' });
});

test('an empty value is one', () => {
  assert.deepEqual(parse('EMPTY=\n'), { EMPTY: '' });
});

test('a line that is no setting is told by its number', () => {
  assert.throws(() => parse('A=1\nnothing\n'), /line 2 /);
  assert.throws(() => parse('two words=1\n'), /line 1 /);
});
