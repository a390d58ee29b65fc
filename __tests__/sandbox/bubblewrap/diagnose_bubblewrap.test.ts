import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  diagnoseBubblewrap,
  readHostRestrictions,
  removeUnsafeRemedy,
} from '../../../src/sandbox/bubblewrap/diagnose_bubblewrap.js';
import type { SandboxDiagnosis } from '../../../src/sandbox/sandbox_backend.js';
import { where } from '../../machine.js';
import { bubblewrap, givenFolder, removeFolders } from '../given.js';

afterAll(removeFolders);

type Circumstances = ReturnType<typeof readHostRestrictions>;

const nothing: Circumstances = { apparmor_restricts: false, user_namespaces_off: undefined, in_container: false };
const ROOMY =
  'Run on the machine itself, or start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined (podman: unmask=ALL for systempaths; see docs/sandbox.md#job-containers), or pass --unsafe-no-sandbox (never a pass).';
const uidMap = 'bwrap: setting up uid map: Permission denied';

describe('a sandbox that does not work says why, and what helps', () => {
  it.each<[string, string, Partial<Circumstances>, SandboxDiagnosis]>([
    [
      'bubblewrap is missing',
      'spawn bwrap ENOENT',
      {},
      {
        reason: 'bubblewrap is not installed (no bwrap in PATH)',
        remedy:
          'Install bubblewrap: apt-get install bubblewrap (see docs/sandbox.md#requirements), or pass --unsafe-no-sandbox (never a pass).',
        obstacle: 'package',
      },
    ],
    [
      'AppArmor restricts user namespaces',
      uidMap,
      { apparmor_restricts: true },
      {
        reason: 'bubblewrap cannot create a user namespace here (kernel.apparmor_restrict_unprivileged_userns = 1)',
        remedy: 'Allow it for bwrap (see docs/sandbox.md#ubuntu-24-04), or pass --unsafe-no-sandbox (never a pass).',
        obstacle: 'profile',
      },
    ],
    [
      'the same by its other symptom',
      'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
      { apparmor_restricts: true },
      {
        reason: 'bubblewrap cannot create a user namespace here (kernel.apparmor_restrict_unprivileged_userns = 1)',
        remedy: 'Allow it for bwrap (see docs/sandbox.md#ubuntu-24-04), or pass --unsafe-no-sandbox (never a pass).',
        obstacle: 'profile',
      },
    ],
    [
      'user namespaces are switched off',
      'bwrap: Creating new namespace failed: No space left on device',
      { user_namespaces_off: 'user.max_user_namespaces = 0', in_container: true },
      {
        reason: 'bubblewrap cannot create a user namespace here (user.max_user_namespaces = 0)',
        remedy:
          'Allow user namespaces: sysctl -w user.max_user_namespaces=15000 (see docs/sandbox.md#user-namespaces-switched-off), or pass --unsafe-no-sandbox (never a pass).',
      },
    ],
    [
      'a container filters system calls',
      'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.',
      { in_container: true },
      {
        reason:
          'bubblewrap cannot work inside this container (bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.)',
        remedy: ROOMY,
      },
    ],
    [
      'a container masks /proc',
      "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
      { in_container: true },
      {
        reason:
          "bubblewrap cannot work inside this container (bwrap: Can't mount proc on /newroot/proc: Operation not permitted)",
        remedy: ROOMY,
      },
    ],
    [
      "podman's default container, on Ubuntu too",
      "bwrap: Can't set hostname to sandbox: Operation not permitted",
      { in_container: true, apparmor_restricts: true },
      {
        reason:
          "bubblewrap cannot work inside this container (bwrap: Can't set hostname to sandbox: Operation not permitted)",
        remedy: ROOMY,
      },
    ],
    [
      'a container with one user id',
      "EINVAL: invalid argument, chown '/tmp/gatebench-probe'",
      { in_container: true },
      {
        reason:
          "the user ids of this container end before that of the sandbox (EINVAL: invalid argument, chown '/tmp/gatebench-probe')",
        remedy:
          'Give the container 65,536 user ids (/etc/subuid), or run as an ordinary user, or pass --unsafe-no-sandbox (never a pass).',
      },
    ],
    [
      'bubblewrap is too old',
      'bwrap: Unknown option --disable-userns',
      { in_container: true, apparmor_restricts: true },
      {
        reason: 'bubblewrap is too old here (bwrap: Unknown option --disable-userns)',
        remedy:
          'Install bubblewrap 0.8 or newer (see docs/sandbox.md#requirements), or pass --unsafe-no-sandbox (never a pass).',
      },
    ],
    [
      'anything else, in bubblewrap’s own words',
      'bwrap: Failed to open /usr',
      { in_container: true, apparmor_restricts: true },
      {
        reason: 'bubblewrap does not work here (bwrap: Failed to open /usr)',
        remedy: 'See docs/sandbox.md#requirements, or pass --unsafe-no-sandbox (never a pass).',
      },
    ],
  ])('%s', (_, message, around, expected) => {
    expect(diagnoseBubblewrap(message, { ...nothing, ...around })).toEqual(expected);
    // A verb that cannot run without a sandbox names no option for it.
    expect(removeUnsafeRemedy(expected.remedy)).toMatch(/^(?!.*--unsafe).{20,}\.$/);
  });
});

