import { authorizeEvent } from '../../../../src/publish/github/event/authorize_event.js';
import { BASE, HEAD } from '../../../github_fake/given_github.js';
import { calls, REPOSITORY, withGitHub } from '../given_publishing.js';

const MAIN = 'd4'.repeat(20);
const askedBy = (id: number, login: string) => ({
  repository: REPOSITORY,
  sha: MAIN,
  asked: { by: { id, login }, number: 7 },
});

describe('a run that somebody asks for in a comment', () => {
  it('is about the head of the pull request, when somebody asks who may write', () =>
    withGitHub(async (_fake, github) => {
      expect(await authorizeEvent(github, askedBy(102, 'wu'))).toMatchObject({
        sha: HEAD,
        pull_request: {
          number: 7,
          head_sha: HEAD,
          base_sha: BASE,
          base_ref: 'main',
          fork: false,
          authors: [{ id: 105, login: 'bob' }],
        },
      });
    }));

  it.each([
    ['a reader', 103, 'ray'],
    ['a stranger', 999, 'mallory'],
    ['somebody who has taken over a name', 666, 'wu'],
  ])('is refused in one line when %s asks, and nothing is written', (_, id, login) =>
    withGitHub(async (fake, github) => {
      const line = `${login} may not write to acme/shop, so nothing is judged; somebody who may can ask for it`;
      await expect(authorizeEvent(github, askedBy(id, login))).rejects.toMatchObject({ text: line });
      expect(calls(fake)).toEqual([`GET collaborators/${login}/permission`]);
    }),
  );

  it.each([
    ['refuses', { status: 403 }],
    ['answers something else', { status: 200, body: [] }],
  ])('is refused when GitHub %s', (_, fault) =>
    withGitHub(async (fake, github) => {
      fake.fail({ on: /permission/, times: 100, ...fault });
      const line = /^GitHub does not say who asks for pull request #7, so nothing is judged: [^\n]*$/;
      await expect(authorizeEvent(github, askedBy(102, 'wu'))).rejects.toMatchObject({
        text: expect.stringMatching(line),
      });
      expect(fake.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    }),
  );
});
