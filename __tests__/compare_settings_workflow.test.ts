// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { stringify } from 'yaml';
import { readActionEnvironment } from '../src/action/action_environment.js';
import { readActionInputs } from '../src/action/action_inputs.js';
import { executeRunAction } from '../src/action/execute_run_action.js';
import { compareSettings } from '../src/commands/compare_settings/compare_settings.js';
import { validateContracts } from '../src/commands/validate/validate_contracts.js';
import { validateOptionsSchema } from '../src/commands/validate/validate_options.js';
import { givenState, TOKENS } from './github_fake/given_github.js';
import { startGitHub } from './github_fake/server.js';
import { cleanUp, type GivenFiles, givenRoom } from './given.js';
import { givenShellTask } from './given_task.js';
import { readWorkflow, stepOf } from './given_workflow.js';
import { commit, gitIn, givenHistory } from './workspace/given_history.js';

/** compare-settings.yml as its file has it: its condition, what our step is told, real attempts, and a GitHub on loopback. */

const { jobs } = readWorkflow('compare-settings.yml') as unknown as {
  jobs: Record<'compare', { if: string; steps: Parameters<typeof stepOf>[0] }>;
};
const out = { log() {}, error() {}, signal: new AbortController().signal, terminal: { columns: 80, colour: false } };

const SUITE = {
  schema: 1,
  name: 'team',
  contracts: ['tasks/*/contract.yml'],
  agents: [{ name: 'obedient', agent: 'command:". ./AGENTS.md"' }],
  baselines: { noop: false },
};

let room: string;
let clone: string;
let base: string;
beforeAll(async () => {
  room = givenRoom();
  clone = givenHistory(room, 'clone');
  const tasks = [];
  for (const id of ['one', 'two']) tasks.push(await givenShellTask(join(clone, 'tasks'), id));
  const options = {
    out: join(room, 'proofs'),
    contracts: tasks,
    reruns: 1,
    mutants: 1,
    cache: join(room, 'cache'),
    search_path: process.env.PATH,
  };
  const { exit_code } = await validateContracts(validateOptionsSchema.parse(options), out, clone);
  expect(exit_code).toBe(0);
  base = commit(clone, {
    '.gitignore': 'tasks/trees\ngatebench-settings*\n',
    'AGENTS.md': 'echo right > value\n',
    'gatebench.yml': stringify(SUITE),
  });
});
afterAll(cleanUp);

interface Situation {
  files: GivenFiles;
  /** Repository of the head. */
  from?: string;
  with?: Record<string, string>;
  variable?: (name: string) => string | undefined;
}

/** The step of the workflow on a pull request with these changes. */
async function compared({ files, from = 'acme/shop', with: further = {}, variable }: Situation) {
  gitIn(clone, 'checkout', '-q', '-B', 'change', base);
  const head = commit(clone, files);
  gitIn(clone, 'checkout', '-q', '--detach', base);
  const repo = { full_name: from };
  const state = givenState({
    head: { sha: head, label: 'acme:change', ref: 'change', repo },
    base: { sha: base, ref: 'main', repo: { full_name: 'acme/shop' } },
  });
  for (const sha of [base, head]) state.commits.add(sha);
  const fake = await startGitHub(state);
  try {
    const pull_request = {
      ...{ number: 7, user: { id: 105, login: 'bob' }, head: { sha: head, repo } },
      base: { sha: base, ref: 'main', repo: { full_name: 'acme/shop' } },
    };
    writeFileSync(join(room, 'event.json'), JSON.stringify({ action: 'labeled', pull_request }));
    const environment = readActionEnvironment({
      PATH: process.env.PATH,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: join(room, 'event.json'),
      GITHUB_API_URL: fake.url,
      GITHUB_WORKSPACE: clone,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_RUN_ID: '70',
    });
    const given = {
      'github-token': TOKENS.writer,
      ...stepOf(jobs.compare.steps, 'gatebench/gatebench@').with,
      ...further,
    };
    const outcome = await executeRunAction(
      readActionInputs((name) => String((given as Record<string, unknown>)[name] ?? '')),
      environment,
      { ...out, variable },
      (order, output) => compareSettings({ ...order, earlier: 'replace', cache: join(room, 'cache') }, output, clone),
    ).catch((error: Error) => error);
    return { outcome, check_runs: fake.state.check_runs, comments: fake.state.comments };
  } finally {
    await fake.close();
  }
}

// Holds P3
describe('docs/workflows/compare-settings.yml', () => {
  const pull = (full_name: string, labels: string[]) => ({
    head: { repo: { full_name } },
    labels: { '*': { name: labels } },
  });
  it.each<[string, object, boolean]>([
    [
      'the label',
      { action: 'labeled', label: { name: 'compare-settings' }, pull_request: pull('acme/shop', ['compare-settings']) },
      true,
    ],
    [
      'a push while the label is there',
      { action: 'synchronize', pull_request: pull('acme/shop', ['compare-settings']) },
      true,
    ],
    [
      'another label',
      { action: 'labeled', label: { name: 'bug' }, pull_request: pull('acme/shop', ['bug', 'compare-settings']) },
      false,
    ],
    ['a push without the label', { action: 'synchronize', pull_request: pull('acme/shop', []) }, false],
    [
      'a fork',
      {
        action: 'labeled',
        label: { name: 'compare-settings' },
        pull_request: pull('mallory/shop', ['compare-settings']),
      },
      false,
    ],
  ])('runs or not: %s', (_, event, runs) => {
    const github = { event, repository: 'acme/shop' };
    const contains = (all: string[], one: string) => all.includes(one);
    const condition = jobs.compare.if.replaceAll('labels.*.name', "labels['*'].name");
    expect(runInNewContext(condition, { github, contains })).toBe(runs);
  });

  it('fails the check run where head is worse, and says which settings changed', async () => {
    const { outcome, check_runs, comments } = await compared({ files: { 'AGENTS.md': 'echo other > value\n' } });
    expect(outcome).toMatchObject({ exit_code: 1, outputs: { conclusion: 'failure' }, warnings: [] });
    expect(check_runs).toMatchObject([{ name: 'gatebench settings', status: 'completed', conclusion: 'failure' }]);
    const [comment] = comments;
    expect(comments).toHaveLength(1);
    expect(comment!.body).toContain('obedient@head');
    expect(JSON.stringify(check_runs[0])).toContain('Settings of the agents');
  });

  it('refuses to run the settings of a fork with a key, also where its workflow leaves out the condition', async () => {
    const { outcome, check_runs } = await compared({
      files: { 'AGENTS.md': 'echo "$OPENAI_API_KEY"\n' },
      from: 'mallory/shop',
      with: { upstream: 'openai' },
      variable: (name) => (name === 'OPENAI_API_KEY' ? 'sk-of-the-team-0123456789' : undefined),
    });
    expect((outcome as Error).message).toContain('settings of a fork are not run with them');
    expect(check_runs).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('is refused without a pull request', async () => {
    writeFileSync(join(room, 'push.json'), JSON.stringify({ ref: 'refs/heads/main' }));
    const environment = readActionEnvironment({
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: join(room, 'push.json'),
      GITHUB_API_URL: 'http://127.0.0.1:1',
      GITHUB_SHA: base,
    });
    const inputs = readActionInputs((name) => ({ command: 'compare', settings: 'true' })[name] ?? '');
    await expect(executeRunAction(inputs, environment, out, compareSettings)).rejects.toThrow(
      'settings are compared for a pull request',
    );
  });
});
