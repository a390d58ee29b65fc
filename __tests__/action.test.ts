import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { formatCommentMarker } from '../src/publish/github/comments/format_comment_marker.js';
import { toCanonicalJson } from '../src/record/json/compute_digest.js';
import { BUILT_ACTION } from './built.js';
import { itInFull, itInFullWhere, sampled } from './extent.js';
import { BASE, givenState, HEAD, TOKENS } from './github_fake/given_github.js';
import { type GitHubFake, startGitHub } from './github_fake/server.js';
import { where } from './machine.js';
import { givenResult } from './publish/given_results.js';

/** The Action as the runner starts it: a process of its own, told everything by its environment, on a loopback GitHub. */

const root = fileURLToPath(new URL('../', import.meta.url));
let workspace: string;
let fake: GitHubFake;

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'gatebench-workspace-'));
  fake = await startGitHub(givenState());
  const pull_request = {
    number: 7,
    head: { sha: HEAD, repo: { full_name: 'acme/shop' } },
    base: { sha: BASE, repo: { full_name: 'acme/shop' } },
  };
  await writeFile(join(workspace, 'event.json'), JSON.stringify({ pull_request }));
  for (const name of ['summary.md', 'output']) await writeFile(join(workspace, name), '');
});
afterEach(async () => {
  await fake.close();
  await rm(workspace, { recursive: true });
});

async function act(inputs: Record<string, string>) {
  const { exitCode, all } = await execa(process.execPath, [BUILT_ACTION], {
    cwd: workspace,
    reject: false,
    all: true,
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      'INPUT_GITHUB-TOKEN': TOKENS.writer,
      INPUT_COMMENT: 'false',
      GITHUB_API_URL: fake.url,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: 'd4'.repeat(20),
      GITHUB_EVENT_NAME: 'schedule',
      GITHUB_EVENT_PATH: join(workspace, 'event.json'),
      GITHUB_STEP_SUMMARY: join(workspace, 'summary.md'),
      GITHUB_OUTPUT: join(workspace, 'output'),
      GITHUB_WORKSPACE: workspace,
      ...inputs,
    },
  });
  const outputs = await readFile(join(workspace, 'output'), 'utf8');
  return {
    exitCode,
    lines: all.split('\n'),
    outputs: Object.fromEntries(
      [...outputs.matchAll(/^(\S+)<<(ghadelimiter_\S+)\n(.*?)\n\2$/gms)].map(([, name, , value]) => [name, value]),
    ),
  };
}

// Holds P2
describe('the Action as a process', () => {
  beforeEach(async () => {
    fake.state.commits.add('d4'.repeat(20));
    await cp(join(root, 'tasks/rate-limiter-window'), join(workspace, 'tasks/rate-limiter-window'), {
      recursive: true,
    });
  });

  where('sandbox')(
    'fails on an agent that changes nothing, and says why in summary, check run and outputs',
    async () => {
      const { exitCode, lines, outputs } = await act({ INPUT_AGENT: 'noop' });
      expect(lines[0]).toBe('gatebench: reading inputs');
      expect(outputs).toEqual({
        'gate-vector': 'pass/pass/fail/pass',
        conclusion: 'failure',
        'success-rate': '0',
        published: 'true',
        'cost-usd': '0',
        passed: '0',
        failed: '1',
        'check-run-url': expect.stringMatching(/^https:/),
        'comment-url': expect.any(String),
        'badge-path': 'gatebench-out/badge.json',
        'csv-path': 'gatebench-out/attempts.csv',
        'junit-path': 'gatebench-out/junit.xml',
        'sarif-path': 'gatebench-out/findings.sarif',
        'report-path': 'gatebench-out/report.md',
        'results-path': 'gatebench-out/results.jsonl',
      });
      expect([exitCode, lines.at(-1)]).toEqual([1, '::error::1 of 1 attempt failed']);
      expect(await readFile(join(workspace, 'summary.md'), 'utf8')).toMatch(
        /^## ❌ gatebench: 1 of 1 attempt failed\n/,
      );
      expect(fake.state.check_runs).toMatchObject([
        {
          status: 'completed',
          conclusion: 'failure',
          annotations: [
            { path: 'tasks/rate-limiter-window/contract.yml', annotation_level: 'failure' },
            { path: 'tasks/rate-limiter-window/contract.yml', annotation_level: 'notice' },
          ],
        },
      ]);
    },
  );

  itInFullWhere('sandbox')(
    'prints everything of the attempts where the runner obeys no command, and never the token',
    async () => {
      const { lines } = await act({ INPUT_AGENT: 'noop', 'INPUT_CHECK-RUN': 'false' });
      const start = lines.findIndex((line) => line.startsWith('::stop-commands::'));
      const end = lines.indexOf(`::${lines[start]!.slice('::stop-commands::'.length)}::`);
      expect(lines.slice(0, start)).toEqual(['gatebench: reading inputs', `::add-mask::${TOKENS.writer}`]);
      expect(lines.slice(end + 1)).toEqual(['::error::1 of 1 attempt failed']);
      expect(lines.slice(start, end).join('\n')).not.toContain(TOKENS.writer);
    },
  );
});

