// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readActionEnvironment } from '../../../src/action/action_environment.js';
import { readActionInputs } from '../../../src/action/action_inputs.js';
import { executeRunAction } from '../../../src/action/execute_run_action.js';
import { runStudy } from '../../../src/commands/run/run_study.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { type AttemptResult, attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { givenState, TOKENS } from '../../github_fake/given_github.js';
import { type GitHubFake, startGitHub } from '../../github_fake/server.js';
import { cleanUp, type GivenFiles, givenRoom } from '../../given.js';
import { type ContractInput, smallContract, tapCheck } from '../../given_task.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

/** A pull request from checkout to check run: a real repository, the real engine and sandbox, a loopback GitHub. */

let room: string;
let clone: string;
let base: string;
let fake: GitHubFake;

beforeEach(async () => {
  room = givenRoom();
  clone = givenHistory(room, 'clone');
  base = commit(clone, { value: 'wrong\n', kept: 'kept\n', ...task() });
  fake = await startGitHub(givenState());
});
afterEach(async () => {
  await fake.close();
  await cleanUp();
});

/** Commits files on a branch, which begins where the clone stands if it is new, and returns the commit's id. */
function commitOn(branch: string, files: GivenFiles): string {
  gitIn(clone, 'checkout', '-q', ...(branch === 'main' ? [] : ['-b']), branch);
  return commit(clone, files);
}

/** The task as files of the repository: its contract, and the test that is hidden from agents. */
function task(changes: Partial<ContractInput> = {}): GivenFiles {
  const contract = smallContract({
    snapshot: { base: 'pull-request' },
    acceptance: [tapCheck()],
    oracle: { files: 'hidden/' },
    policy: { change: { allow: ['**'], deny: ['tasks/**'] } },
    ...changes,
  });
  const check = [
    'bad=0',
    'is() { if [ "$(cat "$3")" = "$4" ]; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; bad=1; fi; }',
    '{ echo "1..2"; is 1 "the value is right" value right; is 2 "the rest is kept" kept kept; } > "$1"',
    'exit $bad',
    '',
  ];
  return { 'tasks/small/contract.yml': stringify(contract), 'tasks/small/hidden/check.sh': check.join('\n') };
}

/** Publishing takes a second for each request that writes: for tests of what is judged, not of what is published. */
const unpublished = { 'check-run': 'false', comment: 'false' };

/** The Action on the event `pull_request`, with the defaults of action.yml. */
async function act(pull: { base: string; head: string }, inputs: Record<string, string> = {}, workspace = clone) {
  const repo = { full_name: 'acme/shop' };
  const pull_request = { number: 7, head: { sha: pull.head, repo }, base: { sha: pull.base, ref: 'main', repo } };
  for (const sha of [pull.base, pull.head]) fake.state.commits.add(sha);
  Object.assign(fake.state.pulls[0]!.head, { sha: pull.head });
  writeFileSync(join(room, 'event.json'), JSON.stringify({ pull_request }));
  const environment = readActionEnvironment({
    PATH: process.env.PATH,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: pull.head,
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(room, 'event.json'),
    GITHUB_API_URL: fake.url,
    GITHUB_WORKSPACE: workspace,
  });
  const out = { log() {}, error() {}, signal: new AbortController().signal, terminal: { columns: 80, colour: false } };
  const done = await executeRunAction(
    readActionInputs((name) => ({ 'github-token': TOKENS.writer, ...inputs })[name] ?? ''),
    environment,
    out,
    (order, output) => runStudy({ ...order, cache: join(room, 'cache') }, output, workspace),
  );
  const text = readFileSync(join(workspace, done.outputs['results-path']!), 'utf8');
  const results: AttemptResult[] = text
    .trimEnd()
    .split('\n')
    .map((line) => attemptResultSchema.parse(JSON.parse(line)));
  return { ...done, results };
}

