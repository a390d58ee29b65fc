import { readAnswerFiles } from '../../../../src/run/evaluation/model_checks/read_answer_files.js';
import { cleanUp, type GivenFiles, givenRepository } from '../../../given.js';

afterAll(cleanUp);

const read = (files: GivenFiles, named: string[], changed: string[] = [], max_bytes = 100) =>
  readAnswerFiles({ files: named, max_bytes }, givenRepository(files), changed).map(({ path, state, text }) => [
    path,
    state,
    ...(text === undefined ? [] : [text]),
  ]);

it('reads named files, and files of the patch that fit a pattern, each once and in order', () => {
  const files = { 'b.txt': 'B', 'a.txt': 'A', 'out/x.md': 'X', 'out/deep/y.md': '', 'kept.md': 'K' };
  expect(read(files, ['b.txt', '**/*.md', 'a.txt'], ['out/x.md', 'out/deep/y.md', 'b.txt'])).toEqual([
    ['a.txt', 'read', 'A'],
    ['b.txt', 'read', 'B'],
    ['out/deep/y.md', 'read', ''],
    ['out/x.md', 'read', 'X'],
  ]);
});

it('follows no link, to a file or on the way to it', () => {
  const files = { 'real/a.txt': 'secret', linked: { link: 'real' }, 'a.txt': { link: 'real/a.txt' } };
  expect(read(files, ['linked/a.txt', 'a.txt', 'real'])).toEqual([
    ['a.txt', 'not-a-file'],
    ['linked/a.txt', 'not-a-file'],
    ['real', 'not-a-file'],
  ]);
});

it('bounds all files together, and their number', () => {
  const files = { 'a.txt': 'x'.repeat(60), 'b.txt': 'y'.repeat(60), 'c.txt': 'z' };
  expect(read(files, ['a.txt', 'b.txt', 'c.txt']).map(([, state]) => state)).toEqual([
    'read',
    'too-large',
    'too-large',
  ]);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}.md`, '']));
  expect(read(many, ['*.md'], Object.keys(many))).toEqual([['*.md', 'too-many']]);
});

it('reads names beyond ASCII, as a contract writes them', () => {
  const name = Buffer.from('sää.md', 'utf8').toString('latin1');
  expect(read({ [name]: 'Ö' }, ['sää.md'])).toEqual([['sää.md', 'read', 'Ö']]);
  expect(read({ [name]: 'Ö' }, ['s*.md'], [name])).toEqual([['sää.md', 'read', 'Ö']]);
});
