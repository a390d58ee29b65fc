// Needs: sandbox
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readActionEnvironment } from '../src/action/action_environment.js';
import { readActionInputs } from '../src/action/action_inputs.js';
import { executeReportAction } from '../src/action/execute_report_action.js';
import { executeRunAction } from '../src/action/execute_run_action.js';
import { reportResults } from '../src/commands/report/report_results.js';
import { runStudy } from '../src/commands/run/run_study.js';
import { UserError } from '../src/contract/input/user_error.js';
import { toCanonicalJson } from '../src/record/json/compute_digest.js';
import { givenState, NEWER, TOKENS } from './github_fake/given_github.js';
import { startGitHub } from './github_fake/server.js';
import type { State } from './github_fake/state.js';
import { cleanUp, givenRoom } from './given.js';
import { smallContract, tapCheck } from './given_task.js';
import { readWorkflow, stepOf } from './given_workflow.js';
import { commit, gitIn, givenHistory } from './workspace/given_history.js';

/**
 * evaluate.yml and publish.yml as their files have them: what the steps of ours are told, artifacts between them, a real evaluation with
 * real records, and a GitHub on loopback. The pull request is 7, from mallory's branch `change` into main.
 */

const evaluate = readWorkflow('evaluate.yml');
const publish = readWorkflow('publish.yml');
const out = { log() {}, error() {}, signal: new AbortController().signal, terminal: { columns: 80, colour: false } };

let room: string;
let base: string;
/** What each head was evaluated to, as the artifact of its run. */
const heads = { right: '', wrong: '' };

beforeAll(async () => {
  room = givenRoom();
  const clone = givenHistory(room, 'clone');
  const contract = smallContract({
    snapshot: { base: 'pull-request' },
    acceptance: [tapCheck()],
    oracle: { files: 'hidden/', challenge: { rounds: 0 } },
  });
  const check = [
    'bad=0',
    'is() { if [ "$(cat "$3")" = "$4" ]; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; bad=1; fi; }',
    '{ echo "1..2"; is 1 "the value is right" value right; is 2 "the rest is kept" kept kept; } > "$1"',
    'exit $bad',
    '',
  ];
  base = commit(clone, {
    value: 'wrong\n',
    kept: 'kept\n',
    'tasks/small/contract.yml': stringify(contract),
    'tasks/small/hidden/check.sh': check.join('\n'),
  });
  for (const value of ['right', 'wrong'] as const) {
    gitIn(clone, 'checkout', '-q', '-B', value, base);
    heads[value] = commit(clone, value === 'right' ? { value: 'right\n' } : { value: 'guessed\n' });
    gitIn(clone, 'checkout', '-q', '--detach', base);
    await evaluated(clone, value);
  }
});
afterAll(cleanUp);

/** The step of evaluate.yml on the event pull_request, and its artifact. */
async function evaluated(clone: string, value: 'right' | 'wrong'): Promise<void> {
  const pull_request = {
    number: 7,
    head: { sha: heads[value], repo: { full_name: 'mallory/shop' } },
    base: { sha: base, ref: 'main', repo: { full_name: 'acme/shop' } },
  };
  writeFileSync(join(room, 'event.json'), JSON.stringify({ pull_request }));
  const environment = readActionEnvironment({
    PATH: process.env.PATH,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(room, 'event.json'),
    GITHUB_API_URL: 'http://127.0.0.1:1',
    GITHUB_WORKSPACE: clone,
  });
  const given = stepOf(evaluate.jobs.evaluate!.steps, 'gatebench/gatebench@').with!;
  await executeRunAction(
    readActionInputs((name) => String(given[name] ?? '')),
    environment,
    out,
    (order, output) => runStudy({ ...order, cache: join(room, 'cache') }, output, clone),
  );
  cpSync(join(clone, String(given.out)), join(room, 'artifacts', value), { recursive: true });
  rmSync(join(clone, String(given.out)), { recursive: true });
}

interface Situation {
  value?: 'right' | 'wrong';
  /** changes the artifact; false: there is none */
  artifact?: ((folder: string) => void) | false;
  run?: Record<string, unknown>;
  github?: (state: State) => void;
}

