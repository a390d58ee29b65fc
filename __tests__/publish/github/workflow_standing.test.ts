import { workflowFault } from '../../../src/publish/github/workflow_standing.js';
import { BASE, givenState, HEAD, NEWER, TOKENS } from '../../github_fake/given_github.js';
import type { FakeComparison, State } from '../../github_fake/state.js';
import { REPOSITORY, withGitHub } from './given_publishing.js';

const base = { base_ref: 'main', base_sha: BASE };

async function fault(change: (state: State) => void, token: string = TOKENS.writer): Promise<string | undefined> {
  const state = givenState();
  change(state);
  let found: string | undefined;
  await withGitHub(
    async (_, github) => {
      found = await workflowFault(github, REPOSITORY, base, HEAD);
    },
    { state, token },
  );
  return found;
}

const changed =
  (...files: FakeComparison['files']) =>
  (state: State) =>
    void state.comparisons.set(`${BASE}...${HEAD}`, { status: 'diverged', files });
const file = (filename: string, previous_filename?: string) => ({
  filename,
  status: 'modified',
  ...(previous_filename ? { previous_filename } : {}),
});
/** More files than GitHub lists, with what the root of both commits has. */
const many = (before: string | undefined, after: string | undefined) => (state: State) => {
  changed(...Array.from({ length: 400 }, (_, n) => file(`src/${n}.js`)))(state);
  const entry = (sha: string | undefined) => (sha ? [{ path: '.github', mode: '040000', type: 'tree', sha }] : []);
  state.trees.set(BASE, entry(before)).set(HEAD, entry(after));
};

describe('an evaluation ran the workflow of the base as long as the head changed nothing below .github/', () => {
  it.each<[string, (state: State) => void]>([
    ['other files changed', changed(file('src/a.js'), file('docs/.github/a.yml'), file('.githubbish'))],
    ['many files changed, and .github is one tree in both commits', many('a1', 'a1')],
    ['many files changed, and neither commit has any', many(undefined, undefined)],
  ])('sound: %s', async (_, change) => expect(await fault(change)).toBeUndefined());

  it.each<[string, (state: State) => void, string]>([
    ['the workflow changed', changed(file('.github/workflows/evaluate.yml')), 'changes .github/workflows/evaluate.yml'],
    ['something was moved out of it', changed(file('a.yml', '.github/actions/a.yml')), 'changes .github/actions/a.yml'],
    ['it is a link now', changed(file('.github')), 'changes .github, so it could have'],
    ['it changed among many files', many('a1', 'a2'), 'changes .github/, so it could have'],
    ['it came among many files', many(undefined, 'a2'), 'changes .github/, so it could have'],
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
    expect(await fault(() => {}, TOKENS.nothing)).toContain('could not be read: the token may not do this (403');
    await withGitHub(async (fake, github) => {
      fake.fail({ on: /compare/, times: 9, status: 200, body: { files: 'none' } });
      expect(await workflowFault(github, REPOSITORY, base, HEAD)).toContain('GitHub does not say whether');
    });
  });
});
