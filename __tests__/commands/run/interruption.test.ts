// Needs: sandbox
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import { listRuns } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { isRoot } from '../../../src/workspace/workspace_owner.js';
import { BUILT_CLI } from '../../built.js';
import { ALL, sampled } from '../../extent.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { complaints } from '../../given_output.js';
import { givenShellTask, tapCheck } from '../../given_task.js';

const room = givenRoom();
const mounted: string[] = [];
afterAll(async () => {
  for (const folder of mounted) execFileSync('umount', ['-l', folder]);
  await cleanUp();
});
beforeAll(async () => {
  await givenShellTask(room, 'quick');
  await givenShellTask(room, 'slow', {
    contract: { acceptance: [tapCheck({ run: 'sleep 1; sh hidden/check.sh "$REPORT"' })] },
  });
});

interface Started {
  child: ChildProcess;
  ended: Promise<{ code: number | null; signal: string | null; out: string; err: string }>;
}

/** The built command line as a process of its own. */
function start(...argv: string[]): Started {
  const child = spawn(process.execPath, [BUILT_CLI, ...argv], { cwd: room, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Awaited<Started['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, out, err })),
  );
  return { child, ended };
}
const runOf = (task: string, out: string, ...more: string[]) => [
  'run',
  task,
  '--out',
  out,
  '--cache',
  join(room, 'cache'),
  ...more,
];

/** Waits until the logs of an output folder hold a text that often, or the process is gone. */
async function until(out: string, text: string, times: number, { child }: Started): Promise<void> {
  const seen = () =>
    listRuns(join(room, out, 'runs'))
      .map((run) => join(run, 'events.jsonl'))
      .filter((log) => existsSync(log))
      .reduce((sum, log) => sum + readFileSync(log, 'utf8').split(text).length - 1, 0);
  while (seen() < times && child.exitCode === null) await pause(5);
}
const standings = (out: string) => listRuns(join(room, out, 'runs')).map((run) => verifyRun(run).standing);
const sealedHeads = (out: string) =>
  new Map(
    listRuns(join(room, out, 'runs'))
      .map((run) => [run, verifyRun(run)] as const)
      .filter(([, { standing }]) => standing === 'sealed')
      .map(([run, { head, report }]) => [run, { head, scorable: report!.verdict.scorable }]),
  );
const results = (out: string) =>
  readFileSync(join(room, out, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          attempt_id: string;
          head: string;
          run: string;
          verdict: { status: string; reason: string };
        },
    );
const planned = async (...argv: string[]) =>
  (
    JSON.parse((await start(...argv, '--dry-run', '--json').ended).out) as { attempts: { attempt_id: string }[] }
  ).attempts.map(({ attempt_id }) => attempt_id);

// Holds R11
describe('an interrupted run', () => {
  const moments: [NodeJS.Signals, string, string[], string][] = [
    ['SIGINT', 'while agents work', ['--agent', 'command:echo right > value; sleep 1'], '"to":"write"'],
    ['SIGTERM', 'while checks run', ['--agent', 'golden'], '"type":"oracle_laid"'],
  ];
  it.each(sampled(moments, 2))(
    '%s %s ends with 130, every record whole, and --resume completes the same attempts',
    async (signal, when, agent, mark) => {
      const out = `out-${signal}`;
      const task = when === 'while agents work' ? 'quick' : 'slow';
      const argv = runOf(task, out, ...agent, '--trials', '3', '--concurrency', '2');
      const ids = await planned(...argv);
      const run = start(...argv);
      await until(out, mark, 2, run);
      run.child.kill(signal);
      const { code, err } = await run.ended;
      expect([code, err]).toEqual([130, expect.stringContaining(`${signal}, stopping and sealing what runs`)]);
      expect(standings(out).every((standing) => standing === 'sealed')).toBe(true);
      // One that was done a moment before is done; none may look decided that was not.
      const ends = results(out).map(({ verdict }) => `${verdict.status} ${verdict.reason.split(':')[0]}`.trim());
      expect(ends.filter((end) => end !== 'success' && end !== 'invalid interrupted')).toEqual([]);
      expect(ends).toContain('invalid interrupted');

      const again = await start(...argv, '--resume').ended;
      expect([again.code, complaints(again.err)]).toEqual([0, '']);
      expect(results(out).map(({ attempt_id, verdict }) => [attempt_id, verdict.status])).toEqual(
        ids.map((id) => [id, 'success']),
      );
      expect(standings(out)).toEqual(['sealed', 'sealed', 'sealed']);
    },
  );

  it('that is interrupted twice stops at once, and leaves no record that looks finished', async () => {
    const run = start(...runOf('slow', 'out-twice', '--agent', 'golden'));
    await until('out-twice', '"type":"oracle_laid"', 1, run);
    run.child.kill('SIGINT');
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(130);
    for (const standing of standings('out-twice')) expect(standing).not.toBe('tampered');
  });

  it('leaves none of its commands behind', async () => {
    const marker = `71${process.pid}.5`;
    const run = start(...runOf('quick', 'out-left', '--agent', `command:sleep ${marker}`));
    await until('out-left', '"to":"write"', 1, run);
    run.child.kill('SIGINT');
    await run.ended;
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(`sleep ${marker}`);
  });
});

describe('a run that is killed', () => {
  it('takes the commands of its agents with it', async () => {
    const marker = `72${process.pid}.5`;
    const alive = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`sleep ${marker}`);
    const run = start(...runOf('quick', 'out-orphan', '--agent', `command:setsid sleep ${marker}`));
    while (!alive() && run.child.exitCode === null) await pause(5);
    run.child.kill('SIGKILL');
    expect((await run.ended).signal).toBe('SIGKILL');
    while (alive()) await pause(5); // the kernel needs a moment to tear a namespace down
  });

  it('at any moment loses no sealed attempt and makes none twice; --resume completes it', async () => {
    const trials = ALL ? 24 : 12;
    const argv = runOf(
      'quick',
      'out-killed',
      '--agent',
      'golden',
      '--trials',
      `${trials}`,
      '--concurrency',
      '2',
      '--resume',
    );
    const ids = await planned(...argv);
    let sealed = new Map<string, { head: string }>();
    let kills = 0;
    for (let i = 0; i < (ALL ? 14 : 4); i++) {
      const run = start(...argv);
      // From before anything is written until well into the attempts, and a little later every time.
      const timer = setTimeout(() => run.child.kill('SIGKILL'), 60 + Math.random() * (350 + 40 * i));
      const { signal } = await run.ended;
      clearTimeout(timer);
      if (signal === 'SIGKILL') kills++;
      expect(standings('out-killed')).not.toContain('tampered');
      const now = sealedHeads('out-killed');
      for (const [path, { head }] of sealed) expect([path, now.get(path)?.head]).toEqual([path, head]);
      sealed = now;
    }
    expect(kills).toBeGreaterThanOrEqual(ALL ? 10 : 2);
    const { code, err } = await start(...argv).ended;
    expect([code, complaints(err)]).toEqual([0, '']);
    expect(results('out-killed').map(({ attempt_id }) => attempt_id)).toEqual(ids);
    const heads = new Map(results('out-killed').map(({ run, head }) => [join(room, 'out-killed', run), head]));
    for (const [path, { head }] of sealed) expect([path, heads.get(path)]).toEqual([path, head]);
    const verified = await start('verify', 'out-killed').ended;
    // Each attempt, and the folder.
    expect([verified.code, verified.out.match(/ {2}sealed {2}/g)?.length]).toEqual([0, trials + 1]);
    // What the killed ones left in the cache is swept: the next run starts from a clean one.
    await planned(...argv);
    expect(readdirSync(join(room, 'cache/scratch'))).toEqual([]);
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(join(room, 'cache'));
  });
});

describe('an output folder that takes no more', () => {
  /** A small file system of its own; only root may make one. */
  function smallDisk(name: string, size: string): string | undefined {
    const folder = join(room, name);
    mkdirSync(folder);
    if (!isRoot) {
      process.stderr.write(`NOT TESTED: ${name} needs root, to mount a file system of ${size}\n`);
      return undefined;
    }
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
    mounted.push(folder);
    return folder;
  }

  it('because it is full ends with 2 and says so; what was recorded stays and is whole', async () => {
    const disk = smallDisk('full', '160k');
    if (!disk) return;
    const { code, err } = await start(...runOf('quick', 'full', '--agent', 'golden', '--trials', '40')).ended;
    expect([code, complaints(err)]).toEqual([
      2,
      expect.stringMatching(
        /^records cannot be written to full: no space is left on its device \(ENOSPC.*\)\n {2}What was recorded until then is kept\. Make room, .* --resume\.\n$/,
      ),
    ]);
    const found = standings('full');
    expect(found.filter((standing) => standing === 'sealed').length).toBeGreaterThan(0);
    expect(found).not.toContain('tampered');
    const before = sealedHeads('full');
    execFileSync('mount', ['-o', 'remount,size=8m', disk]);
    expect((await start(...runOf('quick', 'full', '--agent', 'golden', '--trials', '4', '--resume')).ended).code).toBe(
      0,
    );
    for (const [path, { head }] of sealedHeads('full')) if (before.has(path)) expect(head).toBe(before.get(path)!.head);
  });

  it('because it is read-only ends with 2 before anything is run', async () => {
    const disk = smallDisk('read-only', '1m');
    if (!disk) return;
    mkdirSync(join(disk, 'runs'));
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const { code, out, err } = await start(...runOf('quick', 'read-only', '--agent', 'golden')).ended;
    expect([code, out, err]).toEqual([
      2,
      '',
      'output folder read-only cannot be written (EROFS)\n  Name another one with --out DIR.\n',
    ]);
  });
});

it('a reader that goes away early is no fault', async () => {
  const run = start('schema', 'contract');
  run.child.stdout!.destroy();
  const { code, err } = await run.ended;
  expect([code, complaints(err)]).toEqual([0, '']);
});

describe('Ctrl-C, which every process of the terminal gets', () => {
  it('while the repository is laid out is an interruption, and no fault of the machine', async () => {
    // So many files that git is at work for a while, and killed with us.
    const repo = Object.fromEntries(Array.from({ length: 8000 }, (_, n) => [`many/${n % 100}/${n}`, `${n}\n`]));
    const task = await givenShellTask(room, 'wide', { repo });
    const golden = { name: 'reference', agent: 'golden' };
    const suite = { schema: 1, name: 'tries', contracts: [task], agents: [golden], baselines: { noop: false } };
    write(room, { 'gatebench.yml': stringify({ ...suite, retries: 2, gate: { fail_on: 'gates' } }) });
    const [verb, , ...more] = runOf(task, 'group');
    const argv = [verb!, '--suite', 'gatebench.yml', ...more];
    const child = spawn(process.execPath, [BUILT_CLI, ...argv], { cwd: room, stdio: 'ignore', detached: true });
    const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    await until('group', '"to":"setup"', 1, { child, ended: undefined as never });
    process.kill(-child.pid!, 'SIGINT');
    expect(await ended).toBe(130);
    const verdicts = results('group').map(({ verdict }) => [verdict.status, verdict.reason]);
    expect(verdicts).toEqual([['invalid', expect.stringMatching(/^interrupted: interrupted during /)]]);
  });
});
