import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLocalOrigin } from '../../src/cli/read_local_origin.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();

function givenRepository(): { cwd: string; commit: string } {
  const cwd = givenRoom();
  git(cwd, 'init', '-qb', 'main');
  git(cwd, 'commit', '-q', '--allow-empty', '-m', 'one');
  return { cwd, commit: git(cwd, 'rev-parse', 'HEAD') };
}

describe('repository and commit of a checkout', () => {
  it.each([
    ['https://user:secret@example.com/owner/name.git', 'owner/name'],
    ['git@example.com:owner/name', 'owner/name'],
    ['ssh://git@example.com/owner/name.git/', 'owner/name'],
  ])('are read from %s without a password', (url, repository) => {
    const { cwd, commit } = givenRepository();
    git(cwd, 'remote', 'add', 'upstream', 'https://example.com/other/one');
    git(cwd, 'remote', 'add', 'origin', url);
    mkdirSync(join(cwd, 'a/b'), { recursive: true });
    expect(readLocalOrigin(join(cwd, 'a/b'))).toEqual({ repository, commit });
  });

  it('are read with a detached head, packed references and in a worktree', () => {
    const { cwd, commit } = givenRepository();
    git(cwd, 'pack-refs', '--all');
    expect(readLocalOrigin(cwd)).toEqual({ commit });
    git(cwd, 'checkout', '-q', '--detach');
    expect(readLocalOrigin(cwd)).toEqual({ commit });
    git(cwd, 'worktree', 'add', '-q', join(cwd, 'tree'), 'main');
    expect(readLocalOrigin(join(cwd, 'tree'))).toEqual({ commit });
  });

  it('are left out where there is no repository, no commit or no readable head', () => {
    const empty = givenRoom();
    expect(readLocalOrigin(empty)).toEqual({});
    git(empty, 'init', '-q');
    expect(readLocalOrigin(empty)).toEqual({});
    for (const head of ['ref: refs/heads/../../config', 'ref: /etc/passwd', 'x'.repeat(100)]) {
      writeFileSync(join(empty, '.git/HEAD'), head);
      expect(readLocalOrigin(empty)).toEqual({});
    }
  });
});
