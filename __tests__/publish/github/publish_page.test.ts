import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitHubClient } from '../../../src/publish/github/api/github_client.js';
import { createPublishingFaults } from '../../../src/publish/github/api/publishing_faults.js';
import { formatStates, readStates } from '../../../src/publish/github/page/page_state.js';
import { createReportPage } from '../../../src/publish/github/page/report_page.js';
import { announceCheckRun, publishPage, withdrawComment } from '../../../src/publish/github/publish_page.js';
import { renderMarkdownReport } from '../../../src/publish/report/markdown/render_markdown_report.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { BASE, givenState, HEAD, TOKENS } from '../../github_fake/given_github.js';
import { type Fault, startGitHub } from '../../github_fake/server.js';
import { givenMixedResults, givenResult } from '../given_results.js';
import { calls, givenPublishing, withGitHub } from './given_publishing.js';

/** GitHub's limit of a step's summary, in bytes. */
const MIB = 1024 * 1024;

const results = givenMixedResults();
const options = { missing: [], fail_on: 'gates', harness: { version: '0.1.0' } } as const;
const shown = createReportViewFromResults(results, options);
const report = createReportPage(shown, results, {});
const passed = createReportPage(createReportViewFromResults([givenResult()], options), [givenResult()], {});

let folder: string;
let summary_file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatebench-publish-'));
  summary_file = join(folder, 'summary.md');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a report is published to summary, check run and comment', () => {
  it('writes all three and says where they are', () =>
    withGitHub(async (fake, github) => {
      const publishing = givenPublishing({ summary_file });
      const announced = await announceCheckRun(github, publishing, createPublishingFaults());
      expect(fake.state.check_runs).toMatchObject([{ status: 'in_progress' }]);
      expect(await publishPage(github, publishing, report, { announced })).toEqual({
        warnings: [],
        check_run_url: 'https://github.test/acme/shop/runs/1',
        comment_url: 'https://github.test/acme/shop/pull/7#issuecomment-2',
        published: { summary: 'written', check_run: 'completed', comment: 'created', annotations: 6 },
        unsent: [],
      });
      expect(await readFile(summary_file, 'utf8')).toBe(`${renderMarkdownReport(shown)}\n`);
      expect(fake.state.check_runs).toMatchObject([
        {
          head_sha: HEAD,
          status: 'completed',
          conclusion: 'failure',
          external_id: 'run-1-attempt-1',
          output: { title: '1 of 3 attempts failed, 1 acceptance error' },
        },
      ]);
      expect(fake.state.comments[0]!.body).toMatch(
        /^<!-- gatebench:gatebench#[0-9a-f]{12} -->\n## ❌ gatebench: 1 of 3 attempts failed/,
      );
    }));

  it('links to the artifact with the records, as inert text', () =>
    withGitHub(async (fake, github) => {
      const artifact = { name: 'all [of](it)', run_url: 'https://github.test/acme/shop/actions/runs/1' };
      await publishPage(github, givenPublishing({ summary_file, artifact }), report);
      const link =
        '[report and records](https://github.test/acme/shop/actions/runs/1#artifacts) ' +
        '(artifact <code>all &#91;of&#93;&#40;it&#41;</code>)';
      const { summary } = fake.state.check_runs[0]!.output!;
      const pages = [await readFile(summary_file, 'utf8'), summary, fake.state.comments[0]!.body];
      for (const page of pages) expect(page!.split(link)).toHaveLength(2);
    }));

  it.each([
    ['always', passed, ['created', 'unchanged']],
    ['changes', passed, ['off', 'updated']],
    ['changes', report, ['created', 'updated']],
    ['failures', report, ['created', 'updated']],
  ] as const)('where comments are made %s, one is begun or kept current', async (comment_on, page, kinds) =>
    withGitHub(async (_fake, github) => {
      const options = givenPublishing({ check_run: false, comment_on });
      const first = await publishPage(github, options, page);
      if (first.published.comment === 'off') await publishPage(github, options, report);
      const second = await publishPage(github, options, page === report ? passed : page);
      expect([first.published.comment, second.published.comment]).toEqual(kinds);
    }),
  );

  it('a commit that was not judged takes the older verdict back, never its own, and begins no comment', () =>
    withGitHub(async (fake, github) => {
      const pair = { number: 7, base_ref: 'main', base_sha: BASE, head_sha: HEAD, contracts: [], names_base: true };
      const publishing = givenPublishing({ pair: { ...pair, foreign: false } });
      const body = () => fake.state.comments[0]!.body;
      await withdrawComment(github, publishing, 'contract.yml:3: <b>bad</b>');
      expect(fake.state.comments).toEqual([]);
      await publishPage(github, givenPublishing(), report);
      const own = body();
      await withdrawComment(github, publishing, 'contract.yml:3: <b>bad</b>');
      expect(body()).toBe(own);

      const states = readStates(own)!;
      const older = formatStates({ last: { ...states.last, head: 'e'.repeat(40) } });
      fake.state.comments[0]!.body = own.replace(formatStates(states), older);
      await withdrawComment(github, publishing, 'contract.yml:3: <b>bad</b>');
      expect(body()).toMatch(/\n## ❌ gatebench: nothing was judged\n\ncontract.yml:&#8203;3: &#60;b&#62;bad/);
      // The next push still tells what changed since the last judged one.
      expect(body()).toContain(older);
      expect(fake.state.comments).toHaveLength(1);

      fake.state.comments[0]!.body = own;
      fake.state.pulls[0]!.state = 'closed';
      await withdrawComment(github, publishing, 'bad');
      expect(body()).toBe(own);
    }));

  it.each([
    ['success', passed, 'success'],
    ['failure', report, 'failure'],
    [
      'indecisive, which blocks and is never neutral',
      createReportPage(createReportViewFromResults([results[2]!], options), [], {}),
      'failure',
    ],
  ] as const)('concludes %s', (_, given, conclusion) =>
    withGitHub(async (fake, github) => {
      await publishPage(github, givenPublishing({ comment: false }), given);
      expect(fake.state.check_runs.map((run) => run.conclusion)).toEqual([conclusion]);
    }),
  );

  it('finds the pull request of a fork by its branch and commit', () => {
    const state = givenState({ head: { sha: HEAD, label: 'mallory:change', repo: { full_name: 'mallory/shop' } } });
    const { repository, sha } = givenPublishing().event;
    const event = { repository, sha, head: { owner: 'mallory', branch: 'change' } };
    return withGitHub(
      async (_fake, github) => {
        const done = await publishPage(github, givenPublishing({ event }), report);
        expect(done).toMatchObject({ warnings: [], published: { comment: 'created' } });
      },
      { state },
    );
  });

  it('publishes only what is asked for', () =>
    withGitHub(async (fake, github) => {
      const done = await publishPage(github, givenPublishing({ check_run: false, comment: false }), report);
      expect(done.published).toEqual({ summary: 'off', check_run: 'off', comment: 'off', annotations: 0 });
      expect(fake.requests).toEqual([]);
    }));

  it('needs no comment where there is no pull request, and says so when one was demanded', () =>
    withGitHub(async (_fake, github) => {
      const { repository, sha } = givenPublishing().event;
      const event = { repository, sha };
      expect(await publishPage(github, givenPublishing({ event }), report)).toMatchObject({
        warnings: [],
        published: { comment: 'off' },
      });
      expect(await publishPage(github, givenPublishing({ event, comment: true }), report)).toMatchObject({
        warnings: ['The comment was not published: this run belongs to no open pull request, or to one of several.'],
        published: { comment: 'failed' },
      });
    }));
});

