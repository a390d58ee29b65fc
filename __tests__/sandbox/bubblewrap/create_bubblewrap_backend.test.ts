// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCgroups } from '../../../src/sandbox/cgroup/find_cgroups.js';
import { getSandboxOwner } from '../../../src/sandbox/sandbox_owner.js';
import { itInFull } from '../../extent.js';
import { where } from '../../machine.js';
import {
  bubblewrap,
  ending,
  givenFolder,
  inSession,
  isAlive,
  MiB,
  order,
  PATH,
  removeFolders,
  shell,
  text,
} from '../given.js';

const backend = bubblewrap();
afterAll(removeFolders);

describe('a command in a sandbox ends with its own status', () => {
  it.each([
    ['exit 0', { cause: 'exit', exit_code: 0, signal: null }],
    ['exit 1', { cause: 'exit', exit_code: 1, signal: null }],
    ['touch plain; ./plain', { cause: 'exit', exit_code: 126, signal: null }],
    ['no-such-program', { cause: 'exit', exit_code: 127, signal: null }],
    ['kill -9 $$', { cause: 'signal', exit_code: 137, signal: 'SIGKILL' }],
    ['kill -SEGV $$', { cause: 'signal', exit_code: 139, signal: 'SIGSEGV' }],
    ['exit 143', { cause: 'signal', exit_code: 143, signal: 'SIGTERM' }],
  ])('%s', async (line, expected) => {
    expect(ending(await shell(backend, line))).toEqual(expected);
  });

  it('is 127 for a program that does not exist, as in a shell', async () => {
    const result = await shell(backend, '', {}, { argv: ['/no/such/program'] });
    expect(ending(result)).toEqual({ cause: 'exit', exit_code: 127, signal: null });
  });
});

