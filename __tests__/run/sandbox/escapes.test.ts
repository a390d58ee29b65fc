import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { SandboxBackend } from '../../../src/run/sandbox/backend.js';
import { seccompArchitecture } from '../../../src/run/sandbox/seccomp.js';
import { cloneCall, deniedCalls } from '../../../src/run/sandbox/seccomp_rules.js';
import { container, engines } from './container/given.js';
import {
  asOrdinaryUser,
  asRoot,
  bubblewrap,
  givenFolder,
  inSession,
  isAlive,
  ORDINARY,
  order,
  type Reported,
  removeFolders,
  text,
} from './given.js';

const SECRET = 'the-secret-of-the-host';
const architecture = seccompArchitecture() ?? 'x64';

let bystander: ChildProcess;
let tcp: Server;
let unix: Server;
let abstract: Server;
let socketPath: string;
let host: string;

const listening = (server: Server, at: number | string) =>
  new Promise<Server>((resolve) => {
    if (typeof at === 'number') server.listen(at, '127.0.0.1', () => resolve(server));
    else server.listen(at, () => resolve(server));
  });
const port = () => (tcp.address() as { port: number }).port;
const abstractName = `gatebench-test-${process.pid}`;

beforeAll(async () => {
  process.env.GATEBENCH_TEST_SECRET = SECRET;
  host = givenFolder();
  chmodSync(host, 0o777);
  writeFileSync(join(host, 'secret'), SECRET, { mode: 0o644 });
  socketPath = join(host, 'socket');
  bystander = spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(asRoot ? ORDINARY : {}) });
  tcp = await listening(createServer(), 0);
  unix = await listening(createServer(), socketPath);
  chmodSync(socketPath, 0o777);
  abstract = await listening(createServer(), `\0${abstractName}`);
});

afterAll(() => {
  delete process.env.GATEBENCH_TEST_SECRET;
  bystander.kill('SIGKILL');
  for (const server of [tcp, unix, abstract]) server.close();
  removeFolders();
});

/** A system call by number, with the error it ends with. */
const call = (name: string, ...values: (number | string)[]) =>
  `perl -e 'my $r = syscall(${[number(name), ...values].join(', ')}); print $r == -1 ? "refused" : "escaped"'`;
const number = (name: string) =>
  name === 'clone' ? cloneCall[architecture] : (deniedCalls[name]?.[architecture] ?? Number.NaN);
/** "escaped" when the command works. */
const works = (command: string) => `if ${command}; then echo escaped; else echo refused; fi`;
const connect = (address: string) => works(`timeout 5 bash -c 'exec 3<>/dev/tcp/${address}'`);

const MEMORY_OF_ANOTHER = 'write the memory of another process of its own';
/** Calls that libseccomp 2.5 does not know by name. */
const NEWER = ['open_tree_attr'];

