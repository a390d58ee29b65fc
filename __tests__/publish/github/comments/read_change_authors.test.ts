import { createPublishingFaults } from '../../../../src/publish/github/api/publishing_faults.js';
import { createCommentOperator } from '../../../../src/publish/github/comments/comment_operator.js';
import { readChangeAuthors } from '../../../../src/publish/github/comments/read_change_authors.js';
import { somebodyWrites } from '../../../github_fake/comments.js';
import { BASE, givenState, HEAD, NEWER } from '../../../github_fake/given_github.js';
import type { FakeCommit, State } from '../../../github_fake/state.js';
import { calls, REPOSITORY, withGitHub } from '../given_publishing.js';

const [bob, ada, wu] = [
  { id: 105, login: 'bob' },
  { id: 101, login: 'ada' },
  { id: 102, login: 'wu' },
];
const place = { repository: REPOSITORY, number: 7, key: 'gatebench', head_sha: HEAD, authors: [bob] };
const commits: FakeCommit[] = [
  { sha: BASE, author: ada, committer: null },
  { sha: HEAD, author: bob, committer: wu },
];

/** Who has a part in the change of a state, and what was warned of. */
async function authorsOf(change: (state: State) => void) {
  const state = givenState();
  change(state);
  const faults = createPublishingFaults();
  let found: unknown;
  await withGitHub(
    async (_, github) => {
      found = await readChangeAuthors(github, place, faults);
    },
    { state },
  );
  return { found, warnings: faults.warnings() };
}
const made = (all: FakeCommit[]) => (state: State) => void state.pull_commits.set(7, all);
const many = (count: number) =>
  Array.from({ length: count }, (_, n): FakeCommit => ({ sha: n === 0 ? HEAD : NEWER, author: ada, committer: null }));

describe('everybody who has a part in a change', () => {
  it.each([
    ['opened it, and made its commits', commits, [bob, ada, wu]],
    ['on every page', many(249), [bob, ada]],
    [
      'where GitHub knows nobody by the address: whom the event names',
      [{ ...commits[1]!, author: null, committer: null }],
      [bob],
    ],
  ])('%s', async (_, all, people) => {
    expect(await authorsOf(made(all))).toEqual({ found: people, warnings: [] });
  });

  it.each<[string, (state: State) => void, string]>([
    ['there are more commits than GitHub lists', made(many(300)), 'It has 250 commits or more'],
    ['the commit that is judged is gone', made([commits[0]!]), `Commit ${HEAD.slice(0, 12)}, which is judged, is none`],
    ['the pull request is gone', (state) => void state.pulls.splice(0), 'Who made its commits could not be read'],
  ])('is not known, with a warning: %s', async (_, change, because) => {
    expect(await authorsOf(change)).toEqual({
      found: undefined,
      warnings: [expect.stringContaining(`Nobody can allow what this pull request asks for. ${because}`)],
    });
  });
});

describe('a question is not allowed by somebody with a part in the change', () => {
  const question = {
    ...{ id: '0123456789', attempt_id: 'a', contract: 'small', condition: 'dependencies.add' },
    ...{ question: 'Allow it?', timeout_ms: 600_000 },
  };
  it.each([
    ['who pushed a commit to the pull request of somebody else', commits, 'an author of the pull request cannot'],
    ['when nobody knows who made the commits', [commits[0]!], 'nobody can allow this, its authors are unknown'],
  ])('%s', (_, all, because) =>
    withGitHub(async (fake, github) => {
      made(all)(fake.state);
      const faults = createPublishingFaults();
      const { ask, settled } = createCommentOperator(github, place, faults, { first_ms: 2, most_ms: 10 });
      const asking = ask(question, new AbortController().signal);
      while (fake.state.comments.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      somebodyWrites(fake.state, 'ada', '/gatebench allow 0123456789 because I want it');
      expect(await asking).toMatchObject({ decision: 'deny', justification: expect.stringContaining(because) });
      await ask(question, AbortSignal.abort());
      await settled();
      expect(calls(fake).filter((call) => call === 'GET pulls/7/commits')).toHaveLength(1);
    }),
  );
});
