import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { BUILT_ACTION } from './built.js';
import { sampled } from './extent.js';
import { BASE, givenState, HEAD, TOKENS } from './github_fake/given_github.js';
import { type GitHubFake, startGitHub } from './github_fake/server.js';
import { cleanUp, givenRoom } from './given.js';
import { givenShellTask } from './given_task.js';
import { where } from './machine.js';
import { commit, gitIn } from './workspace/given_history.js';

/** The built Action at the edge of GitHub: whatever the token may, GitHub answers or the event is, the verdict stands. */

const room = givenRoom();
beforeAll(async () => {
  await givenShellTask(room, 'quick');
});
afterAll(cleanUp);

let fake: GitHubFake;
beforeEach(async () => {
  fake = await startGitHub(givenState());
});
afterEach(() => fake.close());

const repository = { repo: { full_name: 'acme/shop' } };
const pull_request = { number: 7, head: { sha: HEAD, ...repository }, base: { sha: BASE, ...repository } };

let count = 0;
async function act(inputs: Record<string, string>, event: unknown = { pull_request }) {
  const own = (name: string, text = '') => {
    const file = join(room, `${name}-${++count}`);
    writeFileSync(file, text);
    return file;
  };
  const [summary, output] = [own('summary'), own('output')];
  const { exitCode, all } = await execa(process.execPath, [BUILT_ACTION], {
    cwd: inputs.GITHUB_WORKSPACE || room,
    reject: false,
    all: true,
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      HOME: room,
      XDG_CACHE_HOME: join(room, 'cache'),
      'INPUT_GITHUB-TOKEN': TOKENS.writer,
      INPUT_CONTRACTS: 'quick/contract.yml',
      INPUT_OUT: `out-${++count}`,
      INPUT_AGENT: 'noop',
      GITHUB_API_URL: fake.url,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: 'd4'.repeat(20),
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: own('event', JSON.stringify(event)),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      GITHUB_WORKSPACE: '',
      ...inputs,
    },
  });
  const outputs = [...readFileSync(output, 'utf8').matchAll(/^(\S+)<<(\S+)\n(.*?)\n\2$/gms)];
  const lines = all.split('\n');
  return {
    exitCode,
    warnings: lines.filter((line) => line.startsWith('::warning')),
    errors: lines.filter((line) => line.startsWith('::error')),
    outputs: Object.fromEntries(outputs.map(([, name, , value]) => [name, value])),
    summary: readFileSync(summary, 'utf8'),
  };
}
const JUDGED = { 'gate-vector': 'pass/pass/fail/pass', conclusion: 'failure', 'success-rate': '0', 'cost-usd': '0' };

// Holds P2
describe('the verdict of the Action stands', () => {
  where('sandbox')('with a read-only token: one warning in all, and annotations in the log', async () => {
    const done = await act({ 'INPUT_GITHUB-TOKEN': TOKENS.reader });
    expect(done).toMatchObject({ exitCode: 1, outputs: JUDGED, summary: expect.stringContaining('1 of 1 attempt') });
    expect(done.warnings).toEqual([
      expect.stringMatching(/^::warning::The check run and the comment were not published: the token may not do this/),
    ]);
    expect(done.errors).toEqual([
      expect.stringMatching(/^::error title=quick%2C noop%3A check .*,file=quick\/contract.yml,line=\d+,endLine=\d+::/),
      '::error::1 of 1 attempt failed',
    ]);
  });

  const nonsense: [string, RegExp][] = [
    ['GET comments', /^GET .*comments/],
    ['GET pulls', /^GET .*pulls/],
    ['POST comments', /^POST .*comments/],
  ];
  where('sandbox').each(sampled(nonsense, 3))('when GitHub answers nonsense to %s: one warning', async (_, on) => {
    fake.fail({ on, times: 100, status: 200, body: '<html>Sign in</html>' });
    const done = await act({});
    expect(done).toMatchObject({ exitCode: 1, outputs: JUDGED });
    expect(done.warnings).toEqual([
      expect.stringMatching(/^::warning::The comment was not published: what answered is not GitHub's API/),
    ]);
    expect(fake.state.check_runs).toMatchObject([{ status: 'completed', conclusion: 'failure' }]);
  });

  where('sandbox')('on a locked conversation, which is called that', async () => {
    fake.state.locked = true;
    expect((await act({})).warnings).toEqual([
      expect.stringMatching(/^::warning::The comment was not published: the conversation is locked\./),
    ]);
  });
});

describe("a user's mistake", () => {
  it('stands in the job summary, too', async () => {
    const done = await act({ INPUT_TRIALS: 'many' });
    expect([done.exitCode, done.outputs]).toEqual([2, {}]);
    expect(done.summary).toMatch(/^## gatebench: nothing was judged\n\ninput .*trials.*must be a whole number/);
  });
});

describe('an event', () => {
  where('sandbox')(
    'of a merge queue is judged as the commits that it would merge, with a check run on the last of them',
    async () => {
      const workspace = givenRoom();
      gitIn(workspace, 'init', '--quiet');
      await givenShellTask(workspace, 'quick', { contract: { snapshot: { base: 'pull-request' } } });
      const base_sha = commit(workspace, { value: 'wrong\n', kept: 'kept\n', '.gitignore': 'trees\n' });
      const head_sha = commit(workspace, { value: 'right\n' });
      fake.state.commits.add(head_sha);
      const inputs = {
        ...{ INPUT_AGENT: '', 'INPUT_CHECK-NAME': 'gatebench {base}' },
        ...{ GITHUB_EVENT_NAME: 'merge_group', GITHUB_WORKSPACE: workspace },
      };
      const done = await act(inputs, { merge_group: { head_sha, base_sha, base_ref: 'refs/heads/main' } });
      expect([done.errors, done.warnings]).toEqual([[], []]);
      expect(done.outputs).toMatchObject({ conclusion: 'success' });
      expect(fake.state.check_runs).toMatchObject([
        { head_sha, name: 'gatebench main', status: 'completed', conclusion: 'success' },
      ]);
    },
  );

  const comment = (id: number, login: string) => ({
    action: 'created',
    issue: { number: 7, state: 'open', pull_request: {} },
    sender: { id, login },
  });

  where('sandbox')('of a comment is judged on the head of its pull request, when its writer may write', async () => {
    const done = await act({ GITHUB_EVENT_NAME: 'issue_comment' }, comment(102, 'wu'));
    expect(done).toMatchObject({ exitCode: 1, outputs: JUDGED, warnings: [] });
    expect(fake.state.check_runs).toMatchObject([{ head_sha: HEAD, status: 'completed' }]);
    expect(fake.state.comments).toHaveLength(1);
  });

  it("of a stranger's comment writes nothing, and says so in one line", async () => {
    const done = await act({ GITHUB_EVENT_NAME: 'issue_comment' }, comment(999, 'mallory'));
    expect(done.exitCode).toBe(2);
    expect(done.errors).toEqual([expect.stringMatching(/^::error::mallory may not write to acme\/shop, [^%]*$/)]);
    expect(fake.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('that nothing is known of writes nothing, and says in one line what to do', async () => {
    const done = await act({ GITHUB_EVENT_NAME: 'issues' }, { action: 'opened' });
    expect(done.exitCode).toBe(2);
    expect(done.errors).toEqual([expect.stringMatching(/^::error::gatebench does not know .*; run it on [^%]*$/)]);
    expect(fake.requests).toEqual([]);
  });
});
