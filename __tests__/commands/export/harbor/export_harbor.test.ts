// Needs: sandbox, python3
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { readContract } from '../../../../src/run/contract_files/read_contract.js';
import { sampled } from '../../../extent.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { typeCommand } from '../../../given_command_line.js';
import { givenShellTask, tapCheck } from '../../../given_task.js';
import { computeIntegrity, serveTarball } from '../../../run/agents/given_registry.js';
import { tarOf } from '../../../workspace/given_archive.js';

const tasks = join(import.meta.dirname, '../../../../tasks');
const room = givenRoom();
const cache = ['--cache', join(room, 'cache')];
afterAll(cleanUp);

const IDS = [
  'rate-limiter-window',
  'access-log-quotes',
  'invoice-rounding',
  'ini-hardening',
  'ticket-due-dates',
  'base32-decode',
];
const given = sampled(IDS, 4);

beforeAll(async () => {
  const folders = given.map((id) => join(tasks, id));
  const { code } = await typeCommand(room, ['export', 'harbor', ...folders, '--out', 'harbor', ...cache]);
  expect(code).toBe(0);
});

/** Verifies a repository as the container of a task does, with the root of the container in a folder of this test. */
function verify(id: string, patch?: string, change?: (work: string) => void) {
  const place = join(givenRoom(), 'container');
  const [work, task] = [join(place, 'work'), join(room, 'harbor', id)];
  cpSync(join(task, 'environment/repo'), work, { recursive: true });
  cpSync(join(task, 'tests'), join(place, 'tests'), { recursive: true });
  const plan = readPlan(id);
  writeFileSync(
    join(place, 'tests/gatebench.json'),
    JSON.stringify({ ...plan, root: work, image_files: join(place, 'files') }),
  );
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: work });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  git('tag', 'gatebench-base');
  writeFileSync(join(place, 'files'), execFileSync('find', ['.', '!', '-type', 'd', '-print0'], { cwd: work }));
  if (patch !== undefined) git('apply', '--whitespace=nowarn', patch);
  change?.(work);
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(place, 'tests/verify.cjs'), join(place, 'tests'), join(place, 'logs')],
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
  const reward = join(place, 'logs/reward.txt');
  return { status, stdout, reward: existsSync(reward) ? readFileSync(reward, 'utf8').trim() : undefined };
}

const readPlan = (id: string) => JSON.parse(readFileSync(join(room, 'harbor', id, 'tests/gatebench.json'), 'utf8'));

