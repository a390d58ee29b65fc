import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { extractPatch } from '../../../src/workspace/changes/extract_patch.js';
import { createTreeReader } from '../../../src/workspace/changes/tree_reader.js';
import {
  detectWorkspaceMethod,
  openWorkspace,
  type Workspace,
  type WorkspaceMethod,
} from '../../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';

let cache: WorkspaceCache;
let ours: WorkspaceMethod;
beforeAll(async () => {
  cache = await givenCache();
  ours = await detectWorkspaceMethod(cache);
});
afterAll(cleanUp);

async function within<T>(act: (workspace: Workspace) => Promise<T>, method = ours): Promise<T> {
  const files = { 'a.txt': 'a\n', 'package.json': '{}\n', '.gitignore': 'out/\n', 'folder/b': 'b\n' };
  const workspace = await openWorkspace(await givenLayer(cache, files, { 'node_modules/m': 'm\n' }), cache, method);
  try {
    return await act(workspace);
  } finally {
    await workspace.dispose();
  }
}

describe('the tree of a workspace', () => {
  it.each<[string, WorkspaceMethod | undefined]>([
    ['an overlay', undefined],
    ['a copy', 'copy'],
  ])(
    'is that of the snapshot at first, and at every state the one that an extraction would give: %s',
    async (_, method) => {
      await within(async (workspace) => {
        const { take } = createTreeReader(workspace, cache);
        const at = (name: string) => join(workspace.view, name);
        const first = await take();
        expect(first!.tree).toBe(workspace.layer.tree);
        const changes: (() => void)[] = [
          () => writeFileSync(at('a.txt'), 'c\n'),
          // The same size at the same time in the same file: only the change time tells.
          () => {
            writeFileSync(at('a.txt'), 'd\n');
            utimesSync(at('a.txt'), 1, 1);
          },
          () => {
            writeFileSync(at('a.txt'), 'e\n');
            utimesSync(at('a.txt'), 1, 1);
          },
          () => chmodSync(at('a.txt'), 0o755),
          () => rmSync(at('folder'), { recursive: true }),
          () => symlinkSync('a.txt', at('folder')),
          () => mkdirSync(at('out')),
          () => writeFileSync(at('out/ignored'), 'x'),
          () => writeFileSync(at('node_modules/m'), 'n\n'),
        ];
        const trees = [first!.tree];
        for (const change of changes) {
          change();
          trees.push((await take())!.tree);
        }
        expect(new Set(trees).size).toBe(7);
        expect([trees[7], trees[8], trees[9]]).toEqual(Array(3).fill(trees[6]));
        expect((await extractPatch(workspace, cache)).tree).toBe(trees[9]);
      }, method);
    },
  );

  it('comes with a digest over the dependency files, which other changes leave as it is', async () => {
    await within(async (workspace) => {
      const { take } = createTreeReader(workspace, cache);
      const first = (await take())!;
      writeFileSync(join(workspace.view, 'a.txt'), 'other\n');
      const second = (await take())!;
      mkdirSync(join(workspace.view, 'web'));
      writeFileSync(join(workspace.view, 'web/package-lock.json'), '{}\n');
      const third = (await take())!;
      expect([second.manifests === first.manifests, third.manifests === first.manifests]).toEqual([true, false]);
    });
  });

  it('is not taken of too much', async () => {
    await within(async (workspace) => {
      const { take } = createTreeReader(workspace, cache);
      writeFileSync(join(workspace.view, 'big'), Buffer.alloc(65 * 2 ** 20));
      expect(await take()).toBeNull();
      rmSync(join(workspace.view, 'big'));
      expect((await take())!.tree).toBe(workspace.layer.tree);
    });
  });
});

describe('a view above a workspace', () => {
  it.each<[string, WorkspaceMethod | undefined]>([
    ['an overlay', undefined],
    ['a copy', 'copy'],
  ])('begins as it stands, deletions included, and leaves nothing in it: %s', async (_, method) => {
    await within(async (workspace) => {
      const at = (one: Workspace, name: string) => join(one.view, name);
      writeFileSync(at(workspace, 'a.txt'), 'changed\n');
      rmSync(at(workspace, 'folder'), { recursive: true });
      const { take } = createTreeReader(workspace, cache);
      const before = await take();
      const view = await openWorkspace(workspace.layer, cache, workspace.method, { base: workspace });
      try {
        expect(readFileSync(at(view, 'a.txt'), 'utf8')).toBe('changed\n');
        expect(readdirSync(view.view).sort()).toEqual(['.git', '.gitignore', 'a.txt', 'node_modules', 'package.json']);
        writeFileSync(at(view, 'a.txt'), 'by a test\n');
        rmSync(at(view, 'package.json'));
        mkdirSync(at(view, 'folder'));
      } finally {
        await view.dispose();
      }
      expect(await take()).toEqual(before);
      expect((await extractPatch(workspace, cache)).tree).toBe(before!.tree);
    }, method);
  });
});
