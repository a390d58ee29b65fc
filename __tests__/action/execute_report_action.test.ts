import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readActionEnvironment } from '../../src/action/action_environment.js';
import { readActionInputs } from '../../src/action/action_inputs.js';
import { executeReportAction } from '../../src/action/execute_report_action.js';
import type { ReportOutcome } from '../../src/commands/report/report_results.js';
import { createReportViewFromResults } from '../../src/publish/report/view/report_view.js';
import { BASE, givenState, HEAD, NEWER, TOKENS } from '../github_fake/given_github.js';
import { type GitHubFake, startGitHub } from '../github_fake/server.js';
import { cleanUp, givenRoom } from '../given.js';
import { givenResult } from '../publish/given_results.js';

afterAll(cleanUp);
let fake: GitHubFake;
beforeEach(async () => {
  fake = await startGitHub(givenState());
});
afterEach(() => fake.close());

const out = {
  ...{ log() {}, error() {}, signal: new AbortController().signal },
  terminal: { columns: 80, colour: false },
};
const own = { number: 7, base_ref: 'main', base_sha: BASE, head_sha: HEAD };

const repo = { full_name: 'acme/shop' };
const pull_request = { number: 7, head: { sha: HEAD, repo }, base: { sha: BASE, ref: 'main', repo } };
const onPullRequest = { pull_request: { action: 'opened', pull_request } };

/** Reports passing results of these pairs on an event, as a rule on pull_request of number 7. */
function reportOf(
  pull_requests: ReportOutcome['pull_requests'],
  on: Record<string, object> = onPullRequest,
  more: Record<string, string> = {},
) {
  const event = join(givenRoom(), 'event.json');
  const [[name, payload] = ['', {}]] = Object.entries(on);
  writeFileSync(event, JSON.stringify(payload));
  const environment = readActionEnvironment({
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: fake.url,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_RUN_ID: '42',
  });
  const given: Record<string, string> = {
    ...{ command: 'report', results: 'shards', 'github-token': TOKENS.writer },
    ...more,
  };
  const outcome: ReportOutcome = {
    view: createReportViewFromResults([givenResult()], {
      missing: [],
      fail_on: 'gates',
      harness: { version: '0.1.0' },
    }),
    results: [givenResult()],
    places: {},
    ...{
      exit_code: 0,
      conclusion: 'success',
      report_path: 'out/report.md',
      html_path: 'out/report.html',
      results_path: 'out/results.jsonl',
    },
    ...{ missing: 0, missing_shards: [], planned: true, pull_requests, contracts: [], warnings: [] },
  };
  return executeReportAction(
    readActionInputs((name) => given[name] ?? ''),
    environment,
    out,
    async () => outcome,
  );
}

describe('a report of the results of its own workflow', () => {
  it.each([
    ['of its pull request', [own]],
    ['of no pull request', [null]],
  ])('is a success with records %s', async (_, pairs) => {
    expect(await reportOf(pairs)).toMatchObject({
      exit_code: 0,
      outputs: { conclusion: 'success', published: 'true' },
    });
    expect(fake.state.check_runs.map(({ conclusion }) => conclusion)).toEqual(['success']);
  });

  it.each([
    ['head', { head_sha: NEWER }],
    ['pull request', { number: 8 }],
  ])('is none with records of another %s, and says so', async (_, more) => {
    expect(await reportOf([own, { ...own, ...more }])).toMatchObject({
      exit_code: 3,
      outputs: { conclusion: 'indecisive', published: 'true' },
      headline: expect.stringContaining('not accepted: the records are of pull request'),
    });
    expect(fake.state.check_runs).toMatchObject([{ conclusion: 'failure' }]);
  });
});

describe('a report of another workflow run', () => {
  it('links to the artifact of the run that is reported', async () => {
    const url = 'https://github.test/acme/shop/actions/runs/41';
    const workflow_run = {
      ...{ id: 41, path: '.github/workflows/nightly.yml', event: 'push', conclusion: 'success', head_sha: HEAD },
      ...{ repository: repo, html_url: url, head_repository: { ...repo, owner: { login: 'acme' } } },
    };
    const on = { workflow_run: { action: 'completed', workflow_run } };
    expect(await reportOf([null], on, { artifact: 'records' })).toMatchObject({ exit_code: 0 });
    expect(fake.state.check_runs).toMatchObject([{ conclusion: 'success', details_url: url }]);
    expect(fake.state.check_runs[0]?.output?.summary).toContain(`(${url}#artifacts) (artifact <code>records</code>)`);
  });
});
