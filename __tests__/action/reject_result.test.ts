import { describeForeignPair, rejectResult } from '../../src/action/reject_result.js';
import { createSectionsPage } from '../../src/publish/github/page/report_page.js';
import { BASE, HEAD, NEWER } from '../github_fake/given_github.js';

const pull_request = { number: 7, head_sha: HEAD, base_sha: BASE, base_ref: 'main', fork: false };
const own = { number: 7, base_ref: 'main', base_sha: BASE, head_sha: HEAD };

describe('records are published as those of a pull request when they are', () => {
  it.each([
    ['its own', [own], { pull_request }],
    ['of no pull request', [null], { pull_request }],
    ['of its commits, without a number', [{ ...own, number: null, base_ref: null }, null], { pull_request }],
    ['of a merge group', [{ ...own, number: null, base_ref: null }], { change: { base_sha: BASE, head_sha: HEAD } }],
    ['of a run that is about no change', [own], {}],
  ])('%s', (_, pairs, event) => expect(describeForeignPair(pairs, event)).toBeUndefined());

  it.each([
    ['another number', { number: 8 }, 'are of pull request 8 into main, commits'],
    ['another branch', { base_ref: 'release' }, 'into release'],
    ['another base', { base_sha: NEWER }, `commits ${NEWER.slice(0, 12)}...${HEAD.slice(0, 12)}`],
    ['another head', { head_sha: NEWER }, `this run is of pull request 7 into main, commits ${BASE.slice(0, 12)}`],
  ])('not those of %s', (_, more, because) => {
    expect(describeForeignPair([own, null, { ...own, ...more }], { pull_request })).toContain(because);
  });
});

describe('results that are not accepted are no success', () => {
  it.each([
    ['success', 0, { conclusion: 'indecisive' }, 3],
    ['failure', 1, { conclusion: 'failure' }, 1],
  ] as const)('%s', (conclusion, exit_code, outputs, ends) => {
    const judged = { page: createSectionsPage(conclusion, 'all', []), exit_code, outputs: { conclusion } };
    const done = rejectResult(judged, 'they are strange');
    expect(done).toMatchObject({ outputs, exit_code: ends, page: { headline: 'not accepted: they are strange' } });
    expect(done.page.conclusion).not.toBe('success');
  });
});
