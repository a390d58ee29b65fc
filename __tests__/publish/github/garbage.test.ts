import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createPublishingFaults } from '../../../src/publish/github/api/publishing_faults.js';
import { createReportPage, type ReportPage } from '../../../src/publish/github/page/report_page.js';
import { announceCheckRun, publishPage } from '../../../src/publish/github/publish_page.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { ALL, sampled } from '../../extent.js';
import { givenState, HEAD, TOKENS } from '../../github_fake/given_github.js';
import type { Answer } from '../../github_fake/server.js';
import { givenMixedResults } from '../given_results.js';
import { givenPublishing, withGitHub } from './given_publishing.js';

const results = givenMixedResults();
const report = createReportPage(
  createReportViewFromResults(results, { missing: [], fail_on: 'gates', harness: { version: '0.1.0' } }),
  results,
  {},
);
const [text, annotations] = [report.render('brief'), report.annotate()];
const page: ReportPage = { ...report, render: () => text, annotate: () => annotations };

const json = (body: unknown) => (): Answer => ({ status: 200, body });
/** Changes every value below the answer's first level. */
const wrongTypes = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(wrongTypes)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wrongTypes(each)]))
      : typeof value === 'number'
        ? String(value)
        : 17;

/** What a broken server, a proxy or a portal says with status 200. */
const GARBAGE: [string, (answer: Answer) => Answer][] = [
  ['nothing', () => ({ status: 200, raw: '' })],
  ['half of the JSON', ({ body }) => ({ status: 200, raw: JSON.stringify(body ?? {}).slice(0, -3) })],
  ['a page', () => ({ status: 200, raw: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } })],
  ['a page that says it is JSON', () => ({ status: 200, raw: '<html>Sign in</html>' })],
  ['bytes', () => ({ status: 200, raw: Buffer.from([0, 255, 254]), headers: { 'content-type': 'image/png' } })],
  ['null', json(null)],
  ['a number', json(42)],
  ['a text', json('ok')],
  ['an empty object', json({})],
  ['an empty array', json([])],
  ['an array of nothing', json([null])],
  ['an array instead of an object', ({ body }) => ({ status: 200, body: [body] })],
  ['wrong types', ({ body }) => ({ status: 200, body: wrongTypes(body) })],
  ['an error that says it is none', json({ message: 'Bad gateway', errors: [{ code: 'x' }] })],
];

/** Every endpoint that publishing a report uses, and what is there before, so that it is used. */
const ENDPOINTS: [string, RegExp, { token?: string; marked?: boolean; twice?: boolean; fork?: boolean }][] = [
  ['POST check-runs', /^POST .*check-runs$/, {}],
  ['PATCH check-runs', /^PATCH .*check-runs/, {}],
  ['GET check-runs', /check-runs/, {}],
  ['GET comments', /^GET .*comments$/, {}],
  ['GET pulls', /^GET .*pulls\/7$/, {}],
  ['GET pulls of a branch', /^GET .*pulls$/, { fork: true }],
  ['POST comments', /^POST .*comments$/, {}],
  ['PATCH comments', /^PATCH .*comments/, { marked: true }],
  ['DELETE comments', /^DELETE .*comments/, { marked: true, twice: true }],
  ['GET comments and one comment', /comments/, { marked: true, twice: true }],
  ['GET user', /^GET \/user$/, { token: TOKENS.person, marked: true }],
  ['POST graphql', /^POST \/graphql$/, { marked: true }],
  ['everything', /./, { marked: true }],
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatebench-garbage-'));
});
afterEach(() => rm(folder, { recursive: true }));

function publishing(fork: boolean, check_run: boolean) {
  const given = givenPublishing({ summary_file: join(folder, 'summary.md'), check_run });
  const { repository, sha } = given.event;
  return fork ? { ...given, event: { repository, sha, head: { owner: 'mallory', branch: 'change' } } } : given;
}

/** Publishes over `garble` at an endpoint, `times` times; says what came of it. */
async function publishOver(
  [name, on, { token = TOKENS.writer, marked, twice, fork = false }]: (typeof ENDPOINTS)[number],
  garble: (answer: Answer) => Answer,
  times: number,
) {
  const label = fork ? 'mallory:change' : 'acme:change';
  const state = givenState({ head: { sha: HEAD, label, repo: { full_name: 'acme/shop' } } });
  let outcome: Awaited<ReturnType<typeof publishPage>> | undefined;
  await withGitHub(
    async (fake, github) => {
      // who we are is asked for in a round of its own
      const silent = name === 'POST graphql' || token === TOKENS.person;
      const given = publishing(fork, !silent);
      for (let i = 0; i < (marked ? (twice ? 2 : 1) : 0); i++) {
        await github.octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...given.event.repository,
          issue_number: 7,
          body: '<!-- gatebench:gatebench -->\nold',
        });
      }
      fake.fail({ on, times, garble });
      const faults = createPublishingFaults();
      const announced = await announceCheckRun(github, given, faults);
      outcome = await publishPage(github, given, page, { announced, faults });
    },
    { token, state },
  );
  return { outcome: outcome!, state };
}

describe('an answer that is none changes nothing but one warning', () => {
  describe.each(sampled(ENDPOINTS, 4))('%s', (...endpoint) => {
    it.each(sampled(GARBAGE, 4))('that always says %s', async (_, garble) => {
      const { outcome } = await publishOver(endpoint, garble, 1000);
      expect(outcome.warnings.length).toBeLessThanOrEqual(1);
      for (const warning of outcome.warnings)
        expect(warning).toMatch(/ not published: .*what answered is not GitHub's API, or has another form/);
      expect(outcome.published.summary).toBe('written');
      expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('1 of 3 attempts failed');
    });

    const once = GARBAGE.filter(([what]) => ['nothing', 'a page', 'wrong types'].includes(what));
    it.each(once)('that says %s once is asked again', async (_, garble) => {
      const { outcome, state } = await publishOver(endpoint, garble, 1);
      expect(outcome.warnings).toEqual([]);
      expect(state.check_runs.map(({ status }) => status)).not.toContain('in_progress');
      expect(state.check_runs.length).toBeLessThanOrEqual(1);
      expect(state.check_runs[0]?.annotations ?? []).toHaveLength(state.check_runs.length * 6);
      expect(state.comments).toHaveLength(1);
      expect(state.comments[0]!.body).toContain('1 of 3 attempts failed');
    });
  });

  it.each([
    ['a check run that cannot be created', /^POST .*check-runs$/, 'The check run', []],
    [
      'a check run that stays in progress',
      /^PATCH .*check-runs/,
      '6 of 6 annotations and the check run',
      ['in_progress'],
    ],
    ['a comment that cannot be written', /^POST .*comments$/, 'The comment', ['completed']],
  ])('says so of %s', async (_, on, what, statuses) => {
    const state = givenState();
    await withGitHub(
      async (fake, github) => {
        fake.fail({ on, times: 1000, status: 200, body: 'Sign in' });
        const done = await publishPage(github, publishing(false, true), page);
        expect(done.warnings).toEqual([expect.stringContaining(what)]);
      },
      { state },
    );
    expect(state.check_runs.map(({ status }) => status)).toEqual(statuses);
  });

  it('whatever JSON it is', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...ENDPOINTS), fc.jsonValue(), async (endpoint, body) => {
        const { outcome } = await publishOver(endpoint, () => ({ status: 200, body }), 1000);
        expect(outcome.warnings.length).toBeLessThanOrEqual(1);
        expect(outcome.published.summary).toBe('written');
      }),
      { numRuns: ALL ? 100 : 8 },
    ));
});