/** Every attempt prints "refused"; those with `attempts` are seen by the counters of the network namespace. */
const escapes: { name: string; line: () => string; attempts?: true }[] = [
  { name: 'write to /usr', line: () => works('touch /usr/escaped') },
  { name: 'write to /etc', line: () => works('touch /etc/escaped') },
  { name: 'write to /', line: () => works('touch /escaped') },
  { name: 'write to /dev', line: () => works('touch /dev/escaped') },
  { name: 'write to a kernel setting', line: () => works('echo x > /proc/sys/kernel/hostname') },
  { name: 'read /etc/shadow', line: () => works('cat /etc/shadow') },
  { name: 'read a host file by its path', line: () => works(`cat ${host}/secret`) },
  { name: 'read a host file through a link in the workspace', line: () => works('cat link') },
  { name: 'read a host file through the first process', line: () => works(`cat /proc/1/root${host}/secret`) },
  { name: 'write over a host file through a link', line: () => works('echo escaped > link') },
  {
    name: 'read the environment of the host from the first process',
    line: () => works(`tr '\\0' '\\n' < /proc/1/environ | grep ${SECRET}`),
  },
  { name: 'read the environment of the host', line: () => works(`env | grep ${SECRET}`) },
  { name: 'find a process of the host', line: () => works(`grep -qx sleep /proc/[0-9]*/comm`) },
  { name: 'kill a process of the host', line: () => works(`kill -9 ${bystander.pid}`) },
  { name: 'kill everything', line: () => 'echo refused; kill -9 -1' },
  { name: 'ptrace', line: () => call('ptrace', 16, '$$', 0, 0) },
  { name: 'read the memory of another process', line: () => call('process_vm_readv', 1, 0, 0, 0, 0, 0) },
  { name: 'write the memory of the first process', line: () => works('dd if=/dev/zero of=/proc/1/mem count=1 bs=1') },
  {
    name: MEMORY_OF_ANOTHER,
    line: () => `sleep 60 & ${works('(true 3>>/proc/$!/mem) 2>/dev/null')}; kill $!`,
  },
  { name: 'mount', line: () => works('mount -t tmpfs none /tmp') },
  { name: 'remount /usr writable', line: () => works('mount -o remount,rw,bind /usr') },
  { name: 'unmount', line: () => works('umount -l /usr') },
  { name: 'change the root', line: () => works('chroot . /bin/true') },
  { name: 'unshare a user namespace', line: () => works('unshare --user true') },
  { name: 'clone into a user namespace', line: () => call('clone', 0x10000000 | 17, 0, 0, 0, 0) },
  { name: 'enter the namespaces of the first process', line: () => works('nsenter --target 1 --mount true') },
  { name: 'become root through a setuid program', line: () => works('test "$(./setuid-id -u)" = 0') },
  { name: 'become root by its number', line: () => works(`perl -e '$< = $> = 0; exit($> != 0)'`) },
  { name: 'make a device', line: () => works('mknod device b 8 0') },
  { name: 'read the kernel log', line: () => works('dmesg') },
  { name: 'open an io_uring', line: () => call('io_uring_setup', 1, 0) },
  { name: 'load a BPF program', line: () => call('bpf', 0, 0, 0) },
  { name: 'use the key rings', line: () => call('keyctl', 0, -3, 1) },
  {
    name: 'raise its own priority',
    line: () => works(`perl -e 'setpriority(0, 0, -5); exit(getpriority(0, 0) >= 0)'`),
  },
  { name: 'a raw socket', line: () => works(`perl -MSocket -e 'socket(my $s, AF_INET, SOCK_RAW, 1) or exit 1'`) },
  { name: 'connect by IPv4', line: () => connect('192.0.2.7/80'), attempts: true },
  { name: 'connect by IPv6', line: () => connect('2001:db8::7/80'), attempts: true },
  { name: 'send a datagram', line: () => works(`bash -c 'echo x > /dev/udp/192.0.2.7/53'`), attempts: true },
  { name: 'resolve a name', line: () => works('getent hosts example.com'), attempts: true },
  { name: 'connect to a loopback port of the host', line: () => connect(`127.0.0.1/${port()}`) },
  {
    name: 'connect to a unix socket of the host',
    line: () =>
      works(
        `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("${socketPath}")) or exit 1'`,
      ),
  },
  {
    name: 'connect to an abstract unix socket of the host',
    line: () =>
      works(
        `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("\\0${abstractName}")) or exit 1'`,
      ),
  },
  { name: 'run a program of another architecture', line: () => works('./foreign') },
];

/** A workspace with what the escapes need: a link out of it, a setuid program, a 32-bit program. */
function givenTrap(owner?: { uid: number; gid: number }): string {
  const workspace = givenFolder(owner);
  symlinkSync(join(host, 'secret'), join(workspace, 'link'));
  copyFileSync('/usr/bin/id', join(workspace, 'setuid-id'));
  if (asRoot) chownSync(join(workspace, 'setuid-id'), 0, 0);
  chmodSync(join(workspace, 'setuid-id'), 0o4755);
  writeFileSync(join(workspace, 'foreign'), thirtyTwoBitExit(), { mode: 0o755 });
  return workspace;
}

/** The smallest i386 program: exit(0). Running it means that calls under foreign numbers get through. */
function thirtyTwoBitExit(): Uint8Array {
  const code = [0x31, 0xc0, 0x40, 0x31, 0xdb, 0xcd, 0x80]; // eax = 1 (exit), ebx = 0, int 0x80
  const base = 0x08048000;
  const elf = Buffer.alloc(84 + code.length);
  elf.write('\x7fELF', 'latin1');
  elf.set([1, 1, 1], 4);
  const words: [number, number][] = [
    [20, 1],
    [24, base + 84],
    [28, 52],
    [52, 1],
    [60, base],
    [64, base],
    [68, elf.length],
    [72, elf.length],
    [76, 5],
    [80, 4096],
  ];
  for (const [offset, value] of words) elf.writeUInt32LE(value, offset);
  const halves: [number, number][] = [
    [16, 2],
    [18, 3],
    [40, 52],
    [42, 32],
    [44, 1],
  ];
  for (const [offset, value] of halves) elf.writeUInt16LE(value, offset);
  elf.set(code, 84);
  return elf;
}

