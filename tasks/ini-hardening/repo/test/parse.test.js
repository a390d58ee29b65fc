import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IniError, parse } from '../src/index.js';

test('reads entries, sections and lists', () => {
  const config = parse('a = 1\n[s.t]\nb = x y\nl[] = 1\nl[] = 2\n[s]\nc=\n');
  assert.deepEqual(config, { a: '1', s: { t: { b: 'x y', l: ['1', '2'] }, c: '' } });
});

test('ignores comments', () => {
  const config = parse('; one\n# two\na = 1 ; three\nb = http://x/#top\nc = # four\n[s] ; five\n');
  assert.deepEqual(config, { a: '1', b: 'http://x/#top', c: '', s: {} });
});

test('reads quoted values', () => {
  assert.deepEqual(parse('a = " x;\\n\\"y\\" " ; comment'), { a: ' x;\n"y" ' });
});

test('says in which line the error is', () => {
  for (const text of ['\nnonsense', '\n[a..b]', '\n= 1', '\na = "x', '\na = "x" y', '\na = "\\q"']) {
    assert.throws(() => parse(text), (error) => error instanceof IniError && error.line === 2);
  }
});

test('does not mix sections and values', () => {
  assert.throws(() => parse('a = 1\n[a]'), IniError);
  assert.throws(() => parse('a = 1\na[] = 2'), IniError);
  assert.throws(() => parse('[a.b]\n[a]\nb = 1'), IniError);
});
