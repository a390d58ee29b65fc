import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GivenFiles, givenRoom, write } from '../given.js';

/** git as a person uses it, without anybody's configuration. */
export function gitIn(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    },
  }).trim();
}

/** Commits files on top of what is there and returns the commit id. */
export function commit(repo: string, files: GivenFiles, message = 'x'): string {
  write(repo, files);
  gitIn(repo, 'add', '-A', '.');
  gitIn(repo, 'commit', '-q', '--allow-empty', '-m', message);
  return gitIn(repo, 'rev-parse', 'HEAD');
}

export function givenHistory(room = givenRoom(), name = 'repo'): string {
  const repo = join(room, name);
  mkdirSync(repo, { recursive: true });
  gitIn(repo, 'init', '-q', '-b', 'main');
  return repo;
}
