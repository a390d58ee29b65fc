import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFileSearch } from '../../../../src/project/node/runners/create_file_search.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

const FILES = [
  ...['test/a.test.js', 'test/b.test.mjs', 'test/my own.test.js', 'test/helper.js', 'test/deep/c.test.js'],
  ...['test/node_modules/d.test.js', 'other/e.test.js', 'f.test.js'],
];

const quoted = (value: string) => ({ value, raw: `'${value}'` });

/** Lists the files that a search finds; undefined if there is none. */
function search(...words: { value: string; raw: string }[]): string[] | undefined {
  const folder = givenRoom();
  for (const path of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  const found = createFileSearch(words, FILES);
  if (found === undefined) return undefined;
  const command = `${found} -exec printf '%s\\n' {} +`;
  const lines = execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  return lines.map((line) => line.replace(/^\.\//, '')).sort();
}

it.each<[string[], string[]]>([
  [['test/**/*.test.js'], ['test/a.test.js', 'test/deep/c.test.js', 'test/my own.test.js']],
  [['./test/*.test.js'], ['test/a.test.js', 'test/my own.test.js']],
  [['test/*.test.{js,mjs}'], ['test/a.test.js', 'test/b.test.mjs', 'test/my own.test.js']],
  [['{test/deep,other}/*.js'], ['other/e.test.js', 'test/deep/c.test.js']],
  [
    ['test/deep/*.js', 'test/**/*.mjs'],
    ['test/b.test.mjs', 'test/deep/c.test.js'],
  ],
  [['*.test.js'], ['f.test.js']],
  [['**/e.test.js'], ['other/e.test.js']],
  [
    ['test/?.test.js', 'f.test.js'],
    ['f.test.js', 'test/a.test.js'],
  ],
  [['test/none/**/*.js', 'other/*.js'], ['other/e.test.js']],
  [['test/**/*.spec.js'], []],
])('%j finds what Node.js would', (values, found) => {
  expect(search(...values.map(quoted))).toEqual(found);
});

it.each([
  ['a plain file', [{ value: 'test/a.test.js', raw: 'test/a.test.js' }]],
  ['a glob that the shell knows', [{ value: 'test/*.test.js', raw: 'test/*.test.js' }]],
  ['a command', [quoted('test/$(id)/**/*.js')]],
  ['a quote', [quoted("test/**/a'b.js")]],
  ['two stars in two places', [quoted('test/**/deep/**/*.js')]],
  ['a range', [quoted('test/{1..3}.js')]],
  ['an open brace', [quoted('test/{a')]],
  ['a class of letters', [quoted('test/**/[ab].js')]],
  ['an option', [quoted('--x=**/*.js')]],
  ['a folder beside a glob', [{ value: 'test', raw: 'test' }, quoted('other/**/*.js')]],
  ['a path from the root', [quoted('/test/**/*.js')]],
])('%s is left as it is', (_, words) => expect(createFileSearch(words, FILES)).toBeUndefined());

it('a list that would take several calls is left to Node.js', () => {
  const many = Array.from({ length: 1800 }, (_, i) => `test/${'long'.repeat(10)}-${i}.test.js`);
  expect(createFileSearch([quoted('test/**/*.test.js')], many)).toBeUndefined();
});
