import { existsSync, lutimesSync, readdirSync, type Stats } from 'node:fs';
import { cp, lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Owner } from './identity.js';

/** Home inside the sandbox: an empty tmpfs for every command, unless the order mounts something there. */
export const SANDBOX_HOME = '/home/agent';

/**
 * What of the machine's /etc is shown: what libraries need, certificates, time zone, and where toolchains keep files
 * that they do not start without. Never a directory that may hold keys or passwords.
 */
const SHOWN = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'timezone',
  'os-release',
  'lsb-release',
  'debian_version',
  'ca-certificates',
  'ca-certificates.conf',
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
/** Large folders of public links and certificates: mounted, since copying hundreds of links takes longer than many mounts. */
const MOUNTED = ['alternatives', 'ssl/certs'];
const TOOLCHAINS = /^(java|python)[\w.-]*$/;

/**
 * Makes the /etc of sandboxes in `directory`: copies of what is shown, a user list of one, and names for an offline
 * machine. One copied directory instead of forty mounts, since each mount costs every command 0.15 ms.
 */
export async function makeEtc(directory: string, owner: Owner, source = '/etc'): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const shown = [...SHOWN, ...readdirSync(source).filter((name) => TOOLCHAINS.test(name))];
  for (const name of shown.filter((path) => existsSync(join(source, path)))) {
    await mkdir(dirname(join(directory, name)), { recursive: true, mode: 0o755 });
    await cp(join(source, name), join(directory, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: async (path) => isPublic(await lstat(path)),
    });
  }
  for (const name of mountedFolders(source)) await mkdir(join(directory, name), { recursive: true, mode: 0o755 });
  await Promise.all(
    Object.entries(madeFiles(owner)).map(([name, text]) => writeFile(join(directory, name), text, { mode: 0o644 })),
  );
  dateAll(directory);
}

/** Times of their making would tell a command how long its harness has been running. */
function dateAll(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lutimesSync(join(directory, entry), 0, 0);
  lutimesSync(directory, 0, 0);
}

/** Folders of /etc that are shown as they are, below the made one. */
export function mountedFolders(source = '/etc'): string[] {
  return MOUNTED.filter((name) => existsSync(join(source, name)));
}

/** Whether everybody on the machine may read it: a superuser's copy must not show more than an ordinary user sees. */
function isPublic(stat: Stats): boolean {
  return stat.isSymbolicLink() || ((stat.isFile() || stat.isDirectory()) && (stat.mode & 0o004) !== 0);
}

/** Files of /etc that are not the machine's: by name, their text. */
export function madeFiles({ uid, gid }: Owner): Record<string, string> {
  return {
    passwd: [
      `agent:x:${uid}:${gid}:sandbox:${SANDBOX_HOME}:/bin/sh`,
      'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
    ].join('\n'),
    group: `agent:x:${gid}:\nnogroup:x:65534:\n`,
    hosts: '127.0.0.1 localhost sandbox\n::1 localhost ip6-localhost ip6-loopback\n',
    'nsswitch.conf':
      'passwd: files\ngroup: files\nshadow: files\nhosts: files dns\nservices: files\nprotocols: files\n',
    // A documentation network (RFC 5737): every lookup becomes an attempt that the network counters see, where the
    // default name server would be the loopback.
    'resolv.conf': 'nameserver 192.0.2.1\noptions timeout:1 attempts:1\n',
  };
}
