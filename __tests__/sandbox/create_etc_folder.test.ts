import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createEtcFolder, listMountedEtcFolders } from '../../src/sandbox/create_etc_folder.js';
import { givenFolder, removeFolders } from './given.js';

afterAll(removeFolders);

describe('the /etc of a sandbox', () => {
  it('shows listed public files and links, makes the user list, and leaves everything else out', () => {
    const source = givenFolder();
    const target = join(givenFolder(), 'etc');
    const write = (path: string, mode = 0o644) => {
      mkdirSync(join(source, path, '..'), { recursive: true });
      writeFileSync(join(source, path), path);
      chmodSync(join(source, path), mode);
    };
    write('shadow', 0o640);
    write('passwd');
    write('gitconfig');
    write('npmrc');
    write('services');
    write('ssl/private/key.pem', 0o600);
    write('ssl/certs/ca.crt');
    write('pki/tls/certs/ca.crt');
    write('pki/tls/certs/secret.pem', 0o640);
    write('ssl/openssl.cnf');
    write('java-17-openjdk/java.security');
    write('maven/settings.xml');
    write('maven/m2.conf');
    symlinkSync('/usr/share/zoneinfo/Etc/UTC', join(source, 'localtime'));

    createEtcFolder(target, { uid: 7, gid: 8 }, source);

    const files = readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
      .sort();
    expect(files).toEqual([
      'group',
      'hosts',
      'java-17-openjdk/java.security',
      'localtime',
      'maven/m2.conf',
      'nsswitch.conf',
      'passwd',
      'pki/tls/certs/ca.crt',
      'resolv.conf',
      'services',
      'ssl/openssl.cnf',
    ]);
    // Mounted as they are, over empty folders.
    expect([listMountedEtcFolders(source), readdirSync(join(target, 'ssl', 'certs'))]).toEqual([['ssl/certs'], []]);
    expect(readlinkSync(join(target, 'localtime'))).toBe('/usr/share/zoneinfo/Etc/UTC');
    expect(readFileSync(join(target, 'passwd'), 'utf8')).toBe(
      'agent:x:7:8:sandbox:/home/agent:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
    );
  });

  it('is made by an ordinary user too where a folder lets nobody write', () => {
    const source = givenFolder();
    const room = givenFolder();
    mkdirSync(join(source, 'fonts', 'conf.d'), { recursive: true });
    writeFileSync(join(source, 'fonts', 'conf.d', 'fonts.conf'), 'fonts');
    for (const path of ['fonts/conf.d', 'fonts']) chmodSync(join(source, path), 0o555);
    chmodSync(source, 0o755);
    // Root may write anywhere.
    const is_root = process.geteuid?.() === 0;
    if (is_root) chownSync(room, 65534, 65534);
    if (is_root) process.seteuid?.(65534);
    try {
      createEtcFolder(join(room, 'etc'), { uid: 7, gid: 8 }, source);
    } finally {
      if (is_root) process.seteuid?.(0);
    }
    expect(readFileSync(join(room, 'etc/fonts/conf.d/fonts.conf'), 'utf8')).toBe('fonts');
    const made = ['fonts', 'fonts/conf.d'].map((path) => statSync(join(room, 'etc', path)).mode & 0o777);
    // As in the source, but the owner may write: else an ordinary user could not remove it.
    expect(made).toEqual([0o755, 0o755]);
    for (const path of ['fonts', 'fonts/conf.d']) chmodSync(join(source, path), 0o755);
  });
});
