import { findWorkflowFault } from '../../../../src/publish/github/pair/published_pair.js';
import { BASE, givenState, HEAD, NEWER, TOKENS } from '../../../github_fake/given_github.js';
import type { State } from '../../../github_fake/state.js';
import { REPOSITORY, withGitHub } from '../given_publishing.js';

const base = { base_ref: 'main', base_sha: BASE };

async function fault(
  change: (state: State) => void,
  { token = TOKENS.writer, ref = 'main' }: { token?: string; ref?: string } = {},
): Promise<string | undefined> {
  const state = givenState();
  change(state);
  let found: string | undefined;
  await withGitHub(
    async (_, github) => {
      found = await findWorkflowFault(github, REPOSITORY, { ...base, base_ref: ref }, HEAD);
    },
    { state, token },
  );
  return found;
}

/** Says what `.github` of a commit is. */
const has = (state: State, commit: string, folder: string | undefined) =>
  void state.trees.set(commit, folder ? [{ path: '.github', mode: '040000', type: 'tree', sha: folder }] : []);
/** The branch goes on to another commit. */
const moveBranch = (state: State) => {
  state.branches.set('main', NEWER);
  state.comparisons.set(`${NEWER}...${HEAD}`, { status: 'diverged', files: [], merge_base: BASE });
};

describe('an evaluation ran the workflow of the base branch as long as the head has its .github/', () => {
  it.each<[string, (state: State) => void]>([
    ['nothing changed there', () => {}],
    ['the branch moved on, and not there', moveBranch],
    ['more files changed than GitHub lists', (state) => many(state)],
    ['the branch has a slash in its name', (state) => void state.branches.set('release/1', BASE)],
  ])('sound: %s', async (name, change) =>
    expect(await fault(change, { ref: name.includes('slash') ? 'release/1' : 'main' })).toBeUndefined(),
  );

  it.each<[string, (state: State) => void, string]>([
    ['the head changed it', (state) => has(state, HEAD, 'a2'), 'This pull request changes .github/, so it could have'],
    ['the head has a file in its place', (state) => file(state, HEAD), 'This pull request changes .github/'],
    ['the head has none', (state) => has(state, HEAD, undefined), 'This pull request changes .github/'],
    ['the branch has none', (state) => all(state, undefined), 'main has no .github/'],
    [
      'the head brings back what a merged commit of the branch had for a moment, and names that as base',
      (state) => {
        moveBranch(state);
        has(state, BASE, 'evil');
        has(state, HEAD, 'evil');
        state.comparisons.set(`${NEWER}...${HEAD}`, { status: 'ahead', files: [] });
      },
      'This pull request changes .github/, so it could have changed its own evaluation',
    ],
    [
      'the branch changed it since, and the head is not up to date',
      (state) => {
        moveBranch(state);
        has(state, NEWER, 'a2');
      },
      'main has changed .github/ since this pull request left it',
    ],
    [
      'the branch changed it since the evaluation, to what the head has',
      (state) => {
        moveBranch(state);
        has(state, NEWER, 'a2');
        has(state, HEAD, 'a2');
      },
      'Update the branch of the pull request.',
    ],
    [
      'the base that the results name is no commit of its branch: a commit of the head would hide what came before it',
      (state) => {
        state.branches.set('main', NEWER);
        state.comparisons.set(`${BASE}...${NEWER}`, { status: 'diverged', files: [] });
      },
      `of base ${BASE.slice(0, 12)}, which is no commit of main`,
    ],
  ])('not sound: %s', async (_, change, because) => expect(await fault(change)).toContain(because));

  it('not sound: GitHub does not say', async () => {
    expect(await fault(() => {}, { token: TOKENS.nothing })).toContain(
      'could not be read: the token may not do this (403',
    );
    expect(await fault((state) => void state.branches.delete('main'))).toContain('could not be read');
    for (const on of [/compare/, /branches/, /trees/])
      await withGitHub(async (fake, github) => {
        fake.fail({ on, times: 9, status: 200, body: { files: 'none' } });
        expect(await findWorkflowFault(github, REPOSITORY, base, HEAD)).toContain('GitHub does not say whether');
      });
  });
});

const all = (state: State, folder: string | undefined) => {
  for (const commit of [BASE, HEAD, NEWER]) has(state, commit, folder);
};
const file = (state: State, commit: string) =>
  void state.trees.set(commit, [{ path: '.github', mode: '100644', type: 'blob', sha: 'e0'.repeat(20) }]);
const many = (state: State) => {
  const files = Array.from({ length: 400 }, (_, n) => ({ filename: `src/${n}.js`, status: 'modified' }));
  state.comparisons.set(`${BASE}...${HEAD}`, { status: 'diverged', files });
};