describe('command: compare', () => {
  const results = async (folder: string, gates: string, runs: number) => {
    const lines = ['a', 'b', 'c'].flatMap((task) =>
      Array.from({ length: runs }, (_, i) =>
        toCanonicalJson(givenResult({ attempt: `${task}-${i}`, task, trial: i + 1, agent: 'codex', gates })),
      ),
    );
    await mkdir(join(workspace, folder));
    await writeFile(join(workspace, folder, 'results.jsonl'), `${lines.join('\n')}\n`);
  };
  const compare = (more: Record<string, string> = {}) =>
    act({
      INPUT_COMMAND: 'compare',
      INPUT_BASELINE: 'before',
      INPUT_RESULTS: 'after',
      INPUT_COMMENT: 'always',
      GITHUB_EVENT_NAME: 'pull_request',
      ...more,
    });

  const comparisons = [
    ['regression', 'ppfp', 8, 1, 'failure', 'failure', '❌'],
    ['no regression', 'pppp', 8, 0, 'success', 'success', '✅'],
    ['undecided', 'ppe-', 2, 3, 'indecisive', 'failure', '⚠️'],
  ] as const;
  it.each(sampled(comparisons, 3))(
    'publishes "%s" as a check run and a comment of its own, beside those of a report',
    async (verdict, gates, runs, code, conclusion, check, sign) => {
      await results('before', 'pppp', 8);
      await results('after', gates, runs);
      const { exitCode, outputs } = await compare();
      const collapse = String(conclusion === 'failure');
      expect([exitCode, outputs]).toMatchObject([code, { conclusion, collapse, published: 'true' }]);
      const said = verdict === 'regression' ? '3 contracts that always passed now fail: regression' : verdict;
      expect(fake.state.check_runs).toMatchObject([
        {
          name: 'gatebench compare',
          head_sha: HEAD,
          status: 'completed',
          conclusion: check,
          output: { title: `${said} against before`, text: expect.stringContaining(`Regression gate: ${verdict}`) },
        },
      ]);
      const bodies = fake.state.comments.map(({ body }) => body);
      expect(bodies).toEqual([
        expect.stringContaining(
          `${formatCommentMarker('report', 'gatebench compare')}\n## ${sign} gatebench: ${said} against before`,
        ),
      ]);
      expect(bodies[0]).toContain(`### Regression gate: ${verdict}`);
      expect(await readFile(join(workspace, 'summary.md'), 'utf8')).toContain(`### Regression gate: ${verdict}`);
    },
  );

  itInFull('warns where it is undecided, and heads a collapse as what turns a night red', async () => {
    await results('before', 'pppp', 8);
    await results('after', 'ppe-', 2);
    const undecided = await compare();
    expect(undecided.lines.at(-1)).toBe('::warning::undecided against before');
    expect(undecided.lines.filter((line) => line.startsWith('::error'))).toEqual([]);
    await rm(join(workspace, 'before'), { recursive: true });
    await rm(join(workspace, 'after'), { recursive: true });
    await results('before', 'pppp', 1);
    await results('after', 'ppfp', 1);
    const { exitCode, outputs } = await compare();
    expect([exitCode, outputs]).toMatchObject([3, { conclusion: 'indecisive', collapse: 'true' }]);
    expect(fake.state.comments.at(-1)!.body).toContain(
      '## ❌ gatebench: 3 contracts that always passed now fail, undecided whether by chance, against before',
    );
  });

  itInFull('says in its check run why nothing could be compared', async () => {
    await results('before', 'pppp', 8);
    expect((await compare({ 'INPUT_CHECK-NAME': 'nightly' })).exitCode).toBe(2);
    expect(fake.state.check_runs).toMatchObject([
      { name: 'nightly', conclusion: 'failure', output: { summary: expect.stringContaining('does not exist') } },
    ]);
    expect(fake.state.comments).toEqual([]);
  });
});

