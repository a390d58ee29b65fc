import { awaitWithGrace } from '../../../../src/publish/github/check_run/await_with_grace.js';
import { createSectionsPage } from '../../../../src/publish/github/page/report_page.js';
import { publishPage } from '../../../../src/publish/github/publish_page.js';
import { BASE, HEAD } from '../../../github_fake/given_github.js';
import { calls, givenPublishing, withGitHub } from '../given_publishing.js';

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
