// Needs: sandbox
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BUILT_ACTION } from './built.js';
import { ALL, sampled } from './extent.js';
import { BASE, givenState, HEAD, TOKENS } from './github_fake/given_github.js';
import { type GitHubFake, startGitHub } from './github_fake/server.js';
import { cleanUp, givenRoom } from './given.js';
import { givenShellTask, tapCheck } from './given_task.js';

/** The built Action as a process of its own, to which signals come as a runner sends them. */

const room = givenRoom();
afterAll(cleanUp);

/** A number of seconds that is found again among the processes of this machine. */
const MARK = `600.${process.pid}`;
const sleeping = `sleep ${MARK}`;
beforeAll(async () => {
  await givenShellTask(room, 'quick');
  await givenShellTask(room, 'setup', { contract: { setup: [{ run: sleeping, timeout: '600s' }] } });
  await givenShellTask(room, 'check', { contract: { acceptance: [tapCheck({ run: sleeping, timeout: '600s' })] } });
});

let fake: GitHubFake;
beforeEach(async () => {
  fake = await startGitHub(givenState());
});
afterEach(() => fake.close());

interface StartedAction {
  child: ChildProcess;
  /** Resolves with the first output. */
  spoke: Promise<void>;
  ended: Promise<{ code: number | null; signal: string | null; all: string; summary: string; outputs: string }>;
}

let count = 0;
function startAction(task: string, inputs: Record<string, string>): StartedAction {
  const own = (name: string, text = '') => {
    const file = join(room, `${name}-${++count}`);
    writeFileSync(file, text);
    return file;
  };
  const repository = { repo: { full_name: 'acme/shop' } };
  const pull_request = { number: 7, head: { sha: HEAD, ...repository }, base: { sha: BASE, ...repository } };
  const [summary, output] = [own('summary'), own('output')];
  const child = spawn(process.execPath, [BUILT_ACTION], {
    cwd: room,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: room,
      XDG_CACHE_HOME: join(room, `cache-${++count}`),
      'INPUT_GITHUB-TOKEN': TOKENS.writer,
      INPUT_CONTRACTS: `${task}/contract.yml`,
      INPUT_OUT: `out-${++count}`,
      INPUT_AGENT: 'golden',
      GITHUB_API_URL: fake.url,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: HEAD,
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: own('event', JSON.stringify({ pull_request })),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      GITHUB_WORKSPACE: '',
      ...inputs,
    },
  });
  let all = '';
  const spoke = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      all += chunk.toString();
    });
  }
  const ended = new Promise<Awaited<StartedAction['ended']>>((resolve) =>
    child.once('close', (code, signal) =>
      resolve({ code, signal, all, summary: readFileSync(summary, 'utf8'), outputs: readFileSync(output, 'utf8') }),
    ),
  );
  return { child, spoke, ended };
}

/** Resolves when a request of this kind has arrived; it is answered only after that. */
const arrival = (on: RegExp) =>
  new Promise<void>((resolve) => {
    fake.hold = ({ method, path }) => {
      if (on.test(`${method} ${path}`)) resolve();
    };
  });

/** Waits for something that another process does. */
async function until(holds: () => boolean, { child }: StartedAction): Promise<void> {
  while (!holds() && child.exitCode === null) await pause(2);
}

/** Whether a process of this machine has the marked command line. */
const isSleeping = () =>
  readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(`sleep\0${MARK}`);
    } catch {
      return false;
    }
  });

/** Whether the Action has a child process now. */
const hasChild = ({ child }: StartedAction) => {
  try {
    return readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim() !== '';
  } catch {
    return false;
  }
};

type Moment = [when: string, task: string, inputs: Record<string, string>, wait: (run: StartedAction) => Promise<void>];
const request = (on: RegExp) => {
  let arrived: Promise<void>;
  const before = () => {
    arrived = arrival(on);
  };
  return { before, wait: () => arrived };
};
/** Publishes what another workflow run made of a fork: here, that it left nothing. */
const REPORT = {
  INPUT_COMMAND: 'report',
  INPUT_RESULTS: 'nothing',
  GITHUB_EVENT_NAME: 'workflow_run',
  GITHUB_EVENT_PATH: join(room, 'evaluation.json'),
};
beforeAll(() => {
  const workflow_run = {
    ...{ id: 70, path: '.github/workflows/evaluate.yml', event: 'pull_request', conclusion: 'failure' },
    ...{ repository: { full_name: 'acme/shop' }, head_sha: HEAD, head_branch: 'change' },
    head_repository: { full_name: 'acme/shop', owner: { login: 'acme' } },
    ...{ html_url: 'https://github.test/acme/shop/actions/runs/70', pull_requests: [] },
  };
  writeFileSync(REPORT.GITHUB_EVENT_PATH, JSON.stringify({ action: 'completed', workflow_run }));
});