/** The step of publish.yml on the event workflow_run. */
async function published({ value = 'right', artifact, run: changes = {}, github = () => {} }: Situation = {}) {
  const workspace = mkdtempSync(join(tmpdir(), 'gatebench-publish-'));
  const [step, token] = [stepOf(publish.jobs.publish!.steps, 'gatebench/gatebench@'), TOKENS.writer];
  const head = heads[value];
  const repo = { full_name: 'mallory/shop' };
  const state = givenState({
    head: { sha: head, label: 'mallory:change', ref: 'change', repo },
    base: { sha: base, ref: 'main', repo: { full_name: 'acme/shop' } },
  });
  for (const sha of [base, head]) state.commits.add(sha);
  for (const branch of ['main', 'release']) state.branches.set(branch, base);
  github(state);
  const fake = await startGitHub(state);
  const workflow_run = {
    id: 70,
    path: '.github/workflows/evaluate.yml@refs/pull/7/merge',
    event: 'pull_request',
    conclusion: value === 'right' ? 'success' : 'failure',
    repository: { full_name: 'acme/shop' },
    head_sha: head,
    head_branch: 'change',
    head_repository: { ...repo, owner: { login: 'mallory' } },
    html_url: 'https://github.test/acme/shop/actions/runs/70',
    pull_requests: [],
    ...changes,
  };
  try {
    writeFileSync(join(workspace, 'event.json'), JSON.stringify({ action: 'completed', workflow_run }));
    const folder = join(workspace, 'gatebench-results');
    if (artifact !== false) cpSync(join(room, 'artifacts', value), folder, { recursive: true });
    if (artifact) artifact(folder);
    const environment = readActionEnvironment({
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: base,
      GITHUB_EVENT_NAME: 'workflow_run',
      GITHUB_EVENT_PATH: join(workspace, 'event.json'),
      GITHUB_API_URL: fake.url,
      GITHUB_WORKSPACE: workspace,
    });
    const inputs = readActionInputs((name) => String({ 'github-token': token, ...step.with }[name] ?? ''));
    const done = await executeReportAction(inputs, environment, out, (order, output) =>
      reportResults(order, output, workspace),
    ).catch((error: UserError) => {
      if (!(error instanceof UserError)) throw error;
      return { mistake: error.text };
    });
    const [check] = state.check_runs;
    return {
      done,
      check: check && { name: check.name, on: check.head_sha, concluded: check.conclusion, title: check.output.title! },
      text: check?.output.summary ?? '',
      id: check?.external_id,
      comments: state.comments,
      written: fake.requests.filter(({ method }) => method !== 'GET').length,
    };
  } finally {
    await fake.close();
    rmSync(workspace, { recursive: true });
  }
}

const twin = (state: State) => {
  const [first] = state.pulls;
  state.pulls.unshift({ ...structuredClone(first!), number: 11, base: { ...first!.base, ref: 'release' } });
};
/** The head has another folder of workflows than the branch. */
const changeWorkflows = (state: State) =>
  void state.trees.set(heads.right, [{ path: '.github', mode: '040000', type: 'tree', sha: 'f1'.repeat(20) }]);

describe('docs/workflows/publish.yml publishes an evaluation of a fork', () => {
  it('as the check run of its base and one comment, with the whole report, its pair and its contracts', async () => {
    const { done, check, text, id, comments } = await published();
    expect(done).toMatchObject({ exit_code: 0, warnings: [], outputs: { conclusion: 'success', published: 'true' } });
    const title = '1 of 1 attempt passed · #7 into main';
    expect(check).toEqual({ name: 'gatebench main', on: heads.right, concluded: 'success', title });
    expect(id).toMatch(new RegExp(` #7 ${base.slice(0, 12)}\\.\\.\\.${heads.right.slice(0, 12)}$`));
    expect(text).toMatch(/Pull request 7 into main: .*contract.* [0-9a-f]{12}\)/);
    expect(comments.map(({ issue_number, body }) => [issue_number, body.includes('✅ pass')])).toEqual([[7, true]]);
    expect(comments[0]!.body).toContain('https://github.test/acme/shop/actions/runs/70');
  });

  it('a failing attempt is a failure, with the reason and the failing test', async () => {
    const { check, comments } = await published({ value: 'wrong' });
    expect(check!.concluded).toBe('failure');
    expect(comments[0]!.body).toContain('right');
  });

  it('on the pull request that the records name, also where another with this head is listed first', async () => {
    const { check, comments } = await published({ github: twin });
    expect(comments.map(({ issue_number }) => issue_number)).toEqual([7]);
    // The name says for which base it counts, so that it says nothing of release.
    expect(check).toMatchObject({ name: 'gatebench main', concluded: 'success' });
  });
});