async function inOwnProcess(backend: SandboxBackend, lines: string[]): Promise<Reported[]> {
  return inSession(backend, order(givenTrap()), async (session) => {
    const results: Reported[] = [];
    for (const line of lines) {
      const result = await session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 30_000 });
      results.push({
        ...result,
        stdout: text(result.stdout),
        stderr: text(result.stderr),
        source: result.usage.source,
      });
    }
    return results;
  });
}

/** As one command for each, but starting one takes an engine a tenth of a second: what must not be counted shares one. */
async function inFewCommands(tried: typeof escapes, run: Place['run']): Promise<Partial<Reported>[]> {
  const alone = tried.filter(({ name, attempts }) => attempts || name === 'kill everything');
  const together = tried.filter((one) => !alone.includes(one));
  const all = together.map(({ line }) => `(${line()})\necho; echo ----`).join('\n');
  const [first, ...others] = await run([all, ...alone.map(({ line }) => line())]);
  const said = first?.stdout.split('----') ?? [];
  return tried.map((one) =>
    alone.includes(one)
      ? (others[alone.indexOf(one)] ?? {})
      : { ...first, stdout: said[together.indexOf(one)] ?? 'nothing' },
  );
}

/** A backend, the user it runs commands for, and where it is weaker. */
interface Place {
  name: string;
  run: (lines: string[]) => Promise<Reported[]>;
  /** Nobody but root can make the /proc of a container read-only, and not where AppArmor is on. */
  writable_proc?: boolean;
  /** A container: calls are filtered by the names that the engine's libseccomp knows. */
  by_name?: boolean;
}

const handedOver = asRoot ? 'for the user that root hands over to' : 'for an ordinary user';
const docker = engines.find(({ engine }) => engine === 'docker');
const socket = process.env.DOCKER_HOST?.replace('unix://', '') ?? '/var/run/docker.sock';
const places: Place[] = [
  { name: `bubblewrap ${handedOver}`, run: (lines) => inOwnProcess(bubblewrap(), lines) },
  ...engines.map((given) => ({
    name: `${given.engine} ${handedOver}`,
    run: (lines: string[]) => inOwnProcess(container(given), lines),
    writable_proc: !asRoot || existsSync('/sys/module/apparmor'),
    by_name: true,
  })),
  ...(asRoot
    ? [
        {
          name: 'bubblewrap for an ordinary user',
          run: (lines: string[]) => asOrdinaryUser(order(givenTrap(ORDINARY)), lines),
        },
      ]
    : []),
  ...(asRoot && docker !== undefined
    ? [
        {
          name: 'docker for an ordinary user of its group',
          run: (lines: string[]) => {
            const user = { uid: ORDINARY.uid, gid: statSync(socket).gid };
            return asOrdinaryUser(order(givenTrap(user)), lines, { container: docker }, user);
          },
          writable_proc: true,
          by_name: true,
        },
      ]
    : []),
];

describe.each(places)('nothing gets out of $name', ({ run, writable_proc = false, by_name = false }) => {
  it('refuses every escape and counts what tried the network', async () => {
    const tried = escapes.filter(({ name }) => !(writable_proc && name === MEMORY_OF_ANOTHER));
    const results = by_name ? await inFewCommands(tried, run) : await run(tried.map(({ line }) => line()));
    const seen = tried.map(({ name, attempts }, index) => {
      const { stdout = '', network_attempts = null } = results[index] ?? {};
      return { name, ended: stdout.trim(), counted: attempts ? (network_attempts ?? 0) > 0 : network_attempts };
    });
    expect(seen).toEqual(tried.map(({ name, attempts }) => ({ name, ended: 'refused', counted: attempts ?? 0 })));
    expect({ bystander: isAlive(bystander.pid ?? 0), escaped: existsSync('/usr/escaped') }).toEqual({
      bystander: true,
      escaped: false,
    });
  });

  it('answers a refused system call with EPERM', async () => {
    const names = Object.keys(deniedCalls).filter(
      (name) => !Number.isNaN(number(name)) && number(name) !== null && !(by_name && NEWER.includes(name)),
    );
    const program = `for (${names.map(number).join(', ')}) { $! = 0; my $r = syscall($_, -1, -1, -1, -1, -1); print "$_:", $r == -1 ? $! + 0 : "done", "\\n" }`;
    const [result] = await run([`perl -e '${program}'`]);
    expect(result?.stdout.trim().split('\n')).toEqual(names.map((name) => `${number(name)}:1`));
  });
});
