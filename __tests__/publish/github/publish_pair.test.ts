import { createReportPage } from '../../../src/publish/github/page/report_page.js';
import type { PublishedPair } from '../../../src/publish/github/pair/published_pair.js';
import { publishPage } from '../../../src/publish/github/publish_page.js';
import { createReportViewFromResults } from '../../../src/publish/report/view/report_view.js';
import { ALL } from '../../extent.js';
import { BASE, givenState, HEAD, NEWER } from '../../github_fake/given_github.js';
import type { State } from '../../github_fake/state.js';
import { givenResult } from '../given_results.js';
import { calls, givenPublishing, withGitHub } from './given_publishing.js';

const options = { missing: [], fail_on: 'gates', harness: { version: '0.1.0' } } as const;
const passed = createReportPage(createReportViewFromResults([givenResult()], options), [givenResult()], {});
const failed = createReportPage(createReportViewFromResults([givenResult({ gates: 'ppfp' })], options), [], {});
const pair: PublishedPair = {
  number: 7,
  base_ref: 'main',
  base_sha: BASE,
  head_sha: HEAD,
  contracts: [{ path: 'tasks/window/contract.yml', version: 'c0ffee'.repeat(10) }],
  names_base: false,
  foreign: false,
};
const foreign = { ...pair, foreign: true, head: { repository: 'acme/shop', branch: 'change' } };

const openTwin = (state: State) => {
  const [first] = state.pulls;
  state.pulls.push({ ...structuredClone(first!), number: 11, base: { ...first!.base, ref: 'release' } });
};
const closePull = (state: State) => void Object.assign(state.pulls[0]!, { state: 'closed' });
const editBase = (state: State) => void Object.assign(state.pulls[0]!.base, { ref: 'release' });
const moveHead = (state: State) => void Object.assign(state.pulls[0]!.head, { sha: NEWER });

const inTurn =
  (...all: ((state: State) => void)[]) =>
  (state: State) => {
    for (const does of all) does(state);
  };

/** Publishes a pass while somebody does something right after the n-th request; -1: before the first. */
async function publishWhile(of: PublishedPair, does: (state: State) => void, n: number) {
  const state = givenState();
  if (n === -1) does(state);
  let done: Awaited<ReturnType<typeof publishPage>> | undefined;
  let made: string[] = [];
  await withGitHub(
    async (fake, github) => {
      let left = n;
      const acting = (each: State) => (left-- === 0 ? does(each) : undefined);
      fake.fail({ on: /./, times: 1000, does: acting });
      done = await publishPage(github, givenPublishing({ pair: of }), passed);
      made = calls(fake);
    },
    { state },
  );
  return { done: done!, made, check: state.check_runs.map(({ conclusion }) => conclusion), comments: state.comments };
}

