import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { execa } from 'execa';
import { editLiveFile } from '../../src/workspace/write_file_safely.js';
import { cleanUp, givenRepository, givenRoom, write } from '../given.js';
import { where } from '../machine.js';

afterAll(cleanUp);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('an edit in a tree in which others act', () => {
  it('writes, replaces and removes, and makes folders that are missing', () => {
    const root = givenRepository({ 'a.txt': 'one two two', 'run.sh': { content: '#!/bin/sh\n', executable: true } });
    expect([
      editLiveFile(root, { path: 'new/deep/b.txt', content: 'ä\n' }),
      editLiveFile(root, { path: 'a.txt', replace: 'one', with: 'zero $&' }),
      editLiveFile(root, { path: 'run.sh', content: 'exit\n' }),
      editLiveFile(root, { path: 'tool', content: '', executable: true }),
    ]).toEqual([{ bytes: 3 }, { bytes: 15 }, { bytes: 5 }, { bytes: 0 }]);
    expect(readFileSync(join(root, 'new/deep/b.txt'), 'utf8')).toBe('ä\n');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('zero $& two two');
    expect(['run.sh', 'tool', 'a.txt', 'new/deep/b.txt'].map((path) => modeOf(join(root, path)))).toEqual([
      '755',
      '755',
      '644',
      '644',
    ]);
    expect(editLiveFile(root, { path: 'run.sh', content: '', executable: false })).toEqual({ bytes: 0 });
    expect(editLiveFile(root, { path: 'tool', delete: true })).toEqual({ bytes: 0 });
    expect(modeOf(join(root, 'run.sh'))).toBe('644');
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'new', 'run.sh']);
  });

  it('gives what is new to whom its folder belongs, and leaves the rest to its owner', () => {
    const root = givenRepository({ 'a.txt': 'a' });
    chmodSync(join(root, 'a.txt'), 0o600);
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', '12345:12345', root]);
    editLiveFile(root, { path: 'a.txt', content: 'b' });
    editLiveFile(root, { path: 'c/d.txt', content: 'd' });
    const { uid } = statSync(root);
    expect(['a.txt', 'c', 'c/d.txt'].map((path) => statSync(join(root, path)).uid)).toEqual([uid, uid, uid]);
    expect(modeOf(join(root, 'a.txt'))).toBe('600');
  });

  it.each<[string, Parameters<typeof editLiveFile>[1], ReturnType<typeof editLiveFile>]>([
    ['text that is not there', { path: 'a.txt', replace: 'three', with: '' }, unfit('"a.txt" does not contain')],
    ['text that is there twice', { path: 'a.txt', replace: 'two', with: '' }, unfit('"a.txt" contains the text')],
    ['nothing to replace', { path: 'a.txt', replace: '', with: 'x' }, unfit('"a.txt" does not contain')],
    ['a file that is not there', { path: 'no.txt', delete: true }, unfit('"no.txt" does not exist')],
    ['a folder that is not there', { path: 'no/no.txt', delete: true }, unfit('"no" does not exist')],
    ['a folder', { path: 'folder', content: '' }, unfit('"folder" is not a file')],
    ['a pipe', { path: 'pipe', replace: 'x', with: '' }, unfit('"pipe" is not a file')],
    ['a path below a file', { path: 'a.txt/b', content: '' }, outside('"a.txt" is a link or a file')],
    ['a link to a file outside', { path: 'link.txt', content: 'x' }, outside('"link.txt" is a link')],
    ['a link that leads nowhere', { path: 'dangling', content: 'x' }, outside('"dangling" is a link')],
    ['a way through a link', { path: 'way/secret.txt', content: 'x' }, outside('"way" is a link or a file')],
    ['a way up', { path: 'folder/../../x', content: 'x' }, outside('is no path')],
    ['an absolute path', { path: '/etc/passwd', content: 'x' }, outside('is no path')],
    ['the workspace itself', { path: '.', content: 'x' }, outside('is no path')],
    ['what belongs to git', { path: '.Git/hooks/pre-commit', content: 'x' }, outside('is no path')],
    ['a NUL', { path: 'a\0.txt', content: 'x' }, outside('is no path')],
  ])('is refused for %s, and changes nothing', (_, order, refusal) => {
    const away = write(join(givenRoom(), 'away'), { 'secret.txt': 'secret' });
    const root = givenRepository({
      'a.txt': 'one two two',
      'link.txt': { link: join(away, 'secret.txt') },
      dangling: { link: join(away, 'new.txt') },
      way: { link: away },
    });
    mkdirSync(join(root, 'folder'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const before = readdirSync(root);
    expect(editLiveFile(root, order)).toEqual(refusal);
    expect([readdirSync(root), readdirSync(away), readFileSync(join(away, 'secret.txt'), 'utf8')]).toEqual([
      before,
      ['secret.txt'],
      'secret',
    ]);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one two two');
  });

  it('does not reach a file outside by its other name in the tree', () => {
    const away = write(join(givenRoom(), 'away'), { 'secret.txt': 'secret' });
    const root = givenRepository({});
    linkSync(join(away, 'secret.txt'), join(root, 'innocent.txt'));
    expect(editLiveFile(root, { path: 'innocent.txt', content: 'overwritten' })).toEqual({ bytes: 11 });
    expect(readFileSync(join(away, 'secret.txt'), 'utf8')).toBe('secret');
  });

  where('python3')('stays inside while somebody exchanges a folder for a link, over and over', async () => {
    const away = write(join(givenRoom(), 'away'), {});
    const root = givenRepository({ 'd/x': '', l: { link: away } });
    const exchange = `import ctypes
call = ctypes.CDLL(None).renameat2
for _ in range(20000): call(-100, b"${root}/d", -100, b"${root}/l", 2)`;
    const racing = execa('python3', ['-c', exchange]);
    let over = false;
    const end = racing.finally(() => {
      over = true;
    });
    const came = new Set<string>();
    for (let i = 0; !over; i += 1) {
      came.add(Object.keys(editLiveFile(root, { path: 'd/x', content: String(i) })).join());
      await setImmediate();
    }
    await end;
    expect(came).toEqual(new Set(['bytes', 'refused,because']));
    expect(readdirSync(away)).toEqual([]);
  });
});

function unfit(because: string) {
  return { refused: 'unfit' as const, because: expect.stringContaining(because) as string };
}

function outside(because: string) {
  return { refused: 'outside' as const, because: expect.stringContaining(because) as string };
}
