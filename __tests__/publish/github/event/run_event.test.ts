import { authorizeEvent, parseRunEvent } from '../../../../src/publish/github/event/run_event.js';
import { BASE as FAKE_BASE, HEAD as FAKE_HEAD } from '../../../github_fake/given_github.js';
import { calls, REPOSITORY, withGitHub } from '../given_publishing.js';

const HEAD = 'a1'.repeat(20);
const BASE = 'b2'.repeat(20);
const MERGE = 'd4'.repeat(20);
const runner = { repository: 'acme/shop', sha: MERGE };
const repository = { owner: 'acme', repo: 'shop' };

function pullRequest(headRepository: { full_name: string } | null) {
  return {
    pull_request: {
      number: 7,
      title: 'a title',
      head: { sha: HEAD, ref: 'change', repo: headRepository },
      base: { sha: BASE, ref: 'main', repo: { full_name: 'acme/shop' } },
    },
  };
}

describe('a pull request is reported on its head, never on the merge commit', () => {
  it.each(['pull_request', 'pull_request_target'])('%s', (name) => {
    expect(parseRunEvent(name, pullRequest({ full_name: 'acme/shop' }), runner)).toEqual({
      repository,
      sha: HEAD,
      pull_request: { number: 7, head_sha: HEAD, base_sha: BASE, base_ref: 'main', fork: false },
    });
  });

  it('is a fork when the head is elsewhere, or its repository is gone', () => {
    for (const repo of [{ full_name: 'mallory/shop' }, null]) {
      expect(parseRunEvent('pull_request', pullRequest(repo), runner).pull_request?.fork).toBe(true);
    }
  });
});

describe('a workflow_run is reported on the commit that the first workflow ran on', () => {
  const workflowRun = (owner: string, pull_requests: unknown[]) => ({
    workflow_run: {
      head_sha: HEAD,
      head_branch: 'change',
      head_repository: { full_name: `${owner}/shop`, owner: { login: owner } },
      pull_requests,
    },
  });

  it('knows the pull request of a branch of the same repository', () => {
    const payload = workflowRun('acme', [
      { number: 6, head: { sha: MERGE }, base: { sha: BASE } },
      { number: 7, head: { sha: HEAD }, base: { sha: BASE } },
    ]);
    expect(parseRunEvent('workflow_run', payload, runner)).toEqual({
      repository,
      sha: HEAD,
      pull_request: { number: 7, head_sha: HEAD, base_sha: BASE, fork: false },
      head: { owner: 'acme', branch: 'change' },
    });
  });

  it('takes none of several pull requests with this head for its own', () => {
    const [main, release] = ['main', 'release'].map((ref) => ({ head: { sha: HEAD }, base: { sha: BASE, ref } }));
    const payload = workflowRun('acme', [
      { number: 7, ...main },
      { number: 11, ...release },
    ]);
    expect(parseRunEvent('workflow_run', payload, runner).pull_request).toBeUndefined();
    expect(parseRunEvent('workflow_run', workflowRun('acme', [{ number: 7, ...main }]), runner).pull_request).toEqual({
      ...{ number: 7, head_sha: HEAD, base_sha: BASE, base_ref: 'main', fork: false },
    });
  });

  it('knows only the branch of a fork, whose pull requests are not listed', () => {
    expect(parseRunEvent('workflow_run', workflowRun('mallory', []), runner)).toEqual({
      repository,
      sha: HEAD,
      head: { owner: 'mallory', branch: 'change' },
    });
  });
});

describe('runs without a pull request', () => {
  it.each([
    ['push', { after: HEAD }, HEAD],
    ['schedule', { schedule: '0 3 * * *' }, MERGE],
    ['workflow_dispatch', { inputs: {} }, MERGE],
    ['pull_request', { pull_request: { number: 'seven' } }, MERGE],
    ['workflow_run', null, MERGE],
    ['release', { action: 'published' }, MERGE],
    ['', undefined, MERGE],
  ])('%s %j', (name, payload, sha) => {
    expect(parseRunEvent(name, payload, runner)).toEqual({ repository, sha });
  });
});

