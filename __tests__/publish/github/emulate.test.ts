import { createServer } from 'node:net';
import { createEmulator } from 'emulate';
import { createGitHubClient } from '../../../src/publish/github/api/github_client.js';
import { formatCommentMarker } from '../../../src/publish/github/comments/format_comment_marker.js';
import { createReportPage } from '../../../src/publish/github/page/report_page.js';
import { publishPage } from '../../../src/publish/github/publish_page.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { givenMixedResults } from '../given_results.js';
import { givenPublishing } from './given_publishing.js';

/**
 * A second opinion by people who have never seen our fake. The emulator replaces annotations instead of appending them and
 * knows no limits or permissions, so this says only that routes, fields and pages are those of GitHub's API.
 */
describe("another emulation of GitHub's API accepts what we publish", () => {
  it('has one completed check run and one comment after two reports', async () => {
    const token = 'ghp_octocat';
    const emulator = await createEmulator({
      service: 'github',
      port: await freePort(),
      seed: {
        tokens: { [token]: { login: 'octocat', scopes: ['repo'] } },
        github: {
          users: [{ login: 'octocat' }],
          repos: [{ owner: 'octocat', name: 'shop', auto_init: true }],
        },
      },
    } as never);
    try {
      const github = createGitHubClient({ token, api_url: emulator.url, fast: true });
      const repository = { owner: 'octocat', repo: 'shop' };
      const { request } = github.octokit;
      const base = (await request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...repository, ref: 'heads/main' })).data
        .object.sha;
      await request('POST /repos/{owner}/{repo}/git/refs', { ...repository, ref: 'refs/heads/change', sha: base });
      const tree = (
        await request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', { ...repository, commit_sha: base })
      ).data.tree.sha;
      const commit = (
        await request('POST /repos/{owner}/{repo}/git/commits', {
          ...repository,
          message: 'change',
          tree,
          parents: [base],
        })
      ).data.sha;
      await request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...repository, ref: 'heads/change', sha: commit });
      const pull = (
        await request('POST /repos/{owner}/{repo}/pulls', {
          ...repository,
          title: 'change',
          head: 'change',
          base: 'main',
        })
      ).data;

      const results = givenMixedResults();
      const shown = createReportViewFromResults(results, {
        missing: [],
        fail_on: 'gates',
        harness: { version: '0.1.0' },
      });
      const event = {
        repository,
        sha: pull.head.sha,
        pull_request: { number: pull.number, head_sha: pull.head.sha, base_sha: base, fork: false },
      };
      const once = () => publishPage(github, givenPublishing({ event }), createReportPage(shown, results, {}));
      expect((await once()).published).toMatchObject({ check_run: 'completed', comment: 'created' });
      expect(await once()).toMatchObject({ warnings: [], published: { check_run: 'completed', comment: 'unchanged' } });

      const runs = (
        await request('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', { ...repository, ref: pull.head.sha })
      ).data.check_runs;
      expect(runs.map(({ name, status, conclusion }) => ({ name, status, conclusion }))).toContainEqual({
        name: 'gatebench',
        status: 'completed',
        conclusion: 'failure',
      });
      const comments = (
        await request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
          ...repository,
          issue_number: pull.number,
        })
      ).data;
      expect(comments.map(({ body }) => body?.split('\n')[0])).toEqual([formatCommentMarker('report', 'gatebench')]);
    } finally {
      await emulator.close();
    }
  });
});

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
