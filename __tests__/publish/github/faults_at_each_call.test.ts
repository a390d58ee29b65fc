import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublishingFaults } from '../../../src/publish/github/api/publishing_faults.js';
import { createReportPage } from '../../../src/publish/github/page/report_page.js';
import { announceCheckRun, publishPage } from '../../../src/publish/github/publish_page.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { sampled } from '../../extent.js';
import { givenState } from '../../github_fake/given_github.js';
import type { Fault } from '../../github_fake/server.js';
import { givenMixedResults } from '../given_results.js';
import { givenPublishing, withGitHub } from './given_publishing.js';

/** Each request of publishing a report meets each fault of GitHub, once and from then on. */

const results = givenMixedResults();
const terms = { missing: [], fail_on: 'gates' as const, harness: { version: '0.1.0' } };
const page = createReportPage(createReportViewFromResults(results, terms), results, {});

interface FaultKind {
  name: string;
  fault: Omit<Fault, 'on' | 'times'>;
  /** The same request succeeds when it is made again. */
  passing: boolean;
}

const FAULTS: FaultKind[] = [
  { name: '401', fault: { status: 401 }, passing: false },
  {
    name: '403 of a token that can only read',
    fault: { status: 403, body: { message: 'Resource not accessible by integration' } },
    passing: false,
  },
  {
    name: '403 of the secondary limit',
    fault: {
      status: 403,
      headers: { 'retry-after': '1' },
      body: { message: 'You have exceeded a secondary rate limit.' },
    },
    passing: true,
  },
  { name: '404', fault: { status: 404 }, passing: false },
  { name: '409', fault: { status: 409 }, passing: false },
  { name: '422', fault: { status: 422, body: { message: 'Validation Failed', errors: [] } }, passing: false },
  { name: '429', fault: { status: 429, headers: { 'retry-after': '1' } }, passing: true },
  { name: '500', fault: { status: 500 }, passing: true },
  { name: '502 with a page', fault: { status: 502, body: '<html>Bad gateway</html>' }, passing: true },
  { name: 'a reset before the request is carried out', fault: { reset: 'before' }, passing: true },
  { name: 'a reset after the request was carried out', fault: { reset: 'after' }, passing: true },
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatebench-faults-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Publishes a report while request `at`, from 1, meets a fault, and all later ones too where `times` says so. */
async function publishOver(at: number, fault: Omit<Fault, 'on' | 'times'>, times: number) {
  const state = givenState();
  let requests = 0;
  let outcome: Awaited<ReturnType<typeof publishPage>> | undefined;
  await withGitHub(
    async (fake, github) => {
      fake.hold = () => {
        if (++requests === at) fake.fail({ on: /./, times, ...fault });
      };
      const given = givenPublishing({ summary_file: join(folder, 'summary.md') });
      const faults = createPublishingFaults();
      const announced = await announceCheckRun(github, given, faults);
      outcome = await publishPage(github, given, page, { announced, faults });
    },
    { state },
  );
  return { outcome: outcome!, state, requests };
}

/** Requests of publishing this report without a fault. */
const REQUESTS = 7;

it('a report without faults is published by so many requests', async () => {
  const { outcome, requests, state } = await publishOver(0, {}, 0);
  expect([requests, outcome.warnings, state.check_runs.length, state.comments.length]).toEqual([REQUESTS, [], 1, 1]);
});

describe.each(FAULTS)('$name', ({ fault, passing }) => {
  const calls = Array.from({ length: REQUESTS }, (_, i) => i + 1);

  it.each(sampled(calls, 4))('at request %d and from then on leaves the summary and one warning', async (at) => {
    const { outcome, state } = await publishOver(at, fault, 1000);
    expect(outcome.warnings.length).toBeLessThanOrEqual(1);
    expect(outcome.published.summary).toBe('written');
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('1 of 3 attempts failed');
    expect([state.check_runs.length, state.comments.length].every((count) => count <= 1)).toBe(true);
  });

  it.each(sampled(calls, 4))('at request %d alone never publishes a thing twice', async (at) => {
    const { outcome, state } = await publishOver(at, fault, 1);
    expect(outcome.warnings.length).toBeLessThanOrEqual(1);
    expect(outcome.published.summary).toBe('written');
    expect(state.check_runs.length).toBeLessThanOrEqual(1);
    expect(state.comments.length).toBeLessThanOrEqual(1);
    if (!passing) return;
    expect([outcome.warnings, state.check_runs.map(({ status }) => status)]).toEqual([[], ['completed']]);
    expect(state.check_runs[0]!.annotations).toHaveLength(6);
    expect(state.comments).toHaveLength(1);
  });
});
