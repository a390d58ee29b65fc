import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ActionEnvironment,
  readActionEnvironment,
  scrubEnvironment,
} from '../../src/action/action_environment.js';
import { readActionInputs } from '../../src/action/action_inputs.js';
import { executeRunAction } from '../../src/action/execute_run_action.js';
import type { CommandContext } from '../../src/commands/io/command_context.js';
import type { RunOptions, RunOutcome } from '../../src/commands/study/run_options.js';
import { UserError } from '../../src/contract/input/user_error.js';
import { createReportViewFromResults, type ReportView } from '../../src/publish/report/view/report_view.js';
import type { AttemptResult } from '../../src/record/verdict/attempt_result.js';
import { BASE, givenState, HEAD, TOKENS } from '../github_fake/given_github.js';
import { type GitHubFake, startGitHub } from '../github_fake/server.js';
import { givenMixedResults } from '../publish/given_results.js';

const out = { log() {}, error() {}, signal: new AbortController().signal, terminal: { columns: 80, colour: false } };

const viewOf = (results: readonly AttemptResult[], concluded: 'success' | 'failure'): ReportView =>
  createReportViewFromResults(results, { missing: [], fail_on: 'gates', concluded, harness: { version: '0.1.0' } });

/** What the `run` command hands back after three attempts, one of them failed, one an error. */
const outcome: RunOutcome = {
  exit_code: 1,
  conclusion: 'failure',
  results: givenMixedResults(),
  view: viewOf(givenMixedResults(), 'failure'),
  missing: [],
  report_path: 'out/report.md',
  html_path: 'out/report.html',
  results_path: 'out/results.jsonl',
  places: {},
  fail_on: 'gates',
};

let folder: string;
let fake: GitHubFake;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatebench-action-'));
  fake = await startGitHub(givenState());
});
afterEach(async () => {
  await fake.close();
  await rm(folder, { recursive: true });
});

async function givenPullRequest(): Promise<ActionEnvironment> {
  const event_path = join(folder, 'event.json');
  const pull_request = {
    number: 7,
    head: { sha: HEAD, repo: { full_name: 'acme/shop' } },
    base: { sha: BASE, repo: { full_name: 'acme/shop' } },
  };
  await writeFile(event_path, JSON.stringify({ pull_request }));
  return readActionEnvironment({
    PATH: '/opt/tools/bin:/usr/bin',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: 'd4'.repeat(20),
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: event_path,
    GITHUB_API_URL: fake.url,
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_RUN_ID: '42',
  });
}

const inputs = (more: Record<string, string> = {}) =>
  readActionInputs((name) => ({ 'github-token': TOKENS.writer, comment: 'false', ...more })[name] ?? '');