describe('the verifier of an exported task', () => {
  it.each(given)('%s: rewards the reference solution, and nothing that gatebench fails', (id) => {
    const wrong = (name: string) => join(tasks, id, 'wrong', `${name}.patch`);
    const solution = join(room, 'harbor', id, 'solution/golden.patch');
    const rewards = [undefined, solution, wrong('plausible'), wrong('breaks-existing')].map((patch) =>
      verify(id, patch),
    );
    expect(rewards.map(({ status, reward }) => [status, reward])).toEqual([
      [0, '0'],
      [0, '1'],
      [0, '0'],
      [0, '0'],
    ]);
  });

  it('takes back what decides about tests: hidden files of the patch, configuration that it changed or created', async () => {
    const at = givenRoom();
    const check = 'test ! -e .npmrc && grep -qx own .mocharc && test ! -e hidden/extra && . ./hidden/check.sh';
    await givenShellTask(at, 'restored', {
      contract: { acceptance: [{ id: 'unit', run: check }], oracle: { files: 'hidden' } },
      hidden: { 'check.sh': 'grep -qx right value' },
      repo: { '.mocharc': 'own\n' },
    } as never);
    const { code, error } = await typeCommand(at, [
      'export',
      'harbor',
      'restored',
      '--out',
      join(room, 'harbor'),
      ...cache,
    ]);
    expect([code, error]).toEqual([0, '']);
    const patch = join(at, 'patch');
    const change = (path: string, from: string, to: string) =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
    const addition = (path: string, line: string) =>
      `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
    writeFileSync(
      patch,
      change('value', 'wrong', 'right') +
        change('.mocharc', 'own', 'other') +
        addition('.npmrc', 'x') +
        addition('hidden/extra', 'x') +
        addition('hidden/check.sh', 'true'),
    );
    expect(verify('restored', patch)).toMatchObject({ status: 0, reward: '1' });
    // However it came there, and whatever stands in the way of hidden files.
    const ways: ((work: string) => void)[] = [
      (work) => writeFileSync(join(work, '.gitignore'), '.npmrc\n'),
      (work) => execFileSync('git', ['mv', 'kept', '.npmrc'], { cwd: work }),
      (work) => rmSync(join(work, '.git'), { recursive: true }),
      (work) => rmSync(join(work, 'hidden'), { recursive: true }),
      (work) => symlinkSync('/tmp', join(work, 'hidden')),
      (work) => writeFileSync(join(work, 'hidden'), ''),
    ];
    for (const [index, way] of ways.entries()) {
      const found = verify('restored', undefined, (work) => {
        writeFileSync(join(work, 'value'), 'right\n');
        if (index === 1) return way(work);
        writeFileSync(join(work, '.npmrc'), 'x\n');
        if (index < 3) mkdirSync(join(work, 'hidden'), { recursive: true });
        if (index !== 3) way(work);
      });
      expect([index, found.status, found.reward]).toEqual([index, 0, '1']);
    }
  });

  it('does not wait for what a check leaves running', async () => {
    const at = givenRoom();
    const kept = join(at, 'kept');
    // Each verification waits for its own: the end of the check would end a process that has left its group too late.
    const run = `export kept=${kept}.$$
setsid sh -c 'echo $$ > $kept; exec sleep 300' & until [ -s $kept ]; do sleep 0.1; done; grep -qx right value`;
    await givenShellTask(at, 'lingering', { contract: { acceptance: [{ id: 'unit', run, timeout: '60s' }] } });
    await typeCommand(at, ['export', 'harbor', 'lingering', '--out', join(room, 'harbor'), ...cache]);
    const solution = join(room, 'harbor/lingering/solution/golden.patch');
    expect([verify('lingering').reward, verify('lingering', solution).reward]).toEqual(['0', '1']);
    const pids = readdirSync(at).filter((name) => name.startsWith('kept.'));
    expect(pids).toHaveLength(2);
    for (const name of pids) process.kill(Number(readFileSync(join(at, name), 'utf8')), 'SIGKILL');
  });

  it('gives no reward where the runner is missing, and says why', async () => {
    const at = givenRoom();
    await givenShellTask(at, 'runnerless', { contract: { acceptance: [{ id: 'unit', run: 'no-such-runner' }] } });
    await typeCommand(at, ['export', 'harbor', 'runnerless', '--out', join(room, 'harbor'), ...cache]);
    const { status, reward, stdout } = verify('runnerless');
    expect([status, reward]).toEqual([1, undefined]);
    expect(stdout).toContain('error acceptance unit: test runner missing or not executable');
  });
});

describe('an exported task', () => {
  it('has the limits of its contract', () => {
    const [id] = given;
    const settings = parseToml(readFileSync(join(room, 'harbor', id!, 'task.toml'), 'utf8')) as Record<string, never>;
    const { budget } = readContract(join(tasks, id!, 'contract.yml')).contract;
    expect(settings).toMatchObject({
      ...{ schema_version: '1.4', task: { name: `gatebench/${id}` }, agent: { timeout_sec: budget.wall / 1000 } },
      environment: { memory_mb: budget.memory / 2 ** 20, network_mode: 'public' },
    });
  });

  it('is made of a contract of any name, with the versions of its proof', async () => {
    const at = givenRoom();
    cpSync(join(tasks, 'rate-limiter-window'), at, { recursive: true });
    for (const ending of ['yml', 'lock']) renameSync(join(at, `contract.${ending}`), join(at, `edge.${ending}`));
    const { code, log } = await typeCommand(at, ['export', 'harbor', 'edge.yml', '--out', 'harbor', ...cache]);
    expect([code, log]).toEqual([0, expect.not.stringContaining('not proven')]);
    const { tools } = JSON.parse(readFileSync(join(at, 'edge.lock'), 'utf8'));
    const dockerfile = readFileSync(join(at, 'harbor/rate-limiter-window/environment/Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(new RegExp(`^FROM node:${tools.node}-bookworm$`, 'm'));
  });

  it('is the same contract again when it is imported', async () => {
    const { code } = await typeCommand(room, ['import', 'harbor', 'harbor', '--out', 'again', ...cache]);
    expect(code).toBe(0);
    for (const id of given) {
      const [first, second] = [join(tasks, id), join(room, 'again/tasks', id)].map((path) =>
        readContract(join(path, 'contract.yml')),
      );
      expect(second!.version).toBe(first!.version);
      expect(Buffer.from(second!.golden!)).toEqual(Buffer.from(first!.golden!));
    }
  });

  it('of a published package is the same contract again, too, and one that cannot be had stops no other', async () => {
    const at = givenRoom();
    const tarball = tarOf(
      [
        { name: 'package/value', content: 'wrong\n' },
        { name: 'package/kept', content: 'kept\n' },
      ],
      true,
    );
    const registry = await serveTarball(tarball);
    const [there, gone] = ['@scope/tool@1.2.3', '@scope/gone@1.0.0'];
    try {
      const integrity = computeIntegrity(tarball);
      const other = computeIntegrity(Buffer.from('other'));
      await givenShellTask(at, 'gone', { contract: { snapshot: { npm: gone!, integrity: other } } });
      await givenShellTask(at, 'package', { contract: { snapshot: { npm: there!, integrity } } });
      const exported = await typeCommand(at, ['export', 'harbor', 'gone', 'package', '--out', 'harbor', ...cache]);
      expect([exported.code, exported.error]).toEqual([
        1,
        expect.stringContaining('the registry has no @scope/gone@1.0.0'),
      ]);
      await typeCommand(at, ['import', 'harbor', 'harbor', '--out', 'again', ...cache]);
    } finally {
      registry.close();
    }
    const [first, second] = ['package', 'again/tasks/package'].map((path) =>
      readContract(join(at, path, 'contract.yml')),
    );
    expect(second!.version).toBe(first!.version);
  });

  it.each<[string, string, (path: string) => void, string]>([
    [
      'another instruction',
      'instruction.md',
      (path) => appendFileSync(path, 'More.\n'),
      'instruction.md is not what gatebench exported',
    ],
    [
      'another solution',
      'solution/golden.patch',
      (path) => writeFileSync(path, ''),
      'solution/golden.patch is not what',
    ],
    [
      'a plan without its fields',
      'tests/gatebench.json',
      (path) => writeFileSync(path, '{"gatebench_task":1}'),
      'tests/gatebench.json is damaged',
    ],
    ['no hidden file', 'tests/files', (path) => rmSync(path, { recursive: true }), 'tests/files/hidden/'],
    [
      'another hidden file',
      'tests/files/hidden',
      (path) => appendFileSync(join(path, readdirSync(path)[0]!), '\n'),
      'is not what gatebench exported',
    ],
  ])('with %s is refused with the reason', async (_, file, change, reason) => {
    const other = givenRoom();
    cpSync(join(room, 'harbor', given[0]!), join(other, 'task'), { recursive: true });
    change(join(other, 'task', file));
    const { code } = await typeCommand(other, ['import', 'harbor', 'task', '--out', 'again', ...cache]);
    const {
      tasks: [task],
    } = JSON.parse(readFileSync(join(other, 'again/import.json'), 'utf8'));
    expect([code, task.state, task.reason]).toEqual([1, 'rejected', expect.stringContaining(reason)]);
  });
});

describe('a contract that Harbor cannot have', () => {
  it.each<[string, Parameters<typeof givenShellTask>[2], string]>([
    [
      'with tests that are not named',
      { contract: { acceptance: [{ ...tapCheck(), fail_to_pass: [], pass_to_pass: 'all' }] } },
      'requires `pass_to_pass: all`: list the tests by name',
    ],
    [
      'of a pull request',
      { contract: { snapshot: { base: 'pull-request' } } },
      'its repository is the base of a pull request, which has no files of its own',
    ],
  ])('%s is told', async (_, parts, reason) => {
    const at = givenRoom();
    await givenShellTask(at, 'one', parts);
    const { code, error } = await typeCommand(at, ['export', 'harbor', 'one', '--out', 'harbor', ...cache]);
    expect([code, existsSync(join(at, 'harbor/one'))]).toEqual([1, false]);
    expect(error).toContain(reason);
  });

  it('is not written over another task', async () => {
    mkdirSync(join(room, 'full', given[0]!), { recursive: true });
    writeFileSync(join(room, 'full', given[0]!, 'mine'), '');
    const { code, error } = await typeCommand(room, [
      'export',
      'harbor',
      join(tasks, given[0]!),
      '--out',
      'full',
      ...cache,
    ]);
    expect([code, error]).toEqual([2, expect.stringContaining('is not empty')]);
  });
});
