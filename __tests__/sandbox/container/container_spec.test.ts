import { buildRunOptions, type ContainerSpec } from '../../../src/sandbox/container/container_spec.js';
import { createSeccompProfile } from '../../../src/sandbox/container/create_seccomp_profile.js';
import { deniedCalls, NAMESPACE_FLAGS } from '../../../src/sandbox/seccomp/denied_calls.js';
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
  it('refuses the same calls as that of bubblewrap', () => {
    const { defaultAction, syscalls } = JSON.parse(createSeccompProfile()) as {
      defaultAction: string;
      syscalls: { names: string[]; action: string; errnoRet: number; args?: { value: number; valueTwo: number }[] }[];
    };
    const [denied, unavailable, ...clones] = syscalls;
    expect([defaultAction, denied, unavailable]).toEqual([
      'SCMP_ACT_ALLOW',
      { names: Object.keys(deniedCalls), action: 'SCMP_ACT_ERRNO', errnoRet: 1 },
      { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: 38 },
    ]);
    const flags = clones.map(({ names, errnoRet, args }) => [
      names,
      errnoRet,
      args?.[0]?.value === args?.[0]?.valueTwo,
    ]);
    expect(flags).toEqual(clones.map(() => [['clone'], 1, true]));
    expect(clones.reduce((sum, { args }) => sum + (args?.[0]?.value ?? 0), 0)).toBe(NAMESPACE_FLAGS);
  });
});