describe('a run as an Action', () => {
  it('hands on which models there are', async () => {
    const orders: RunOptions[] = [];
    const given = {
      model: 'gpt-5-mini',
      upstream: 'openai\nclaude-*=anthropic\n',
      models: 'models.yml',
      'judge-model': 'strict-judge',
    };
    await executeRunAction(inputs(given), await givenPullRequest(), out, async (order) => {
      orders.push(order);
      return outcome;
    });
    expect(orders[0]!.models).toEqual({
      name: 'gpt-5-mini',
      allow_models: [],
      upstreams: ['openai', 'claude-*=anthropic'],
      judge: 'strict-judge',
      file: 'models.yml',
    });
  });

  it('hands on what a regression gate compares with', async () => {
    const orders: RunOptions[] = [];
    const given = { 'fail-on': 'regression', baseline: 'before' };
    await executeRunAction(inputs(given), await givenPullRequest(), out, async (order) => {
      orders.push(order);
      return outcome;
    });
    expect(orders[0]).toMatchObject({ fail_on: 'regression', baseline: 'before' });
  });

  it('orders the pull request to be judged, publishes, and sets outputs', async () => {
    const orders: RunOptions[] = [];
    const done = await executeRunAction(inputs(), await givenPullRequest(), out, async (order) => {
      orders.push(order);
      expect(fake.state.check_runs).toMatchObject([{ status: 'in_progress', head_sha: HEAD }]);
      return outcome;
    });
    expect(orders).toEqual([
      {
        contracts: ['tasks/*/contract.yml'],
        agents: ['pull-request'],
        install_agents: true,
        models: { allow_models: [], upstreams: [] },
        out: 'gatebench-out',
        earlier: 'set-aside',
        search_path: '/opt/tools/bin:/usr/bin',
        way_out: { no_proxy: [], certificates: [], tool_variables: { PATH: '/opt/tools/bin:/usr/bin' } },
        record_stubs: false,
        resume: false,
        reuse: [],
        dry_run: false,
        sandbox: 'auto',
        unsafe: false,
        repos: [],
        ask: true,
        json: false,
        pull_request: { base_sha: BASE, head_sha: HEAD, workspace: folder, number: 7 },
      },
    ]);
    expect(done).toEqual({
      outputs: {
        'gate-vector': 'pass/pass/fail/-',
        conclusion: 'failure',
        'success-rate': '0.5',
        'cost-usd': '',
        passed: '1',
        failed: '1',
        'check-run-url': expect.stringMatching(/^https:/),
        'comment-url': '',
        'report-path': 'out/report.md',
        'badge-path': 'out/badge.json',
        'csv-path': 'out/attempts.csv',
        'junit-path': 'out/junit.xml',
        'sarif-path': 'out/findings.sarif',
        'results-path': 'out/results.jsonl',
        published: 'true',
      },
      warnings: [],
      annotations: [],
      headline: '1 of 3 attempts failed, 1 acceptance error',
      exit_code: 1,
    });
    expect(fake.state.check_runs).toMatchObject([
      { conclusion: 'failure', details_url: 'https://github.test/acme/shop/actions/runs/42' },
    ]);
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('1 of 3 attempts failed');
  });

  it.each([
    ['links to the artifact that a later step uploads from summary, check run and comment', { artifact: 'records' }, 3],
    ['links to no artifact where none is named', {}, 0],
  ])('%s', async (_, more, links) => {
    await executeRunAction(inputs({ comment: 'always', ...more }), await givenPullRequest(), out, async () => outcome);
    const shown = [
      await readFile(join(folder, 'summary.md'), 'utf8'),
      ...fake.state.check_runs.map(({ output }) => output?.summary ?? ''),
      ...fake.state.comments.map(({ body }) => body),
    ];
    expect(shown).toHaveLength(3);
    const link = '(https://github.test/acme/shop/actions/runs/42#artifacts) (artifact <code>records</code>)';
    expect(shown.filter((text) => text.includes(link))).toHaveLength(links);
  });

  it('is neutral where the pull request brings the first contract, and says what to do', async () => {
    const error = Object.assign(new Error('the base has no contract yet'), { unmerged: ['tasks/a/contract.yml'] });
    const done = await executeRunAction(inputs({ comment: 'changes' }), await givenPullRequest(), out, () =>
      Promise.reject(error),
    );
    expect(done).toMatchObject({ exit_code: 0, warnings: [], outputs: { conclusion: 'neutral', published: 'true' } });
    expect(fake.state.check_runs).toMatchObject([{ status: 'completed', conclusion: 'neutral' }]);
    expect(fake.state.comments.map(({ body }) => body)).toEqual([expect.stringContaining('merge the contract first')]);
  });

  it('takes only a name that GitHub takes for an artifact', () => {
    expect(() => inputs({ artifact: 'a/b' })).toThrow('input "artifact": must be a name that GitHub takes');
  });

  it('asks people on the pull request, and nowhere where nobody can be', async () => {
    const stop = AbortSignal.abort();
    const question = {
      id: '0123456789',
      attempt_id: 'a',
      contract: 'c',
      condition: 'd',
      question: 'Go on?',
      timeout_ms: 1,
    };
    const seen: unknown[] = [];
    const engine = async (_: RunOptions, { people }: CommandContext) => {
      seen.push([people?.file, people?.terminal, await people?.github?.(question, stop)]);
      return outcome;
    };
    await executeRunAction(inputs(), await givenPullRequest(), out, engine);
    expect(fake.state.comments.map(({ body }) => body.split('\n')[1])).toEqual(['### gatebench asked for a decision']);
    const push = { ...(await givenPullRequest()), event_name: 'push' };
    await executeRunAction(inputs(), push, out, engine);
    const reading = await executeRunAction(
      inputs({ 'github-token': TOKENS.reader }),
      await givenPullRequest(),
      out,
      engine,
    );
    expect(seen).toEqual(Array(3).fill([false, undefined, undefined]));
    expect(fake.state.comments).toHaveLength(1);
    expect(reading.warnings).toEqual([
      expect.stringContaining('The check run and question 0123456789 were not published'),
    ]);
  });

  it('keeps its verdict, and warns once, when the token may not publish', async () => {
    const passed: RunOutcome = {
      ...outcome,
      exit_code: 0,
      conclusion: 'success',
      results: outcome.results.slice(0, 1),
      view: viewOf(outcome.results.slice(0, 1), 'success'),
    };
    const environment = await givenPullRequest();
    const done = await executeRunAction(
      inputs({ 'github-token': TOKENS.reader }),
      environment,
      out,
      async () => passed,
    );
    expect(done).toMatchObject({
      exit_code: 0,
      outputs: { conclusion: 'success', 'cost-usd': '0.42', 'gate-vector': 'pass/pass/pass/pass' },
      warnings: [expect.stringMatching(/"permissions: checks: write"/)],
    });
  });

  it('leaves no check run in progress when nothing could be judged', async () => {
    const fault = new UserError('tasks/a/contract.yml:3:1  unknown key "acceptence"', 'Did you mean "acceptance"?');
    await expect(executeRunAction(inputs(), await givenPullRequest(), out, () => Promise.reject(fault))).rejects.toBe(
      fault,
    );
    expect(fake.state.check_runs).toMatchObject([
      { status: 'completed', conclusion: 'failure', output: { title: 'nothing was judged' } },
    ]);
  });
});

describe('the environment of the Action', () => {
  it('is hidden from every child: tokens, inputs and file commands; outputs work again afterwards', () => {
    const env: NodeJS.ProcessEnv = {
      PATH: '/bin',
      HOME: '/home/x',
      'INPUT_GITHUB-TOKEN': 'a',
      GITHUB_TOKEN: 'b',
      GH_TOKEN: 'c',
      NPM_TOKEN: 'd',
      ACTIONS_RUNTIME_TOKEN: 'e',
      ACTIONS_ID_TOKEN_REQUEST_URL: 'f',
      GITHUB_ENV: '/env',
      GITHUB_PATH: '/path',
      GITHUB_OUTPUT: '/output',
    };
    const restore = scrubEnvironment(env);
    expect(env).toEqual({ PATH: '/bin', HOME: '/home/x' });
    restore();
    expect(env).toEqual({ PATH: '/bin', HOME: '/home/x', GITHUB_OUTPUT: '/output' });
  });

  it('may be empty outside a workflow', () => {
    expect(readActionEnvironment({})).toEqual({
      repository: '',
      sha: '',
      actor: '',
      event_name: '',
      event_path: '',
      api_url: 'https://api.github.com',
      workspace: '',
      is_runner: false,
      search_path: '',
      way_out: { no_proxy: [], certificates: [], tool_variables: {} },
      summary_file: undefined,
      run_url: undefined,
    });
  });
});
