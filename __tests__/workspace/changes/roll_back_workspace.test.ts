import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { MachineError } from '../../../src/system/is_code_fault.js';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { rollBackWorkspace } from '../../../src/workspace/changes/roll_back_workspace.js';
import { createTreeReader } from '../../../src/workspace/changes/tree_reader.js';
import {
  detectWorkspaceMethod,
  openWorkspace,
  type Workspace,
  type WorkspaceMethod,
} from '../../../src/workspace/workspace.js';
import { ALL } from '../../extent.js';
import { cleanUp, givenCache, givenLayer, givenRoom } from '../../given.js';

let cache: WorkspaceCache;
let ours: WorkspaceMethod;
beforeAll(async () => {
  cache = await givenCache();
  ours = await detectWorkspaceMethod(cache);
});
afterAll(cleanUp);

const FILES = { 'a.txt': 'a\n', '.gitignore': 'out/\n', 'folder/b': 'b\n', 'folder/deep/c': 'c\n' };

async function within<T>(act: (workspace: Workspace) => Promise<T>, method = ours): Promise<T> {
  const workspace = await openWorkspace(await givenLayer(cache, FILES, { 'node_modules/m': 'm\n' }), cache, method);
  try {
    return await act(workspace);
  } finally {
    await workspace.dispose();
  }
}

/** Every file and link of a folder but git's, with what is in it. */
function standing(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = join(folder, name);
    const stat = lstatSync(join(root, path));
    if (path === '.git') continue;
    if (stat.isDirectory()) Object.assign(found, standing(root, path));
    else if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
    else found[path] = `${stat.mode & 0o100 ? 'x ' : ''}${readFileSync(join(root, path), 'utf8')}`;
  }
  return found;
}

const write = (root: string, path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

describe('going back to an earlier tree', () => {
  it.each<[string, WorkspaceMethod | undefined]>([
    ['an overlay', undefined],
    ['a copy', 'copy'],
  ])('puts files back, removes new ones and keeps what no patch would hold: %s', async (_, method) => {
    await within(async (workspace) => {
      const { view } = workspace;
      const trees = createTreeReader(workspace, cache);
      write(view, 'a.txt', 'good\n');
      write(view, 'new/file', 'kept\n');
      const good = await trees.take();
      const before = standing(view);
      write(view, 'a.txt', 'bad\n');
      write(view, 'out/cache', 'mine\n');
      write(view, 'bad', 'x\n');
      rmSync(join(view, 'folder'), { recursive: true });
      rmSync(join(view, 'new'), { recursive: true });
      const bad = await trees.take();
      expect(await rollBackWorkspace(workspace, cache, good!.tree)).toEqual({
        from: bad!.tree,
        to: good!.tree,
        written: 4,
        removed: 1,
        kept: 1,
      });
      expect(standing(view)).toEqual({ ...before, 'out/cache': 'mine\n' });
      expect(await trees.take()).toEqual(good);
    }, method);
  });

  it('goes back to the beginning, as setup left it', async () => {
    await within(async (workspace) => {
      const before = standing(workspace.view);
      write(workspace.view, 'a.txt', 'bad\n');
      rmSync(join(workspace.view, 'folder/b'));
      expect((await rollBackWorkspace(workspace, cache, null)).to).toBe(workspace.layer.tree);
      expect(standing(workspace.view)).toEqual(before);
    });
  });

  it('removes what comes to light when ignore rules go back', async () => {
    await within(async (workspace) => {
      const before = standing(workspace.view);
      write(workspace.view, '.gitignore', 'out/\nhidden\n');
      write(workspace.view, 'hidden', 'x\n');
      expect(await rollBackWorkspace(workspace, cache, null)).toMatchObject({ written: 1, removed: 1 });
      expect(standing(workspace.view)).toEqual(before);
    });
  });

  it('says that it is no defect when ignore rules hide further ones deeper than it looks', async () => {
    await within(async (workspace) => {
      for (const folder of ['', 'a', 'a/a', 'a/a/a', 'a/a/a/a'])
        write(workspace.view, join(folder, '.gitignore'), '/a\n');
      await expect(rollBackWorkspace(workspace, cache, null)).rejects.toThrow(MachineError);
    });
  });

  it('writes through no link, wherever the agent has laid one', async () => {
    const outside = givenRoom();
    write(outside, 'b', 'of others\n');
    write(outside, 'deep/c', 'of others\n');
    await within(async (workspace) => {
      const before = standing(workspace.view);
      rmSync(join(workspace.view, 'folder'), { recursive: true });
      symlinkSync(outside, join(workspace.view, 'folder'));
      rmSync(join(workspace.view, 'a.txt'));
      symlinkSync(join(outside, 'b'), join(workspace.view, 'a.txt'));
      await rollBackWorkspace(workspace, cache, null);
      expect(standing(workspace.view)).toEqual(before);
    });
    expect(standing(outside)).toEqual({ b: 'of others\n', 'deep/c': 'of others\n' });
  });

  it('says so when the tree is none that was taken, and changes nothing', async () => {
    await within(async (workspace) => {
      write(workspace.view, 'a.txt', 'mine\n');
      await expect(rollBackWorkspace(workspace, cache, 'f'.repeat(40))).rejects.toThrow('git diff-tree failed');
      expect(readFileSync(join(workspace.view, 'a.txt'), 'utf8')).toBe('mine\n');
    });
  });

  const path = fc.constantFrom(
    'a.txt',
    'folder',
    'folder/b',
    'folder/deep',
    'folder/deep/c',
    'n',
    'n/o',
    'out',
    'out/p',
    '.gitignore',
    'node_modules/m',
  );
  const edit = fc.oneof(
    fc.record({ path, text: fc.constantFrom('', 'x\n', 'out/\nn\n', '*.txt\n') }),
    fc.record({ path, link: fc.constantFrom('a.txt', 'folder', '..', '/etc/passwd') }),
    fc.record({ path, gone: fc.constant(true) }),
    fc.record({ path, folder: fc.constant(true) }),
  );
  type Edit = { path: string; text?: string; link?: string; gone?: boolean; folder?: boolean };
  const make = (root: string, { path, text, link, folder }: Edit) => {
    const at = join(root, path);
    const parent = join(at, '..');
    if (existsSync(parent) && lstatSync(parent).isSymbolicLink()) return;
    mkdirSync(parent, { recursive: true });
    rmSync(at, { recursive: true, force: true });
    if (text !== undefined) writeFileSync(at, text);
    if (link !== undefined) symlinkSync(link, at);
    if (folder) mkdirSync(at);
  };
  const safely = (root: string, one: Edit) => {
    try {
      make(root, one);
    } catch {
      // A path that leads through a file or a link: no edit.
    }
  };

  it('leaves exactly the files of the good tree, after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 6 }), fc.array(edit, { maxLength: 8 }), async (first, then) =>
        within(async (workspace) => {
          const { view } = workspace;
          const trees = createTreeReader(workspace, cache);
          for (const one of first) safely(view, one);
          const good = await trees.take();
          const before = standing(view);
          for (const one of then) safely(view, one);
          const { to } = await rollBackWorkspace(workspace, cache, good!.tree);
          expect([to, (await trees.take())!.tree]).toEqual([good!.tree, good!.tree]);
          const unseen = [...first, ...then].some(({ path }) => /^(out|node_modules|\.gitignore)/.test(path));
          if (!unseen) expect(standing(view)).toEqual(before);
        }, 'copy'),
      ),
      { numRuns: ALL ? 40 : 10 },
    );
  });
});
