import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EditOrder } from '../../../src/run/coordination/answer.js';
import { editAmongOthers } from '../../../src/run/workspace/edit_among_others.js';
import { owner } from '../../../src/run/workspace/owner.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

function given(): string {
  const room = givenRoom();
  write(join(room, 'outside'), { secret: 'kept\n' });
  return write(join(room, 'tree'), {
    'src/a.js': 'one two one\n',
    tool: { content: '#!/bin/sh\n', executable: true },
    bytes: Buffer.from('caf\xe9 x\n', 'latin1'),
    way: { link: '../outside' },
    file: { link: '../outside/secret' },
  });
}

describe('an edit in a tree in which others act', () => {
  it.each<[string, EditOrder, string, string | Buffer, number]>([
    ['writes a file', { path: 'new/deep/b.js', content: 'é\n' }, 'new/deep/b.js', 'é\n', 0o644],
    ['writes over a file, which stays executable', { path: 'tool', content: 'x' }, 'tool', 'x', 0o755],
    ['makes a file executable', { path: 'src/a.js', content: 'x', executable: true }, 'src/a.js', 'x', 0o755],
    ['replaces a text', { path: './src//a.js', replace: 'two', with: '$&' }, 'src/a.js', 'one $& one\n', 0o644],
    [
      'leaves bytes alone that are no text',
      { path: 'bytes', replace: 'x', with: 'y' },
      'bytes',
      Buffer.from('caf\xe9 y\n', 'latin1'),
      0o644,
    ],
    ['puts a file in place of a link', { path: 'file', content: 'mine' }, 'file', 'mine', 0o644],
  ])('%s', (_, order, path, content, mode) => {
    const root = given();
    expect(editAmongOthers(root, order)).toEqual({ bytes: Buffer.from(content).length });
    expect(readFileSync(join(root, path))).toEqual(Buffer.from(content));
    const stat = lstatSync(join(root, path));
    expect([stat.isFile(), stat.mode & 0o777]).toEqual([true, mode]);
    if (owner) expect([stat.uid, statSync(join(root, path, '..')).mode & 0o777]).toEqual([owner.uid, 0o755]);
    expect(readFileSync(join(root, '../outside/secret'), 'utf8')).toBe('kept\n');
    expect(execFileSync('find', [root, '-name', '.gatebench-*'], { encoding: 'utf8' })).toBe('');
  });

  it('removes a file, and a link instead of what it leads to', () => {
    const root = given();
    expect(editAmongOthers(root, { path: 'src/a.js', delete: true })).toEqual({ bytes: 0 });
    expect(editAmongOthers(root, { path: 'way', delete: true })).toEqual({ bytes: 0 });
    expect(readdirSync(root).sort()).toEqual(['bytes', 'file', 'src', 'tool']);
    expect(readdirSync(join(root, '../outside'))).toEqual(['secret']);
  });

  it.each<[string, EditOrder, string, string]>([
    ['a way through a link', { path: 'way/secret', content: 'x' }, 'edit_failed', 'leads through a link'],
    ['reading through a link', { path: 'file', replace: 'kept', with: 'x' }, 'edit_failed', 'leads through a link'],
    ['a way through a file', { path: 'tool/x', content: 'x' }, 'edit_failed', 'no folder'],
    ['a folder', { path: 'src', content: 'x' }, 'edit_failed', 'src is a folder'],
    ['removing a folder', { path: 'src', delete: true }, 'edit_failed', 'src is a folder'],
    ['removing nothing', { path: 'gone', delete: true }, 'edit_failed', 'gone does not exist'],
    ['removing in a folder that is not there', { path: 'gone/x', delete: true }, 'edit_failed', 'does not exist'],
    ['a text that is not there', { path: 'src/a.js', replace: 'three', with: '' }, 'edit_failed', 'nowhere'],
    ['a text that is there twice', { path: 'src/a.js', replace: 'one', with: '' }, 'edit_failed', 'more than once'],
    ['a path that climbs', { path: 'src/../../outside/secret', content: 'x' }, 'path_outside_workspace', 'not a path'],
    ['an absolute path', { path: '/etc/passwd', content: 'x' }, 'path_outside_workspace', 'not a path'],
    ['the folder itself', { path: './', content: 'x' }, 'path_outside_workspace', 'not a path'],
    ['a NUL', { path: 'a\0b', content: 'x' }, 'path_outside_workspace', 'not a path'],
    ['git, however spelt', { path: 'sub/.GIT/config', content: 'x' }, 'path_outside_workspace', '.git'],
    ['a name that is too long', { path: 'n'.repeat(300), content: 'x' }, 'edit_failed', 'too long'],
  ])('refuses %s', (_, order, not_done, says) => {
    const root = given();
    expect(editAmongOthers(root, order)).toEqual({ not_done, message: expect.stringContaining(says) });
    expect(readFileSync(join(root, '../outside/secret'), 'utf8')).toBe('kept\n');
    expect([readlinkSync(join(root, 'way')), readFileSync(join(root, 'src/a.js'), 'utf8')]).toEqual([
      '../outside',
      'one two one\n',
    ]);
  });

  it('never follows a link that somebody puts in its way meanwhile', async () => {
    const root = given();
    mkdirSync(join(root, 'd'));
    const script = 'while :; do mv d e && ln -s ../outside d; rm d; mv e d; done 2>/dev/null';
    const other = spawn('sh', ['-c', script], { cwd: root, stdio: 'ignore' });
    const over = new Promise((resolve) => other.once('exit', resolve));
    for (let i = 0; i < 2000; i++) {
      editAmongOthers(root, { path: 'd/secret', content: 'taken\n' });
      editAmongOthers(root, { path: 'd/secret', delete: true });
      if (i % 100 === 0) await new Promise((resume) => setImmediate(resume));
    }
    other.kill('SIGKILL');
    await over;
    expect([readdirSync(join(root, '../outside')), readFileSync(join(root, '../outside/secret'), 'utf8')]).toEqual([
      ['secret'],
      'kept\n',
    ]);
  });
});
