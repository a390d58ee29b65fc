import { argumentRules, socketCalls } from '../../src/sandbox/seccomp/argument_rules.js';
import { getSeccompArchitecture } from '../../src/sandbox/seccomp/create_seccomp_filter.js';
import { deniedCalls, unavailableCalls } from '../../src/sandbox/seccomp/denied_calls.js';

/** What stands around a sandbox: all of it out of reach, if the sandbox holds. */
export interface Surroundings {
  /** Folder of the machine that everybody may read and write, with a `secret`. */
  host: string;
  /** Process of the user that sandboxes run as. */
  bystander: number;
  /** TCP port on the loopback that something listens on. */
  port: number;
  /** Path of a unix socket that everybody may connect to, and the name of an abstract one. */
  socket: string;
  abstract: string;
}

/** One attempt to get out: a shell line that prints "refused" or "escaped". */
export interface Escape {
  name: string;
  line: (at: Surroundings) => string;
  /** Seen by the counters of the network namespace. */
  attempts?: true;
}

/** Where /proc can be written, only the kernel's own rules stand against it. */
export const MEMORY_OF_ANOTHER = 'write the memory of another process of its own';
export const SECRET = 'the-secret-of-the-host';
const architecture = getSeccompArchitecture() ?? 'x64';

/** A system call by number, with the error it ends with. */
const call = (name: string, ...values: (number | string)[]) =>
  `perl -e 'my $r = syscall(${[number(name), ...values].join(', ')}); print $r == -1 ? "refused" : "escaped"'`;
const CALLS = Object.assign({}, deniedCalls, unavailableCalls, socketCalls, ...argumentRules.map(({ calls }) => calls));
export const number = (name: string): number => CALLS[name]?.[architecture] ?? Number.NaN;
/** A socket that can be opened. */
const opens = (family: number, protocol: number) => call('socket', family, 2, protocol);
/** "escaped" when the command works. */
const works = (command: string) => `if ${command}; then echo escaped; else echo refused; fi`;
const connect = (address: string) => works(`timeout 5 bash -c 'exec 3<>/dev/tcp/${address}'`);

/** The list, tried on every backend that works on the machine. */
export const ESCAPES: readonly Escape[] = [
  { name: 'write to /usr', line: () => works('touch /usr/escaped') },
  { name: 'write to /etc', line: () => works('touch /etc/escaped') },
  { name: 'write to /', line: () => works('touch /escaped') },
  { name: 'write to /dev', line: () => works('touch /dev/escaped') },
  { name: 'write to a kernel setting', line: () => works('echo x > /proc/sys/kernel/hostname') },
  { name: 'read /etc/shadow', line: () => works('cat /etc/shadow') },
  { name: 'read a host file by its path', line: (at) => works(`cat ${at.host}/secret`) },
  { name: 'read a host file through a link in the workspace', line: () => works('cat link') },
  { name: 'read a host file through the first process', line: (at) => works(`cat /proc/1/root${at.host}/secret`) },
  { name: 'write over a host file through a link', line: () => works('echo escaped > link') },
  {
    name: 'read the environment of the host from the first process',
    line: () => works(`tr '\\0' '\\n' < /proc/1/environ | grep ${SECRET}`),
  },
  { name: 'read the environment of the host', line: () => works(`env | grep ${SECRET}`) },
  { name: 'find a process of the host', line: () => works(`grep -qx sleep /proc/[0-9]*/comm`) },
  { name: 'kill a process of the host', line: (at) => works(`kill -9 ${at.bystander}`) },
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
  { name: 'a socket of the virtual machine (AF_VSOCK)', line: () => call('socket', 40, 1, 0) },
  { name: 'a socket of the kernel\u2019s ciphers (AF_ALG)', line: () => call('socket', 38, 5, 0) },
  { name: 'a pair of Bluetooth sockets', line: () => call('socketpair', 31, 1, 0, 0) },
  { name: 'ask the kernel about all sockets (NETLINK_SOCK_DIAG)', line: () => opens(16, 4) },
  { name: 'hear of the machine\u2019s devices (NETLINK_KOBJECT_UEVENT)', line: () => opens(16, 15) },
  {
    name: 'see which pages of a file others have read',
    line: () =>
      works(`perl -e 'my $m = "x" x 8192; exit(syscall(${number('mincore')}, 4096, 4096, $m) == -1 && $! == 38)'`),
  },
  {
    name: 'read only what others have read',
    line: () =>
      works(
        `perl -e 'open my $f, "<", "/etc/passwd"; my $b = "x" x 64; my $v = pack("Pq", $b, 64);
          exit(syscall(${number('preadv2')}, fileno $f, $v, 1, 0, 0, 8) == -1 && $! == 95)'`,
      ),
  },
  { name: 'connect by IPv4', line: () => connect('192.0.2.7/80'), attempts: true },
  { name: 'connect by IPv6', line: () => connect('2001:db8::7/80'), attempts: true },
  { name: 'send a datagram', line: () => works(`bash -c 'echo x > /dev/udp/192.0.2.7/53'`), attempts: true },
  { name: 'resolve a name', line: () => works('getent hosts example.com'), attempts: true },
  { name: 'connect to a loopback port of the host', line: (at) => connect(`127.0.0.1/${at.port}`) },
  {
    name: 'connect to a unix socket of the host',
    line: (at) =>
      works(
        `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("${at.socket}")) or exit 1'`,
      ),
  },
  {
    name: 'connect to an abstract unix socket of the host',
    line: (at) =>
      works(
        `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, sockaddr_un("\\0${at.abstract}")) or exit 1'`,
      ),
  },
  { name: 'run a program of another architecture', line: () => works('./foreign') },
  { name: 'write through a hard link', line: (at) => works(`ln ${at.host}/secret stolen && echo escaped > stolen`) },
  {
    name: 'list the machine\u2019s home folders',
    line: () => works('ls -d /root/.[!.]* /home/[!a]*/* 2>/dev/null | grep -q .'),
  },
  {
    name: 'reach an engine\u2019s socket',
    line: () => works('ls /run/docker.sock /var/run/docker.sock /run/podman/podman.sock 2>/dev/null | grep -q .'),
  },
  { name: 'read the memory of the machine', line: () => works('head -c 1 /dev/mem || head -c 1 /proc/kcore') },
  { name: 'open a block device', line: () => works('ls -l /dev | grep -q ^b') },
  { name: 'load a library into every program', line: () => works('echo ./x.so > /etc/ld.so.preload') },
  {
    name: 'write a control group',
    line: () => works('find /sys -name cgroup.procs -writable 2>/dev/null | grep -q .'),
  },
];
