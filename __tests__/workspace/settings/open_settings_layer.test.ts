import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeDigest, sha256 } from '../../../src/record/json/compute_digest.js';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { extractPatch } from '../../../src/workspace/changes/extract_patch.js';
import { rollBackWorkspace } from '../../../src/workspace/changes/roll_back_workspace.js';
import { applyPatch } from '../../../src/workspace/patch/apply_patch.js';
import { type AgentSettings, openSettingsLayer } from '../../../src/workspace/settings/read_agent_settings.js';
import { detectWorkspaceMethod, openWorkspace } from '../../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';
import { where } from '../../machine.js';

let cache: WorkspaceCache;
beforeAll(async () => {
  cache = await givenCache();
});
afterAll(cleanUp);

/** Settings with these files; a text that begins with "->" is the target of a link. */
function settingsOf(texts: Record<string, string>): AgentSettings {
  const files = Object.entries(texts).map(([path, text]) => {
    const link = text.startsWith('->');
    const content = Buffer.from(link ? text.slice(2) : text);
    return { path, mode: link ? '120000' : '100644', sha256: sha256(content), content };
  });
  return { sha256: computeDigest(texts), revision: 'f'.repeat(40), patterns: [], files };
}

const REPOSITORY = {
  'AGENTS.md': 'old\n',
  '.claude/commands/a.md': 'a\n',
  'src/a.txt': 'one\n',
  'pkg/CLAUDE.md': 'p\n',
};
const SETTINGS = settingsOf({ 'AGENTS.md': 'new\n', 'CLAUDE.md': '->AGENTS.md', '.claude/skills/x/SKILL.md': 'x\n' });

/** Opens the layer with settings, lets an agent work on it, and takes its patch. */
async function workOn(settings: AgentSettings, agent: (tree: string) => void | Promise<void>) {
  const layer = await givenLayer(cache, REPOSITORY, { 'made.txt': 'by setup\n' });
  const own = await openSettingsLayer(layer, settings, cache);
  const workspace = await openWorkspace(own, cache, await detectWorkspaceMethod(cache));
  try {
    await agent(workspace.view);
    const taken = await extractPatch(workspace, cache);
    return { layer, own, workspace, ...taken };
  } finally {
    await workspace.dispose();
  }
}

where('root')('replaces the settings of the snapshot, and the agent sees a clean repository', async () => {
  const seen: Record<string, string | boolean> = {};
  const { patch, own, layer } = await workOn(SETTINGS, (tree) => {
    seen.agents = readFileSync(join(tree, 'AGENTS.md'), 'utf8');
    seen.link = readFileSync(join(tree, 'CLAUDE.md'), 'utf8');
    seen.skill = readFileSync(join(tree, '.claude/skills/x/SKILL.md'), 'utf8');
    seen.command = existsSync(join(tree, '.claude/commands/a.md'));
    seen.nested = existsSync(join(tree, 'pkg'));
    seen.setup = readFileSync(join(tree, 'made.txt'), 'utf8');
    seen.source = readFileSync(join(tree, 'src/a.txt'), 'utf8');
    const git = ['-c', 'safe.directory=*', '-C', tree];
    seen.status = execFileSync('git', [...git, 'status', '--porcelain'], { encoding: 'utf8' });
    seen.commits = execFileSync('git', [...git, 'rev-list', '--all', '--count'], { encoding: 'utf8' }).trim();
  });
  expect(seen).toEqual({
    agents: 'new\n',
    link: 'new\n',
    skill: 'x\n',
    command: false,
    nested: false,
    setup: 'by setup\n',
    source: 'one\n',
    status: '?? made.txt\n',
    commits: '1',
  });
  expect(patch).toHaveLength(0);
  expect(own.tree).not.toBe(layer.tree);
  expect(readFileSync(join(layer.tree_path, 'AGENTS.md'), 'utf8')).toBe('old\n');
});

it('leaves settings out of the patch, whatever the agent does to them', async () => {
  const { patch, files, ignored, patched_tree, layer } = await workOn(SETTINGS, (tree) => {
    writeFileSync(join(tree, 'src/a.txt'), 'two\n');
    writeFileSync(join(tree, 'src/b.txt'), 'new\n');
    writeFileSync(join(tree, 'AGENTS.md'), 'mine\n');
    rmSync(join(tree, '.claude'), { recursive: true });
    mkdirSync(join(tree, 'deep'));
    writeFileSync(join(tree, 'deep/CLAUDE.md'), 'notes\n');
  });
  expect(files.map(({ path }) => path)).toEqual(['src/a.txt', 'src/b.txt']);
  expect(patch.toString()).not.toMatch(/AGENTS|claude/i);
  expect(ignored.sample).toEqual(
    expect.arrayContaining(['settings of the agent: AGENTS.md', 'settings of the agent: deep/CLAUDE.md']),
  );
  const applied = await applyPatch(patch, layer, cache);
  expect(applied).toMatchObject({ outcome: 'applied', tree: patched_tree });
});