describe('the job summary', () => {
  it('stays within 1 MiB together with what is there', () =>
    withGitHub(async (_fake, github) => {
      await writeFile(summary_file, 'x'.repeat(MIB - 2000));
      const done = await publishPage(
        github,
        givenPublishing({ summary_file, check_run: false, comment: false }),
        report,
      );
      expect(done.published.summary).toBe('written');
      const text = await readFile(summary_file);
      expect(text.byteLength).toBeLessThanOrEqual(MIB);
      expect(text.toString()).toMatch(/left out; the full report is in the run folder\._\n$/);
    }));

  it('is a warning when it is full or cannot be written', () =>
    withGitHub(async (_fake, github) => {
      await writeFile(summary_file, 'x'.repeat(MIB));
      const off = { check_run: false, comment: false } as const;
      expect(await publishPage(github, givenPublishing({ summary_file, ...off }), report)).toMatchObject({
        warnings: ['The job summary was not published: the summary of this step is full (1 MiB).'],
        published: { summary: 'failed' },
      });
      const done = await publishPage(
        github,
        givenPublishing({ summary_file: join(folder, 'none', 'x.md'), ...off }),
        report,
      );
      expect(done.warnings).toEqual([expect.stringMatching(/^The job summary was not published: ENOENT/)]);
    }));
});

