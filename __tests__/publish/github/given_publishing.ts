import { createGitHubClient, type GitHubClient } from '../../../src/publish/github/api/github_client.js';
import type { PublishingOptions } from '../../../src/publish/github/publish_page.js';
import { BASE, givenState, HEAD, TOKENS } from '../../github_fake/given_github.js';
import { type GitHubFake, startGitHub } from '../../github_fake/server.js';
import type { State } from '../../github_fake/state.js';

export const REPOSITORY = { owner: 'acme', repo: 'shop' };

/** Runs `body` against a fresh fake GitHub with the given kind of token. */
export async function withGitHub(
  body: (fake: GitHubFake, github: GitHubClient) => Promise<void>,
  { token = TOKENS.writer, state = givenState() }: { token?: string; state?: State } = {},
): Promise<void> {
  const fake = await startGitHub(state);
  try {
    await body(fake, createGitHubClient({ token, api_url: fake.url, fast: true, timeout_ms: 2_000 }));
  } finally {
    await fake.close();
  }
}

export function givenPublishing(more: Partial<PublishingOptions> = {}): PublishingOptions {
  return {
    event: {
      repository: REPOSITORY,
      sha: HEAD,
      pull_request: { number: 7, head_sha: HEAD, base_sha: BASE, fork: false },
    },
    check_name: 'gatebench',
    check_run: true,
    comment: 'auto',
    external_id: 'run-1-attempt-1',
    details_url: 'https://github.test/acme/shop/actions/runs/1',
    ...more,
  };
}

/** Method and path of every request, numbers as they are. */
export function calls(fake: GitHubFake): string[] {
  return fake.requests.map(({ method, path }) => `${method} ${path.replace('/repos/acme/shop/', '')}`);
}