const announcing = request(/^POST .*check-runs/);
const completing = request(/^PATCH .*check-runs/);
const looking = request(/^GET .*comments/);
const commenting = request(/^POST .*comments/);

const MOMENTS: Moment[] = [
  ['as soon as it speaks', 'quick', {}, ({ spoke }) => spoke],
  ['while the check run is announced', 'quick', {}, announcing.wait],
  ['while it prepares, with its first child process', 'quick', {}, (run) => until(() => hasChild(run), run)],
  ['while a setup step runs', 'setup', {}, (run) => until(isSleeping, run)],
  ['while the agent works', 'quick', { INPUT_AGENT: `command:${sleeping}` }, (run) => until(isSleeping, run)],
  ['while a check runs', 'check', {}, (run) => until(isSleeping, run)],
  ['while the check run is completed', 'quick', {}, completing.wait],
  ['while comments are read', 'quick', {}, looking.wait],
  ['while the comment is written', 'quick', {}, commenting.wait],
  ['while the evaluation of a fork is announced', 'quick', REPORT, announcing.wait],
  ['while the evaluation of a fork is completed', 'quick', REPORT, completing.wait],
];
/** Every second moment with one signal, in turns; all with both where everything is tested. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
const CASES = sampled(MOMENTS, 2).flatMap(([when, ...rest], index) =>
  SIGNALS.filter((_, which) => ALL || which === index % 2).map((signal) => [signal, when, ...rest] as const),
);

// Holds R11
describe('an Action that is cancelled ends with 130, its check run cancelled, summary and outputs written', () => {
  it.each(CASES)('%s %s', async (signal, _when, task, inputs, wait) => {
    for (const each of [announcing, completing, looking, commenting]) if (each.wait === wait) each.before();
    const run = startAction(task, inputs);
    await wait(run);
    run.child.kill(signal);
    const { all, ...ended } = await run.ended;
    expect(ended).toEqual({
      code: 130,
      signal: null,
      summary: expect.stringMatching(/^## .*gatebench: /),
      outputs: expect.stringMatching(/^conclusion<<(\S+)\ninterrupted\n\1$/m),
    });
    expect(all).toMatch(/\n::error::.*interrupted/);
    for (const { status, conclusion } of fake.state.check_runs)
      expect([status, conclusion]).toEqual(['completed', 'cancelled']);
    expect(isSleeping()).toBe(false);
  });

  it('ends at once with a second signal of any kind, with outputs and summary', async () => {
    fake.fail({ on: /^PATCH /, times: 100, hang: true });
    const run = startAction('quick', { INPUT_AGENT: `command:${sleeping}` });
    await until(isSleeping, run);
    const cancelling = arrival(/^PATCH /);
    run.child.kill('SIGINT');
    await cancelling;
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({
      code: 130,
      signal: null,
      summary: expect.stringMatching(/^## gatebench: interrupted$/m),
      outputs: expect.stringMatching(/^conclusion<<(\S+)\ninterrupted\n\1$/m),
    });
    await until(() => !isSleeping(), run);
  });

  it('ends by itself before a runner would end it, also when GitHub does not answer any more', async () => {
    const run = startAction('quick', { INPUT_AGENT: `command:${sleeping}` });
    await until(isSleeping, run);
    fake.fail({ on: /./, times: 1000, hang: true });
    run.child.kill('SIGINT');
    const { code, summary, outputs } = await run.ended;
    expect(code).toBe(130);
    expect(summary).toMatch(/^## gatebench: interrupted$[\s\S]*^## .*gatebench: /m);
    expect(outputs).toMatch(/^results-path<</m);
  });
});