// Holds P3
describe('it believes nothing that the evaluated code could have written', () => {
  const success = (folder: string) => JSON.parse(readFileSync(join(folder, 'results.jsonl'), 'utf8'));
  it.each<[string, Situation, string]>([
    ['no artifact', { artifact: false }, 'does not exist'],
    [
      'an empty artifact',
      { artifact: (folder) => void readdirSync(folder).map((name) => rmSync(join(folder, name), { recursive: true })) },
      'has no',
    ],
    [
      'no plan, so that attempts could be missing unseen',
      { artifact: (folder) => rmSync(join(folder, 'plan.json')) },
      'have no plan',
    ],
    [
      'a line whose record is gone',
      { artifact: (folder) => rmSync(join(folder, 'runs'), { recursive: true }) },
      'could not be verified|not beside it|verified',
    ],
    [
      'a line with another verdict than its record',
      {
        value: 'wrong',
        run: { conclusion: 'success' },
        artifact: (folder) => {
          const right = success(join(room, 'artifacts/right'));
          const line = { ...success(folder), verdict: right.verdict };
          writeFileSync(join(folder, 'results.jsonl'), `${toCanonicalJson(line)}\n`);
        },
      },
      'not what its sealed report says',
    ],
    [
      'a line that names another pull request than its record',
      {
        artifact: (folder) => {
          const line = success(folder);
          line.pull_request.number = 11;
          writeFileSync(join(folder, 'results.jsonl'), `${toCanonicalJson(line)}\n`);
        },
        github: twin,
      },
      'not what its sealed report says',
    ],
    [
      'whole records of another head',
      {
        artifact: (folder) => {
          rmSync(folder, { recursive: true });
          cpSync(join(room, 'artifacts/wrong'), folder, { recursive: true });
        },
      },
      'The records are of commit',
    ],
    ['the head changes .github/', { github: (state) => changeWorkflows(state) }, 'changes .github/'],
    ['the run belongs to others', { run: { pull_requests: [{ number: 9, head: { sha: 'HEAD' } }] } }, ''],
  ])('%s: a failure that says why', async (_, situation, because) => {
    const given = structuredClone(situation.run ?? {}) as { pull_requests?: { head: { sha: string } }[] };
    for (const pull of given.pull_requests ?? []) pull.head.sha = heads.right;
    const { check, text, comments } = await published({ ...situation, run: given });
    expect(check).toMatchObject({ concluded: 'failure', title: expect.stringContaining('no accepted result') });
    expect(text).toMatch(new RegExp(because.replaceAll(/[/.]/g, '.')));
    for (const { issue_number, body } of comments) expect([issue_number, body.includes('✅')]).toEqual([7, false]);
  });

  it('passing results of an evaluation that failed are not accepted', async () => {
    const { check, done } = await published({ run: { conclusion: 'failure' } });
    expect(check).toMatchObject({ concluded: 'failure', title: expect.stringContaining('ended as failure') });
    expect(done).toMatchObject({ exit_code: 3, outputs: { conclusion: 'indecisive' } });
  });

  it('contracts that changed at the base since are said, and are no success', async () => {
    const { check } = await published({
      github: (state) => {
        state.branches.set('main', NEWER);
        const files = [{ filename: 'tasks/small/hidden/check.sh', status: 'modified' }];
        state.comparisons.set(`${base}...${NEWER}`, { status: 'ahead', files });
      },
    });
    expect(check).toMatchObject({ concluded: 'failure', title: expect.stringContaining('check.sh changed') });
  });

  it.each<[string, Situation]>([
    ['another workflow of the same name', { run: { path: '.github/workflows/other.yml' } }],
    ['a run of another repository', { run: { repository: { full_name: 'mallory/shop' } } }],
    ['a run that a comment started', { run: { event: 'issue_comment' } }],
    ['a head that has moved on', { github: (state) => void Object.assign(state.pulls[0]!.head, { sha: NEWER }) }],
    ['a pull request that is closed', { github: (state) => void Object.assign(state.pulls[0]!, { state: 'closed' }) }],
  ])('writes nothing for %s', async (_, situation) => {
    const { written, done } = await published(situation);
    expect(written).toBe(0);
    if ('outputs' in done) expect(done.outputs.published).toBe('');
  });

  it('a base that was edited since gets no comment, and no success', async () => {
    const { check, comments } = await published({
      github: (state) => void Object.assign(state.pulls[0]!.base, { ref: 'release' }),
    });
    expect([check?.concluded, comments]).toEqual(['failure', []]);
  });
});

describe('the workflow around it', () => {
  it('gives the Action what it needs to look, and checks nothing out', () => {
    const { permissions, steps } = publish.jobs.publish!;
    expect(permissions).toEqual({ actions: 'read', contents: 'read', checks: 'write', 'pull-requests': 'write' });
    expect(steps.map(({ uses = 'run' }) => uses.split('@')[0])).toEqual([
      'actions/download-artifact',
      'gatebench/gatebench',
      'run',
    ]);
    expect(existsSync(join(room, 'artifacts/right/results.jsonl'))).toBe(true);
  });

  it('is red when the check run could not be published, and says so in an output', async () => {
    const { done } = await published({
      github: (state) => void Object.assign(state.tokens.get(TOKENS.writer)!, { checks: 'read' }),
    });
    expect(done).toMatchObject({ outputs: { published: 'false' } });
    expect(publish.jobs.publish!.steps.at(-1)).toMatchObject({
      if: expect.stringContaining("steps.publish.outputs.published == 'false'"),
      run: 'exit 1',
    });
  });

  it('drops no verdict in a queue, and lets no artifact say what blocks', () => {
    expect([publish.concurrency, publish.jobs.publish!.concurrency]).toEqual([undefined, undefined]);
    expect(stepOf(publish.jobs.publish!.steps, 'gatebench/gatebench@').with).toMatchObject({ 'fail-on': 'gates' });
  });

  it('evaluates again when the base is edited, and the evaluation has no token', () => {
    expect(evaluate.on.pull_request.types).toContain('edited');
    expect(stepOf(evaluate.jobs.evaluate!.steps, 'gatebench/gatebench@').with).toMatchObject({ 'github-token': '' });
  });
});