// Holds P2
describe("a pull request is judged by its base's contract", () => {
  it('passes when its diff makes the required tests pass; check run and comment are on its head', async () => {
    const head = commitOn('fix', { value: 'right\n' });
    const { exit_code, outputs, results, warnings } = await act({ base, head });
    expect([exit_code, warnings, outputs]).toEqual([
      0,
      [],
      {
        'gate-vector': 'pass/pass/pass/pass',
        conclusion: 'success',
        'success-rate': '1',
        published: 'true',
        'cost-usd': '0',
        passed: '1',
        failed: '0',
        'check-run-url': expect.stringMatching(/^https:/),
        'comment-url': expect.any(String),
        'report-path': 'gatebench-out/report.md',
        'badge-path': 'gatebench-out/badge.json',
        'csv-path': 'gatebench-out/attempts.csv',
        'junit-path': 'gatebench-out/junit.xml',
        'sarif-path': 'gatebench-out/findings.sarif',
        'results-path': 'gatebench-out/results.jsonl',
      },
    ]);
    expect(results.map(({ snapshot, agent, contract }) => [snapshot.identity, agent.name, contract.path])).toEqual([
      [base, 'pull-request', 'tasks/small/contract.yml'],
    ]);
    const pair = { number: 7, base_ref: 'main', base_sha: base, head_sha: head };
    expect(results.map(({ pull_request }) => pull_request)).toEqual([pair]);
    const record = join(clone, 'gatebench-out', results[0]!.run);
    expect(JSON.parse(readFileSync(join(record, 'manifest.json'), 'utf8')).pull_request).toEqual(pair);
    expect(verifyRun(record).faults).toEqual([]);
    expect(fake.state.check_runs).toMatchObject([{ head_sha: head, status: 'completed', conclusion: 'success' }]);
    expect(fake.state.comments).toMatchObject([{ body: expect.stringContaining('1 of 1 attempt passed') }]);
  });

  it('cannot change the contract or the hidden tests that judge it: they are the base’s, and the attempt is a violation', async () => {
    const head = commitOn('cheat', {
      ...task({ acceptance: [{ id: 'unit', run: 'true' }], policy: {} }),
      'tasks/small/hidden/check.sh': 'printf "1..2\\nok 1 - the value is right\\nok 2 - the rest is kept\\n" > "$1"\n',
    });
    const { exit_code, results } = await act({ base, head });
    expect(exit_code).toBe(1);
    expect(results.map(({ verdict }) => [verdict.gate_vector, verdict.findings.map(({ rule }) => rule)])).toEqual([
      ['pass/pass/fail/fail', ['path-policy-violation', 'path-policy-violation']],
    ]);
    const faults = fake.state.check_runs[0]!.annotations.filter((one) => one.annotation_level !== 'notice');
    expect(faults.map(({ path }) => path).sort()).toEqual([
      'tasks/small/contract.yml',
      'tasks/small/contract.yml',
      'tasks/small/hidden/check.sh',
    ]);
  });

  it('is judged on the base as it is now, not as it was when the branch began', async () => {
    const head = commitOn('fix', { value: 'right\n' });
    const moved = commitOn('main', { kept: 'changed meanwhile\n' });
    const { results } = await act({ base: moved, head }, unpublished);
    expect(
      results.map(({ snapshot, verdict }) => [snapshot.identity, verdict.gate_vector, verdict.checks[0]?.failing]),
    ).toEqual([[moved, 'pass/pass/fail/pass', ['the rest is kept']]]);
  });

  it('fails G1 and names the hunk when it no longer applies to its base', async () => {
    const head = commitOn('fix', { value: 'right\n' });
    const moved = commitOn('main', { value: 'wrong in another way\n' });
    const { exit_code, results } = await act({ base: moved, head }, unpublished);
    const gate = results[0]!.verdict.gates[0]!;
    expect([exit_code, gate.outcome, gate.why]).toEqual([1, 'fail', expect.stringMatching(/value:1/)]);
  });

  describe('a contract that pins something else than the base', () => {
    const older = () => ({ snapshot: { git: clone, commit: base } });
    const folder = () => ({
      snapshot: { directory: 'repo', tree: gitIn(clone, 'rev-parse', 'HEAD:tasks/small/repo').trim() },
    });

    it.each<[string, () => Partial<ContractInput>, RegExp]>([
      ['another commit', older, /^commit [0-9a-f]{12}$/],
      ['a folder', folder, /^a folder, tree [0-9a-f]{12}$/],
    ])('%s: the attempt is invalid and says what to write, the patch has not failed', async (_what, pin, pinned) => {
      commit(clone, { 'tasks/small/repo/other': 'here\n' });
      const moved = commit(clone, { ...task(pin()), value: 'wrong by now\n' });
      const head = commitOn('fix', { value: 'right\n' });
      const { exit_code, outputs, results } = await act({ base: moved, head });
      const [{ verdict }] = results as [AttemptResult];
      const said = /pins (.*), not the pull/.exec(verdict.reason)?.[1];
      expect(said).toMatch(pinned);
      const why =
        `the contract pins ${said}, not the pull request's base ${moved.slice(0, 12)}: ` +
        'write `snapshot: {base: pull-request}`, or judge pull requests by contracts that have it';
      expect([exit_code, outputs.conclusion, verdict.status, verdict.reason]).toEqual([
        3,
        'indecisive',
        'invalid',
        `identity: ${why}`,
      ]);
      expect(verdict.gates[0]).toMatchObject({ gate: 'G1', outcome: 'error', why });
      expect(verdict.tags.map(({ id }) => id)).not.toContain('patch-apply-failed');
      expect(fake.state.check_runs).toMatchObject([{ conclusion: 'failure' }]);
      expect(fake.state.comments[0]!.body).toContain('write &#96;snapshot: &#123;base: pull-request&#125;&#96;');
    });

    it.each<[string, () => Partial<ContractInput>, number, string]>([
      ['another commit, by a relative path', () => ({ snapshot: { git: '../..', commit: base } }), 3, 'invalid'],
      ['a folder', folder, 0, 'success'],
    ])('%s, where the diff applies and passes', async (_what, pin, exit, status) => {
      commit(clone, { 'tasks/small/repo/value': 'wrong\n', 'tasks/small/repo/kept': 'kept\n' });
      const moved = commit(clone, { ...task(pin()), unrelated: 'new\n' });
      const head = commitOn('fix', { value: 'right\n' });
      const { exit_code, results } = await act({ base: moved, head }, unpublished);
      expect([exit_code, results.map(({ verdict }) => [verdict.gate_vector, verdict.status])]).toEqual([
        exit,
        [['pass/pass/pass/pass', status]],
      ]);
    });

    it.each<[string, () => Partial<ContractInput>]>([
      ['another commit', older],
      ['a folder', folder],
    ])('%s, whose task the diff does not solve: it is no failure of the diff', async (_what, pin) => {
      commit(clone, { 'tasks/small/repo/value': 'wrong\n', 'tasks/small/repo/kept': 'kept\n' });
      const moved = commit(clone, { ...task(pin()), value: 'right\n' });
      const head = commitOn('words', { 'README.md': 'Hello.\n' });
      const { exit_code, results } = await act({ base: moved, head }, { comment: 'false' });
      expect([exit_code, results.map(({ verdict }) => [verdict.gate_vector, verdict.status])]).toEqual([
        3,
        [['pass/pass/fail/pass', 'invalid']],
      ]);
      const { annotations } = fake.state.check_runs[0]!;
      expect(annotations).toMatchObject([
        { path: 'tasks/small/contract.yml', annotation_level: 'warning', message: expect.stringContaining('pins') },
        { annotation_level: 'notice' },
      ]);
    });
  });

  it('is a mistake that says what to do when the clone has no base commit', async () => {
    const head = commitOn('fix', { value: 'right\n' });
    const shallow = join(room, 'shallow');
    gitIn(room, 'clone', '-q', '--depth=1', '--branch=fix', `file://${clone}`, shallow);
    await expect(act({ base, head }, unpublished, shallow)).rejects.toMatchObject({
      message: expect.stringContaining(`the base commit ${base} is not in ${shallow}`),
      remedy: 'Check the repository out with `fetch-depth: 0`, so that base and head are there.',
    });
  });
});
