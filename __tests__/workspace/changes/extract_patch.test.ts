import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { extractPatch } from '../../../src/workspace/changes/extract_patch.js';
import { GitError } from '../../../src/workspace/git/run_git.js';
import { detectWorkspaceMethod, openWorkspace, type Workspace } from '../../../src/workspace/workspace.js';
import { cleanUp, type GivenFiles, givenCache, givenLayer } from '../../given.js';

let cache: WorkspaceCache;
beforeAll(async () => {
  cache = await givenCache();
});
afterAll(cleanUp);

/** What is taken of a workspace in which `agent` worked. */
async function taken(repository: GivenFiles, setup: GivenFiles, agent: (tree: string, workspace: Workspace) => void) {
  const workspace = await openWorkspace(
    await givenLayer(cache, repository, setup),
    cache,
    await detectWorkspaceMethod(cache),
  );
  try {
    agent(workspace.view, workspace);
    const { files, ignored } = await extractPatch(workspace, cache);
    return { files: files.map(({ change, path }) => `${change} ${path}`), ignored: ignored.sample };
  } finally {
    await workspace.dispose();
  }
}

describe('a tracked file that setup had changed', () => {
  const repository = { 'lock.json': 'v1\n', 'run.sh': 'x\n', 'other.txt': 'same\n' };
  const setup: GivenFiles = { 'lock.json': 'v3\n', 'run.sh': { content: 'x\n', executable: true } };

  it('is no change of the agent that writes it again as it was', async () => {
    const again = (tree: string) => {
      for (const name of ['lock.json', 'run.sh', 'other.txt']) {
        const content = readFileSync(join(tree, name));
        rmSync(join(tree, name));
        writeFileSync(join(tree, name), content, { mode: name === 'run.sh' ? 0o755 : 0o644 });
      }
    };
    expect(await taken(repository, setup, again)).toEqual({ files: [], ignored: [] });
  });

  it.each<[string, (tree: string) => void]>([
    ['changes it', (tree) => writeFileSync(join(tree, 'lock.json'), 'v4\n')],
    ['changes its mode', (tree) => chmodSync(join(tree, 'lock.json'), 0o755)],
    [
      'makes it a link',
      (tree) => {
        rmSync(join(tree, 'lock.json'));
        symlinkSync('other.txt', join(tree, 'lock.json'));
      },
    ],
  ])('is a change of the agent that %s', async (_, agent) => {
    const { files } = await taken(repository, setup, agent);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/ lock\.json$/);
  });
});

describe('a tracked file whose place a folder has taken', () => {
  it.each<[string, string[], string[]]>([
    ['an empty one', [], ['deleted a']],
    ['one with files', ['a/b'], ['deleted a', 'added a/b']],
  ])('is gone: %s', async (_, inside, files) => {
    const seen = await taken({ a: 'a\n', other: 'o\n' }, {}, (tree) => {
      rmSync(join(tree, 'a'));
      mkdirSync(join(tree, 'a'));
      for (const path of inside) writeFileSync(join(tree, path), 'quite another text\n');
    });
    expect(seen).toEqual({ files, ignored: [] });
  });
});

it('a patch that git fails to apply is a failure of git', async () => {
  const work = taken({ a: 'a\n' }, {}, (tree, { scratch_folder }) => {
    writeFileSync(join(tree, 'a'), 'b\n');
    writeFileSync(join(scratch_folder, 'round-trip.index.lock'), ''); // git takes the index for one in use
  });
  await expect(work).rejects.toThrow(GitError);
  await expect(work).rejects.toThrow(/patch that applies: .*File exists/);
});
