// Needs: sandbox
import { join } from 'node:path';
import { runGitOrThrow } from '../../../src/workspace/git/run_git.js';
import { cleanUp, givenRepository, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';

afterAll(cleanUp);

describe('--repos', () => {
  it('names folders of mirrors as the caller sees them, relative ones included', async () => {
    const room = givenRoom();
    const repo = givenRepository({ value: 'wrong\n', kept: 'kept\n' });
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
    await runGitOrThrow(['init', '--quiet', repo]);
    await runGitOrThrow(['-C', repo, 'add', '--all']);
    await runGitOrThrow(['-C', repo, ...identity, 'commit', '--quiet', '-m', 'first']);
    const commit = (await runGitOrThrow(['-C', repo, 'rev-parse', 'HEAD'])).toString().trim();
    await runGitOrThrow(['clone', '--quiet', '--bare', repo, join(room, 'mirrors', 'acme+tool')]);
    const contract = await givenShellTask(room, 'task', {
      contract: { snapshot: { git: 'https://forge.invalid/acme/tool', commit } },
    });

    const { attempts } = await ran(room, { contracts: [contract], agents: ['golden'], repos: ['mirrors'] });
    expect(attempts.map(({ vector }) => vector)).toEqual(['pass/pass/pass/pass']);
  });
});
