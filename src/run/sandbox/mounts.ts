import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionOrder } from './backend.js';

/** Home inside the sandbox: an empty tmpfs for every command, unless the order mounts something there. */
export const SANDBOX_HOME = '/home/agent';
export const DEFAULT_ROOT = '/work';

/**
 * What of /etc is shown: name resolution of libraries, certificates, time zone, and where toolchains keep files that
 * they do not start without. Never a directory that may hold keys or passwords.
 */
const ETC = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'timezone',
  'os-release',
  'lsb-release',
  'debian_version',
  'alternatives',
  'ca-certificates',
  'ca-certificates.conf',
  'ssl/certs',
  'ssl/cert.pem',
  'ssl/openssl.cnf',
  'pki/tls/certs',
  'pki/tls/cert.pem',
  'pki/ca-trust/extracted',
  'crypto-policies',
  'protocols',
  'services',
  'mime.types',
  'magic',
  'magic.mime',
  'terminfo',
  'fonts',
  'xml',
  'perl',
  'dotnet',
  'maven/m2.conf',
  'maven/logging',
];
const ETC_TOOLCHAINS = /^(java|python)[\w.-]*$/;

/** Files of a session that are made instead of taken from the machine. */
export interface SessionFiles {
  passwd: string;
  group: string;
  hosts: string;
  nsswitch: string;
  resolv: string;
}

/**
 * The file system of a sandbox as bubblewrap options, in mount order: an explicit list, never the machine's root, since
 * even a read-only view of it holds sockets that can be connected to.
 */
export function mountOptions(order: SessionOrder, files: SessionFiles): string[] {
  const root = order.root ?? DEFAULT_ROOT;
  const size = ['--size', String(order.limits.disk_bytes ?? order.limits.memory_bytes)];
  return [
    ...systemTree(),
    ...etc(order, files),
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', ...size, '--tmpfs', '/dev/shm'],
    ...['--perms', '1777', ...size, '--tmpfs', '/tmp'],
    ...['--perms', '0755', '--dir', '/home', '--perms', '0700', ...size, '--tmpfs', SANDBOX_HOME],
    ...['--dir', '/run', '--dir', '/var', '--symlink', '../tmp', '/var/tmp'],
    ...[order.read_only === true ? '--ro-bind' : '--bind', order.workspace, root],
    ...furtherMounts(order),
    // Their tmpfs would otherwise be writable beyond any limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', root],
  ];
}

/** /usr and what of /bin, /sbin and /lib* the machine has: links on merged systems, directories elsewhere. */
function systemTree(): string[] {
  const names = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...names.flatMap((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
    }),
  ];
}

function etc(order: SessionOrder, files: SessionFiles): string[] {
  const toolchains = readdirSync('/etc').filter((name) => ETC_TOOLCHAINS.test(name));
  const shown = [...ETC, ...toolchains].map((name) => join('/etc', name)).filter((path) => existsSync(path));
  const online = order.network === 'host';
  // A machine may name its package mirrors in /etc/hosts; without a network there is nothing to name.
  const names = {
    hosts: online && existsSync('/etc/hosts') ? '/etc/hosts' : files.hosts,
    resolv: online && existsSync('/etc/resolv.conf') ? realpathSync('/etc/resolv.conf') : files.resolv,
  };
  return [
    ...shown.flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', files.passwd, '/etc/passwd', '--ro-bind', files.group, '/etc/group'],
    ...['--ro-bind', files.nsswitch, '/etc/nsswitch.conf'],
    ...['--ro-bind', names.hosts, '/etc/hosts', '--ro-bind', names.resolv, '/etc/resolv.conf'],
  ];
}

/** The order's own mounts, outer paths before those inside them. */
function furtherMounts(order: SessionOrder): string[] {
  const mounts = [
    ...Object.entries(order.read_only_mounts ?? {}).map(([from, to]) => ['--ro-bind', from, to] as const),
    ...Object.entries(order.writable_mounts ?? {}).map(([from, to]) => ['--bind', from, to] as const),
  ];
  const depth = (path: string) => path.split('/').filter(Boolean).length;
  return mounts.sort((a, b) => depth(a[2]) - depth(b[2])).flat();
}

/** Contents of the made files. A name server in a documentation network (RFC 5737) makes every lookup an attempt that
 * the network counters see, where the default would be the loopback. */
export function sessionFileContents(owner: { uid: number; gid: number }): Record<keyof SessionFiles, string> {
  const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';
  return {
    passwd: `agent:x:${owner.uid}:${owner.gid}:sandbox:${SANDBOX_HOME}:/bin/sh\n${nobody}`,
    group: `agent:x:${owner.gid}:\nnogroup:x:65534:\n`,
    hosts: '127.0.0.1 localhost sandbox\n::1 localhost ip6-localhost ip6-loopback\n',
    nsswitch: 'passwd: files\ngroup: files\nshadow: files\nhosts: files dns\nservices: files\nprotocols: files\n',
    resolv: 'nameserver 192.0.2.1\noptions timeout:1 attempts:1\n',
  };
}