describe('a command gets what was ordered, and nothing else', () => {
  it('has exactly the ordered environment, a home and its directory', async () => {
    process.env.LEAK = 'of the caller';
    const environment = { PATH, EMPTY: '', TEXT: 'a "b" $c\nd', 'NOT-A-NAME': 'x' };
    const result = await shell(backend, '', { environment }, { argv: ['env', '-0'], environment: { TEXT: 'mine' } });
    delete process.env.LEAK;
    expect(text(result.stdout).split('\0').filter(Boolean).sort()).toEqual(
      [`PATH=${PATH}`, 'EMPTY=', 'TEXT=mine', 'NOT-A-NAME=x', 'HOME=/home/agent', 'PWD=/work'].sort(),
    );
  });

  it('runs as the user that owns the workspace, and what it writes belongs to that user', async () => {
    const workspace = givenFolder();
    const result = await inSession(backend, order(workspace), (session) =>
      session.exec({ argv: ['/bin/sh', '-c', 'id -u; id -un; echo new > file'], timeout_ms: 600_000 }),
    );
    const { uid, gid } = getSandboxOwner();
    const file = statSync(join(workspace, 'file'));
    expect({
      said: text(result.stdout),
      owner: [file.uid, file.gid],
      text: readFileSync(join(workspace, 'file'), 'utf8'),
    }).toEqual({
      said: `${uid}\nagent\n`,
      owner: [uid, gid],
      text: 'new\n',
    });
  });

  it('has no other descriptors than its three streams', async () => {
    // The shell closes the descriptor it lists with; what is inherited from the caller leads to /dev/null.
    const result = await shell(backend, 'for fd in /proc/self/fd/*; do readlink "$fd" || true; done');
    const targets = text(result.stdout)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('/proc/'));
    expect(
      targets.filter((line) => line !== '/dev/null' && !/pipes-[0-9a-f]+\/[0-9a-f]+-(out|err)$/.test(line)),
    ).toEqual([]);
  });

  it('reads its standard input, also by name', async () => {
    const bytes = Buffer.from([0, 255, 10, 128]);
    const result = await shell(backend, 'cat; cat /dev/stdin', {}, { stdin: bytes });
    expect(Buffer.from(result.stdout.text)).toEqual(Buffer.concat([bytes, bytes]));
  });

  it('has an empty standard input when none is given', async () => {
    expect(ending(await shell(backend, 'read -r line'))).toEqual({ cause: 'exit', exit_code: 1, signal: null });
  });

  it('writes to its streams by name', async () => {
    const result = await shell(backend, 'echo out > /dev/stdout; echo err > /dev/stderr; echo log | tee /dev/stderr');
    expect([text(result.stdout), text(result.stderr)]).toEqual(['out\nlog\n', 'err\nlog\n']);
  });

  it('starts in the workspace or in the ordered directory', async () => {
    expect(text((await shell(backend, 'pwd')).stdout)).toBe('/work\n');
    expect(text((await shell(backend, 'pwd', { root: '/src/project' })).stdout)).toBe('/src/project\n');
    expect(text((await shell(backend, 'pwd', {}, { cwd: '/tmp' })).stdout)).toBe('/tmp\n');
  });

  it('sees the ordered mounts, and writes only to the writable ones', async () => {
    const [tools, reports] = [givenFolder(), givenFolder()];
    writeFileSync(join(tools, 'tool'), 'echo tool', { mode: 0o755 });
    const result = await shell(backend, 'sh /opt/tools/tool; touch /opt/tools/no; echo report > /run/reports/one', {
      read_only_mounts: { [tools]: '/opt/tools' },
      writable_mounts: { [reports]: '/run/reports' },
    });
    expect({ out: text(result.stdout), refused: text(result.stderr), reports: readdirSync(reports) }).toEqual({
      out: 'tool\n',
      refused: "touch: cannot touch '/opt/tools/no': Read-only file system\n",
      reports: ['one'],
    });
  });

  it('cannot write to a workspace that is mounted read-only', async () => {
    const result = await shell(backend, 'touch new', { read_only: true });
    expect(text(result.stderr)).toBe("touch: cannot touch 'new': Read-only file system\n");
  });

  it('finds a fresh home and temporary folder for every command', async () => {
    const results = await inSession(backend, order(givenFolder()), async (session) => {
      const line = 'ls -A ~ /tmp /var/tmp | grep -c left; touch ~/left /tmp/left /var/tmp/left';
      const argv = ['/bin/sh', '-c', line];
      return [await session.exec({ argv, timeout_ms: 600_000 }), await session.exec({ argv, timeout_ms: 30_000 })];
    });
    expect(results.map((result) => text(result.stdout))).toEqual(['0\n', '0\n']);
  });

  where('perl')('speaks to itself over the loopback without that being an attempt', async () => {
    const line = `perl -MIO::Socket -e 'my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die;
      my $c = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $s->sockport) or die; print "connected"'`;
    const result = await shell(backend, line);
    expect([text(result.stdout), result.network_attempts]).toEqual(['connected', 0]);
  });
});

describe('output is kept as bytes and bounded', () => {
  it('keeps bytes that are no text', async () => {
    const result = await shell(backend, "printf '\\377\\376\\000ok'; printf '\\200' >&2");
    expect([Buffer.from(result.stdout.text), Buffer.from(result.stderr.text)]).toEqual([
      Buffer.from([255, 254, 0, 111, 107]),
      Buffer.from([128]),
    ]);
  });

  it('digests all of a large output and keeps both ends', async () => {
    const result = await shell(backend, 'seq 1 300000');
    const all = `${Array.from({ length: 300_000 }, (_, index) => index + 1).join('\n')}\n`;
    const kept = text(result.stdout);
    expect({ ...result.stdout, text: [kept.slice(0, 4), kept.slice(-7)] }).toEqual({
      sha256: createHash('sha256').update(all).digest('hex'),
      bytes: all.length,
      truncated: true,
      text: ['1\n2\n', '300000\n'],
    });
  });

  it('passes output on while the command runs', async () => {
    const seen: string[] = [];
    await shell(backend, 'echo out; echo err >&2', {}, { on_output: (name, chunk) => seen.push(name + String(chunk)) });
    expect(seen.sort()).toEqual(['stderrerr\n', 'stdoutout\n']);
  });

  it('ends a command that prints more than allowed', async () => {
    // Holds K6
    const result = await shell(backend, 'yes', {
      limits: { memory_bytes: 64 * MiB, processes: 16, output_bytes: MiB },
    });
    expect({ ...ending(result), detail: result.detail, enough: result.stdout.bytes > MiB }).toEqual({
      cause: 'output-limit',
      exit_code: null,
      signal: 'SIGKILL',
      detail: `printed more than ${MiB} bytes`,
      enough: true,
    });
  });
});

