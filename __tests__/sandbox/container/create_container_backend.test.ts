import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Session } from '../../../src/sandbox/sandbox_backend.js';
import { getSandboxOwner } from '../../../src/sandbox/sandbox_owner.js';
import { selectBackend } from '../../../src/sandbox/selection/select_backend.js';
import { groupWhere, where } from '../../machine.js';
import {
  asRoot,
  ending,
  givenFolder,
  inSession,
  isAlive,
  MiB,
  ORDINARY,
  order,
  PATH,
  probedByOrdinaryUser,
  removeFolders,
  text,
} from '../given.js';
import { container, engines, type GivenEngine, inEngines, inOneEngine } from './given.js';

afterAll(removeFolders);

const run = (session: Session, line: string, more: object = {}) =>
  session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 600_000, ...more });

/** Processes of the machine that a command started: they have an argument that nobody else has. */
const found = (word: string) =>
  readdirSync('/proc').filter((entry) => {
    try {
      const argv = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
      return argv[0] === 'perl' && argv.includes(word) && isAlive(Number(entry));
    } catch {
      return false;
    }
  });
/** Leaves a process in a session of its own behind. */
const survivor = (word: string) => `setsid perl -e 'sleep 600' ${word} > /dev/null 2>&1 < /dev/null & sleep 0.2`;

