import { compareArms } from '../../../../src/judge/analysis/regression/comparison_report.js';
import {
  addArtifactToPage,
  createFirstContractPage,
  createReportPage,
  createSectionsPage,
  formatComparisonHeadline,
  type ReportPage,
} from '../../../../src/publish/github/page/report_page.js';
import type { PublishedPair } from '../../../../src/publish/github/pair/published_pair.js';
import { publishPage } from '../../../../src/publish/github/publish_page.js';
import { createComparedArmsSections } from '../../../../src/publish/report/sections/create_compared_arms_sections.js';
import { createReportViewFromResults } from '../../../../src/publish/report/view/report_view.js';
import { summariseTestFailures } from '../../../../src/publish/report/view/test_failure_summary.js';
import type { AttemptResult } from '../../../../src/record/verdict/attempt_result.js';
import { BASE, givenState, HEAD, NEWER } from '../../../github_fake/given_github.js';
import { type Given, givenNoStrength, givenResult } from '../../given_results.js';
import { expectGolden } from '../../golden.js';
import { givenPublishing, withGitHub } from '../given_publishing.js';

/** Eight comments as a reader meets them, with what GitHub folds and what not. */

const run_url = 'https://github.test/acme/shop/actions/runs/70';
const harness = { version: '0.2.0', commit: HEAD, run_url };
const heads = { attempts: 1, events: 20, root: 'b5'.repeat(32), head: 'ab'.repeat(32) };

type Failing = Parameters<typeof summariseTestFailures>[0];

/** A page about attempts, with the failed tests that the records hold. */
function givenPage(results: readonly AttemptResult[], failures: Failing = []): ReportPage {
  const view = createReportViewFromResults(results, { missing: [], fail_on: 'gates', harness, evidence: heads });
  return createReportPage({ ...view, failures: summariseTestFailures(failures) }, results, {});
}

/** An attempt that judges the pull request itself. */
function givenPull(given: Given = {}): AttemptResult {
  const evidence = [{ seq: 12, command: 'npm test', contract_path: 'acceptance.0' }];
  const result = givenResult({
    ...{ task: 'pull-request', path: 'tasks/pull-request/contract.yml', agent: 'pull-request', cost: 0 },
    ...{
      oracle: givenNoStrength('the contract has no reference solution that builds'),
      costs: { requests: 0, execution_usd: null },
    },
    ...given,
    checks: (given.checks ?? [{ why: '12 tests passed' }]).map((check) => ({ check: 'tests', evidence, ...check })),
  });
  return {
    ...result,
    contract: { ...result.contract, has_golden: false },
    snapshot: { ...result.snapshot, kind: 'pull-request' },
  };
}

/** Publishes pages one after the other, each for a commit of its own, and returns the comment that stands. */
async function publish(...pages: ReportPage[]): Promise<string> {
  let body = '';
  const state = givenState();
  await withGitHub(
    async (_, github) => {
      for (const [at, page] of pages.entries()) {
        const sha = at === pages.length - 1 ? NEWER : HEAD;
        state.pulls[0]!.head.sha = sha;
        const pull = { number: 7, head_sha: sha, base_sha: BASE, base_ref: 'main', fork: false };
        const contracts = [{ path: 'tasks/pull-request/contract.yml', version: 'c0ffee00'.repeat(8) }];
        const pair: PublishedPair = { ...pull, contracts, names_base: false, foreign: false };
        const event = { repository: { owner: 'acme', repo: 'shop' }, sha, pull_request: pull };
        const shown = addArtifactToPage(page, { name: 'gatebench', run_url });
        await publishPage(github, givenPublishing({ event, pair, check_run: false }), shown);
      }
      expect(state.comments).toHaveLength(1);
      body = state.comments[0]!.body;
    },
    { state },
  );
  return body;
}

/** Lines that a reader sees before a fold is opened. */
function countLines(body: string): number {
  const open = body
    .replace(/<!--.*?-->/gs, '')
    .replace(
      /<details><summary>(?<title>.*?)<\/summary>(?:(?!<details)[\s\S]|<details[\s\S]*?<\/details>)*?<\/details>/g,
      '$<title>',
    );
  return open.split(/\n|<br>/).filter((line) => line.trim() !== '' && line !== '> [!WARNING]').length;
}

async function expectComment(name: string, most: number, ...pages: ReportPage[]): Promise<string> {
  const body = await publish(...pages);
  expectGolden(`comments/${name}.md`, body.replace(/(?<=gatebench:state )[\w-]+/, '…'));
  expect(countLines(body)).toBeLessThanOrEqual(most);
  return body;
}

const failed = (tests: readonly (readonly [test: string, message: string, base_passes?: true])[], more: Given = {}) => {
  const names = tests.map(([test]) => test);
  const result = givenPull({
    ...{ gates: 'ppfp', why: `tests: ${tests.length} failures: ${names[0]}` },
    checks: [
      {
        ...{ outcome: 'fail', why: `${tests.length} failures: ${names[0]}`, failing: names },
        tests: { passed: 60 - tests.length, failed: tests.length, skipped: 0 },
      },
    ],
    ...more,
  });
  const failures = tests.map(([test, message, base_passes]) => ({
    ...{ check: 'tests', test, message },
    ...(base_passes === undefined ? {} : { base_passes }),
  }));
  return givenPage([result], [{ agent: 'pull-request', failures }]);
};

