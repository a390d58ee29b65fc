import type { ImportedTask } from '../../../../src/adapters/benchmark_adapter.js';
import { selectTaskForm } from '../../../../src/commands/import/images/select_task_form.js';
import type { IMAGE_MODES } from '../../../../src/commands/import/options/import_options.js';
import { smallContract } from '../../../given_task.js';

const PIN = `docker.io/a/b@sha256:${'2'.repeat(64)}`;
const contract = smallContract({ metadata: { tier: 1, provenance: 'bench 1' }, setup: [{ run: 'make' }] });
const task: ImportedTask = {
  ...{ place: 'rows.json:1', contract, files: {}, notes: ['of the machine'] },
  image: {
    ...{ names: ['a/b:1'], path: ['/conda/bin'], notes: ['of the image'] },
    contract: {
      ...contract,
      id: 'other',
      setup: [],
      environment: { workdir: '/testbed', variables: { A: 'ours', B: 'b' } },
    },
  },
};
const variables = {
  ...{
    PATH: '/x',
    HOME: '/root',
    LC_ALL: 'C',
    A: 'of the image',
    GOPATH: '/go',
    NPM_TOKEN: 'secret',
    LD_PRELOAD: '/x',
  },
  'a\n-b': '',
};
const found = { name: 'a/b:1', pin: PIN, path: '/image/bin', variables };
const select = (mode: (typeof IMAGE_MODES)[number], answer: typeof found | { fault: string; missing: boolean }) =>
  selectTaskForm(task, mode, async () => answer);

it('writes the form of the image, pinned, with the variables of the image that say where its tools lie', async () => {
  const { task: written, image } = await select('auto', found);
  expect(image).toEqual({ names: ['a/b:1'], name: 'a/b:1', pin: PIN });
  expect(written.notes).toEqual([
    ...['of the image', expect.stringContaining('pinned by digest')],
    'variables of the image that are not taken over: LD_PRELOAD, NPM_TOKEN, "a\\n-b"',
  ]);
  expect(written.image).toBeUndefined();
  expect(written.contract).toEqual({
    ...contract,
    setup: [],
    metadata: { tier: 1, provenance: `bench 1; image a/b:1 → ${PIN}` },
    environment: {
      ...{ image: PIN, workdir: '/testbed' },
      variables: { A: 'ours', B: 'b', GOPATH: '/go', PATH: '/conda/bin:/image/bin' },
    },
  });
});

it.each<[what: string, missing: boolean, note: string]>([
  ['is not on this machine', true, 'its image is not on this machine (--pull fetches it): the tools'],
  ['cannot be had', false, 'its image cannot be used: the tools of this machine are; import.json says why'],
])('falls back to the tools of the machine where the image %s, and says so', async (_, missing, note) => {
  const { task: written, image } = await select('auto', { fault: 'why', missing });
  expect(written.contract).toBe(contract);
  expect(written.notes).toEqual(['of the machine', expect.stringContaining(note)]);
  expect(image).toEqual({ names: ['a/b:1'], fault: 'why' });
});

it('rejects a task whose image is required and cannot be used, with the remedy', async () => {
  await expect(select('require', { fault: 'why', missing: true })).rejects.toThrow(
    'why; fetch it first, or import with --pull',
  );
  await expect(select('require', { fault: 'why', missing: false })).rejects.toThrow(/^why$/);
  const { image: _, ...plain } = task;
  await expect(selectTaskForm(plain, 'require', async () => found)).rejects.toThrow('it has no form for an image here');
});

it('asks no engine where images are not wanted, or there are none', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  expect((await selectTaskForm(task, 'never', ask)).task.contract).toBe(contract);
  const { image: _, ...plain } = task;
  expect(await selectTaskForm(plain, 'auto', ask)).toEqual({ task: plain });
});

it('uses no image for a task whose patch makes the bug: what lies in it is the repository before the bug', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  const broken = { ...task, bug_patch: 'diff' };
  const { task: written, image } = await selectTaskForm(broken, 'auto', ask);
  expect(written.contract).toBe(contract);
  expect(written.image).toBeUndefined();
  expect(written.notes).toEqual(['of the machine', expect.stringContaining('it holds the repository before the bug')]);
  expect(image).toEqual({ names: ['a/b:1'], fault: 'it holds the repository before the bug, and so the solution' });
  await expect(selectTaskForm(broken, 'require', ask)).rejects.toThrow(
    'its image cannot be used, since it holds the repository before the bug',
  );
});

it.each([
  ['of the image', ['/conda/bin'], '/testbed/.venv/bin:/usr/bin::bin:/testbed:/bin', '/conda/bin:/usr/bin:/bin'],
  ['that are left', [], '/testbed/.venv/bin:/usr/bin::bin:/testbed:/bin', '/usr/bin:/bin'],
  [
    'of the system, where none is left,',
    [],
    '/testbed/.venv/bin',
    '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ],
])('pins a PATH with the folders %s in which no attempt can write', async (_, path, image_path, PATH) => {
  const form = { ...task.image!, path };
  const { task: written } = await selectTaskForm({ ...task, image: form }, 'auto', async () => ({
    ...found,
    path: image_path,
  }));
  expect(written.contract.environment!.variables).toMatchObject({ PATH });
  expect(written.notes.at(-1)).toMatch(
    /^folders of the image's PATH that are not taken over, since an attempt could write there: \/testbed\/\.venv\/bin/,
  );
});

it('writes no PATH where that of the image is taken over as it is', async () => {
  const form = { ...task.image!, path: [] };
  const { task: written } = await selectTaskForm({ ...task, image: form }, 'auto', async () => found);
  expect(written.contract.environment!.variables).not.toHaveProperty('PATH');
  expect(written.notes.join()).not.toContain('PATH');
});

it('uses no image by itself where an ordinary user could not set the task up: containers have a network for root alone', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  const form = {
    ...task.image!,
    contract: { ...task.image!.contract, setup: [{ run: 'true' }, { run: 'npm install', network: ['registry'] }] },
  };
  const networked = { ...task, image: form };
  const { task: written, image } = await selectTaskForm(networked, 'auto', ask, false);
  expect(written.contract).toBe(contract);
  const fault = 'its setup needs a network, which containers have only for root';
  expect(written.notes).toEqual(['of the machine', `its image is not used: ${fault}; the tools of this machine are`]);
  expect(image).toEqual({ names: ['a/b:1'], fault });
  const find = async () => found;
  expect((await selectTaskForm(networked, 'auto', find, true)).image).toMatchObject({ pin: PIN });
  expect((await selectTaskForm(networked, 'require', find, false)).image).toMatchObject({ pin: PIN });
  expect((await selectTaskForm(task, 'auto', find, false)).image).toMatchObject({ pin: PIN });
});
