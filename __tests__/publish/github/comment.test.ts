import { marker, plan, publishComment } from '../../../src/publish/github/comment.js';
import { givenState, HEAD, NEWER, TOKENS } from '../../github_fake/given_github.js';
import type { FakeComment, State } from '../../github_fake/state.js';
import { calls, REPOSITORY, withGitHub } from './given_publishing.js';

const order = { number: 7, head_sha: HEAD, key: 'gatebench', markdown: '## report\n' };
const BOT = { login: 'github-actions[bot]', type: 'Bot', id: 1 } as const;
const PERSON = { login: 'mallory', type: 'User', id: 9 } as const;
const body = `${marker('gatebench')}\n## report\n`;

function withComments(...comments: Partial<FakeComment>[]): State {
  const state = givenState();
  state.comments = comments.map((comment, index) => ({
    id: index + 1,
    issue_number: 7,
    user: BOT,
    body: 'something else',
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
      expect(await publishComment(github, REPOSITORY, order)).toEqual({
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
        expect(await publishComment(github, REPOSITORY, order)).toMatchObject({ kind: 'updated' });
        expect(fake.state.comments).toHaveLength(131);
        expect(fake.state.comments[130]!.body).toBe(body);
      },
      { state: withComments(...others, { body: `${marker('gatebench')}\nold` }) },
    );
  });

  it('is left alone when nothing changed', () =>
    withGitHub(
      async (fake, github) => {
        expect(await publishComment(github, REPOSITORY, order)).toMatchObject({ kind: 'unchanged' });
        expect(calls(fake)).toEqual(['GET issues/7/comments', 'GET pulls/7']);
      },
      { state: withComments({ body: body.replaceAll('\n', '\r\n') }) },
    ));

  it('keeps the oldest of several and removes the others', () =>
    withGitHub(
      async (fake, github) => {
        expect(await publishComment(github, REPOSITORY, order)).toMatchObject({ kind: 'updated', warnings: [] });
        expect(fake.state.comments.map(({ id, body: text }) => [id, text])).toEqual([
          [1, 'something else'],
          [2, body],
        ]);
      },
      { state: withComments({}, { body: `${marker('gatebench')}\na` }, { body: `${marker('gatebench')}\nb` }) },
    ));

  it('is one per check name', () =>
    withGitHub(
      async (fake, github) => {
        await publishComment(github, REPOSITORY, { ...order, key: 'nightly report' });
        expect(fake.state.comments.map((comment) => comment.body.split('\n')[0])).toEqual([
          '<!-- gatebench:gatebench -->',
          '<!-- gatebench:nightly-report -->',
        ]);
      },
      { state: withComments({ body }) },
    ));
});

describe('only our own comment is touched', () => {
  it.each([
    ['a person who copies the marker', { user: PERSON, body }],
    ['a bot that quotes it further down', { body: `> hi\n${body}` }],
    ['a bot that quotes it in its first line', { body: `see ${body}` }],
  ])('%s', (_, comment) =>
    withGitHub(
      async (fake, github) => {
        expect(await publishComment(github, REPOSITORY, order)).toMatchObject({ kind: 'created' });
        expect(fake.state.comments[0]).toMatchObject(comment);
      },
      { state: withComments(comment) },
    ),
  );

  it("is by the token's owner when the token is a person's", () =>
    withGitHub(
      async (fake, github) => {
        expect(await publishComment(github, REPOSITORY, order)).toMatchObject({ kind: 'created' });
        expect(await publishComment(github, REPOSITORY, { ...order, markdown: 'new' })).toMatchObject({
          kind: 'updated',
        });
        expect(fake.state.comments.map(({ user }) => user.login)).toEqual(['mallory', 'octocat']);
      },
      { token: TOKENS.person, state: withComments({ user: PERSON, body }) },
    ));

  it('never asks an installation token who it is', () =>
    withGitHub(async (fake, github) => {
      await publishComment(github, REPOSITORY, order);
      expect(calls(fake)).toEqual(['GET issues/7/comments', 'GET pulls/7', 'POST issues/7/comments']);
    }));
});

describe('a report on an old head is not posted', () => {
  it('says what the head is now', () => {
    const state = givenState({ head: { sha: NEWER, label: 'acme:change', repo: { full_name: 'acme/shop' } } });
    return withGitHub(
      async (fake, github) => {
        expect(await publishComment(github, REPOSITORY, order)).toEqual({ kind: 'stale', head_sha: NEWER });
        expect(fake.state.comments).toEqual([]);
      },
      { state },
    );
  });
});

describe('limits and lost answers', () => {
  it('cuts a long body to 65,536 bytes and says so', () =>
    withGitHub(async (fake, github) => {
      await publishComment(github, REPOSITORY, { ...order, markdown: '漢字 äöü\n'.repeat(20_000) });
      const [comment] = fake.state.comments;
      expect(Buffer.byteLength(comment!.body)).toBeLessThanOrEqual(65_536);
      expect(comment!.body).toMatch(/left out; the full report is in the run folder\._$/);
    }));

  it('does not post twice when the answer got lost', () =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /^POST .*comments/, reset: 'after' });
      expect(await publishComment(github, REPOSITORY, order)).toMatchObject({ kind: 'created' });
      expect(fake.state.comments).toHaveLength(1);
    }));

  it('updates when a parallel job removed nothing and created nothing', () => {
    const own = (id: number, text: string) => ({ id, url: `u${id}`, body: text });
    expect(plan([own(3, body), own(2, body)], body)).toEqual({
      keep: own(2, body),
      drop: [own(3, body)],
      write: false,
    });
    expect(plan([], body)).toEqual({ drop: [], write: true });
  });
});
