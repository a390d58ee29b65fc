import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram, runProgramOrThrow } from '../../../src/system/launcher/run_program.js';
import { startProgram } from '../../../src/system/launcher/start_program.js';
import { givenCompiled } from '../../compiled.js';
import { cleanUp, givenRoom } from '../../given.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

const sh = (script: string, options: Parameters<typeof runProgram>[2] = {}) =>
  runProgram('/bin/sh', ['-c', script], options);
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe('a program of the harness', () => {
  it('gets its arguments, environment, folder and input as they are, and nothing else', async () => {
    const folder = givenRoom();
    const script =
      'printf "%s|" "$1" "$2"; pwd; env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=; cat; echo told >&2; exit 7';
    const input = Buffer.from([0, 255, 10, 128]);
    const result = await runProgram('/bin/sh', ['-c', script, 'sh', `a 'b" $c`, ''], {
      cwd: folder,
      env: { NAME: 'x y' },
      input,
    });
    expect(result).toEqual({
      exit_code: 7,
      stdout: Buffer.concat([Buffer.from(`a 'b" $c||${folder}\nNAME=x y\n`), input]),
      stderr: Buffer.from('told\n'),
      fault: '',
    });
  });

  it('runs beside others, and its output is not mixed with theirs', async () => {
    const count = 30;
    const results = await Promise.all(
      Array.from({ length: count }, (_, n) => sh(`i=0; while [ $i -lt 50 ]; do echo ${n}; i=$((i + 1)); done`)),
    );
    expect(results.map(({ stdout }) => stdout.toString())).toEqual(
      Array.from({ length: count }, (_, n) => `${n}\n`.repeat(50)),
    );
  });

  it('with much input and output is whole', async () => {
    const input = Buffer.alloc(20 * 2 ** 20, 'abc');
    const { exit_code, stdout } = await runProgram('/bin/cat', [], { input });
    expect([exit_code, stdout.equals(input)]).toEqual([0, true]);
  });

  it('that does not read its input is no fault', async () => {
    expect(await sh('exit 3', { input: Buffer.alloc(2 ** 20) })).toMatchObject({ exit_code: 3, fault: '' });
  });

  it.each<[string, Promise<unknown>, string]>([
    ['is not there', runProgram('/nowhere/program', []), 'ENOENT'],
    ['has a folder that is not there', sh('true', { cwd: '/nowhere' }), 'ENOENT'],
    ['has an argument that cannot be one', runProgram('/bin/echo', ['a\0b']), 'null bytes'],
    ['ends by a signal', sh('kill -9 $$'), 'SIGKILL'],
    ['runs too long', sh('sleep 60; true', { timeout_ms: 50 }), 'longer than 50 ms'],
    ['is cancelled', sh('sleep 60 | cat', { signal: AbortSignal.timeout(50) }), 'cancelled'],
    ['was cancelled before', sh('true', { signal: AbortSignal.abort() }), 'cancelled before'],
  ])('that %s has no exit status, and says why', async (_, run, fault) => {
    expect(await run).toMatchObject({ exit_code: null, fault: expect.stringContaining(fault) });
  });

  it('that writes without end is ended, and what it wrote is cut', async () => {
    const { exit_code, stdout, fault } = await sh('exec cat /dev/zero', { output_bytes: 100_000 });
    expect([exit_code, stdout.length, fault]).toEqual([null, 100_000, 'it wrote more than it may']);
  });

  it('that others write for is ended with them', async () => {
    const { exit_code, stdout, fault } = await sh('cat /dev/zero | cat; true', { output_bytes: 1_000 });
    expect([exit_code, stdout.length, fault]).toEqual([null, 1_000, 'it wrote more than it may']);
  });

  it('that leaves a process behind, which holds its streams, ends nevertheless', async () => {
    const { exit_code, stdout } = await sh('sleep 8 & echo done');
    expect([exit_code, stdout.toString()]).toEqual([0, 'done\n']);
  });

  it('that had to succeed fails with its last message', async () => {
    await expect(runProgramOrThrow('/bin/sh', ['-c', 'echo one >&2; echo two >&2; exit 1'])).rejects.toThrow(
      /^sh failed: two$/,
    );
    expect((await runProgramOrThrow('/bin/echo', ['done'])).toString()).toBe('done\n');
  });
});

describe('the launcher of programs', () => {
  const withPerl = where('perl'); // without it this process is the launcher

  withPerl('that is ended is replaced, and what it ran is a fault', async () => {
    const running = sh('exec sleep 5');
    const launcher = Number((await sh('echo $PPID')).stdout);
    process.kill(launcher, 'SIGKILL');
    expect(await running).toMatchObject({ exit_code: null, fault: expect.stringContaining('launcher') });
    expect(await sh('exit 4')).toMatchObject({ exit_code: 4 });
  });

  withPerl('that is ended takes what it ran with it, for a sandbox would go on without control', async () => {
    let said = '';
    const program = startProgram(
      {
        ...{ file: '/bin/sh', args: ['-c', 'echo $$ $PPID; exec sleep 60'], cwd: '/', env: {}, user: undefined },
        descriptors: [{ read: '/dev/null' }, 'output', 'output'],
        output_bytes: 1000,
      },
      (_, bytes) => {
        said += bytes;
      },
    );
    while (!said.endsWith('\n')) await pause(2);
    const [pid, launcher] = said.trim().split(' ').map(Number);
    process.kill(launcher!, 'SIGKILL');
    expect(await program.ended).toMatchObject({ exit_code: null, fault: expect.stringContaining('launcher') });
    while (isAlive(pid!)) await pause(2);
  });

  it('hears of the end of programs that end beside that of their output', async () => {
    const ends = await Promise.all(Array.from({ length: 200 }, (_, n) => sh(`exec >&- 2>&-; exit ${n % 7}`)));
    expect(ends.map(({ exit_code }) => exit_code)).toEqual(Array.from({ length: 200 }, (_, n) => n % 7));
  });

  withPerl('keeps no process alive, and ends with it whatever it runs', async () => {
    const compiled = givenCompiled('system', 'contract');
    const module = JSON.stringify(join(compiled, 'lib/system/launcher/run_program.js'));
    const program = (rest: string) => `import { runProgram } from ${module}; ${rest}`;
    try {
      const quick = program("console.log((await runProgram('/bin/echo', ['x'])).exit_code);");
      expect(execFileSync(process.execPath, ['--input-type=module', '-e', quick]).toString()).toBe('0\n');

      const started = program(
        "const { stdout } = await runProgram('/bin/sh', ['-c', 'echo $PPID']); console.log(String(stdout).trim());" +
          "void runProgram('/bin/sh', ['-c', 'exec sleep 61']); setInterval(() => {}, 1000);",
      );
      const child = spawn(process.execPath, ['--input-type=module', '-e', started], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const launcher = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
      expect(isAlive(launcher)).toBe(true);
      const children = () =>
        readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').split(' ').filter(Boolean);
      while (children().length === 0) await pause(5);
      const [sleeping] = children().map(Number);
      child.kill('SIGKILL');
      while (isAlive(launcher) || isAlive(sleeping!)) await pause(5);
    } finally {
      rmSync(compiled, { recursive: true });
    }
  });
});