describe('a command is over when nothing of it is left', () => {
  const pidOf = (workspace: string) => {
    // The survivor's number in its own namespace says nothing here: it is found by its name.
    const name = readFileSync(join(workspace, 'name'), 'utf8').trim();
    return readdirSync('/proc').filter((entry) => {
      try {
        return (
          /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(name) && isAlive(Number(entry))
        );
      } catch {
        return false;
      }
    });
  };
  const survivor =
    'name=survivor-$(od -An -N8 -tx1 /dev/urandom | tr -d " "); echo $name > name; setsid perl -e \'sleep 600\' $name > /dev/null 2>&1 < /dev/null & sleep 0.1';

  it('kills what the command left behind, a session of its own included', async () => {
    const workspace = givenFolder();
    const result = await inSession(backend, order(workspace), (session) =>
      session.exec({ argv: ['/bin/sh', '-c', survivor], timeout_ms: 600_000 }),
    );
    expect([ending(result), pidOf(workspace)]).toEqual([{ cause: 'exit', exit_code: 0, signal: null }, []]);
  });

  it('kills all of it at the end of its time', async () => {
    const workspace = givenFolder();
    const result = await inSession(backend, order(workspace), (session) =>
      session.exec({ argv: ['/bin/sh', '-c', `${survivor}; sleep 600`], timeout_ms: 700 }),
    );
    expect([ending(result), result.detail, pidOf(workspace)]).toEqual([
      { cause: 'timeout', exit_code: null, signal: 'SIGKILL' },
      'still running after 700 ms',
      [],
    ]);
  });

  it('kills all of it when it is cancelled, and says why', async () => {
    const workspace = givenFolder();
    const controller = new AbortController();
    const result = await inSession(backend, order(workspace), (session) =>
      session.exec({
        argv: ['/bin/sh', '-c', `${survivor}; echo ready; sleep 600`],
        timeout_ms: 600_000,
        signal: controller.signal,
        on_output: () => controller.abort(new Error('the operator stopped the run')),
      }),
    );
    expect([ending(result), result.detail, pidOf(workspace)]).toEqual([
      { cause: 'cancelled', exit_code: null, signal: 'SIGKILL' },
      'the operator stopped the run',
      [],
    ]);
  });

  it('does not begin when it is cancelled already', async () => {
    const workspace = givenFolder();
    const result = await inSession(backend, order(workspace), (session) =>
      session.exec({ argv: ['touch', 'begun'], timeout_ms: 600_000, signal: AbortSignal.abort() }),
    );
    expect([result.cause, readdirSync(workspace)]).toEqual(['cancelled', []]);
  });

  it('ends with its session', async () => {
    const session = await backend.open(order(givenFolder()));
    const running = session.exec({ argv: ['sleep', '600'], timeout_ms: 600_000 });
    await session.close();
    expect([(await running).cause, (await running).detail]).toEqual(['cancelled', 'the session was closed']);
  });
});

describe('a covered folder', () => {
  it('appears empty and cannot be written, also below a folder that is shown', async () => {
    const toolchain = givenFolder();
    mkdirSync(join(toolchain, 'tasks'));
    writeFileSync(join(toolchain, 'tasks', 'golden.patch'), 'the answer');
    writeFileSync(join(toolchain, 'tool'), 'tool');
    const line = `ls -A ${toolchain} ${toolchain}/tasks; touch ${toolchain}/tasks/x || echo refused`;
    const shown = { read_only_mounts: { [toolchain]: toolchain }, covered: [join(toolchain, 'tasks')] };
    const result = await shell(backend, line, shown);
    expect(text(result.stdout)).toBe(`${toolchain}:\ntasks\ntool\n\n${toolchain}/tasks:\nrefused\n`);
  });
});

