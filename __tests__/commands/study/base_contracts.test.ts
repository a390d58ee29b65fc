import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStudy } from '../../../src/commands/study/read_study.js';
import { runOptionsSchema } from '../../../src/commands/study/run_options.js';
import { cleanUp, givenCache, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';

afterAll(cleanUp);

const git = (cwd: string, ...argv: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example', ...argv], { cwd, encoding: 'utf8' }).trim();

describe('a contract that is in the change and not in its base', () => {
  it.each([
    ['of other contracts is missing, and the message says where it was looked for', true],
    ['of none is the first one, and is to be merged', false],
  ])('%s', async (_, has_other) => {
    const workspace = givenRoom();
    git(workspace, 'init', '--quiet');
    writeFileSync(join(workspace, 'a'), 'a\n');
    if (has_other) await givenShellTask(workspace, 'other');
    git(workspace, 'add', '.');
    git(workspace, 'commit', '--quiet', '--message', 'first');
    const base_sha = git(workspace, 'rev-parse', 'HEAD');
    await givenShellTask(workspace, 'task');
    const pull_request = { base_sha, head_sha: base_sha, workspace };
    const order = runOptionsSchema.parse({ contracts: ['task'], agents: ['pull-request'], out: 'out', pull_request });
    await expect(readStudy(order, await givenCache(), workspace)).rejects.toMatchObject(
      has_other
        ? {
            message: `no contract matches "task" in the base commit ${base_sha.slice(0, 12)}`,
            remedy: expect.stringContaining('commit the contract there first'),
          }
        : { unmerged: ['task/contract.yml'], remedy: expect.stringContaining('Merge the contract first') },
    );
  });
});
