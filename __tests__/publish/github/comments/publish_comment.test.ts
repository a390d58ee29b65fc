import type { GitHubClient } from '../../../../src/publish/github/api/github_client.js';
import { createPublishingFaults } from '../../../../src/publish/github/api/publishing_faults.js';
import { formatCommentMarker } from '../../../../src/publish/github/comments/format_comment_marker.js';
import { publishComment } from '../../../../src/publish/github/comments/publish_comment.js';
import { givenState, HEAD, NEWER, TOKENS } from '../../../github_fake/given_github.js';
import type { FakeComment, State } from '../../../github_fake/state.js';
import { calls, REPOSITORY, withGitHub } from '../given_publishing.js';

const order = { number: 7, head_sha: HEAD, check_name: 'gatebench', render: () => '## report\n', creates: true };
const BOT = { login: 'github-actions[bot]', type: 'Bot', id: 1 } as const;
const RENOVATE = { login: 'renovate[bot]', type: 'Bot', id: 2 } as const;
const PERSON = { login: 'mallory', type: 'User', id: 9 } as const;
const ours = formatCommentMarker('report', 'gatebench');
const body = `${ours}\n## report\n`;

async function publish(github: GitHubClient, given: Parameters<typeof publishComment>[2] = order) {
  const faults = createPublishingFaults();
  return { ...(await publishComment(github, REPOSITORY, given, faults)), warnings: faults.warnings() };
}

function withComments(...comments: Partial<FakeComment>[]): State {
  const state = givenState();
  state.comments = comments.map((comment, index) => ({
    id: index + 1,
    issue_number: 7,
    user: BOT,
    body: 'something else',
    performed_via_github_app: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    html_url: `https://github.test/acme/shop/pull/7#issuecomment-${index + 1}`,
    ...comment,
  }));
  state.next_id = comments.length + 1;
  return state;
}

describe('there is exactly one comment, updated in place', () => {
  it('is created when there is none', () =>
    withGitHub(async (fake, github) => {
      expect(await publish(github)).toEqual({
        kind: 'created',
        url: 'https://github.test/acme/shop/pull/7#issuecomment-1',
        warnings: [],
      });
      expect(fake.state.comments.map((comment) => comment.body)).toEqual([body]);
    }));

  it('is found on any page and updated', () => {
    const others = Array.from({ length: 130 }, () => ({}));
    return withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'updated' });
        expect(fake.state.comments).toHaveLength(131);
        expect(fake.state.comments[130]!.body).toBe(body);
      },
      { state: withComments(...others, { body: `${ours}\nold` }) },
    );
  });

  it('is left alone when nothing changed', () =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'unchanged' });
        expect(calls(fake)).toEqual(['GET issues/7/comments', 'POST /graphql', 'GET pulls/7']);
      },
      { state: withComments({ body: body.replaceAll('\n', '\r\n') }) },
    ));

  it('keeps the oldest of several and removes the others', () =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'updated', warnings: [] });
        expect(fake.state.comments.map(({ id, body: text }) => [id, text])).toEqual([
          [1, 'something else'],
          [2, body],
        ]);
      },
      { state: withComments({}, { body: `${ours}\na` }, { body: `${ours}\nb` }) },
    ));

  it('is one per check name', () =>
    withGitHub(
      async (fake, github) => {
        await publish(github, { ...order, check_name: 'nightly report' });
        expect(fake.state.comments.map((comment) => comment.body.split('\n')[0])).toEqual([
          ours,
          formatCommentMarker('report', 'nightly report'),
        ]);
      },
      { state: withComments({ body }) },
    ));

  it('is one when two jobs create it at the same time, and it has the text of one of them', () =>
    withGitHub(async (fake, github) => {
      // Both have seen no comment before either creates one.
      let arrived = 0;
      let open = () => {};
      const both = new Promise<void>((resolve) => {
        open = resolve;
      });
      fake.hold = async ({ method, path }) => {
        if (method !== 'GET' || !path.endsWith('/pulls/7')) return;
        if (++arrived === 2) open();
        await both;
      };
      const other = { ...github };
      const kinds = await Promise.all([publish(github), publish(other, { ...order, render: () => 'of the other' })]);
      expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
      expect(fake.state.comments.map(({ id }) => id)).toEqual([1]);
      expect([body, `${ours}\nof the other`]).toContain(fake.state.comments[0]!.body);
      expect(kinds.map(({ warnings }) => warnings)).toEqual([[], []]);
    }));
});

