import { readPairStatus } from '../../../../src/publish/github/pair/pair_status.js';
import type { PublishedPair } from '../../../../src/publish/github/pair/published_pair.js';
import { BASE, givenState, HEAD, NEWER, TOKENS } from '../../../github_fake/given_github.js';
import type { FakePull, State } from '../../../github_fake/state.js';
import { calls, REPOSITORY, withGitHub } from '../given_publishing.js';

const pair: PublishedPair = {
  number: 7,
  base_ref: 'main',
  base_sha: BASE,
  head_sha: HEAD,
  contracts: [{ path: 'tasks/window/contract.yml', version: 'v1' }],
  names_base: false,
  foreign: false,
};
const fork = { head: { repository: 'acme/shop', branch: 'change' }, foreign: true };

/** How the pair stands in a state that a test has changed. */
async function standing(change: (state: State) => void, more: Partial<PublishedPair> = {}, token?: string) {
  const state = givenState();
  change(state);
  let found: unknown;
  await withGitHub(
    async (_, github) => {
      found = await readPairStatus(github, REPOSITORY, { ...pair, ...more });
    },
    { state, ...(token === undefined ? {} : { token }) },
  );
  return found;
}

const twin = (state: State, base: string, more: Partial<FakePull> = {}) => {
  const [first] = state.pulls;
  state.pulls.push({ ...structuredClone(first!), number: 11, base: { ...first!.base, ref: base }, ...more });
};
const moved = (state: State, files: string[], status: 'ahead' | 'diverged' = 'ahead') => {
  state.branches.set('main', NEWER);
  state.pulls[0]!.base.sha = NEWER;
  const changed = files.map((filename) => ({ filename, status: 'modified' }));
  state.comparisons.set(`${BASE}...${NEWER}`, { status, files: changed });
};

describe('a pair that was evaluated is compared with what GitHub says now', () => {
  it.each<[string, (state: State) => void, Partial<PublishedPair>]>([
    ['nothing changed', () => {}, {}],
    ['nothing changed about the head of a fork', () => {}, fork],
    ['its base moved on, the contracts did not', (state) => moved(state, ['src/a.js']), {}],
    ['another pull request has this head and the same base: it is the same pair', (state) => twin(state, 'main'), {}],
    [
      'another has this head and another base, and the check names its own',
      (state) => twin(state, 'release'),
      { names_base: true },
    ],
    ['another had this head, and is closed', (state) => twin(state, 'release', { state: 'closed' }), {}],
  ])('current: %s', async (_, change, more) => {
    expect(await standing(change, more)).toEqual({ kind: 'current' });
  });

  it.each<[string, (state: State) => void, Partial<PublishedPair>, string]>([
    [
      'another open pull request has this head and another base',
      (state) => twin(state, 'release'),
      {},
      'its commit is also the head of pull request 11 into release, for which this check run would count too',
    ],
    [
      'its base is another branch',
      (state) => void Object.assign(state.pulls[0]!.base, { ref: 'release' }),
      {},
      'pull request 7 is to be merged into release now; it was evaluated for main',
    ],
    [
      'a contract changed at its base',
      (state) => moved(state, ['tasks/window/hidden/a.test.js']),
      {},
      'pull request 7: its base has another version of a contract now: tasks/window/hidden/a.test.js changed',
    ],
    ['its base was rewritten', (state) => moved(state, [], 'diverged'), {}, 'its base was rewritten'],
    [
      'the number of a fork names a pull request from elsewhere',
      (state) => void Object.assign(state.pulls[0]!.head, { ref: 'other' }),
      fork,
      'pull request 7 is not from the branch that was evaluated',
    ],
    ...[{}, fork].map((more): [string, (state: State) => void, Partial<PublishedPair>, string] => [
      `a branch moved on and the pull request does not say so yet: the branch is asked ${JSON.stringify(more)}`,
      (state) => {
        moved(state, ['tasks/window/contract.yml']);
        state.pulls[0]!.base.sha = BASE;
      },
      more,
      'tasks/window/contract.yml changed',
    ]),
    [
      'another open pull request has this head and another base, and this one is closed',
      (state) => {
        twin(state, 'release');
        state.pulls[0]!.state = 'closed';
      },
      {},
      'pull request 11 into release',
    ],
  ])('refused: %s', async (_, change, more, because) => {
    expect(await standing(change, more)).toEqual({ kind: 'refused', because: expect.stringContaining(because) });
  });

  it('superseded, of a fork: also where another open pull request has this head', async () => {
    const closed = (state: State) => {
      twin(state, 'release');
      state.pulls[0]!.state = 'closed';
    };
    expect(await standing(closed, fork)).toMatchObject({ kind: 'superseded' });
  });

  it('superseded: it has another head, or is closed', async () => {
    expect(await standing((state) => void Object.assign(state.pulls[0]!.head, { sha: NEWER }))).toEqual({
      kind: 'superseded',
      because: `pull request 7 has moved on to ${NEWER.slice(0, 12)}`,
      head_sha: NEWER,
    });
    expect(await standing((state) => void Object.assign(state.pulls[0]!, { state: 'closed' }))).toMatchObject({
      kind: 'superseded',
    });
  });

  it.each([
    ['the token may not ask', TOKENS.nothing, /could not be read: the token may not do this \(403/],
    ['there is no token', '', /refused the token \(401\)/],
  ])('unconfirmed: %s', async (_, token, because) => {
    expect(await standing(() => {}, {}, token)).toEqual({
      kind: 'unconfirmed',
      because: expect.stringMatching(because),
    });
  });

  it.each(['<html>', {}, { number: 7, state: 'open' }])('unconfirmed: GitHub answers %j', (body) =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /^GET .*pulls\/7$/, times: 9, status: 200, body });
      expect(await readPairStatus(github, REPOSITORY, pair)).toEqual({
        kind: 'unconfirmed',
        because: expect.stringMatching(/^The pull request could not be read: what answered is not GitHub's API/),
      });
    }),
  );

  it('looks for the twin on every page, and reads the pull request last', async () => {
    const state = givenState();
    for (let n = 0; n < 250; n++)
      twin(state, 'main', { number: 100 + n, head: { ...state.pulls[0]!.head, sha: BASE } });
    twin(state, 'release');
    await withGitHub(
      async (fake, github) => {
        expect(await readPairStatus(github, REPOSITORY, pair)).toMatchObject({ kind: 'refused' });
        expect(calls(fake)).toEqual(['GET pulls', 'GET pulls', 'GET pulls', 'GET pulls/7']);
      },
      { state },
    );
  });
});