describe('the circumstances are read from the machine', () => {
  it.each<[string, Record<string, string>, Circumstances]>([
    ['a plain machine', {}, nothing],
    [
      'Ubuntu 24.04',
      {
        'proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n',
        'proc/sys/user/max_user_namespaces': '63000\n',
      },
      { ...nothing, apparmor_restricts: true },
    ],
    [
      'user namespaces off',
      { 'proc/sys/user/max_user_namespaces': '0\n' },
      { ...nothing, user_namespaces_off: 'user.max_user_namespaces = 0' },
    ],
    [
      'user namespaces off on an older Debian kernel',
      { 'proc/sys/kernel/unprivileged_userns_clone': '0\n' },
      { ...nothing, user_namespaces_off: 'kernel.unprivileged_userns_clone = 0' },
    ],
    ['docker', { '.dockerenv': '' }, { ...nothing, in_container: true }],
    ['podman', { 'run/.containerenv': '' }, { ...nothing, in_container: true }],
    ['kubernetes', { 'proc/1/cgroup': '0::/kubepods/pod1/c1\n' }, { ...nothing, in_container: true }],
  ])('%s', (_, files, expected) => {
    const root = givenFolder();
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(readHostRestrictions(root)).toEqual(expected);
  });
});

describe('the probe starts the real thing', () => {
  /** A program in place of bubblewrap. */
  const given = (script: string) => {
    const path = join(givenFolder(), 'bwrap');
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };

  it('says that bubblewrap is missing', async () => {
    const probe = await bubblewrap({ bwrap: join(givenFolder(), 'bwrap') }).probe();
    expect(probe).toMatchObject({ usable: false, reason: 'bubblewrap is not installed (no bwrap in PATH)' });
  });

  it('repeats what an unfit bubblewrap says', async () => {
    const probe = await bubblewrap({
      bwrap: given('echo "bwrap: Failed to open /usr" >&2; exit 1'),
    }).probe();
    expect(probe).toEqual({
      usable: false,
      reason: 'bubblewrap does not work here (bwrap: Failed to open /usr)',
      remedy: 'See docs/sandbox.md#requirements, or pass --unsafe-no-sandbox (never a pass).',
    });
  });

  it('does not believe a bubblewrap that runs commands without isolating them', async () => {
    const careless =
      'echo "{ \\"child-pid\\": $$ }" >&3; while [ "$1" != -- ]; do shift; done; shift; "$@"; echo "{ \\"exit-code\\": 0 }" >&3';
    const probe = await bubblewrap({ bwrap: given(careless), cgroups: 'none' }).probe();
    expect(probe).toMatchObject({
      usable: false,
      reason: expect.stringMatching(/^bubblewrap does not isolate here: /),
    });
    expect(probe).toMatchObject({ reason: expect.stringMatching(/system call filter is not active/) });
  });

  where('sandbox')('lists what is guaranteed where it works', async () => {
    expect(await bubblewrap({ cgroups: 'none', disk: Promise.resolve('watched') }).probe()).toEqual({
      usable: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      class: 'bubblewrap-weak-limits',
      isolated: true,
      guarantees: {
        writes: 'kernel',
        reads: 'kernel',
        network: 'kernel',
        privileges: 'kernel',
        memory: 'weak',
        processes: 'hard',
        cpu: 'weak',
        disk: 'watched',
        network_attempts: 'counted',
      },
    });
  });
});
