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

const contract = (metadata: object, more: object = {}) => ({
  ...{ schema: 1, id: 'one', title: 'One', description: 'Do it.', metadata: { tier: 1, ...metadata } },
  ...{
    snapshot: { directory: 'repo', tree: '0'.repeat(40) },
    build: 'none',
    acceptance: [{ id: 'unit', run: 'true' }],
  },
  ...more,
});
const problems = (given: unknown): string[] => {
  const checked = contractSchema.safeParse(given);
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const WHOLE = {
  ...{ registry: true, source: 'curated', kind: 'feature', difficulty: 'easy', parallelizable_subtasks: 1 },
  ...{ affected_files: ['a'], test_command: 'true', provenance: 'mine' },
};

// Holds K10
it('demands everything of a task of a registry, each field by its name', () => {
  expect(problems(contract({ registry: true }))).toEqual([
    'metadata.kind: is missing: a task of a registry must have it',
    'metadata.difficulty: is missing: a task of a registry must have it',
    'metadata.parallelizable_subtasks: is missing: a task of a registry must have it',
    'metadata.test_command: is missing: a task of a registry must have it',
    'metadata.provenance: is missing: a task of a registry must have it',
    'golden_patch: is missing: a task of a registry must have it',
    'metadata.affected_files: is empty: a task of a registry must name them',
  ]);
  expect(problems(contract(WHOLE, { golden_patch: 'golden.patch' }))).toEqual([]);
});

it('demands nothing of other contracts', () => {
  expect(problems(contract({ source: 'external' }))).toEqual([]);
});

it('compares the number of parallel parts with those that the contract has', () => {
  const subtasks = ['p', 'q'].map((id) => ({ id, description: 'd' }));
  expect(problems(contract(WHOLE, { golden_patch: 'golden.patch', coordination: { subtasks } }))).toEqual([
    'metadata.parallelizable_subtasks: is 1, and 2 of coordination.subtasks depend on nothing',
  ]);
});