describe('only our own comment is touched', () => {
  it.each([
    ['a person who copies the marker', { user: PERSON, body }],
    ['another bot that copies the marker', { user: RENOVATE, body }],
    [
      'another app that writes under a name like ours',
      { user: BOT, body, performed_via_github_app: { id: 9, slug: 'renovate' } },
    ],
    ['a bot that quotes it further down', { body: `> hi\n${body}` }],
    ['a bot that quotes it in its first line', { body: `see ${body}` }],
  ])('%s', (_, comment) =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'created' });
        expect(fake.state.comments[0]).toMatchObject(comment);
      },
      { state: withComments(comment) },
    ),
  );

  it.each([
    ['older', [{ user: RENOVATE, body }, { body: `${ours}\nold` }]],
    ['newer', [{ body: `${ours}\nold` }, { user: RENOVATE, body }]],
  ])("leaves another bot's %s copy as it is, beside ours", (_, comments) =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'updated', warnings: [] });
        expect(fake.state.comments.map(({ user, body: text }) => [user.login, text]).sort()).toEqual([
          [BOT.login, body],
          [RENOVATE.login, body],
        ]);
      },
      { state: withComments(...comments) },
    ),
  );

  it("is by the token's owner when the token is a person's", () =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'created' });
        expect(await publish(github, { ...order, render: () => 'new' })).toMatchObject({ kind: 'updated' });
        expect(fake.state.comments.map(({ user }) => user.login)).toEqual(['mallory', 'octocat']);
      },
      { token: TOKENS.person, state: withComments({ user: PERSON, body }) },
    ));

  it("is by the app's bot when the token is an app's: that of GitHub Actions is left alone", () =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'created' });
        expect(await publish(github, { ...order, render: () => 'new' })).toMatchObject({ kind: 'updated' });
        expect(fake.state.comments.map(({ user }) => user.login)).toEqual([BOT.login, 'acme-judge[bot]']);
      },
      { token: TOKENS.app, state: withComments({ body }) },
    ));

  it('never asks who it is while no comment looks like ours', () =>
    withGitHub(async (fake, github) => {
      await publish(github);
      const listing = 'GET issues/7/comments';
      expect(calls(fake)).toEqual([listing, 'GET pulls/7', 'POST issues/7/comments', listing]);
    }));

  it('learns who it is from what it has written, where GitHub does not say it: still one comment', () =>
    withGitHub(
      async (fake, github) => {
        fake.fail({ on: /^POST \/graphql/, status: 404, times: 100 });
        expect(await publish(github)).toMatchObject({ kind: 'updated', warnings: [] });
        expect(fake.state.comments.map(({ user, body: text }) => [user.login, text])).toEqual([
          [RENOVATE.login, body],
          [BOT.login, body],
        ]);
      },
      { state: withComments({ user: RENOVATE, body }, { body: `${ours}\nold` }) },
    ));

  it('is recognised by the marker of an earlier version', () =>
    withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toMatchObject({ kind: 'updated' });
        expect(fake.state.comments.map(({ body: text }) => text)).toEqual([body]);
      },
      { state: withComments({ body: '<!-- gatebench:gatebench -->\nold' }) },
    ));
});

describe('a report on an old head is not posted', () => {
  it('says what the head is now', () => {
    const state = givenState({ head: { sha: NEWER, label: 'acme:change', repo: { full_name: 'acme/shop' } } });
    return withGitHub(
      async (fake, github) => {
        expect(await publish(github)).toEqual({ kind: 'stale', head_sha: NEWER, warnings: [] });
        expect(fake.state.comments).toEqual([]);
      },
      { state },
    );
  });
});

describe('limits and lost answers', () => {
  it('cuts a long body to 65,536 bytes and says so', () =>
    withGitHub(async (fake, github) => {
      await publish(github, { ...order, render: () => '漢字 äöü\n'.repeat(20_000) });
      const [comment] = fake.state.comments;
      expect(Buffer.byteLength(comment!.body)).toBeLessThanOrEqual(65_536);
      expect(comment!.body).toMatch(/left out; the full report is in the run folder\._$/);
    }));

  it('does not post twice when the answer got lost', () =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /^POST .*comments/, reset: 'after' });
      expect(await publish(github)).toMatchObject({ kind: 'created' });
      expect(fake.state.comments).toHaveLength(1);
    }));

  it('takes a duplicate that is gone already for removed', () =>
    withGitHub(
      async (fake, github) => {
        fake.fail({ on: /^DELETE /, status: 404 });
        expect(await publish(github)).toMatchObject({ kind: 'updated', warnings: [] });
      },
      { state: withComments({ body: `${ours}\na` }, { body: `${ours}\nb` }) },
    ));

  it('writes a new comment when the one to keep was deleted meanwhile', () =>
    withGitHub(
      async (fake, github) => {
        fake.hold = async ({ method }) => {
          if (method === 'PATCH') fake.state.comments = [];
        };
        expect(await publish(github)).toMatchObject({ kind: 'created' });
        expect(fake.state.comments.map(({ body: text }) => text)).toEqual([body]);
      },
      { state: withComments({ body: `${ours}\na` }) },
    ));
});