describe('limits', () => {
  const limits = { memory_bytes: 128 * MiB, processes: 16, output_bytes: MiB };

  it('stops a fork bomb at the number of processes, and nothing outlives it', async () => {
    const bomb =
      'bomb() { bomb | bomb & }; bomb; wait; i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); done; echo all';
    const result = await shell(backend, bomb, { limits }, { timeout_ms: 1500 });
    expect(text(result.stderr)).toMatch(/fork|resource/i);
    expect(text(result.stdout)).toBe('');
  });

  it('ends a command that fills the disk', async () => {
    const workspace = givenFolder();
    const result = await inSession(
      backend,
      order(workspace, { upper: workspace, limits: { ...limits, disk_bytes: 4 * MiB } }),
      (session) =>
        session.exec({ argv: ['/bin/sh', '-c', 'head -c 20000000 /dev/zero > big; sleep 600'], timeout_ms: 600_000 }),
    );
    expect(ending(result)).toEqual({ cause: 'disk-limit', exit_code: null, signal: 'SIGKILL' });
  });

  itInFull.each([
    ['through a further writable mount', 'head -c 20000000 /dev/zero > /run/more/big; sleep 600'],
    ['with files that hold nothing', 'seq -f e%.0f 20000 | xargs touch; sleep 600'],
    [
      'below folders deeper than a path can be long',
      'for i in $(seq 600); do mkdir aaaaaaaaaa; cd aaaaaaaaaa; done; sleep 600',
    ],
  ])('ends a command that fills the disk %s', async (_, line) => {
    const workspace = givenFolder();
    const further = {
      upper: workspace,
      writable_mounts: { [givenFolder()]: '/run/more' },
      limits: { ...limits, disk_bytes: 4 * MiB },
    };
    const result = await inSession(backend, order(workspace, further), (session) =>
      session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 600_000 }),
    );
    expect(ending(result)).toEqual({ cause: 'disk-limit', exit_code: null, signal: 'SIGKILL' });
    execFileSync('rm', ['-rf', workspace]);
  });

  it('bounds what can be written to temporary folders', async () => {
    const line = 'for folder in /tmp ~ /dev/shm; do head -c 9000000 /dev/zero > $folder/big; done';
    const result = await shell(backend, line, { limits: { ...limits, disk_bytes: 4 * MiB } });
    expect(text(result.stderr).match(/No space left on device/g)).toHaveLength(3);
  });

  it('leaves no core dump', async () => {
    expect(text((await shell(backend, 'ulimit -c; kill -QUIT $$; ls')).stdout)).toBe('0\n');
  });

  itInFull('holds with rlimits where there is no control group, and says that nothing was measured', async () => {
    const weak = bubblewrap({ cgroups: 'none' });
    const memory = await shell(weak, 'perl -e \'my $x = "x" x (256 << 20); print length $x\'', { limits });
    const cpu = await shell(weak, 'while :; do :; done', { limits: { ...limits, cpu_ms: 1000 } });
    expect([text(memory.stdout), memory.usage.source, ending(cpu)]).toEqual([
      '',
      'none',
      { cause: 'cpu-limit', exit_code: 152, signal: 'SIGXCPU' },
    ]);
  });

  it('stops a fork bomb without a control group just the same', async () => {
    const bomb = 'i=0; while [ $i -lt 40 ]; do sleep 5 & i=$((i+1)); done; echo all';
    const result = await shell(bubblewrap({ cgroups: 'none' }), bomb, { limits }, { timeout_ms: 1500 });
    expect([text(result.stderr), text(result.stdout)]).toEqual([expect.stringMatching(/fork|resource/i), '']);
  });

  // Whether this machine lets us make control groups is the machine's decision; the probe says which it is.
  const groups = findCgroups();
  if (groups !== undefined) {
    where('perl')('ends a memory bomb at the limit and measures the peak', async () => {
      const result = await shell(backend, 'perl -e \'my @x; push @x, "x" x (1 << 20) while 1\'', { limits });
      const peak = result.usage.peak_memory_bytes ?? 0;
      expect({ cause: result.cause, source: result.usage.source, near: peak > 120 * MiB && peak <= 128 * MiB }).toEqual(
        {
          cause: 'oom',
          source: groups.version,
          near: true,
        },
      );
    });

    where('perl')('counts the memory of all processes together', async () => {
      // One of them ends for want of memory, and all with it.
      const part = '(perl -e \'my $x = "x" x (40 << 20); sleep 600\'; kill $$) &';
      expect(
        (await shell(backend, `${part} ${part} ${part} ${part} wait`, { limits }, { timeout_ms: 120_000 })).usage
          .peak_memory_bytes,
      ).toBe(128 * MiB);
    });

    it('ends a tree of processes at its CPU time', async () => {
      const spin = 'while :; do :; done &';
      const result = await shell(backend, `${spin} ${spin} wait`, { limits: { ...limits, cpu_ms: 300 } });
      expect({ ...ending(result), spent: (result.usage.cpu_ms ?? 0) >= 300 }).toEqual({
        cause: 'cpu-limit',
        exit_code: null,
        signal: 'SIGKILL',
        spent: true,
      });
    });
  } else {
    it('are weak here, and the probe says so', async () => {
      expect(await backend.probe()).toMatchObject({ class: 'bubblewrap-weak-limits' });
    });
  }
});