describe('who made a pull request cannot approve what it asks for', () => {
  const bob = { id: 5, login: 'bob' };
  const eve = { id: 6, login: 'eve' };
  const authors = (action: string) => {
    const payload = pullRequest({ full_name: 'acme/shop' });
    const given = { action, sender: eve, pull_request: { ...payload.pull_request, user: bob } };
    return parseRunEvent('pull_request', given, runner).pull_request?.authors;
  };

  it('is its author, and who pushed to it', () => {
    expect(authors('opened')).toEqual([bob]);
    expect(authors('synchronize')).toEqual([bob, eve]);
    expect(authors('labeled')).toEqual([bob]);
  });
});

describe('a merge queue is judged on the commit that it would merge, against the one before', () => {
  it('has a change and no pull request', () => {
    const merge_group = { head_sha: HEAD, base_sha: BASE, head_ref: 'x', base_ref: 'refs/heads/main' };
    expect(parseRunEvent('merge_group', { action: 'checks_requested', merge_group }, runner)).toEqual({
      repository,
      sha: HEAD,
      branch: 'main',
      change: { base_sha: BASE, head_sha: HEAD },
    });
  });
});

describe('a push is judged on its newest commit', () => {
  it.each([
    ['refs/heads/release/1', 'release/1'],
    ['refs/tags/v1', undefined],
  ])('of %s', (ref, branch) => {
    expect(parseRunEvent('push', { after: HEAD, ref }, runner)).toEqual({
      repository,
      sha: HEAD,
      ...(branch && { branch }),
    });
  });
});

describe('a comment or a review is asked about before anything is judged', () => {
  const sender = { id: 5, login: 'bob' };
  const issue = { number: 7, state: 'open', pull_request: { url: 'u' } };

  it('says who asks, and for which pull request', () => {
    const payload = { action: 'created', issue, sender };
    expect(parseRunEvent('issue_comment', payload, runner).asked).toEqual({ by: sender, number: 7 });
    const review = { ...pullRequest({ full_name: 'acme/shop' }), action: 'submitted', sender };
    expect(parseRunEvent('pull_request_review', review, runner)).toMatchObject({
      sha: HEAD,
      asked: { by: sender, number: 7 },
    });
  });

  it.each([
    ['issue_comment', { action: 'edited', issue, sender }, /^only what is new starts a run; .*types: \[created\]/],
    ...['edited', 'dismissed', undefined].map((action): [string, object, RegExp] => [
      'pull_request_review',
      { ...pullRequest({ full_name: 'acme/shop' }), action, sender },
      /types: \[submitted\]/,
    ]),
    [
      'pull_request_review_comment',
      { ...pullRequest({ full_name: 'acme/shop' }), action: 'deleted', sender },
      /types: \[created\]/,
    ],
    ['issue_comment', { action: 'created', issue: { number: 7, state: 'open' }, sender }, /not on a pull request; /],
    ['issue_comment', { action: 'created', issue: { ...issue, state: 'closed' }, sender }, /#7 is closed; /],
    ['issue_comment', { action: 'created', issue }, /^the payload of issue_comment does not say/],
    ['pull_request_review', pullRequest(null), /^the payload of pull_request_review does not say/],
    ['push', { after: '0'.repeat(40) }, /^this push deletes a branch; /],
    ['issues', { action: 'opened' }, /^gatebench does not know what to judge on the event issues; run it on /],
    ['x\n::error::', {}, /on the event x\?\?\?error\?\?; /],
  ])('%s is refused in one line that says what to do', (name, payload, line) => {
    const { refusal } = parseRunEvent(name, payload, runner);
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain('\n');
  });
});

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
        sha: FAKE_HEAD,
        pull_request: {
          number: 7,
          head_sha: FAKE_HEAD,
          base_sha: FAKE_BASE,
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
