import { contractSchema } from '../../src/contract/contract_schema.js';
import { smallContract } from '../given_task.js';

const IMAGE = `sha256:${'1'.repeat(64)}`;
const complaints = (environment: Record<string, unknown>, oracle: Record<string, unknown> = {}) =>
  (contractSchema.safeParse(smallContract({ environment, oracle })).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

it.each(['/testbed', '/app', '/home/project', '/opt/x/y-1', '/root/a', '/var/www', '/workspace', '/work'])(
  'a container can have the repository at %s',
  (workdir) => {
    expect(complaints({ image: IMAGE, workdir, image_files: true })).toEqual([]);
  },
);

it.each(['testbed', '/', '/a/', '/a//b', '/a/../b', '/a b', '/a,b', '/a:b', '/-a', '/.a', '/a\n'])(
  'a place in a container is an absolute path of plain names: not %j',
  (workdir) => {
    expect(complaints({ image: IMAGE, workdir })).toEqual([
      'environment.workdir: must be an absolute path of plain names, such as /testbed',
    ]);
  },
);

it.each([
  '/usr/src',
  '/tmp/x',
  '/run/gatebench',
  '/etc',
  '/proc/1',
  '/world',
  '/home',
  '/home/agent',
  '/home/agent/x',
  '/opt',
  '/var/tmp/x',
])('a place in a container is none of the system or the sandbox: not %s', (workdir) => {
  expect(complaints({ image: IMAGE, workdir })).toEqual([
    expect.stringContaining('environment.workdir: must not be a folder of the system or of the sandbox'),
  ]);
});

it('a place in a container needs an image, and files of an image a place', () => {
  expect(complaints({ workdir: '/testbed' })).toEqual([
    'environment.workdir: is a path in an image: name one with `image`, or leave it out',
  ]);
  expect(complaints({ image: IMAGE, image_files: true })).toEqual([
    'environment.image_files: are those that the image has in `workdir`: name it',
  ]);
});

it('a repository that must lie at one place is not moved', () => {
  expect(complaints({ image: IMAGE, workdir: '/testbed' }, { perturbation: { directory: true } })).toEqual([
    'oracle.perturbation.directory: `environment.workdir` says where the repository must lie: leave one of both out',
  ]);
});

it('a PATH does not lead into a repository that an image has, where a patch could put programs', () => {
  const within = (PATH: string) => complaints({ image: IMAGE, workdir: '/app', variables: { PATH } });
  expect(within('/opt/venv/bin:/usr/bin:/application')).toEqual([]);
  const says = 'leads to files of the repository, where a patch could put programs in place of others: leave it out';
  expect(within('/app/.venv/bin:/usr/bin:')).toEqual([
    `environment.variables.PATH: "/app/.venv/bin" ${says}`,
    `environment.variables.PATH: "" ${says}`,
  ]);
  expect(complaints({ variables: { PATH: '/work/bin:/usr/bin' } })).toEqual([]);
});
