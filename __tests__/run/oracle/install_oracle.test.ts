import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { installOracle, restoreOracle } from '../../../src/run/oracle/install_oracle.js';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { applyPatch, writePatch } from '../../../src/workspace/patch/apply_patch.js';
import { detectWorkspaceMethod, openWorkspace, type WorkspaceMethod } from '../../../src/workspace/workspace.js';
import { cleanUp, type GivenFiles, givenCache, givenLayer, givenRoom, write } from '../../given.js';
import { type ContractInput, lineChange, newFile, smallContract, writeContract } from '../../given_task.js';

let cache: WorkspaceCache;
let method: WorkspaceMethod;
beforeAll(async () => {
  cache = await givenCache();
  method = await detectWorkspaceMethod(cache);
});
afterAll(cleanUp);

const REPO: GivenFiles = {
  'src/a': 'a\n',
  'tests/visible': 'old test\n',
  'tests/config.ini': 'snapshot\n',
  'conftest.py': 'snapshot\n',
  'package.json': '{"scripts":{"test":"real"},"version":"1"}\n',
  run: { content: 'snapshot\n', executable: true },
};
const link = (path: string, target: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 120000\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${target}\n\\ No newline at end of file\n`;
const deletion = (path: string, line: string) =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-${line}\n`;

/** Lays the oracle over the repository with a patch, and looks at what is there then. */
async function lay(
  patch: string,
  oracle: ContractInput['oracle'],
  hidden: GivenFiles = { 'hidden/test': 'hidden test\n' },
) {
  const room = write(join(givenRoom(), 'task'), hidden);
  writeContract(room, smallContract({ oracle }));
  const loaded = readContract('contract.yml', room);
  const layer = await givenLayer(cache, REPO);
  const workspace = await openWorkspace(layer, cache, method);
  try {
    const application = await applyPatch(Buffer.from(patch), layer, cache);
    if (application.outcome === 'applied') {
      await writePatch(application.applied, workspace);
      await application.applied.release();
    }
    const payload = await installOracle(
      loaded,
      application.outcome === 'applied' ? [...application.applied.written, ...application.applied.removed] : [],
      workspace,
      cache,
    );
    const files = Object.fromEntries(
      readdirSync(workspace.view, { recursive: true, encoding: 'utf8' })
        .filter(
          (path) =>
            !path.startsWith('.git') &&
            !lstatSync(join(workspace.view, path), { throwIfNoEntry: false })?.isDirectory(),
        )
        .sort()
        .map((path) => [
          path,
          lstatSync(join(workspace.view, path)).isSymbolicLink()
            ? 'link'
            : readFileSync(join(workspace.view, path), 'utf8'),
        ]),
    );
    return {
      ...payload,
      files: payload.files.map(({ path }) => path),
      there: files,
      executable:
        existsSync(join(workspace.view, 'run')) && (lstatSync(join(workspace.view, 'run')).mode & 0o111) !== 0,
    };
  } finally {
    await workspace.dispose();
  }
}
const SNAPSHOT = Object.fromEntries(
  Object.entries(REPO).map(([path, file]) => [path, typeof file === 'string' ? file : 'snapshot\n']),
);

// Holds K5
describe('laying the oracle', () => {
  it('puts hidden files over the repository and reports nothing when the patch left them alone', async () => {
    expect(await lay(lineChange('src/a', 'a', 'b'), { files: 'hidden/' })).toEqual({
      files: ['hidden/test'],
      restored: [],
      overwritten: [],
      there: { ...SNAPSHOT, 'src/a': 'b\n', 'hidden/test': 'hidden test\n' },
      executable: true,
    });
  });

  it.each<[string, string, string[]]>([
    ['a file at its place', newFile('hidden/test', 'forged\n'), ['hidden/test']],
    [
      'further files in its folder',
      newFile('hidden/helper', 'x\n') + newFile('hidden/deep/er', 'x\n'),
      ['hidden/deep/er', 'hidden/helper'],
    ],
    ['a file in place of its folder', newFile('hidden', 'x\n'), ['hidden']],
    ['a link in place of its folder', link('hidden', 'src'), ['hidden']],
    ['a link at its place', link('hidden/test', '../src/a'), ['hidden/test']],
    ['a folder at its place', newFile('hidden/test/inner', 'x\n'), ['hidden/test/inner']],
  ])('replaces what the patch put there: %s', async (_, patch, overwritten) => {
    const { overwritten: found, there } = await lay(patch, { files: 'hidden/' });
    expect([found, there]).toEqual([overwritten, { ...SNAPSHOT, 'hidden/test': 'hidden test\n' }]);
  });

  it('replaces files of the repository where the contract says so, and says which the patch had changed', async () => {
    const { overwritten, there } = await lay(
      lineChange('tests/visible', 'old test', 'forged test'),
      { files: { from: 'hidden', to: 'tests' } },
      { 'hidden/visible': 'new test\n' },
    );
    expect([overwritten, there]).toEqual([['tests/visible'], { ...SNAPSHOT, 'tests/visible': 'new test\n' }]);
  });

  it('puts back what the contract names and what runners load by themselves; removes what the patch created among it', async () => {
    const patch =
      lineChange('tests/config.ini', 'snapshot', 'forged') +
      deletion('conftest.py', 'snapshot') +
      newFile('src/conftest.py', 'forged\n') +
      newFile('tests/new.ini', 'forged\n') +
      `diff --git a/run b/run\nold mode 100755\nnew mode 100644\n` +
      lineChange('src/a', 'a', 'b');
    expect(await lay(patch, { restore: ['tests/*.ini', 'run'] })).toEqual({
      files: [],
      restored: [
        { path: 'conftest.py', how: 'restored' },
        { path: 'run', how: 'restored' },
        { path: 'src/conftest.py', how: 'removed' },
        { path: 'tests/config.ini', how: 'restored' },
        { path: 'tests/new.ini', how: 'removed' },
      ],
      overwritten: [],
      there: { ...SNAPSHOT, 'src/a': 'b\n' },
      executable: true,
    });
  });

  it('puts back a file that the patch moved away, and removes the copy if it is one of those', async () => {
    const patch =
      'diff --git a/conftest.py b/sub/conftest.py\nsimilarity index 100%\nrename from conftest.py\nrename to sub/conftest.py\n';
    const { restored, there } = await lay(patch, {});
    expect([restored, there]).toEqual([
      [
        { path: 'conftest.py', how: 'restored' },
        { path: 'sub/conftest.py', how: 'removed' },
      ],
      SNAPSHOT,
    ]);
  });

  it('puts back the keys of package.json that a runner obeys, and only them', async () => {
    const { restored, there } = await lay(
      lineChange(
        'package.json',
        '{"scripts":{"test":"real"},"version":"1"}',
        '{"scripts":{"test":"forged"},"version":"2"}',
      ),
      {},
    );
    expect(restored).toEqual([{ path: 'package.json', how: 'restored' }]);
    expect(JSON.parse(there['package.json']!)).toEqual({ scripts: { test: 'real' }, version: '2' });
  });

  it.each<[string, string]>([
    [
      'a link to another file',
      deletion('package.json', '{"scripts":{"test":"real"},"version":"1"}') + link('package.json', 'src/a'),
    ],
    [
      'a folder',
      deletion('package.json', '{"scripts":{"test":"real"},"version":"1"}') + newFile('package.json/x', 'y\n'),
    ],
    ['nothing', deletion('package.json', '{"scripts":{"test":"real"},"version":"1"}')],
    ['no JSON', lineChange('package.json', '{"scripts":{"test":"real"},"version":"1"}', 'oops')],
  ])('takes package.json for changed when the patch made it %s', async (what, patch) => {
    const { there } = await lay(patch, {});
    expect([what, there['package.json'] ?? 'absent']).toEqual([
      what,
      what === 'nothing' ? 'absent' : SNAPSHOT['package.json'],
    ]);
  });

  it('leaves runner configuration to the patch where the contract says so', async () => {
    const { restored, there } = await lay(lineChange('conftest.py', 'snapshot', 'mine'), { restore_defaults: false });
    expect([restored, there['conftest.py']]).toEqual([[], 'mine\n']);
  });

  it.each(['hidden', 'hooks'])('is not fooled by names that are not UTF-8: in %s', async (folder) => {
    const name = `${folder}/\\377-test/conftest.py`;
    const patch = `diff --git "a/${name}" "b/${name}"\nnew file mode 100644\n--- /dev/null\n+++ "b/${name}"\n@@ -0,0 +1 @@\n+evil\n`;
    const { there } = await lay(patch, { files: 'hidden' });
    expect(there).toEqual({ ...SNAPSHOT, 'hidden/test': 'hidden test\n' });
  });
});

describe('hidden files that a command of the evaluation changed', () => {
  it('are put back as they were laid, and named; what was made beside them stays', async () => {
    const room = write(join(givenRoom(), 'task'), {
      'hidden/kept': 'kept\n',
      'hidden/changed': 'original\n',
      'hidden/gone': 'original\n',
      'hidden/link': 'original\n',
      'hidden/deep/er': 'original\n',
    });
    writeContract(room, smallContract({ oracle: { files: 'hidden' } }));
    const loaded = readContract('contract.yml', room);
    const workspace = await openWorkspace(await givenLayer(cache, REPO), cache, method);
    try {
      await installOracle(loaded, [], workspace, cache);
      expect(restoreOracle(loaded, workspace)).toEqual([]);
      const at = (path: string) => join(workspace.view, 'hidden', path);
      writeFileSync(at('changed'), 'changed!\n');
      rmSync(at('gone'));
      rmSync(at('link'));
      symlinkSync('kept', at('link'));
      rmSync(at('deep'), { recursive: true });
      symlinkSync('/etc', at('deep'));
      writeFileSync(at('made'), 'by a compiler\n');
      expect(restoreOracle(loaded, workspace)).toEqual(
        ['changed', 'deep/er', 'gone', 'link'].map((name) => `hidden/${name}`),
      );
      expect(restoreOracle(loaded, workspace)).toEqual([]);
      expect(readdirSync(at('.')).sort()).toEqual(['changed', 'deep', 'gone', 'kept', 'link', 'made']);
      expect(['changed', 'deep/er', 'gone', 'link'].map((name) => readFileSync(at(name), 'utf8'))).toEqual(
        Array(4).fill('original\n'),
      );
    } finally {
      await workspace.dispose();
    }
  });
});
