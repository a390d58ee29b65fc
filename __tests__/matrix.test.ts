import { execFileSync } from 'node:child_process';
// Needs: sandbox
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse, stringify } from 'yaml';
import { readHistoryFile } from '../src/commands/io/read_history_file.js';
import { computeDigest, toCanonicalJson } from '../src/record/json/compute_digest.js';
import type { AttemptResult } from '../src/record/verdict/attempt_result.js';
import { BUILT_ACTION } from './built.js';
import { givenState, TOKENS } from './github_fake/given_github.js';
import { type GitHubFake, startGitHub } from './github_fake/server.js';
import { cleanUp, givenRoom } from './given.js';
import { givenShellTask } from './given_task.js';

/**
 * The matrix workflow as its file has it: each step of ours is a process of the Action with the step's own `with:` block;
 * artifacts go where the steps of the file say. Shards are processes side by side, each on a clone of its own.
 */

const root = fileURLToPath(new URL('../', import.meta.url));
const workflow = parse(readFileSync(join(root, 'docs/workflows/ablation.yml'), 'utf8'));
const nightly = parse(readFileSync(join(root, 'docs/workflows/nightly.yml'), 'utf8'));

interface Step {
  name?: string;
  id?: string;
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, string | number | boolean>;
}
type Outputs = Record<string, string>;

let study: string;
let room: string;
let made: string;
let fake: GitHubFake;

beforeAll(async () => {
  study = givenRoom();
  for (const id of ['one', 'two', 'three']) await givenShellTask(study, id);
  const suite = {
    schema: 1,
    name: 'small',
    contracts: ['*/contract.yml'],
    agents: [{ name: 'solver', agent: 'golden' }],
    baselines: { noop: true },
    trials: 1,
  };
  writeFileSync(join(study, 'gatebench.yml'), stringify(suite));
});
afterAll(cleanUp);
/** `${{ … }}` as far as the files use it, and no further. */
function filled(value: unknown, context: Record<string, string>): string {
  return String(value).replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
    if (!(name in context)) throw new Error(`the test does not know ${name}`);
    return context[name]!;
  });
}

/** Our Action as the runner starts it for a step. */
async function act(step: Step, cwd: string, context: Record<string, string>, token: string) {
  const files = mkdtempSync(join(room, 'runner-'));
  for (const name of ['summary.md', 'output']) writeFileSync(join(files, name), '');
  const inputs = Object.entries(step.with ?? {}).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    filled(value, context),
  ]);
  const { exitCode, all } = await execa(process.execPath, [BUILT_ACTION], {
    cwd,
    reject: false,
    all: true,
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      HOME: room,
      'INPUT_GITHUB-TOKEN': token,
      GITHUB_API_URL: fake.url,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: 'd4'.repeat(20),
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_STEP_SUMMARY: join(files, 'summary.md'),
      GITHUB_OUTPUT: join(files, 'output'),
      GITHUB_WORKSPACE: cwd,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '42',
      ...Object.fromEntries(inputs),
    },
  });
  const said = readFileSync(join(files, 'output'), 'utf8');
  const outputs: Outputs = Object.fromEntries(
    [...said.matchAll(/^(\S+)<<(ghadelimiter_\S+)\n(.*?)\n\2$/gms)].map(([, name, , value]) => [name!, value!]),
  );
  return { exitCode, all, outputs, summary: readFileSync(join(files, 'summary.md'), 'utf8') };
}

/** The steps of a job in a workspace of its own. Returns what its steps of ours came to. */
async function job(steps: Step[], name: string, context: Record<string, string>, token: string = TOKENS.writer) {
  const workspace = join(room, 'jobs', name);
  mkdirSync(workspace, { recursive: true });
  let last: Awaited<ReturnType<typeof act>> | undefined;
  const artifacts = join(room, 'artifacts');
  for (const step of steps) {
    const path = join(workspace, filled(step.with?.path ?? '', context));
    if (step.uses?.startsWith('actions/checkout')) cpSync(study, workspace, { recursive: true });
    else if (step.run !== undefined) execFileSync('bash', ['-e', '-c', step.run], { cwd: workspace });
    else if (step.uses?.startsWith('actions/cache')) continue;
    else if (step.uses?.startsWith('actions/upload-artifact')) {
      const artifact = join(artifacts, filled(step.with!.name, context));
      rmSync(artifact, { recursive: true, force: true });
      // A file is uploaded as itself, of a folder what is in it; hidden files stay behind.
      if (path.endsWith('.json')) cpSync(path, join(artifact, path.slice(path.lastIndexOf('/') + 1)));
      else if (existsSync(path))
        cpSync(path, artifact, { recursive: true, filter: (file) => !/\/\.[^/]*$/.test(file) });
    } else if (step.uses?.startsWith('actions/download-artifact')) {
      if (step.with!.name !== undefined) {
        const artifact = join(artifacts, filled(step.with!.name, context));
        if (existsSync(artifact)) cpSync(artifact, path, { recursive: true });
        continue;
      }
      // Several are laid side by side, each in a folder of its name.
      const start = filled(step.with!.pattern, context).replace('*', '');
      for (const one of existsSync(artifacts) ? readdirSync(artifacts) : [])
        if (one.startsWith(start)) cpSync(join(artifacts, one), join(path, one), { recursive: true });
    } else {
      expect(step.uses).toContain('gatebench@');
      last = await act(step, workspace, context, token);
    }
  }
  return { ...last!, workspace };
}

