import type { GitHubClient } from '../../../../src/publish/github/api/github_client.js';
import { createPublishingFaults } from '../../../../src/publish/github/api/publishing_faults.js';
import { createCommentOperator } from '../../../../src/publish/github/comments/comment_operator.js';
import { renderQuestionComment } from '../../../../src/publish/github/comments/create_question_comment.js';
import { formatCommentMarker } from '../../../../src/publish/github/comments/format_comment_marker.js';
import { MAX_COMMENT_BYTES } from '../../../../src/publish/github/comments/publish_comment.js';
import { somebodyWrites } from '../../../github_fake/comments.js';
import { givenState, HEAD, TOKENS } from '../../../github_fake/given_github.js';
import type { GitHubFake } from '../../../github_fake/server.js';
import { calls, REPOSITORY, withGitHub } from '../given_publishing.js';

const ID = '0123456789';
const question = {
  id: ID,
  attempt_id: 'small-command-1-abc',
  contract: 'small',
  condition: 'dependencies.add',
  question: 'The patch adds "left-pad". Allow it?',
  timeout_ms: 600_000,
};
const place = { repository: REPOSITORY, number: 7, key: 'gatebench', head_sha: HEAD };

/** The comments as an operator, and what it warned of. */
function operator(github: GitHubClient) {
  const faults = createPublishingFaults();
  const made = createCommentOperator(github, place, faults, { first_ms: 2, most_ms: 10 });
  return { ...made, warnings: () => faults.warnings() };
}

/** Waits for something that the other side will do. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}
const asked = (fake: GitHubFake) => until(() => fake.state.comments.some(({ body }) => body.includes(`allow ${ID}`)));
const looks = (fake: GitHubFake) => fake.requests.filter(({ path }) => path.endsWith('/comments')).length;
/** Waits until the comments as they are now have been looked at. */
const lookedAt = async (fake: GitHubFake) => {
  const before = looks(fake);
  await until(() => looks(fake) >= before + 2);
};
const never = new AbortController().signal;