describe('what is published says what it is about', () => {
  it('names pull request, commits and contracts in title, summary and comment', () =>
    withGitHub(async (fake, github) => {
      await publishPage(github, givenPublishing({ pair }), passed);
      const about = `Pull request 7 into main: commit ${HEAD.slice(0, 12)}, contracts of ${BASE.slice(0, 12)} (tasks/window/contract.yml c0ffeec0ffee)`;
      const [check] = fake.state.check_runs;
      expect([check!.conclusion, check!.output.title]).toEqual(['success', '1 of 1 attempt passed · #7 into main']);
      for (const text of [check!.output.summary, fake.state.comments[0]!.body])
        expect(text!.replaceAll(/&#\d+;|\u200b/g, '')).toContain(about);
    }));

  it('asks nothing before it publishes a failure of its own, which vouches for nothing', () =>
    withGitHub(async (fake, github) => {
      await publishPage(github, givenPublishing({ pair, comment: false }), failed);
      expect(calls(fake)).toEqual(['POST check-runs', 'PATCH check-runs/1']);
    }));
});

// Holds P2
describe('whatever happens while it is published, no commit is green for a pair that was not evaluated', () => {
  it.each<[string, PublishedPair, (state: State) => void, RegExp]>([
    ['a second pull request with this head is opened', pair, openTwin, /pulls$/],
    ['a second one is opened, and this one closed', pair, inTurn(openTwin, closePull), /pulls$/],
    ['a second one is opened, and this one pushed to', pair, inTurn(openTwin, moveHead), /pulls$/],
    ['the base is edited', pair, editBase, /pulls\/7$/],
    ['a second pull request, results of a fork', foreign, openTwin, /pulls$/],
    ['the base is edited, results of a fork', foreign, editBase, /pulls\/7$/],
    ['the head moves, results of a fork', foreign, moveHead, /pulls\/7$/],
  ])('%s, at any request', async (_, of, does, read) => {
    const { made } = await publishWhile(of, () => {}, -1);
    const before = made.slice(0, made.indexOf('GET issues/7/comments'));
    const last = before.findLastIndex((call) => read.test(call));
    expect(last).toBeGreaterThan(before.indexOf('PATCH check-runs/1'));
    for (let n = -1; n < last; n++) {
      const { done, check } = await publishWhile(of, does, n);
      expect([n, check.at(-1) ?? 'none']).not.toEqual([n, 'success']);
      expect(done.refused).toEqual(expect.any(String));
    }
  });

  it('a comment is never about another base or head than its pull request has', async () => {
    for (const does of [editBase, moveHead])
      for (const each of [pair, foreign]) {
        const { made } = await publishWhile(each, () => {}, -1);
        const last = made.lastIndexOf('GET pulls/7');
        for (let n = -1; n < last; n += ALL ? 1 : 3) expect((await publishWhile(each, does, n)).comments).toEqual([]);
      }
  });

  it('a comment stands on the pull request that was evaluated alone, and says when it is not accepted', async () => {
    const { comments, done } = await publishWhile(pair, openTwin, -1);
    expect(comments.map(({ issue_number }) => issue_number)).toEqual([7]);
    expect(comments[0]!.body).toContain('not accepted');
    expect(done.warnings).toEqual([expect.stringMatching(/^Not accepted: .*pull request 11 into release/)]);
  });

  it('a fork whose pull request has moved on or is closed is left alone: what stands there is about something newer', async () => {
    for (const does of [moveHead, closePull]) {
      const { made, done } = await publishWhile(foreign, does, -1);
      expect(made.filter((call) => !call.startsWith('GET'))).toEqual([]);
      expect(done.superseded).toBe(true);
    }
  });

  it('nobody is told of results that could be of either of two pull requests', async () => {
    const state = givenState();
    openTwin(state);
    await withGitHub(
      async (_, github) => {
        const event = { ...givenPublishing().event, head: { owner: 'acme', branch: 'change' } };
        const { pull_request: __, ...either } = event;
        const done = await publishPage(
          github,
          givenPublishing({ event: either, comment: true, check_run: false }),
          passed,
        );
        expect(done.warnings).toEqual([expect.stringContaining('no open pull request, or to one of several')]);
        expect(state.comments).toEqual([]);
      },
      { state },
    );
  });

  it('a run says of its own commit what it found, also when the head has moved on', async () => {
    const { check, comments, done } = await publishWhile(pair, moveHead, -1);
    expect([check, comments, done.refused]).toEqual([['success'], [], undefined]);
  });

  it('a success that cannot be taken back is none in the comment', () =>
    withGitHub(async (fake, github) => {
      fake.hold = ({ method, path, body }) => {
        if (method !== 'PATCH' || !path.includes('check-runs') || body?.conclusion !== 'success') return;
        openTwin(fake.state);
        fake.hold = () => undefined;
        setImmediate(() => fake.fail({ on: /^PATCH .*check-runs/, times: 100, status: 403 }));
      };
      const done = await publishPage(github, givenPublishing({ pair }), passed);
      expect(done).toMatchObject({ refused: expect.any(String), published: { check_run: 'failed' } });
      expect(done.warnings).toContainEqual(
        expect.stringMatching(/^The check run was not published: the token may not/),
      );
      expect(fake.state.comments[0]!.body).toContain('not accepted');
    }));

  it('a pair that could not be compared is a warning, with a comment or without', async () => {
    for (const comment of [false, 'auto'] as const)
      await withGitHub(async (fake, github) => {
        fake.fail({ on: /compare/, times: 100, status: 403 });
        const { warnings } = await publishPage(github, givenPublishing({ pair, comment }), passed);
        expect(warnings).toEqual([expect.stringMatching(/^The pull request was not compared with what it is now/)]);
      });
  });
});