const given = { 'inputs.suite': 'gatebench.yml', 'inputs.max-shards': '3' };
const planned = async () => {
  const { outputs, exitCode, all, summary } = await job(workflow.jobs.plan.steps, 'plan', given);
  expect([exitCode, all]).toEqual([0, expect.any(String)]);
  return { summary, legs: JSON.parse(outputs.matrix!).include as { shard: string; attempts: number }[] };
};
const leg = (shard: string, index: number, name = `shard-${index}`) =>
  job(
    workflow.jobs.shards.steps,
    name,
    { ...given, 'matrix.shard': shard, 'strategy.job-index': String(index) },
    TOKENS.reader,
  );
const reported = (token: string = TOKENS.writer) => job(workflow.jobs.report.steps, 'report', given, token);
const lines = (workspace: string, folder = 'gatebench-report'): AttemptResult[] =>
  readFileSync(join(workspace, folder, 'results.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A study that ran once, as the artifacts of its jobs: each test has a copy. */
let first: { legs: { shard: string; attempts: number }[]; summary: string; exit_codes: (number | undefined)[] };

// Holds G6
describe('docs/workflows/ablation.yml: plan → shards → report', () => {
  beforeAll(async () => {
    made = mkdtempSync(join(process.env.GATEBENCH_TEST_FOLDER ?? '/var/tmp', 'gatebench-matrix-'));
    room = made;
    fake = await startGitHub(givenState());
    const { legs, summary } = await planned();
    const ended = await Promise.all(legs.map(({ shard }, i) => leg(shard, i)));
    first = { legs, summary, exit_codes: ended.map(({ exitCode }) => exitCode) };
    await fake.close();
  });
  afterAll(() => rmSync(made, { recursive: true }));
  beforeEach(async () => {
    room = mkdtempSync(join(process.env.GATEBENCH_TEST_FOLDER ?? '/var/tmp', 'gatebench-matrix-'));
    cpSync(join(made, 'artifacts'), join(room, 'artifacts'), { recursive: true });
    fake = await startGitHub(givenState());
    fake.state.commits.add('d4'.repeat(20));
  });
  afterEach(async () => {
    await fake.close();
    rmSync(room, { recursive: true });
  });

  // Holds P3
  it('makes every attempt once, in as many processes as there are shards, and publishes one report', async () => {
    expect(first.legs.map(({ shard, attempts }) => [shard, attempts])).toEqual([
      ['1/3', 2],
      ['2/3', 2],
      ['3/3', 2],
    ]);
    expect(first.summary).toContain('6 attempts in 3 shards');
    expect(first.exit_codes).toEqual([0, 0, 0]);
    const { exitCode, outputs, workspace } = await reported();
    expect([exitCode, outputs.conclusion, outputs.missing, outputs['missing-shards']]).toEqual([0, 'success', '0', '']);
    const found = lines(workspace).map(
      ({ contract, agent, verdict }) => `${contract.id} ${agent.name} ${verdict.status}`,
    );
    expect(found.sort()).toEqual(
      ['one', 'three', 'two'].flatMap((id) => [`${id} golden success`, `${id} noop failure`]),
    );
    expect(existsSync(join(room, 'artifacts/gatebench-report/analysis.json'))).toBe(true);
    expect(fake.state.check_runs).toMatchObject([{ status: 'completed', conclusion: 'success' }]);

    // The next night, and the one after it: a line each, and nothing got worse.
    for (const night of ['first', 'second']) {
      const [before, history] = [join(room, 'jobs/first/night'), join(room, 'jobs', night, 'history')];
      if (night === 'second') {
        cpSync(join(before, 'latest'), join(history, 'latest'), { recursive: true });
        cpSync(join(before, 'line.jsonl'), join(history, 'history.jsonl'));
      }
      const steps = (nightly.jobs.compare.steps as Step[]).filter(
        ({ name, id }) => name !== 'Fetch the history' && (id !== 'compare' || night === 'second'),
      );
      const { all } = await job(steps, night, {});
      const handed = join(room, 'artifacts/gatebench-night');
      expect([readHistoryFile(join(handed, 'line.jsonl')).lines.length, all.includes('::error')]).toEqual([1, false]);
      expect(existsSync(join(handed, 'latest/board.html'))).toBe(true);
      expect(all).toContain('records were not verified (verify: false)');
    }
  });

  it('a shard that was killed has what it sealed, and is no pass; run again, it goes on where it was', async () => {
    // As SIGKILL leaves it: one attempt sealed, one begun, no results.
    const killed = join(room, 'artifacts/gatebench-shard-2');
    rmSync(join(killed, 'results.jsonl'));
    const [sealed, begun] = readdirSync(join(killed, 'runs')).map((id) => join(killed, 'runs', id));
    rmSync(join(begun!, 'report.json'));
    const before = await reported();
    expect([before.outputs.missing, before.outputs['missing-shards']]).toEqual(['1', '']);
    expect(before.summary).toContain('shard 3/3 has 1 of 2 attempts');
    expect(existsSync(join(sealed!, 'report.json'))).toBe(true);

    // A shard that was whole runs a second time too, as "re-run all jobs" does: what is sealed stays as it is.
    const heads = lines(before.workspace).map(({ head }) => head);
    await Promise.all([leg(first.legs[0]!.shard, 0), leg(first.legs[2]!.shard, 2)]);
    rmSync(join(room, 'jobs/report'), { recursive: true });
    const after = await reported();
    expect([after.exitCode, after.outputs.missing]).toEqual([0, '0']);
    expect(lines(after.workspace).map(({ head }) => head)).toEqual(expect.arrayContaining(heads));
  });

  it('a shard of another plan is refused, and the check run says so', async () => {
    const path = join(room, 'artifacts/gatebench-shard-1/plan.json');
    const { digest: _, ...other } = JSON.parse(readFileSync(path, 'utf8'));
    const body = { ...other, seed: 1 };
    writeFileSync(path, toCanonicalJson({ ...body, digest: computeDigest(body) }));
    const { exitCode, all } = await reported();
    expect([exitCode, all.split('\n').at(-1)]).toEqual([2, expect.stringContaining('is another plan than')]);
    expect(fake.state.check_runs.at(-1)).toMatchObject({ status: 'completed', conclusion: 'failure' });
  });

  it.each(['records removed', 'records kept'])('forged lines of a shard are refused, %s', async (how) => {
    const shard = join(room, 'artifacts/gatebench-shard-1');
    const path = join(shard, 'results.jsonl');
    const good = lines(join(room, 'artifacts'), 'gatebench-shard-0').find(
      ({ verdict }) => verdict.status === 'success',
    )!;
    const forged = lines(join(room, 'artifacts'), 'gatebench-shard-1').map((line) => ({
      ...line,
      verdict: good.verdict,
    }));
    writeFileSync(path, forged.map((line) => `${toCanonicalJson(line)}\n`).join(''));
    if (how === 'records removed') rmSync(join(shard, 'runs'), { recursive: true });
    const { exitCode, all } = await reported();
    expect([exitCode, all.split('\n').at(-1)]).toEqual([
      2,
      expect.stringContaining('gatebench-shard-1/results.jsonl:'),
    ]);
    expect(fake.state.check_runs.at(-1)).toMatchObject({ status: 'completed', conclusion: 'failure' });
  });

  it('a token that can only read leaves the summary, and one warning', async () => {
    for (const shard of [1, 2]) rmSync(join(room, `artifacts/gatebench-shard-${shard}`), { recursive: true });
    const { exitCode, all, summary, outputs } = await reported(TOKENS.reader);
    expect([exitCode, outputs.conclusion, outputs['missing-shards']]).toEqual([3, 'indecisive', '2 3']);
    expect(
      all.split('\n').filter((line) => line.startsWith('::warning::') && line.includes('checks: write')),
    ).toHaveLength(1);
    expect(summary).toContain('no result of shard 2/3, 3/3');
  });
});
