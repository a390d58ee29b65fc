import { readEvent } from '../../../src/publish/github/event.js';

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
    expect(readEvent(name, pullRequest({ full_name: 'acme/shop' }), runner)).toEqual({
      repository,
      sha: HEAD,
      pull_request: { number: 7, head_sha: HEAD, base_sha: BASE, base_ref: 'main', fork: false },
    });
  });

  it('is a fork when the head is elsewhere, or its repository is gone', () => {
    for (const repo of [{ full_name: 'mallory/shop' }, null]) {
      expect(readEvent('pull_request', pullRequest(repo), runner).pull_request?.fork).toBe(true);
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
    expect(readEvent('workflow_run', payload, runner)).toEqual({
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
    expect(readEvent('workflow_run', payload, runner).pull_request).toBeUndefined();
    expect(readEvent('workflow_run', workflowRun('acme', [{ number: 7, ...main }]), runner).pull_request).toEqual({
      ...{ number: 7, head_sha: HEAD, base_sha: BASE, base_ref: 'main', fork: false },
    });
  });

  it('knows only the branch of a fork, whose pull requests are not listed', () => {
    expect(readEvent('workflow_run', workflowRun('mallory', []), runner)).toEqual({
      repository,
      sha: HEAD,
      head: { owner: 'mallory', branch: 'change' },
    });
  });
});

describe('runs without a pull request', () => {
  it.each([
    ['push', { after: HEAD }, HEAD],
    ['push', { after: '0'.repeat(40) }, MERGE],
    ['schedule', { schedule: '0 3 * * *' }, MERGE],
    ['workflow_dispatch', { inputs: {} }, MERGE],
    ['pull_request', { pull_request: { number: 'seven' } }, MERGE],
    ['workflow_run', null, MERGE],
    ['something_new', [], MERGE],
  ])('%s %j', (name, payload, sha) => {
    expect(readEvent(name, payload, runner)).toEqual({ repository, sha });
  });
});
