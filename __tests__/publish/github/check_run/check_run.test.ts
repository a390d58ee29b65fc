import type { GitHubClient } from '../../../../src/publish/github/api/github_client.js';
import { createPublishingFaults } from '../../../../src/publish/github/api/publishing_faults.js';
import {
  awaitWithGrace,
  type CheckAnnotation,
  type CheckOutput,
  type CheckRun,
  completeCheckRun,
  openCheckRun,
} from '../../../../src/publish/github/check_run/check_run.js';
import { createSectionsPage } from '../../../../src/publish/github/page/report_page.js';
import { publishPage } from '../../../../src/publish/github/publish_page.js';
import { BASE, HEAD, TOKENS } from '../../../github_fake/given_github.js';
import { calls, givenPublishing, REPOSITORY, withGitHub } from '../given_publishing.js';

const order = { name: 'gatebench', head_sha: HEAD, external_id: 'run-1' };

function annotations(count: number): CheckAnnotation[] {
  return Array.from({ length: count }, (_, index) => ({
    path: 'tasks/a/contract.yml',
    start_line: index + 1,
    end_line: index + 1,
    annotation_level: 'failure',
    title: `check ${index}`,
    message: 'failed',
  }));
}

function output(more: Partial<CheckOutput> = {}): CheckOutput {
  return { title: '1 of 1 attempt failed', summary: '## summary', text: '## text', annotations: [], ...more };
}

async function complete(
  github: GitHubClient,
  run: CheckRun,
  shown: CheckOutput,
  conclusion: 'success' | 'failure' = 'failure',
) {
  const faults = createPublishingFaults();
  const sent = await completeCheckRun(github, REPOSITORY, run, conclusion, shown, faults);
  return { annotations: sent, warnings: faults.warnings() };
}

describe('a check run is in progress first, then completed with a verdict', () => {
  it('keeps one check run on the head commit', () =>
    withGitHub(async (fake, github) => {
      const run = await openCheckRun(github, REPOSITORY, { ...order, details_url: 'https://github.test/run' });
      expect(fake.state.check_runs).toMatchObject([{ status: 'in_progress', conclusion: null, head_sha: HEAD }]);
      expect(await complete(github, run, output({ annotations: annotations(2) }))).toEqual({
        annotations: 2,
        warnings: [],
      });
      expect(fake.state.check_runs).toEqual([
        {
          id: run.id,
          name: 'gatebench',
          head_sha: HEAD,
          external_id: 'run-1',
          app: expect.objectContaining({ slug: 'github-actions' }),
          details_url: 'https://github.test/run',
          html_url: run.url,
          status: 'completed',
          conclusion: 'failure',
          output: { title: '1 of 1 attempt failed', summary: '## summary', text: '## text', annotations_count: 2 },
          annotations: annotations(2),
        },
      ]);
    }));
});

describe('limits', () => {
  it('sends annotations in chunks of 50, which GitHub appends', () =>
    withGitHub(async (fake, github) => {
      const run = await openCheckRun(github, REPOSITORY, order);
      await complete(github, run, output({ annotations: annotations(120) }));
      expect(fake.state.check_runs[0]!.annotations).toEqual(annotations(120));
      expect(calls(fake)).toEqual(['POST check-runs', ...Array(4).fill('PATCH check-runs/1')]);
    }));

  it('shows at most 200 annotations and says how many more there are', () =>
    withGitHub(async (fake, github) => {
      const run = await openCheckRun(github, REPOSITORY, order);
      const done = await complete(github, run, output({ annotations: annotations(730) }));
      expect(done).toEqual({ annotations: 200, warnings: [] });
      expect(fake.state.check_runs[0]!.output.summary).toBe('## summary\n_530 more annotations not shown._\n');
    }));

  it('cuts summary and text to 65,535 bytes, not characters', () =>
    withGitHub(async (fake, github) => {
      const run = await openCheckRun(github, REPOSITORY, order);
      const long = `${'äöü – 漢字\n'.repeat(10_000)}`;
      await complete(github, run, output({ summary: long, text: long, annotations: annotations(201) }), 'success');
      const { summary, text } = fake.state.check_runs[0]!.output;
      for (const cut of [summary!, text!]) {
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(65_535);
        expect(cut).toMatch(/left out; the full report is in the run folder\._/);
      }
      expect(summary).toMatch(/_1 more annotations not shown\._\n$/);
    }));
});

