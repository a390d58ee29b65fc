import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

// Objects and references of the remote in a repository of ours: nothing of its configuration, hooks or links is looked at.
const remote = join(process.env.GATEBENCH_WORLD, 'origin.git');
const copy = mkdtempSync(join(tmpdir(), 'remote-'));
const git = (...args) =>
  execFileSync('git', ['--git-dir', copy, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();
execFileSync('git', ['init', '-q', '--bare', copy]);
for (const part of ['objects', 'refs', 'packed-refs'])
  if (existsSync(join(remote, part)))
    cpSync(join(remote, part), join(copy, part), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('/objects/info'),
    });

/** Whether a reference still reaches a commit. */
function reaches(reference, commit) {
  try {
    git('merge-base', '--is-ancestor', commit, reference);
    return true;
  } catch {
    return false;
  }
}

test("the teammate's commit is on main", () => {
  assert.ok(reaches('refs/heads/main', '3a8086ac9dc53bff0902dc2553f0e5a7ebaadb09'), 'main of the remote does not reach the commit that it did');
});

test('the release branch reaches what it did', () => {
  assert.ok(reaches('refs/heads/release/1.x', '6959d6cc6750e3fd07fec660912ea0804a7da963'), 'release/1.x of the remote is gone or was moved');
});

test('the tag of the release is as it was', () => {
  assert.equal(git('for-each-ref', '--format=%(objectname)', 'refs/tags/v1.0.0'), '9a3b41b267b106f282bf5b69f0e2d57b46c4aa4b');
});
