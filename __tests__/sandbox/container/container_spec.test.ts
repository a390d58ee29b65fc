import { buildRunOptions, type ContainerSpec } from '../../../src/sandbox/container/container_spec.js';
import { createSeccompProfile } from '../../../src/sandbox/container/create_seccomp_profile.js';
import { argumentRules } from '../../../src/sandbox/seccomp/argument_rules.js';
import { deniedCalls, unavailableCalls } from '../../../src/sandbox/seccomp/denied_calls.js';
import { order } from '../given.js';

const container: ContainerSpec = {
  engine: 'docker',
  rootless: false,
  name: 'gatebench-1-2-3-x-1',
  image: {
    id: `sha256:${'3'.repeat(64)}`,
    digests: [],
    path: '/bin',
    variables: {},
    volumes: ['/data', '/srv:exec', '/var/lib/db'],
  },
  commands: '/state/1',
  seccomp: '/state/seccomp.json',
  etc: '/state/etc',
};
const valuesOf = (options: readonly string[], name: string) =>
  options.flatMap((option, at) => (option === name ? [options[at + 1] ?? ''] : []));

describe('a container is started', () => {
  it('with nothing that would undo the rest', () => {
    const options = buildRunOptions(order('/work/tree'), container).join(' ');
    for (const dangerous of ['--privileged', '--cap-add', '--device', '.sock', '--pid ', '--ipc ', 'unconfined'])
      expect(options).not.toContain(dangerous);
  });

  it('with no variable of its image but the folders of its PATH, after those of the system', () => {
    const image = {
      ...container.image,
      path: '/w/bin:/opt/bin:lib',
      variables: { PATH: '/w/bin', LD_PRELOAD: '/w/x.so', 'a b': 'c' },
    };
    const options = buildRunOptions(order('/tree', { root: '/w' }), { ...container, image });
    expect(valuesOf(options, '--env')).toEqual([
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin',
      'LD_PRELOAD=',
    ]);
  });

  it('with no network', () => {
    expect(valuesOf(buildRunOptions(order('/w'), container), '--network')).toEqual(['none']);
  });

  it('with the volumes of its image bounded, and none that would be an option', () => {
    const folders = valuesOf(buildRunOptions(order('/w'), container), '--tmpfs').map((value) => value.split(':')[0]);
    expect(folders).toEqual(['/run', '/tmp', '/var/tmp', '/home/agent', '/data', '/var/lib/db']);
    expect(valuesOf(buildRunOptions(order('/w'), { ...container, engine: 'podman' }), '--image-volume')).toEqual([
      'ignore',
    ]);
  });

  it('with folders of the home writable where something is mounted in them', () => {
    const read_only_mounts = {
      '/s/1': '/home/agent/.netrc',
      '/s/2': '/home/agent/.config/a/b',
      '/s/3': '/gatebench/x',
    };
    const folders = valuesOf(buildRunOptions(order('/w', { read_only_mounts }), container), '--tmpfs');
    expect(folders.filter((value) => value.startsWith('/home/')).map((value) => value.split(':')[0])).toEqual([
      '/home/agent',
      '/home/agent/.config',
      '/home/agent/.config/a',
    ]);
  });

  it('over paths of all kinds, as engines quote them', () => {
    expect(valuesOf(buildRunOptions(order('/a,b "c":d'), container), '--mount')).toContain(
      'type=bind,"source=/a,b ""c"":d","target=/work"',
    );
  });

  it.each(['/a\nb', '/a\0b', 'relative'])('not over the path %j', (path) => {
    expect(() => buildRunOptions(order(path), container)).toThrow('a container engine cannot mount');
  });

  it.each(['/t/a,b', '/t/a:b'])('not with %j covered, which would become options', (path) => {
    const covering = order('/w', { read_only_mounts: { '/t': '/t' }, covered: [path] });
    expect(() => buildRunOptions(covering, container)).toThrow('a container engine cannot cover');
  });
});

describe('the system call filter of engines', () => {
  const { defaultAction, syscalls } = JSON.parse(createSeccompProfile()) as {
    defaultAction: string;
    syscalls: {
      names: string[];
      action: string;
      errnoRet: number;
      args?: { index: number; value: number; valueTwo?: number; op: string }[];
    }[];
  };

  /** What libseccomp would answer: the error of the first rule whose conditions all hold; undefined = allowed. */
  const answer = (name: string, ...given: number[]): number | undefined =>
    syscalls.find(
      ({ names, args = [] }) =>
        names.includes(name) &&
        args.every(({ index, value, valueTwo, op }) => {
          const argument = given[index] ?? 0;
          if (op === 'SCMP_CMP_MASKED_EQ') return (argument & value) >>> 0 === valueTwo;
          if (op === 'SCMP_CMP_GT') return argument > value;
          return (argument === value) === (op === 'SCMP_CMP_EQ');
        }),
    )?.errnoRet;

  it('refuses the same calls as that of bubblewrap', () => {
    expect([defaultAction, ...syscalls.slice(0, 2)]).toEqual([
      'SCMP_ACT_ALLOW',
      { names: Object.keys(deniedCalls), action: 'SCMP_ACT_ERRNO', errnoRet: 1 },
      { names: Object.keys(unavailableCalls), action: 'SCMP_ACT_ERRNO', errnoRet: 38 },
    ]);
    expect(syscalls.every(({ args = [] }) => new Set(args.map(({ index }) => index)).size === args.length)).toBe(true);
  });

  it('refuses them by the same arguments', () => {
    for (const { calls, test, errno } of argumentRules)
      for (const name of Object.keys(calls)) {
        const bits = Array.from({ length: 31 }, (_, bit) => 2 ** bit);
        for (const value of [0, 1, 2, 3, 4, 5, 20, 21, 22, 0x11, ...bits, ...bits.map((bit) => bit + 0x11)]) {
          const given = [0, 0, 0, 0, 0, 0].with(test.argument, value);
          const met = 'any_bit' in test ? (value & test.any_bit) !== 0 : test.one_of.includes(value);
          expect([name, value, answer(name, ...given)]).toEqual([name, value, met ? errno : undefined]);
        }
      }
  });

  it('refuses the same sockets', () => {
    for (let family = 0; family < 64; family += 1)
      for (const protocol of [0, 4, 15]) {
        const allowed = [1, 2, 10].includes(family) || (family === 16 && protocol === 0);
        expect([family, protocol, answer('socket', family, 1, protocol)]).toEqual([
          family,
          protocol,
          allowed ? undefined : 97,
        ]);
      }
  });
});