describe('whatever GitHub refuses is a warning that says what to do', () => {
  const everything = givenPublishing();

  it.each([
    [
      'a read-only token',
      TOKENS.reader,
      [
        /^The check run and the comment were not published: the token may not do this \(403: Resource not accessible by integration.*\)\. Give the job "permissions: \{ checks: write, pull-requests: write \}"/,
      ],
    ],
    ['no token', '', [/^The check run and the comment .*GitHub refused the token \(401\)\./]],
    ['an unknown token', 'ghs_old', [/^The check run and the comment .*\(401\)\./]],
    [
      "a person's token, which cannot write check runs",
      TOKENS.person,
      [/^The check run .*403: You must authenticate via a GitHub App/],
    ],
  ])('%s', (_, token, patterns) =>
    withGitHub(
      async (_fake, github) => {
        const done = await publishPage(github, { ...everything, summary_file }, report);
        expect(done.warnings).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)));
        expect(done.published.summary).toBe('written');
      },
      { token },
    ),
  );

  const secondary = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' };
  const lasting: [string, Omit<Fault, 'on'>, RegExp][] = [
    ['404', { status: 404 }, /does not know the repository or commit, or the token may not see it \(404\)/],
    ['409', { status: 409 }, /reports a conflict \(409: scripted 409\)/],
    ['422', { status: 422, body: { message: 'Body is too long' } }, /refused the content \(422: Body is too long\)/],
    [
      '429',
      { status: 429, headers: { 'retry-after': '7' } },
      /rate limit is reached \(429\); run the job again after 7 s/,
    ],
    [
      'a secondary limit',
      { status: 403, body: secondary, headers: { 'retry-after': '1' } },
      /rate limit is reached \(403\)/,
    ],
    ['500', { status: 500 }, /answered with an error \(500: scripted 500\)/],
    ['503', { status: 503, body: '<html>' }, /answered with an error \(503: /],
    ['broken connections', { reset: 'before' }, /GitHub could not be reached/],
  ];
  it.each(lasting)('%s that lasts', (_, fault, pattern) =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /./, times: 1000, ...fault });
      const done = await publishPage(github, everything, report);
      expect(done).toEqual({
        warnings: [expect.stringMatching(pattern)],
        check_run_url: null,
        comment_url: null,
        published: { summary: 'off', check_run: 'failed', comment: 'failed', annotations: 0 },
        unsent: report.annotate(),
      });
      expect(fake.requests.length).toBeLessThanOrEqual(16);
    }),
  );

  it.each([
    ['a server error', { status: 502 }],
    ['a broken connection', { reset: 'before' }],
    ['a lost answer', { reset: 'after' }],
    ['a secondary limit', { status: 403, body: secondary, headers: { 'retry-after': '1' } }],
    ['a primary limit', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }],
    ['a conflict', { status: 409 }],
  ] as [string, Omit<Fault, 'on'>][])('%s that passes is survived at every request', (_, fault) =>
    withGitHub(async (fake, github) => {
      for (const on of [
        /^POST .*check-runs/,
        /^PATCH .*check-runs/,
        /^GET .*comments/,
        /^GET .*pulls/,
        /^POST .*comments/,
      ]) {
        fake.fail({ on, ...fault });
      }
      const done = await publishPage(github, everything, report);
      expect(done).toMatchObject({
        warnings: [],
        published: { check_run: 'completed', comment: 'created', annotations: 6 },
      });
      expect([fake.state.check_runs.length, fake.state.comments.length]).toEqual([1, 1]);
      expect(fake.state.check_runs[0]!.annotations).toHaveLength(6);
    }),
  );

  it('does not wait longer for a rate limit than its patience', () =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /^POST .*check-runs/, status: 403, body: secondary, headers: { 'retry-after': '3600' } });
      const done = await publishPage(github, { ...everything, comment: false }, report);
      expect(done.warnings).toEqual([
        expect.stringMatching(/rate limit is reached \(403\); run the job again after 3600 s/),
      ]);
      expect(calls(fake)).toEqual(['POST check-runs']);
    }));

  it('gives up on an answer that never comes', async () => {
    const fake = await startGitHub(givenState());
    fake.fail({ on: /./, hang: true, times: 1000 });
    try {
      const github = createGitHubClient({ token: TOKENS.writer, api_url: fake.url, fast: true, timeout_ms: 20 });
      const done = await publishPage(github, { ...everything, comment: false }, report);
      expect(done.warnings).toEqual([
        expect.stringMatching(/^The check run was not published: GitHub could not be reached/),
      ]);
    } finally {
      await fake.close();
    }
  });

  it('cannot reach a GitHub that is not there', async () => {
    const fake = await startGitHub(givenState());
    await fake.close();
    const github = createGitHubClient({ token: TOKENS.writer, api_url: fake.url, fast: true });
    const done = await publishPage(github, { ...everything, comment: false }, report);
    expect(done.warnings).toEqual([expect.stringMatching(/GitHub could not be reached/)]);
  });
});