describe('sessions', () => {
  it('run side by side without seeing each other', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => shell(backend, `echo ${index} > mine; cat mine; ls`)),
    );
    expect(results.map((result) => text(result.stdout))).toEqual(
      Array.from({ length: 8 }, (_, index) => `${index}\nmine\n`),
    );
  });

  it('run several commands at once over one workspace', async () => {
    const results = await inSession(backend, order(givenFolder()), (session) =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) => session.exec({ argv: ['echo', `${index}`], timeout_ms: 600_000 })),
      ),
    );
    expect(results.map((result) => text(result.stdout))).toEqual(Array.from({ length: 8 }, (_, index) => `${index}\n`));
  });

  it('leave nothing behind in the state folder but what the backend shares', async () => {
    const state = givenFolder();
    const own = bubblewrap({ state_dir: state });
    await shell(own, 'true');
    const [folder = ''] = readdirSync(state);
    expect(readdirSync(join(state, folder))).toEqual(['etc', 'pipes']);
  });
});

describe('a sandbox that cannot be built', () => {
  it('is not a result of the command', async () => {
    const result = await inSession(backend, order('/no/such/workspace'), (session) =>
      session.exec({ argv: ['true'], timeout_ms: 600_000 }),
    );
    expect({ ...ending(result), detail: result.detail }).toEqual({
      cause: 'not-started',
      exit_code: null,
      signal: null,
      detail: "bwrap: Can't find source path /no/such/workspace: No such file or directory",
    });
  });

  it('is one when bubblewrap is missing', async () => {
    const result = await shell(bubblewrap({ bwrap: '/no/bwrap' }), 'true');
    expect([result.cause, result.detail]).toEqual(['not-started', 'it cannot be started: /no/bwrap: ENOENT']);
  });

  it('is none when our code fails: that is thrown', async () => {
    await expect(shell(backend, 'true', {}, { stdin: {} as never })).rejects.toThrow('must be of type string');
  });

  it('is one when a variable tries to smuggle in mounts', async () => {
    const result = await shell(backend, 'ls /host', { environment: { PATH: `${PATH}\0--ro-bind\0/\0/host` } });
    expect([result.cause, result.detail]).toEqual(['not-started', 'a path or a variable contains NUL']);
  });

  it('is one when the directory to start in does not exist', async () => {
    const result = await shell(backend, 'true', {}, { cwd: '/no/directory' });
    expect([result.cause, result.detail]).toEqual([
      'not-started',
      "bwrap: Can't chdir to /no/directory: No such file or directory",
    ]);
  });
});