it('gives the tree of the snapshot where a deletion and a folder in place of a file are the change', async () => {
  const { patch, patched_tree, layer } = await workOn(settingsOf({}), (tree) => {
    rmSync(join(tree, 'src'), { recursive: true });
    writeFileSync(join(tree, 'src'), 'now a file\n');
  });
  expect(await applyPatch(patch, layer, cache)).toMatchObject({ outcome: 'applied', tree: patched_tree });
});

it('never replaces a file of the repository that is no setting, nor its folder', async () => {
  const repository = { docs: 'a file\n', 'src/a.txt': 'one\n' };
  const layer = await givenLayer(cache, repository, {});
  const hostile = settingsOf({ 'docs/AGENTS.md': 'x\n', 'src/a.txt/AGENTS.md': 'y\n', 'CLAUDE.md': 'fine\n' });
  const workspace = await openWorkspace(
    await openSettingsLayer(layer, hostile, cache),
    cache,
    await detectWorkspaceMethod(cache),
  );
  try {
    const read = (path: string) => readFileSync(join(workspace.view, path), 'utf8');
    expect([read('docs'), read('src/a.txt'), read('CLAUDE.md')]).toEqual(['a file\n', 'one\n', 'fine\n']);
    writeFileSync(join(workspace.view, 'src/a.txt'), 'two\n');
    const { patch, patched_tree } = await extractPatch(workspace, cache);
    expect(await applyPatch(patch, layer, cache)).toMatchObject({ outcome: 'applied', tree: patched_tree });
  } finally {
    await workspace.dispose();
  }
});

it.each<[string, (tree: string) => void]>([
  [
    'makes a folder of a laid-in setting',
    (tree) => {
      rmSync(join(tree, 'CLAUDE.md'));
      mkdirSync(join(tree, 'CLAUDE.md'));
      writeFileSync(join(tree, 'CLAUDE.md/x.txt'), 'x\n');
    },
  ],
  [
    'makes a folder of a setting of the snapshot',
    (tree) => {
      rmSync(join(tree, 'AGENTS.md'));
      mkdirSync(join(tree, 'AGENTS.md'));
      writeFileSync(join(tree, 'AGENTS.md/x.txt'), 'x\n');
    },
  ],
  [
    'makes a file of a folder with settings',
    (tree) => {
      rmSync(join(tree, '.claude'), { recursive: true });
      writeFileSync(join(tree, '.claude'), 'now a file\n');
    },
  ],
])('takes a patch that applies from an agent that %s', async (_, agent) => {
  const { patch, patched_tree, layer } = await workOn(SETTINGS, agent);
  const applied = await applyPatch(patch, layer, cache);
  expect(['applied', 'empty']).toContain(applied.outcome);
  expect('tree' in applied ? applied.tree : '').toBe(patched_tree);
});

it('keeps the settings where the workspace is rolled back', async () => {
  const layer = await openSettingsLayer(await givenLayer(cache, REPOSITORY, {}), SETTINGS, cache);
  const workspace = await openWorkspace(layer, cache, await detectWorkspaceMethod(cache));
  try {
    writeFileSync(join(workspace.view, 'src/a.txt'), 'broken\n');
    await rollBackWorkspace(workspace, cache, null);
    expect(readFileSync(join(workspace.view, 'src/a.txt'), 'utf8')).toBe('one\n');
    expect(readFileSync(join(workspace.view, 'AGENTS.md'), 'utf8')).toBe('new\n');
  } finally {
    await workspace.dispose();
  }
});

it('makes equal layers once, also for callers at the same time', async () => {
  const layer = await givenLayer(cache, REPOSITORY, {});
  const [one, two] = await Promise.all([1, 2].map(() => openSettingsLayer(layer, SETTINGS, cache)));
  const later = await openSettingsLayer(layer, SETTINGS, cache);
  expect([two!.digest, later.digest]).toEqual([one!.digest, one!.digest]);
  expect(later.made.seal).toBe(one!.made.seal);
});

it('follows no link of the repository where it writes settings', async () => {
  const outside = join(cache.root, 'outside');
  mkdirSync(outside, { recursive: true });
  const layer = await givenLayer(cache, { 'src/a.txt': 'one\n' }, {});
  rmSync(join(layer.tree_path, '.claude'), { recursive: true, force: true });
  symlinkSync(outside, join(layer.tree_path, '.claude'));
  const own = await openSettingsLayer(layer, SETTINGS, cache);
  expect(existsSync(join(outside, 'skills'))).toBe(false);
  expect(readFileSync(join(own.tree_path, '.claude/skills/x/SKILL.md'), 'utf8')).toBe('x\n');
});