describe('answers that get lost', () => {
  it('does not create a second check run when the first exists', () =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /^POST .*check-runs/, reset: 'after' });
      const run = await openCheckRun(github, REPOSITORY, order);
      expect(fake.state.check_runs.map(({ id }) => id)).toEqual([run.id]);
    }));

  it('creates it again when GitHub did not', () =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /^POST .*check-runs/, reset: 'before' });
      fake.fail({ on: /^POST .*check-runs/, status: 502 });
      const run = await openCheckRun(github, REPOSITORY, order);
      expect(fake.state.check_runs.map(({ id }) => id)).toEqual([run.id]);
    }));

  it('does not append annotations twice', () =>
    withGitHub(async (fake, github) => {
      const run = await openCheckRun(github, REPOSITORY, order);
      fake.fail({ on: /^PATCH .*check-runs/, reset: 'after' });
      fake.fail({ on: /^PATCH .*check-runs/, reset: 'before' });
      await complete(github, run, output({ annotations: annotations(70) }));
      expect(fake.state.check_runs[0]!.annotations).toEqual(annotations(70));
      expect(fake.state.check_runs[0]!.conclusion).toBe('failure');
    }));

  it('gives up after three repetitions', () =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /check-runs/, status: 500, times: 100 });
      await expect(openCheckRun(github, REPOSITORY, order)).rejects.toMatchObject({ status: 500 });
      expect(calls(fake).filter((call) => call.startsWith('POST'))).toHaveLength(1);
    }));
});

describe('refusals', () => {
  it('publishes the verdict without the annotations that GitHub refuses', () =>
    withGitHub(async (fake, github) => {
      const run = await openCheckRun(github, REPOSITORY, order);
      const bad = { ...annotations(1)[0]!, path: '/etc/passwd' };
      const done = await complete(github, run, output({ annotations: [...annotations(50), bad] }));
      expect(done).toEqual({
        annotations: 50,
        warnings: [expect.stringMatching(/^1 of 51 annotations was not published: GitHub refused the content \(422: /)],
      });
      expect(fake.state.check_runs[0]).toMatchObject({ status: 'completed', conclusion: 'failure' });
    }));

  it.each([
    ['a read-only token', TOKENS.reader, 403],
    ["a person's token", TOKENS.person, 403],
    ['an unknown token', 'ghs_unknown', 401],
    ['no token', '', 401],
  ])('throws for %s, without repeating', (_, token, status) =>
    withGitHub(
      async (fake, github) => {
        await expect(openCheckRun(github, REPOSITORY, order)).rejects.toMatchObject({ status });
        expect(calls(fake)).toEqual(['POST check-runs']);
      },
      { token },
    ),
  );
});

const page = createSectionsPage('success', '1 of 1 attempt passed', []);
const pair = {
  ...{ number: 7, base_ref: 'main', base_sha: BASE, head_sha: HEAD, contracts: [] },
  ...{ names_base: false, foreign: false },
};
const publishing = givenPublishing({ pair });
const never = new Promise<never>(() => {});

describe('an interrupted run waits for GitHub no longer than a runner waits for it', () => {
  it('requests have a moment of grace once the signal aborts, and all the time before', async () => {
    const stop = new AbortController();
    const waiting = awaitWithGrace({ grace_ms: 10 }, stop.signal, never);
    expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))])).toBe('waits');
    stop.abort();
    expect(await waiting).toBeUndefined();
    expect(await awaitWithGrace({ grace_ms: 10 }, stop.signal, Promise.resolve(1))).toBe(1);
    await expect(awaitWithGrace({ grace_ms: 10 }, stop.signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('asks nothing, completes its check run as cancelled, and comments nothing', () =>
    withGitHub(async (fake, github) => {
      const announced = { check_run: { id: 1, url: null } };
      await fetch(`${fake.url}/repos/acme/shop/check-runs`, {
        method: 'POST',
        headers: { authorization: `token ${github.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'gatebench', head_sha: HEAD, external_id: 'x', status: 'in_progress' }),
      });
      fake.requests.length = 0;
      const done = await publishPage(github, publishing, page, { announced, signal: AbortSignal.abort() });
      expect(calls(fake)).toEqual(['PATCH check-runs/1']);
      expect(fake.state.check_runs[0]!.conclusion).toBe('cancelled');
      expect(done.published.comment).toBe('off');
    }));

  it.each(['GET pulls', 'POST check-runs', 'PATCH check-runs', 'GET issues', 'POST issues'])(
    'is done although GitHub is silent from %s on, where the signal comes',
    (silent) =>
      withGitHub(async (fake, github) => {
        const stop = new AbortController();
        const [method, route] = silent.split(' ');
        fake.hold = (request) => {
          if (request.method !== method || !request.path.includes(route!)) return;
          fake.fail({ on: /./, times: 100, hang: true });
          stop.abort();
        };
        // Requests that hang are answered never, so an end is all that is asked.
        await publishPage({ ...github, grace_ms: 50 }, publishing, page, { signal: stop.signal });
      }),
  );
});
