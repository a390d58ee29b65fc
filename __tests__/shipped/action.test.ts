// Needs: nothing
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { BUILT_ACTION } from '../built.js';
import { givenState, TOKENS } from '../github_fake/given_github.js';
import { startGitHub } from '../github_fake/server.js';
import { cleanUp, givenRoom } from '../given.js';
import { givenShellTask } from '../given_task.js';
import { readWorkflow, stepOf } from '../given_workflow.js';
import { commit, gitIn, givenHistory } from '../workspace/given_history.js';

/** The Action as a process: compare with settings where nothing differs. `action.test.ts` starts run, plan, report and compare. */

afterAll(cleanUp);

const SUITE = {
  schema: 1,
  name: 'team',
  contracts: ['tasks/*/contract.yml'],
  agents: [{ name: 'obedient', agent: 'command:". ./AGENTS.md"' }],
  baselines: { noop: false },
};

it('compare with settings passes at once where nothing differs that agents see, and publishes that', async () => {
  const room = givenRoom();
  const clone = givenHistory(room, 'clone');
  await givenShellTask(join(clone, 'tasks'), 'one');
  const base = commit(clone, {
    '.gitignore': 'tasks/trees\ngatebench-settings*\n',
    'AGENTS.md': 'echo right > value\n',
    'gatebench.yml': stringify(SUITE),
  });
  const head = commit(clone, { 'README.md': 'other\n' });
  gitIn(clone, 'checkout', '-q', '--detach', base);

  const repo = { full_name: 'acme/shop' };
  const state = givenState({
    head: { sha: head, label: 'acme:change', ref: 'change', repo },
    base: { sha: base, ref: 'main', repo },
  });
  for (const sha of [base, head]) state.commits.add(sha);
  const pull_request = {
    ...{ number: 7, user: { id: 105, login: 'bob' } },
    ...{ head: { sha: head, repo }, base: { sha: base, ref: 'main', repo } },
  };
  writeFileSync(join(room, 'event.json'), JSON.stringify({ action: 'labeled', pull_request }));
  for (const name of ['summary.md', 'output']) writeFileSync(join(room, name), '');
  const { steps } = readWorkflow('compare-settings.yml').jobs.compare!;
  const inputs = Object.entries(stepOf(steps, 'gatebench/gatebench@').with ?? {}).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    String(value),
  ]);

  const fake = await startGitHub(state);
  const { exitCode, all } = await execa(process.execPath, [BUILT_ACTION], {
    cwd: clone,
    reject: false,
    all: true,
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      HOME: room,
      ...Object.fromEntries(inputs),
      'INPUT_GITHUB-TOKEN': TOKENS.writer,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: join(room, 'event.json'),
      GITHUB_API_URL: fake.url,
      GITHUB_WORKSPACE: clone,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_RUN_ID: '70',
      GITHUB_STEP_SUMMARY: join(room, 'summary.md'),
      GITHUB_OUTPUT: join(room, 'output'),
    },
  });
  await fake.close();
  expect([exitCode, all]).toEqual([0, expect.stringContaining('nothing to run')]);
  expect(state.check_runs).toMatchObject([
    { name: 'gatebench settings', head_sha: head, status: 'completed', conclusion: 'success' },
  ]);
});
