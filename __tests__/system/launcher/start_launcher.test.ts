import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createNodeLauncher } from '../../../src/system/launcher/create_node_launcher.js';
import type {
  Launcher,
  LauncherRequest,
  LauncherResponse,
  ProgramOrder,
} from '../../../src/system/launcher/launcher.js';
import { system_calls } from '../../../src/system/launcher/make_system_calls.js';
import { canStartLauncher, startLauncher } from '../../../src/system/launcher/start_launcher.js';
import { cleanUp, givenRoom } from '../../given.js';
import { groupWhere, where } from '../../machine.js';

afterAll(cleanUp);

const languages = canStartLauncher() ? (['Perl', 'Node.js'] as const) : (['Node.js'] as const);

/** A launcher of its own, and what it says. */
function givenLauncher(language: (typeof languages)[number]) {
  const heard: [number, LauncherResponse][] = [];
  let wake = () => {};
  const lost: string[] = [];
  const respond = (id: number, response: LauncherResponse) => {
    heard.push([id, response]);
    wake();
  };
  const lose = (reason: string) => {
    lost.push(reason);
    wake();
  };
  const launcher: Launcher = language === 'Perl' ? startLauncher(respond, lose) : createNodeLauncher(respond);
  launcher.hold(true);
  const until = async (ready: () => boolean): Promise<void> => {
    while (!ready()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const ask = (id: number, request: LauncherRequest) => launcher.send(id, request);
  const of = (id: number) => heard.filter(([each]) => each === id).map(([, response]) => response);
  const endOf = async (id: number) => {
    const isEnd = ({ kind }: LauncherResponse) => ['exit', 'fault', 'calls'].includes(kind);
    await until(() => of(id).some(isEnd));
    return of(id).find(isEnd);
  };
  const wrote = (id: number, descriptor: number) =>
    Buffer.concat(
      of(id).flatMap((one) => (one.kind === 'output' && one.descriptor === descriptor ? [one.bytes] : [])),
    ).toString();
  const close = async () => {
    if (launcher.pid === process.pid) return;
    process.kill(launcher.pid!, 'SIGKILL');
    await until(() => lost.length > 0);
    launcher.hold(false);
  };
  return { launcher, ask, of, endOf, wrote, until, close, lost: () => lost[0], losses: () => lost };
}

const sh = (script: string, given: Partial<ProgramOrder> = {}): LauncherRequest => ({
  start: {
    ...{ file: '/bin/sh', args: ['-c', script], cwd: '/', env: {}, user: undefined, output_bytes: 2 ** 20 },
    descriptors: [{ read: '/dev/null' }, 'output', 'output'],
    ...given,
  },
});

describe.each(languages)('a launcher in %s', (language) => {
  let launcher: ReturnType<typeof givenLauncher>;
  beforeAll(() => {
    launcher = givenLauncher(language);
  });
  afterAll(() => launcher.close());

  it('gives a program the descriptors that were asked for, at their numbers, and no others', async () => {
    const room = givenRoom();
    const [from, to] = [join(room, 'from'), join(room, 'to')];
    writeFileSync(from, 'read\n');
    writeFileSync(to, '');
    launcher.ask(
      1,
      sh('cat; cat <&3 >&4; cat <&5; echo told >&6', {
        descriptors: [
          { read: from },
          'output',
          'output',
          { input: Buffer.from('given\n') },
          { write: to },
          'fed',
          'output',
        ],
      }),
    );
    launcher.ask(1, { feed: 5, bytes: Buffer.from('fed\n') });
    expect(await launcher.endOf(1)).toEqual({ kind: 'exit', code: 0, signal: 0, exceeded: false });
    expect(launcher.wrote(1, 1)).toBe('read\nfed\n');
    expect(readFileSync(to, 'utf8')).toBe('given\n');
    expect(launcher.wrote(1, 6)).toBe('told\n');
  });

  it('gives it no other descriptor: one that this process inherited is /dev/null', async () => {
    launcher.ask(6, sh('', { file: '/bin/ls', args: ['-l', '/proc/self/fd'] }));
    await launcher.endOf(6);
    const [, ...lines] = launcher.wrote(6, 1).trim().split('\n');
    const others = lines.map((line) => /(\d+) -> (.*)/.exec(line)!.slice(1)).filter(([number]) => Number(number) > 2);
    expect(others.filter(([, target]) => target !== '/dev/null' && !/^\/proc\/\d+\/fd$/.test(target!))).toEqual([]);
  });

  it('says that files are open before the program ends', async () => {
    launcher.ask(2, sh('cat', { descriptors: ['fed', 'output', 'output'] }));
    await launcher.until(() => launcher.of(2).length > 0);
    expect(launcher.of(2)).toEqual([{ kind: 'open', pid: expect.any(Number) }]);
    launcher.ask(2, { feed: 0, bytes: Buffer.alloc(0) });
    expect(await launcher.endOf(2)).toMatchObject({ kind: 'exit', code: 0 });
  });

  it('gives it nothing of its own: signals, groups, umask, environment', async () => {
    const asked =
      'grep -e SigIgn -e SigBlk /proc/self/status; [ $$ = $(cut -d" " -f5 /proc/$$/stat) ] && echo leads; env | grep -v -e PWD -e SHLVL -e ^_=';
    launcher.ask(3, sh(asked, { env: { A: '1=2\n3', B: '' } }));
    await launcher.endOf(3);
    expect(launcher.wrote(3, 1)).toMatch(/^SigBlk:\t0+\nSigIgn:\t0+\nleads\nA=1=2\n3\nB=\n$/);
  });

  const asRoot = where('root');
  asRoot('starts it as another user, who is in no other group', async () => {
    launcher.ask(4, sh('id -u; id -g; id -G', { user: { uid: 64242, gid: 64243 } }));
    await launcher.endOf(4);
    expect(launcher.wrote(4, 1)).toBe('64242\n64243\n64243\n');
  });

  it('limits its core dumps', async () => {
    launcher.ask(5, sh('grep "Max core" /proc/self/limits'));
    await launcher.endOf(5);
    expect(launcher.wrote(5, 1)).toMatch(/^Max core file size +1 +1 /);
  });

  it.each<[string, number, Partial<ProgramOrder>, number]>([
    ['the program', 10, { file: '/no/such' }, constants.errno.ENOENT],
    ['the right to execute it', 11, { file: '/etc/passwd' }, constants.errno.EACCES],
    ['a folder', 12, { cwd: '/no/such' }, constants.errno.ENOENT],
    ['a file', 13, { descriptors: [{ read: '/no/such' }] }, constants.errno.ENOENT],
  ])('says which error it is when there is no %s', async (_, id, given, error) => {
    launcher.ask(id, sh('true', given));
    expect(await launcher.endOf(id)).toEqual({ kind: 'fault', error });
  });

  it('sends signals to the whole group', async () => {
    launcher.ask(20, sh('sleep 60 & sleep 60 & echo up; wait'));
    await launcher.until(() => launcher.wrote(20, 1) === 'up\n');
    launcher.ask(20, { kill: constants.signals.SIGTERM });
    expect(await launcher.endOf(20)).toEqual({ kind: 'exit', code: null, signal: 15, exceeded: false });
  });

  it('cuts output of all descriptors together', async () => {
    launcher.ask(21, sh('yes >&2', { output_bytes: 70_000 }));
    expect(await launcher.endOf(21)).toMatchObject({ kind: 'exit', exceeded: true });
    expect(launcher.wrote(21, 2)).toHaveLength(70_000);
  });

  it('survives calls and requests that make no sense', async () => {
    launcher.ask(30, { calls: [] });
    launcher.ask(31, { calls: [['no-such-call', '/x']] });
    launcher.ask(32, { kill: 9 });
    launcher.ask(33, { feed: 7, bytes: Buffer.from('x') });
    expect(await launcher.endOf(31)).toMatchObject({ kind: 'calls', made: 0 });
    launcher.ask(34, sh('exit 3'));
    expect(await launcher.endOf(34)).toMatchObject({ code: 3 });
    expect(launcher.lost()).toBeUndefined();
  });
});

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

groupWhere('perl')('the end of a launcher in Perl', () => {
  it('is told once, with how it came', async () => {
    const launcher = givenLauncher('Perl');
    await launcher.until(() => launcher.of(0).length > 0);
    await launcher.close();
    await pause(50);
    expect(launcher.losses()).toEqual(['the launcher of programs ended (SIGKILL)']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s is that of what it runs', async (signal) => {
    const launcher = givenLauncher('Perl');
    launcher.ask(1, sh('sleep 60 & echo $$ $!; wait'));
    await launcher.until(() => launcher.wrote(1, 1).endsWith('\n'));
    const pids = launcher.wrote(1, 1).trim().split(' ').map(Number);
    expect(pids.every(isAlive)).toBe(true);
    process.kill(launcher.launcher.pid!, signal);
    await launcher.until(() => launcher.lost() !== undefined);
    launcher.launcher.hold(false);
    while (pids.some(isAlive)) await pause(2);
  });

  it('by SIGKILL is that of what it runs, and of the process that keeps writing', async () => {
    const launcher = givenLauncher('Perl');
    const path = join(givenRoom(), 'file');
    writeFileSync(path, '');
    launcher.ask(1, { calls: [system_calls.repeat(path, 'x', 1, 1_000_000)] });
    launcher.ask(2, sh('echo $$; exec cat', { descriptors: ['fed', 'output', 'output'] }));
    await launcher.until(() => launcher.wrote(2, 1).endsWith('\n'));
    const children = readFileSync(`/proc/${launcher.launcher.pid}/task/${launcher.launcher.pid}/children`, 'utf8');
    const pids = children.trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await launcher.close();
    while (pids.some(isAlive)) await pause(2);
  });
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'what a launcher in Node.js started ends with its process by %s',
  async (signal) => {
    const { givenCompiled } = await import('../../compiled.js');
    const compiled = givenCompiled('system', 'contract');
    const module = JSON.stringify(join(compiled, 'lib/system/launcher/create_node_launcher.js'));
    const program = `import { createNodeLauncher } from ${module};
    const launcher = createNodeLauncher((_, { bytes }) => bytes && process.stdout.write(bytes));
    launcher.send(1, ${JSON.stringify(sh('exit 3'))});
    launcher.send(2, ${JSON.stringify(sh('sleep 60 & echo $$ $!; wait'))});`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
    const pids = String(text).trim().split(' ').map(Number);
    expect([pids.length, pids.every(isAlive)]).toEqual([2, true]);
    parent.kill(signal);
    while (pids.some(isAlive)) await pause(2);
    rmSync(compiled, { recursive: true });
  },
);

const canHide = where('root', 'perl');
canHide('a Perl that does not work is replaced by Node.js, and nothing is lost', async () => {
  const { givenCompiled } = await import('../../compiled.js');
  const compiled = givenCompiled('system', 'contract');
  const program = `import { runProgram } from ${JSON.stringify(join(compiled, 'lib/system/launcher/run_program.js'))};
    const all = await Promise.all([1, 2].map((n) => runProgram('/bin/sh', ['-c', 'cat /proc/$PPID/cmdline; exit ' + n])));
    console.log(all.map(({ exit_code, stdout }) => String([exit_code, String(stdout).includes('--input-type')])).join(' '));`;
  const hide = 'mount --bind /bin/false "$(command -v perl)" && exec "$@"';
  const out = execFileSync(
    'unshare',
    ['--mount', 'sh', '-c', hide, 'sh', process.execPath, '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  rmSync(compiled, { recursive: true });
  expect(out).toBe('1,true 2,true\n');
});