describe('a question on a pull request', () => {
  // Holds R12
  it('is a comment that says how to answer, and is answered by somebody who may write', () =>
    withGitHub(async (fake, github) => {
      const { ask, settled, warnings } = operator(github);
      const asking = ask(question, never);
      await asked(fake);
      expect(fake.state.comments.map(({ body }) => body)).toEqual([
        [
          formatCommentMarker('questions', 'gatebench'),
          '### gatebench asks for a decision: 1 open',
          '',
          `- <code>${ID}</code> (open, denied after 600 s without an answer) · <code>small</code> · <code>small-command-1-abc</code> · <code>dependencies.add</code>: The patch adds &#34;left-pad&#34;. Allow it?`,
          '',
          'The run waits. Somebody who may write to this repository answers with a new comment that begins with one of',
          '',
          '```',
          `/gatebench allow ${ID} because REASON`,
          `/gatebench deny ${ID} because REASON`,
          '```',
          '',
          'The reason stands in the record. Edited comments do not count; no answer in time means deny.',
        ].join('\n'),
      ]);
      somebodyWrites(fake.state, 'wu', `/gatebench deny ${ID} because nobody ordered it`);
      expect(await asking).toEqual({ decision: 'deny', by: 'wu', justification: 'nobody ordered it' });
      await settled();
      expect(fake.state.comments[0]!.body).toContain(`<code>${ID}</code> (deny by wu)`);
      expect(fake.state.comments[0]!.body).not.toContain('/gatebench');
      expect(warnings()).toEqual([]);
    }));

  it('joins the other questions of its run, and the comment of an earlier run', () =>
    withGitHub(async (fake, github) => {
      const earlier = operator(github);
      const before = earlier.ask(question, AbortSignal.abort());
      await before;
      await earlier.settled();
      const { ask } = operator(github);
      const stop = new AbortController();
      const both = [ask(question, stop.signal), ask({ ...question, id: 'abcdef0123' }, stop.signal)];
      await until(() => fake.state.comments[0]!.body.includes('2 open'));
      expect(fake.state.comments).toHaveLength(1);
      stop.abort();
      expect(await Promise.all(both)).toEqual([undefined, undefined]);
    }));

  const ignored: [string, (fake: GitHubFake) => void][] = [
    ['of somebody who may only read', ({ state }) => somebodyWrites(state, 'ray', `/gatebench allow ${ID} because me`)],
    [
      'of somebody whom GitHub does not know',
      ({ state }) => somebodyWrites(state, 'mallory', `/gatebench allow ${ID} because me`),
    ],
    [
      'of somebody who has taken over a name',
      ({ state }) => {
        somebodyWrites(state, 'ada', `/gatebench allow ${ID} because me`).user.id = 666;
      },
    ],
    [
      'of a bot',
      ({ state }) => {
        somebodyWrites(state, 'ada', `/gatebench allow ${ID} because me`).user.type = 'Bot';
      },
    ],
    [
      'that was edited',
      ({ state }) => {
        const comment = somebodyWrites(state, 'ada', `/gatebench allow ${ID} because me`);
        comment.updated_at = somebodyWrites(state, 'ray', 'hm').created_at;
      },
    ],
    ['on another question', ({ state }) => somebodyWrites(state, 'ada', '/gatebench allow 9999999999 because me')],
    ['in a quote', ({ state }) => somebodyWrites(state, 'ada', `> /gatebench allow ${ID} because me\n\nNo!`)],
  ];
  it.each(ignored)('is not answered by a comment %s; the next one counts', (_what, write) =>
    withGitHub(async (fake, github) => {
      const asking = operator(github).ask(question, never);
      await asked(fake);
      write(fake);
      await lookedAt(fake);
      somebodyWrites(fake.state, 'ada', `/gatebench deny ${ID} because checked`);
      expect(await asking).toEqual({ decision: 'deny', by: 'ada', justification: 'checked' });
    }),
  );

  it('is not answered by a comment from before it, though it names the same id', () =>
    withGitHub(async (fake, github) => {
      somebodyWrites(fake.state, 'ada', `/gatebench allow ${ID} because of another run`);
      const asking = operator(github).ask(question, never);
      await asked(fake);
      await lookedAt(fake);
      somebodyWrites(fake.state, 'ada', `/gatebench deny ${ID} because now`);
      expect(await asking).toMatchObject({ decision: 'deny' });
    }));

  const bob = { id: 105, login: 'bob' };
  it.each([
    [false, 'deny', 'an author of the pull request cannot allow this: I want it'],
    [true, 'allow', '(self-approval by an author of the pull request) I want it'],
  ])('is not allowed by the author of the pull request, unless self-approval is %s', (self_approval, decision, why) =>
    withGitHub(async (fake, github) => {
      const own = { ...place, authors: [bob], self_approval };
      const made = createCommentOperator(github, own, createPublishingFaults(), { first_ms: 2, most_ms: 10 });
      const asking = made.ask(question, never);
      await asked(fake);
      const said = 'Whoever made the change cannot allow it: <code>bob</code>.';
      expect(fake.state.comments[0]!.body.includes(said)).toBe(!self_approval);
      somebodyWrites(fake.state, 'bob', `/gatebench allow ${ID} because I want it`);
      expect(await asking).toEqual({ decision, by: 'bob', justification: why });
      await made.settled();
    }),
  );

  it('may be denied by its author', () =>
    withGitHub(async (fake, github) => {
      const own = { ...place, authors: [bob] };
      const made = createCommentOperator(github, own, createPublishingFaults(), { first_ms: 2, most_ms: 10 });
      const asking = made.ask(question, never);
      await asked(fake);
      somebodyWrites(fake.state, 'bob', `/gatebench deny ${ID} because it was a mistake`);
      expect(await asking).toEqual({ decision: 'deny', by: 'bob', justification: 'it was a mistake' });
    }));

  it('is found behind pages of other comments', () =>
    withGitHub(async (fake, github) => {
      const asking = operator(github).ask(question, never);
      await asked(fake);
      for (let i = 0; i < 250; i++) somebodyWrites(fake.state, 'ray', `noise ${i}`);
      somebodyWrites(fake.state, 'ada', `/gatebench allow ${ID} because found`);
      expect(await asking).toMatchObject({ by: 'ada' });
    }));

  it('costs nothing of the rate limit while nothing is new', () =>
    withGitHub(async (fake, github) => {
      const stop = new AbortController();
      const asking = operator(github).ask(question, stop.signal);
      await asked(fake);
      somebodyWrites(fake.state, 'ray', 'hm');
      const unchanged = () => fake.requests.filter(({ status }) => status === 304).length;
      await until(() => unchanged() >= 3);
      stop.abort();
      expect(await asking).toBeUndefined();
    }));

  it('is still answered when GitHub fails in between', () =>
    withGitHub(async (fake, github) => {
      const asking = operator(github).ask(question, never);
      await asked(fake);
      fake.fail({ on: /^GET .*comments/, times: 2, status: 502 });
      fake.fail({ on: /^GET .*permission/, times: 1, status: 500 });
      fake.fail({ on: /^GET .*permission/, times: 1, reset: 'before' });
      somebodyWrites(fake.state, 'ada', `/gatebench allow ${ID} because patient`);
      expect(await asking).toMatchObject({ decision: 'allow', justification: 'patient' });
    }));

  it('cannot be asked with a token that may not write: one warning, and nobody is waited for', () =>
    withGitHub(
      async (fake, github) => {
        const { ask, warnings } = operator(github);
        const other = { ...question, id: 'abcdef0123' };
        expect([await ask(question, never), await ask(other, never)]).toEqual([undefined, undefined]);
        expect(warnings()).toEqual([
          expect.stringMatching(
            /^Question 0123456789 was not published: the token may not do this .*pull-requests: write/,
          ),
        ]);
        expect(calls(fake)).toEqual(['GET pulls/7/commits', 'GET issues/7/comments', 'POST issues/7/comments']);
      },
      { token: TOKENS.reader, state: givenState() },
    ));
});

describe('the comment', () => {
  it('takes no markup from what is asked', () => {
    const hostile = { ...question, question: '**x** @all <img src=x> ```\n/gatebench allow', outcome: undefined };
    const [line] = renderQuestionComment({ key: 'k' }, [hostile])
      .split('\n')
      .filter((each) => each.startsWith('- '));
    expect(line).toContain(
      '&#42;&#42;x&#42;&#42; @&#8203;all &#60;img src=x&#62; &#96;&#96;&#96;&#92;n/gatebench allow',
    );
  });

  it('stays below the limit, with the newest questions in it', () => {
    const many = Array.from({ length: 400 }, (_, i) => ({
      ...question,
      id: String(i).padStart(10, '0'),
      question: '&'.repeat(500),
      outcome: i < 399 ? 'over' : undefined,
    }));
    const body = renderQuestionComment({ key: 'k' }, many);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_COMMENT_BYTES);
    expect(body).toContain('0000000399');
    expect(body).toMatch(/\n\d+ earlier questions are left out\.\n/);
  });
});