inEngines('a session in a container of %s', (name, given: GivenEngine) => {
  const backend = container(given);

  it('is probed with its own options, and its class names the image', async () => {
    expect(await backend.probe()).toEqual({
      usable: true,
      version: expect.stringMatching(/^\d+\.\d+/),
      class: `${name} ${given.image}`,
      isolated: true,
      path: expect.stringContaining('/usr/bin'),
      doors: asRoot,
      guarantees: {
        writes: 'kernel',
        reads: 'kernel',
        network: 'kernel',
        privileges: 'kernel',
        memory: 'hard',
        processes: 'hard',
        cpu: 'polled',
        disk: 'none',
        network_attempts: 'counted',
      },
    });
  });

  it('ends commands with their own status, measured', async () => {
    const lines: [string, object][] = [
      ['exit 1', { cause: 'exit', exit_code: 1, signal: null }],
      ['kill -9 $$', { cause: 'signal', exit_code: 137, signal: 'SIGKILL' }],
    ];
    await inSession(backend, order(givenFolder()), async (session) => {
      for (const [line, expected] of lines) expect(ending(await run(session, line))).toEqual(expected);
      const absent = await session.exec({ argv: ['/no/such/program'], timeout_ms: 600_000 });
      expect(ending(absent)).toEqual({ cause: 'exit', exit_code: 127, signal: null });
      const nowhere = await session.exec({ argv: ['true'], cwd: '/no/where', timeout_ms: 600_000 });
      expect([nowhere.cause, nowhere.detail]).toEqual(['not-started', 'cannot enter the directory /no/where']);
      const busy = await run(session, 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done');
      expect([busy.usage.source, Number(busy.usage.cpu_ms) > 10, Number(busy.usage.peak_memory_bytes) > 0]).toEqual([
        expect.stringMatching(asRoot ? /^cgroup-v/ : /^container$/),
        true,
        true,
      ]);
    });
  });

  it('gives commands what was ordered, and nothing else', async () => {
    const [tools, reports, workspace] = [givenFolder(), givenFolder(), givenFolder()];
    writeFileSync(join(tools, 'tool'), 'echo tool', { mode: 0o755 });
    mkdirSync(join(tools, 'covered'));
    writeFileSync(join(tools, 'covered', 'golden.patch'), 'the answer');
    // As checks get it: a hidden file read-only in a folder that lies on itself.
    mkdirSync(join(workspace, 'test'));
    chmodSync(join(workspace, 'test'), 0o777);
    writeFileSync(join(workspace, 'test', 'a, "b".js'), 'of the agent');
    const hidden = join(tools, 'hidden');
    writeFileSync(hidden, 'hidden\n');
    chmodSync(hidden, 0o666);
    const environment = { PATH, EMPTY: '', TEXT: 'a "b" $c\nd' };
    const ordered = order(workspace, {
      root: '/src/project',
      environment,
      read_only_mounts: { [hidden]: '/src/project/test/a, "b".js', [tools]: tools },
      writable_mounts: { [reports]: '/run/reports', [join(workspace, 'test')]: '/src/project/test' },
      covered: [join(tools, 'covered')],
    });
    await inSession(backend, ordered, async (session) => {
      const seen = await session.exec({ argv: ['env', '-0'], environment: { TEXT: "it's" }, timeout_ms: 600_000 });
      expect(text(seen.stdout).split('\0').filter(Boolean).sort()).toEqual(
        [`PATH=${PATH}`, 'EMPTY=', "TEXT=it's", 'HOME=/home/agent', 'PWD=/src/project'].sort(),
      );
      const bytes = Buffer.from([0, 255, 10, 128]);
      const streams = await run(session, 'cat; cat /dev/stdin; echo err > /dev/stderr', { stdin: bytes });
      expect([Buffer.from(streams.stdout.text), text(streams.stderr)]).toEqual([
        Buffer.concat([bytes, bytes]),
        'err\n',
      ]);
      expect(ending(await run(session, 'read -r line'))).toEqual({ cause: 'exit', exit_code: 1, signal: null });
      const line = `pwd; id -u; id -un; sh ${tools}/tool; ls -A ${tools}/covered; touch ${tools}/x ${tools}/covered/x; echo one > /run/reports/one; echo new > file; cat test/*; touch test/*; mv test moved; touch test/new`;
      const result = await run(session, line);
      const { uid, gid } = getSandboxOwner();
      const file = statSync(join(workspace, 'file'));
      expect({
        out: text(result.stdout),
        refused: text(result.stderr).match(/Read-only file system|busy/g),
        test: readdirSync(join(workspace, 'test')),
        reports: readdirSync(reports),
        owner: [file.uid, file.gid],
      }).toEqual({
        out: `/src/project\n${uid}\nagent\ntool\nhidden\n`,
        refused: ['Read-only file system', 'Read-only file system', 'Read-only file system', 'busy'],
        test: ['a, "b".js', 'new'],
        reports: ['one'],
        owner: [uid, gid],
      });
      const flood = await run(session, 'seq 1 300000');
      expect([flood.stdout.bytes, flood.stdout.truncated]).toEqual([1_988_895, true]);
    });
  });

  it('cannot write to a read-only workspace, and nothing of the container is left when it ends', async () => {
    const word = `last-${process.pid}-${name}`;
    const session = await backend.open(order(givenFolder(), { read_only: true }));
    const written = await run(session, 'touch new');
    const running = run(session, `exec perl -e 'sleep 600' ${word}`);
    await session.close();
    expect([text(written.stderr), (await running).cause, (await running).detail, found(word)]).toEqual([
      expect.stringContaining('Read-only file system'),
      'cancelled',
      'the session was closed',
      [],
    ]);
    const listed = execFileSync(given.engine, ['ps', '-a', '--filter', 'label=gatebench=1', '--format', '{{.Names}}']);
    const mine = String(listed)
      .split('\n')
      .filter((line) => line.includes(`-${process.pid}-`));
    expect(mine).toEqual([]);
  });

  where('root')('has doors to us, and nothing else behind its loopback', async () => {
    const doors = [{ port: 8080, accept: (connection: Socket) => connection.end('the door\n') }];
    await inSession(backend, order(givenFolder(), { forwarded_ports: doors }), async (session) => {
      const look = (port: number) => `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3'`;
      const seen = await run(session, `cat /run/doors; ${look(8080)}; ${look(8081)}`);
      expect([text(seen.stdout), seen.network_attempts]).toEqual(['127.0.0.1:8080\nthe door\n', 0]);
    });
  });

  it('stands still while it is paused', async () => {
    const workspace = givenFolder();
    await inSession(backend, order(workspace), async (session) => {
      const word = `paused-${process.pid}-${name}`;
      const line = `perl -e '$| = 1; print "ready"; select(undef, undef, undef, 0.01) until -e "go"; print "gone"' ${word}`;
      let paused: Promise<unknown> | undefined;
      const result = await run(session, line, {
        on_output: () => {
          paused ??= session.pause?.().then(async () => {
            writeFileSync(join(workspace, 'go'), ''); // it would go now
            execFileSync(given.engine, ['version'], { stdio: 'ignore' });
            const standing = found(word).length;
            await session.resume?.();
            return standing;
          });
        },
      });
      expect([await paused, ending(result), text(result.stdout)]).toEqual([
        1,
        { cause: 'exit', exit_code: 0, signal: null },
        'readygone',
      ]);
    });
  });
});

/** What our own control groups do, whatever the engine: shown for one. */
inOneEngine('a command in a container, here of %s,', (name, given: GivenEngine) => {
  const backend = container(given);

  it('is over with a command when nothing of it is left, while others go on', async () => {
    const [word, other] = [`survivor-${process.pid}-${name}`, `other-${process.pid}-${name}`];
    await inSession(backend, order(givenFolder()), async (session) => {
      const left = await run(session, survivor(word));
      expect([ending(left), found(word)]).toEqual([{ cause: 'exit', exit_code: 0, signal: null }, []]);
      const late = await run(session, `${survivor(word)}; sleep 600`, { timeout_ms: 1500 });
      expect([ending(late), late.detail, found(word)]).toEqual([
        { cause: 'timeout', exit_code: null, signal: 'SIGKILL' },
        'still running after 1500 ms',
        [],
      ]);
      const controller = new AbortController();
      const long = await run(session, `exec perl -e '$| = 1; print "ready"; sleep 600' ${other}`, {
        signal: controller.signal,
        on_output: () =>
          void run(session, survivor(word)).then(() =>
            controller.abort(new Error(`${found(word).length} of the one, ${found(other).length} of the other`)),
          ),
      });
      expect([ending(long), long.detail, found(other)]).toEqual([
        { cause: 'cancelled', exit_code: null, signal: 'SIGKILL' },
        asRoot ? '0 of the one, 1 of the other' : expect.stringMatching(/, 1 of the other$/),
        [],
      ]);
      expect((await run(session, 'true', { signal: AbortSignal.abort() })).cause).toBe('cancelled');
    });
  });

  it('ends commands at their limits, and says at which', async () => {
    const workspace = givenFolder();
    const limits = { memory_bytes: 64 * MiB, processes: 16, output_bytes: MiB, cpu_ms: 1000, disk_bytes: 4 * MiB };
    await inSession(backend, order(workspace, { limits, upper: workspace }), async (session) => {
      const memory = await run(session, `perl -e 'my $x = "x" x (256 << 20); print length $x'`);
      expect([memory.cause, text(memory.stdout)]).toEqual(['oom', '']);
      expect((await run(session, 'yes')).cause).toBe('output-limit');
      expect((await run(session, 'while :; do :; done')).cause).toBe('cpu-limit');
      const bomb = await run(session, 'i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); done; echo all');
      expect([text(bomb.stdout), text(bomb.stderr)]).toEqual(['', expect.stringMatching(/fork|resource/i)]);
      expect((await run(session, 'head -c 20000000 /dev/zero > big; sleep 600')).cause).toBe('disk-limit');
    });
  });
});

inEngines('without control groups of our own, as for an ordinary user, in %s', (name, given: GivenEngine) => {
  const backend = container(given, { cgroups: 'none' });

  it("holds with the engine's, which says what was used", async () => {
    const limits = { memory_bytes: 64 * MiB, processes: 16, output_bytes: MiB, disk_bytes: 4 * MiB };
    const word = `shared-${process.pid}-${name}`;
    await inSession(backend, order(givenFolder(), { limits }), async (session) => {
      const memory = await run(session, `perl -e 'my $x = "x" x (256 << 20); print length $x'`);
      const busy = await run(session, 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done');
      const left = await run(session, survivor(word));
      const late = await run(session, `${survivor(word)}; sleep 600`, { timeout_ms: 1500 });
      const bomb = await run(session, 'i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); done; echo all');
      const fill = 'for at in /tmp ~ /dev/shm; do head -c 9000000 /dev/zero > $at/big; rm $at/big; done';
      expect(text((await run(session, fill)).stderr).match(/No space left on device/g)).toHaveLength(3);
      expect(text((await run(session, 'ulimit -c; kill -QUIT $$; ls')).stdout)).toBe('0\n');
      expect({
        causes: [memory, busy, left, late].map(({ cause }) => cause),
        sources: [memory, busy, left, late, bomb].map(({ usage }) => usage.source),
        measured: Number(busy.usage.cpu_ms) > 10 && Number(busy.usage.peak_memory_bytes) > 0,
        left: found(word),
        bomb: text(bomb.stdout),
      }).toEqual({
        causes: ['oom', 'exit', 'exit', 'timeout'],
        sources: Array.from({ length: 5 }, () => 'container'),
        measured: true,
        left: [],
        bomb: '',
      });
    });
  });
});

const socket = process.env.DOCKER_HOST?.replace('unix://', '') ?? '/var/run/docker.sock';
groupWhere('root', 'docker')('for an ordinary user', () => {
  it('there are no doors, which the choice of a sandbox is told', async () => {
    const docker = engines.find(({ engine }) => engine === 'docker')!;
    const user = { ...ORDINARY, gid: statSync(socket).gid };
    const wish = { sandbox: 'docker', unsafe: false, image: docker.image } as const;
    const probe = await probedByOrdinaryUser({ container: docker }, user);
    const backend = { ...container(docker), probe: async () => probe };
    const makers = { bubblewrap: () => backend, none: () => backend, container: () => backend };
    expect(await selectBackend(wish, makers)).toEqual({ backend, probe });
    expect(await selectBackend({ ...wish, needs_port_forwarding: true }, makers)).toEqual({
      refusal: {
        reason:
          'the contract has a network (setup, policy.network), and an ordinary user cannot open doors into a container of docker',
        remedy: 'Run as root, or without an image (see docs/sandbox.md#container-backend).',
      },
    });
  });
});
