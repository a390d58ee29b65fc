import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBubblewrap } from '../../../src/sandbox/bubblewrap/install_bubblewrap.js';
import { sampled } from '../../extent.js';

/** Programs of a machine, each a shell script that writes its name and arguments into a log. */
let machine: string;
let lines: string[];
beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'gatebench-machine-'));
  mkdirSync(join(machine, 'bin'));
  lines = [];
  givenProgram('true', '');
});
afterEach(() => rmSync(machine, { recursive: true, force: true }));

function givenProgram(name: string, body: string): void {
  const path = join(machine, 'bin', name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${machine}/calls'\n${body}\n`);
  chmodSync(path, 0o755);
}

const SUDO = '[ "$1 $2" = "-n --" ] || exit 9; shift 2; exec "$@"';
const INSTALL = () =>
  `[ "$1" = install ] && printf '#!/bin/sh\\n' > '${machine}/bin/bwrap' && /bin/chmod 755 '${machine}/bin/bwrap'; exit 0`;
/** Loads a profile: what it read is kept beside the calls. */
const LOAD = () => `/bin/cat "$2" > '${machine}/profile'`;

const calls = () => {
  const text = existsSync(join(machine, 'calls')) ? readFileSync(join(machine, 'calls'), 'utf8') : '';
  // Arguments of sudo hold paths of this machine.
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('sudo ') && !line.startsWith('true '));
};

const install = (obstacle: 'package' | 'profile', more: Partial<Parameters<typeof installBubblewrap>[1]> = {}) =>
  installBubblewrap(obstacle, {
    search_path: join(machine, 'bin'),
    is_root: false,
    apparmor_restricts: true,
    log: (line) => lines.push(line.replace(/\([\d.]+ s/, '(N s').replaceAll(/\/\S*gatebench-profile-\w+/g, 'TMP')),
    signal: new AbortController().signal,
    limit_seconds: 20,
    ...more,
  });

const APT = 'install -y -q --no-install-recommends -o DPkg::Lock::Timeout=60 bubblewrap';
const remedy = expect.stringContaining('write `sandbox: bubblewrap`');

describe('bubblewrap is installed on a runner', () => {
  it('with sudo: the package and the profile of the program that came, and each thing stands in the log', async () => {
    givenProgram('sudo', SUDO);
    givenProgram('apt-get', INSTALL());
    givenProgram('apparmor_parser', LOAD());
    expect(await install('package')).toEqual({});
    expect(calls()).toEqual([
      'apt-get update -q',
      `apt-get ${APT}`,
      expect.stringMatching(/^apparmor_parser --replace \/.*\/bwrap$/),
    ]);
    expect(readFileSync(join(machine, 'profile'), 'utf8')).toBe(
      `abi <abi/4.0>,\ninclude <tunables/global>\nprofile bwrap ${machine}/bin/bwrap flags=(unconfined) { userns, }\n`,
    );
    expect(lines).toEqual([
      'sandbox: sudo true (N s, exit 0)',
      'sandbox: sudo apt-get update -q (N s, exit 0)',
      `sandbox: sudo apt-get ${APT} (N s, exit 0)`,
      'sandbox: sudo apparmor_parser --replace TMP/bwrap (N s, exit 0)',
    ]);
    expect(existsSync(calls()[2]!.split(' ')[2]!)).toBe(false);
  });

  it('as root: without sudo, and without a profile where AppArmor restricts nothing', async () => {
    givenProgram('apt-get', INSTALL());
    expect(await install('package', { is_root: true, apparmor_restricts: false })).toEqual({});
    expect(calls()).toEqual(['apt-get update -q', `apt-get ${APT}`]);
  });

  it('installs the profile alone where bubblewrap is there', async () => {
    givenProgram('sudo', SUDO);
    givenProgram('bwrap', '');
    givenProgram('apparmor_parser', LOAD());
    expect(await install('profile')).toEqual({});
    expect(calls()).toEqual([expect.stringMatching(/^apparmor_parser --replace /)]);
  });

  it('goes on with the lists that are there when they cannot be renewed', async () => {
    givenProgram('apt-get', `[ "$1" = update ] && echo 'E: mirror is down' >&2 && exit 100; ${INSTALL()}`);
    expect(await install('package', { is_root: true, apparmor_restricts: false })).toEqual({});
    expect(lines).toContain(
      'sandbox: apt-get ended with 100: E: mirror is down; going on with the lists that are there',
    );
  });

  it('gives programs no variable of the job but a search path', async () => {
    process.env.PROVIDER_KEY = 'sk-secret';
    givenProgram('apt-get', `/usr/bin/env > '${machine}/environment'; ${INSTALL()}`);
    await install('package', { is_root: true, apparmor_restricts: false });
    delete process.env.PROVIDER_KEY;
    const names = readFileSync(join(machine, 'environment'), 'utf8')
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_', ''].includes(name!)).sort()).toEqual([
      'DEBIAN_FRONTEND',
      'LC_ALL',
      'PATH',
    ]);
  });
});

describe('where it cannot be installed, one error says why and what helps', () => {
  const root = { is_root: true, apparmor_restricts: false };
  const obstacles: [string, string, () => void, Parameters<typeof install>[1], string][] = [
    ['no sudo', 'package', () => {}, {}, 'this user is not root, and there is no sudo'],
    [
      'sudo asks for a password',
      'package',
      () => givenProgram('sudo', "echo 'sudo: a password is required' >&2; exit 1"),
      {},
      'sudo asks for a password (true ended with 1: sudo: a password is required)',
    ],
    ['no apt-get', 'package', () => {}, root, 'there is no apt-get here'],
    [
      'apt-get fails',
      'package',
      () => givenProgram('apt-get', "echo 'E: Unable to locate package bubblewrap' >&2; exit 100"),
      root,
      'apt-get ended with 100: E: Unable to locate package bubblewrap',
    ],
    [
      'apt-get hangs, with a child that holds the output open',
      'package',
      () => givenProgram('apt-get', '[ "$1" = update ] && exit 0; trap "" TERM; /bin/sleep 600 & /bin/sleep 600'),
      { ...root, limit_seconds: 1 },
      'apt-get did not end within 1 s',
    ],
    [
      'the package brought no program',
      'package',
      () => givenProgram('apt-get', 'exit 0'),
      { is_root: true },
      'apt-get installed bubblewrap, and there is no bwrap in PATH',
    ],
    [
      'the profile is refused',
      'profile',
      () => {
        givenProgram('bwrap', '');
        givenProgram('apparmor_parser', "echo 'AppArmor parser error: no' >&2; exit 1");
      },
      root,
      'apparmor_parser ended with 1: AppArmor parser error: no',
    ],
  ];
  it.each(sampled(obstacles, 3))('%s', async (_case, obstacle, given, more, fault) => {
    given();
    expect(await install(obstacle as 'package', more)).toEqual({
      fault: `the sandbox could not be installed: ${fault}`,
      remedy,
    });
  });

  it('a path that would be something else in a profile', async () => {
    const odd = join(machine, 'a { capability,} b');
    mkdirSync(odd);
    writeFileSync(join(odd, 'bwrap'), '#!/bin/sh\n', { mode: 0o755 });
    const { fault } = await install('profile', { is_root: true, search_path: odd });
    expect(fault).toBe(`the sandbox could not be installed: the path ${odd}/bwrap cannot stand in an AppArmor profile`);
  });
});