describe('command: plan', () => {
  it('writes a plan, and hands the shards of a matrix over as outputs', async () => {
    await cp(join(root, 'tasks/rate-limiter-window'), join(workspace, 'tasks/rate-limiter-window'), {
      recursive: true,
    });
    const suite =
      'schema: 1\nname: team\ncontracts: [tasks/*/contract.yml]\nagents: []\nbaselines: {golden: true}\ntrials: 2\n';
    await writeFile(join(workspace, 'gatebench.yml'), suite);
    const { exitCode, outputs } = await act({
      INPUT_COMMAND: 'plan',
      INPUT_SUITE: 'gatebench.yml',
      'INPUT_MAX-SHARDS': '2',
      INPUT_PLAN: 'plan.json',
    });
    const shards = JSON.parse(outputs.matrix ?? '{}') as { include?: unknown[] };
    expect([exitCode, outputs.shards, outputs['plan-path'], shards.include?.length]).toEqual([0, '2', 'plan.json', 2]);
    const plan = JSON.parse(await readFile(join(workspace, 'plan.json'), 'utf8')) as { attempts: unknown[] };
    expect(plan.attempts.length).toBe(Number(outputs.attempts));
  });
});

describe('command: report', () => {
  it('publishes results of other jobs, whose records it was not given, as it was told to', async () => {
    const lines = ['pppp', 'ppfp'].map((gates, i) =>
      toCanonicalJson(givenResult({ attempt: `a-${i}`, task: `t${i}`, gates })),
    );
    await mkdir(join(workspace, 'results'));
    await writeFile(join(workspace, 'results/results.jsonl'), `${lines.join('\n')}\n`);
    const { exitCode, outputs } = await act({
      INPUT_COMMAND: 'report',
      INPUT_RESULTS: 'results',
      INPUT_VERIFY: 'false',
      'INPUT_FAIL-ON': 'gates',
    });
    expect([exitCode, outputs.conclusion]).toEqual([1, 'failure']);
    expect(await readFile(join(workspace, 'summary.md'), 'utf8')).toContain('1 of 2 attempts failed');
  });
});

describe("a user's mistake", () => {
  it('is one message with what to do, exit code 2, before anything runs', async () => {
    const { exitCode, lines } = await act({ INPUT_TRIALS: 'many' });
    expect([exitCode, lines]).toEqual([
      2,
      [
        'gatebench: reading inputs',
        '::error::input "trials": must be a whole number%0A  Correct the `with:` block of this step.',
      ],
    ]);
    expect(fake.requests).toEqual([]);
  });

  itInFull('leaves no check run in progress', async () => {
    const { exitCode, lines } = await act({
      INPUT_CONTRACTS: 'nowhere/contract.yml',
      INPUT_AGENT: 'noop',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_WORKSPACE: '',
    });
    expect(exitCode).toBe(2);
    expect(lines.at(-1)).toMatch(/^::error::.*nowhere\/contract\.yml/);
    expect(fake.state.check_runs).toMatchObject([{ head_sha: HEAD, status: 'completed', conclusion: 'failure' }]);
  });
});
