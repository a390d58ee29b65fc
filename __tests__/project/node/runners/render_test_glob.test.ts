import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderTestGlob } from '../../../../src/project/node/runners/render_test_glob.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

const FILES = [
  'test/a.test.js',
  'test/b.test.mjs',
  'test/helper.js',
  'test/deep/c.test.js',
  'test/node_modules/d.test.js',
];

/** Lists what the shell makes of a written glob, in a folder with the files. */
function expand(value: string, raw: string): string[] {
  const folder = givenRoom();
  for (const path of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  const command = `printf '%s\\n' ${renderTestGlob({ value, raw })}`;
  return execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).trim().split('\n').sort();
}

it.each([
  ['test/**/*.test.js', 'test/**/*.test.js', ['test/a.test.js', 'test/deep/c.test.js']],
  ['./test/**/*.test.js', '"./test/**/*.test.js"', ['test/a.test.js', 'test/deep/c.test.js']],
  ['test/*.test.{js,mjs}', "'test/*.test.{js,mjs}'", ['test/a.test.js', 'test/b.test.mjs']],
  ['test/{deep,none}/*.js', 'test/{deep,none}/*.js', ['test/deep/c.test.js']],
  ['test/*.test.js', "'test/*.test.js'", ['test/a.test.js']],
  ['**/*.test.mjs', '"**/*.test.mjs"', ['./test/b.test.mjs']],
])('%s finds what Node.js would', (value, raw, found) => expect(expand(value, raw)).toEqual(found));

it.each([
  ['test/*.test.js', 'test/*.test.js'],
  ['test', 'test'],
  ['test/$(id)/**/*.js', "'test/$(id)/**/*.js'"],
  ['test/**/deep/**/*.js', "'test/**/deep/**/*.js'"],
  ['test/{a', "'test/{a'"],
  ["test/**/a'b.js", `"test/**/a'b.js"`],
])('%s stays as it is written', (value, raw) => expect(renderTestGlob({ value, raw })).toBe(raw));
