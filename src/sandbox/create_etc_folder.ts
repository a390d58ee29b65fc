import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { SandboxOwner } from './sandbox_owner.js';

/** Home inside the sandbox: an empty tmpfs for every command, unless the session mounts something there. */
export const SANDBOX_HOME = '/home/agent';

/**
 * Entries of the machine's /etc that are copied: for libraries, certificates, time zone, and toolchains. Never a
 * directory that may hold keys or passwords.
 */
const COPIED_ENTRIES = [
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
/**
 * Large folders of public links and certificates: mounted, since copying hundreds of links takes longer than many
 * mounts.
 */
const MOUNTED_FOLDERS = ['alternatives', 'ssl/certs'];
const TOOLCHAIN_PATTERN = /^(java|python)[\w.-]*$/;

/**
 * Creates the /etc of sandboxes: copies of public entries, a user list of one, and names for an offline machine. One
 * copied directory replaces forty mounts, each of which would cost every command 0.15 ms.
 */
export function createEtcFolder(directory: string, owner: SandboxOwner, source = '/etc'): void {
  const makeFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o755 });
  makeFolder(directory);
  const shown = [...COPIED_ENTRIES, ...readdirSync(source).filter((name) => TOOLCHAIN_PATTERN.test(name))];
  const copied = shown.filter((path) => existsSync(join(source, path)));
  for (const name of copied) {
    makeFolder(dirname(join(directory, name)));
    copyPublicEntry(join(source, name), join(directory, name));
  }
  for (const name of listMountedEtcFolders(source)) makeFolder(join(directory, name));
  for (const [name, text] of Object.entries(createEtcFiles(owner)))
    writeFileSync(join(directory, name), text, { mode: 0o644 });
  resetTimestamps(directory);
}

/**
 * Copies an entry and all below it that every user may read; links stay as they are. A hundred small files are copied
 * in a few milliseconds, a tenth of what asynchronous calls take.
 */
function copyPublicEntry(from: string, to: string): void {
  const stat = lstatSync(from);
  if (!isPublic(stat)) return;
  if (stat.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stat.isFile()) copyFileSync(from, to);
  else {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) copyPublicEntry(join(from, name), join(to, name));
    // The umask of the caller must not hide it. The owner may write: else it could be neither filled nor removed.
    chmodSync(to, (stat.mode & 0o777) | 0o200);
  }
}

/** Times of their making would tell a command how long its harness has been running. */
function resetTimestamps(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    lutimesSync(join(directory, entry), 0, 0);
  lutimesSync(directory, 0, 0);
}

/** Lists the folders of /etc that are mounted as they are, below the created folder. */
export function listMountedEtcFolders(source = '/etc'): string[] {
  return MOUNTED_FOLDERS.filter((name) => existsSync(join(source, name)));
}

/** Returns true if every user of the machine may read an entry: a copy made by root must not show more. */
function isPublic(stat: Stats): boolean {
  return stat.isSymbolicLink() || ((stat.isFile() || stat.isDirectory()) && (stat.mode & 0o004) !== 0);
}

/** Creates the files of /etc that are not copies: text by name. */
export function createEtcFiles({ uid, gid }: SandboxOwner): Record<string, string> {
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
