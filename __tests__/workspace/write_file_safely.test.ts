import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { existsWithoutSymlinks, removeFilesSafely, writeFileSafely } from '../../src/workspace/write_file_safely.js';
import { cleanUp, givenRoom, write } from '../given.js';

afterAll(cleanUp);

/** A tree beside a folder that nothing may reach. */
function given(files: Parameters<typeof write>[1]) {
  const room = givenRoom();
  write(join(room, 'outside'), { 'a/secret': 'untouched\n', secret: 'untouched\n' });
  return { tree: write(join(room, 'tree'), files), outside: join(room, 'outside') };
}
const untouched = (outside: string) => {
  expect(readdirSync(outside, { recursive: true, encoding: 'utf8' }).sort()).toEqual(['a', 'a/secret', 'secret']);
  expect([readFileSync(join(outside, 'secret'), 'utf8'), readFileSync(join(outside, 'a/secret'), 'utf8')]).toEqual([
    'untouched\n',
    'untouched\n',
  ]);
};

describe('placing a file', () => {
  it.each<[string, Parameters<typeof write>[1]]>([
    ['where nothing is', {}],
    ['over a file', { 'a/b/c': 'old\n' }],
    ['over a folder', { 'a/b/c/d': 'old\n' }],
    ['over a link to a file outside', { 'a/b/c': { link: '../../../outside/secret' } }],
    ['over a link to nothing', { 'a/b/c': { link: 'gone' } }],
    ['behind a link to a folder outside', { a: { link: '../outside' } }],
    ['behind a link in a folder', { 'a/b': { link: '../../outside/a' } }],
    ['where a file stands in the way', { a: 'file\n' }],
    ['where a file stands in the way, deeper', { 'a/b': 'file\n' }],
  ])('%s puts it there and touches nothing outside', (_, files) => {
    const { tree, outside } = given(files);
    writeFileSafely(tree, 'a/b/c', Buffer.from('new\n'), true);
    expect(lstatSync(join(tree, 'a')).isDirectory()).toBe(true);
    expect(lstatSync(join(tree, 'a/b/c')).mode & 0o170777).toBe(0o100755);
    expect(readFileSync(join(tree, 'a/b/c'), 'utf8')).toBe('new\n');
    untouched(outside);
  });

  it('takes names that are not UTF-8, as bytes', () => {
    const { tree } = given({});
    writeFileSafely(tree, '\xff/\xe9', Buffer.from('x'), false);
    expect(readdirSync(Buffer.from(tree), { encoding: 'buffer' })).toEqual([Buffer.from([0xff])]);
  });
});

describe('removing files', () => {
  it('removes files, links themselves, folders, and folders that this leaves empty', () => {
    const { tree, outside } = given({
      'a/b/c': 'x',
      'd/e': 'x',
      'd/f': 'x',
      'folder/x/y': 'x',
      link: { link: '../outside/secret' },
      folderlink: { link: '../outside/a' },
      kept: 'k',
    });
    removeFilesSafely(tree, ['a/b/c', 'd/e', 'folder', 'link', 'folderlink', 'not/there', 'kept/not']);
    expect(readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort()).toEqual(['d', 'd/f', 'kept']);
    untouched(outside);
  });

  it('does not follow a link on the way', () => {
    const { tree, outside } = given({ a: { link: '../outside' }, 'b/c': { link: '../../outside/a' } });
    removeFilesSafely(tree, ['a/secret', 'a/a/secret', 'b/c/secret']);
    untouched(outside);
    expect(existsSync(join(tree, 'a'))).toBe(true);
  });
});

describe('whether something stands at a path', () => {
  it('is asked without following links', () => {
    const { tree } = given({ 'a/b': 'x', link: { link: 'gone' }, out: { link: '../outside' } });
    mkdirSync(join(tree, 'closed'));
    writeFileSync(join(tree, 'closed', 'x'), '');
    chmodSync(join(tree, 'closed'), 0o755);
    symlinkSync('a', join(tree, 'inside'));
    expect(
      ['a/b', 'a', 'link', 'gone', 'out', 'out/secret', 'inside/b', 'a/b/c'].map((path) =>
        existsWithoutSymlinks(tree, path),
      ),
    ).toEqual([true, true, true, false, true, false, false, false]);
  });
});