const BUILD = givenPull({
  ...{ gates: 'pf-p', why: 'lint: exit status 1' },
  checks: [
    {
      ...{ check: 'lint', kind: 'static', layer: 'build', outcome: 'fail', why: 'exit status 1', tests: null },
      evidence: [{ seq: 9, command: 'npm run lint', contract_path: 'build.0' }],
      output: {
        lines: ['file:///work/src/duration.js:4', 'export function toSeconds( {', "SyntaxError: Unexpected token '{'"],
        named: [{ path: 'src/duration.js', line: 4, message: "SyntaxError: Unexpected token '{'" }],
      },
    },
    { outcome: 'fail', reached: false, why: 'not run: lint failed', tests: null },
  ],
});

describe('a comment is read in five seconds', () => {
  it('a quiet pass has four lines', async () => {
    const body = await expectComment('quiet-pass', 8, givenPage([givenPull()]));
    expect(body).not.toMatch(/WARNING|unknown|strength none|– \| –/);
  });

  it('a failing build says the line, and what the tool said', async () => {
    const body = await expectComment('failing-build', 25, givenPage([BUILD]));
    expect(body).toContain('<code>src/duration.js&#58;4</code> SyntaxError');
    expect(givenPage([BUILD]).annotate()[0]).toMatchObject({
      path: 'src/duration.js',
      start_line: 4,
      annotation_level: 'failure',
    });
  });

  it('two failing tests say expected and actual, whether the base passes them, and what changed since', async () => {
    const fresh = ['reads hours', 'expected 7200, got 720\nat test/duration.test.js:6', true] as const;
    const old = ['reads days', 'expected undefined to be a number'] as const;
    const gone = ['reads seconds', 'expected 90, got 91'] as const;
    const body = await expectComment('failing-tests', 25, failed([old, gone]), failed([old, fresh]));
    expect(body).toMatch(
      /since a1a1a1a: ❌ 1 newly failing: <code>reads hours<\/code> · ✅ 1 fixed: <code>reads seconds/,
    );
  });

  it('forty tests that fail alike are one line', async () => {
    const all = Array.from(
      { length: 40 },
      (_, i) => [`row ${i}`, `expected ${i}, got ${i + 1}\nat test/a.test.js:${i}`] as const,
    );
    await expectComment('failing-alike', 25, failed(all));
  });

  it('an agent that broke off has its last words', async () => {
    const stderr_tail = ['Traceback (most recent call last):', '  File "agent.py", line 3', 'RateLimitError: 429'];
    const agent_exit = { seq: 7, exit_code: 3, signal: null, stderr_tail };
    const result = givenResult({ agent: 'codex', gates: 'f--p', why: 'the patch is empty', agent_exit, cost: null });
    await expectComment('agent-exit', 25, givenPage([{ ...result, agent: { kind: 'command', name: 'codex' } }]));
  });

  it('a matrix of contracts names those that failed', async () => {
    const names = ['csv', 'limiter', 'search'];
    const results = names.flatMap((task, i) =>
      ['codex', 'loop'].map((agent, j) =>
        givenResult({
          ...{ attempt: `${task}-${agent}`, task, agent, path: `tasks/${task}/contract.yml` },
          ...(i === 0 && j === 0 ? { gates: 'ppfp', why: 'unit: required test failed: keeps quotes' } : {}),
        }),
      ),
    );
    await expectComment('matrix', 25, givenPage(results));
  });

  it('a pull request that brings gatebench is told to be merged first', async () => {
    await expectComment('first-contract', 8, createFirstContractPage(['tasks/pull-request/contract.yml']));
  });

  it('a night says first what was decided', async () => {
    const tasks = ['csv', 'limiter', 'search', 'shop'];
    const counts = tasks.map((task) => ({ task, version: 'v1', successes: 8, failures: 0, undecided: 0 }));
    const trials = tasks.flatMap((task, i) =>
      [0, 1].map(() => ({ task, version: 'v1', outcome: i < 2 ? 'failure' : 'success' })),
    );
    const settings = {
      ...{ outcome: 'success' as const, resamples: 100, seed: 7, confidence: 0.95, minimum_effect: 0.1 },
      ...{ alpha: 0.005, extra_trials: 0, coverage_floor: 0, tolerance: 0.05, minimum_history: 5 },
    };
    const compared = compareArms(
      [{ base: { name: 'codex', counts }, head: { name: 'codex', trials: trials as never } }],
      settings,
    );
    const headline = formatComparisonHeadline(compared, 'history');
    expect(headline).toMatch(/^2 contracts that always passed now fail/);
    await expectComment(
      'night',
      25,
      createSectionsPage('failure', headline, createComparedArmsSections(compared, 'history', 'tonight')),
    );
  });
});
