import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import { extractPatch } from '../../src/workspace/changes/extract_patch.js';
import { applyPatch, writePatch } from '../../src/workspace/patch/apply_patch.js';
import {
  detectWorkspaceMethod,
  openWorkspace,
  type Workspace,
  type WorkspaceMethod,
} from '../../src/workspace/workspace.js';
import { ALL } from '../extent.js';
import { cleanUp, type GivenFile, type GivenFiles, givenCache, givenLayer, write } from '../given.js';

let cache: WorkspaceCache;
let method: WorkspaceMethod;
beforeAll(async () => {
  cache = await givenCache();
  method = await detectWorkspaceMethod(cache);
});
afterAll(cleanUp);

/** Names that break naive harnesses: spaces, quotes, newlines, tabs, backslashes, not UTF-8, leading dashes. */
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    'src',
    'with space',
    "it's",
    'say "hi"',
    'new\nline',
    'tab\there',
    'back\\slash',
    '-dash',
    '\xff\xfe',
    '\xc3\xa9',
    '#hash',
    '$dollar',
    '*',
    '%41',
    'a.txt',
    '.hidden',
    'trailing ',
  ),
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const file: fc.Arbitrary<GivenFile> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 60 }).map((text) => `${text}\n`) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 80 }) },
  { weight: 1, arbitrary: fc.constantFrom('no newline at the end', 'crlf\r\nline\r\n', '', '$Id$ keyword\n') },
  { weight: 1, arbitrary: fc.constantFrom({ link: 'a' }, { link: 'src/b' }, { link: 'gone' }) },
  {
    weight: 1,
    arbitrary: fc.string({ maxLength: 30 }).map((content) => ({ content: `${content}\n`, executable: true as const })),
  },
);

/** Random trees; where a name is both a file and a folder, the folder wins. */
const tree: fc.Arbitrary<GivenFiles> = fc.array(fc.tuple(path, file), { maxLength: 12 }).map((entries) => {
  const files = Object.fromEntries(entries);
  for (const name of Object.keys(files))
    if (Object.keys(files).some((other) => other.startsWith(`${name}/`))) delete files[name];
  return files;
});

/** What a tree holds, comparable: path → mode and content. Empty folders are not part of it, as in git. */
function contents(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(Buffer.from(join(root, folder), 'latin1'), {
    encoding: 'latin1',
  }) as unknown as string[]) {
    if (folder === '' && entry === '.git') continue;
    const inside = folder ? `${folder}/${entry}` : entry;
    const full = Buffer.from(join(root, inside), 'latin1');
    const stat = lstatSync(full);
    if (stat.isDirectory()) Object.assign(found, contents(root, inside));
    else if (stat.isSymbolicLink()) found[inside] = `link ${readlinkSync(full, 'latin1')}`;
    else found[inside] = `${stat.mode & 0o100 ? 'x' : '-'} ${readFileSync(full).toString('latin1')}`;
  }
  return found;
}

function become(workspace: Workspace, files: GivenFiles): void {
  for (const entry of readdirSync(Buffer.from(workspace.view), { encoding: 'buffer' })) {
    if (entry.toString() !== '.git')
      rmSync(Buffer.concat([Buffer.from(`${workspace.view}/`), entry]) as unknown as string, { recursive: true });
  }
  write(workspace.view, files);
}

async function roundTrip(before: GivenFiles, after: GivenFiles, how: WorkspaceMethod): Promise<void> {
  const layer = await givenLayer(cache, { keep: 'so that the tree is never empty\n', ...before });
  const [agent, evaluation] = [await openWorkspace(layer, cache, how), await openWorkspace(layer, cache, how)];
  try {
    become(agent, { keep: 'so that the tree is never empty\n', ...after });
    const wanted = contents(agent.view);
    const extraction = await extractPatch(agent, cache);
    expect(extraction.ignored).toEqual({ count: 0, sample: [] });
    const application = await applyPatch(extraction.patch, layer, cache);
    if (application.outcome === 'applied') {
      await writePatch(application.applied, evaluation);
      await application.applied.release();
    }
    expect(application.outcome).toBe(extraction.patch.length === 0 ? 'empty' : 'applied');
    expect('tree' in application && application.tree).toBe(extraction.tree);
    expect(contents(evaluation.view)).toEqual(wanted);
  } finally {
    await agent.dispose();
    await evaluation.dispose();
  }
}

describe('extracting a patch and applying it to a fresh snapshot gives the same tree', () => {
  it('for random trees, in the way of this machine', async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, (before, after) => roundTrip(before, after, method)),
      { numRuns: ALL ? 25 : 8 },
    );
  });

  it('for random trees, with a copied workspace', async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, (before, after) => roundTrip(before, after, 'copy')),
      { numRuns: ALL ? 10 : 4 },
    );
  });

  it.each<[string, GivenFiles, GivenFiles]>([
    ['a file becomes a folder', { a: 'x\n' }, { 'a/b': 'y\n' }],
    ['a folder becomes a file', { 'a/b': 'x\n', 'a/c': 'z\n' }, { a: 'y\n' }],
    ['a folder becomes a link', { 'a/b': 'x\n', c: 'c\n' }, { a: { link: 'c' }, c: 'c\n' }],
    ['a link becomes a file', { a: { link: 'b' }, b: 'b\n' }, { a: 'real\n', b: 'b\n' }],
    ['a folder is removed and made again with less', { 'd/1': '1\n', 'd/2': '2\n', 'd/e/3': '3\n' }, { 'd/2': '2\n' }],
    ['a rename with a change', { 'old name': 'line\n'.repeat(50) }, { 'new "name"': `${'line\n'.repeat(50)}more\n` }],
    ['only the mode changes', { run: 'echo\n' }, { run: { content: 'echo\n', executable: true } }],
    ['an empty file in a folder whose name ends in a space', {}, { 'trailing /a': '', 'x /y /z': new Uint8Array() }],
    ['binary content', { blob: new Uint8Array([0, 1, 2, 255]) }, { blob: new Uint8Array([255, 0, 10, 13, 10, 0]) }],
    [
      'attributes that would change bytes',
      { '.gitattributes': '* text=auto eol=crlf\n*.id ident\n', 'a.txt': 'x\n' },
      { '.gitattributes': '* text=auto eol=crlf\n*.id ident\n', 'a.txt': 'y\r\nz\n', 'k.id': '$Id$\n' },
    ],
  ])('%s', async (_, before, after) => {
    await roundTrip(before, after, method);
    await roundTrip(before, after, 'copy');
  });
});

describe('what travels in a patch', () => {
  it('leaves out what setup made, what the ignore rules exclude, git metadata, nested repositories and special files', async () => {
    const layer = await givenLayer(
      cache,
      { '.gitignore': '*.log\nnode_modules/\n', 'src/a.js': 'a\n', 'kept.log': 'tracked although ignored\n' },
      { 'node_modules/dep/index.js': 'dep\n', 'made-by-setup.txt': 'x\n' },
    );
    const workspace = await openWorkspace(layer, cache, method);
    try {
      write(workspace.view, {
        'src/a.js': 'b\n',
        'kept.log': 'changed\n',
        'debug.log': 'noise\n',
        'node_modules/dep/index.js': 'patched\n',
        'made-by-setup.txt': 'changed\n',
        'nested/.git/config': '[x]\n',
        'nested/file': 'n\n',
        '.git/hooks/post-checkout': 'evil\n',
      });
      const extraction = await extractPatch(workspace, cache);
      expect(extraction.files.map((f) => `${f.change} ${f.path}`)).toEqual([
        'modified kept.log',
        'added nested/file',
        'modified src/a.js',
      ]);
      expect(extraction.ignored.sample.sort()).toEqual([
        'git metadata: nested/.git/config',
        'ignored by .gitignore: debug.log',
        'made by setup: made-by-setup.txt',
        'made by setup: node_modules/dep/index.js',
      ]);
    } finally {
      await workspace.dispose();
    }
  });

  it('is not influenced by configuration, attributes or filters that the agent wrote', async () => {
    const layer = await givenLayer(cache, { 'a.txt': 'a\n' });
    const workspace = await openWorkspace(layer, cache, method);
    try {
      write(workspace.view, {
        '.git/config':
          '[core]\n\tfsmonitor = touch /var/tmp/gatebench-pwned\n[filter "evil"]\n\tclean = touch /var/tmp/gatebench-pwned\n',
        '.gitattributes': '* filter=evil\n',
        'a.txt': 'b\n',
      });
      const extraction = await extractPatch(workspace, cache);
      expect(extraction.files.map((f) => f.path)).toEqual(['.gitattributes', 'a.txt']);
      expect(lstatSync('/var/tmp/gatebench-pwned', { throwIfNoEntry: false })).toBeUndefined();
    } finally {
      await workspace.dispose();
    }
  });

  it('copes with folders that the agent made unreadable', async () => {
    const layer = await givenLayer(cache, { 'a.txt': 'a\n' });
    const workspace = await openWorkspace(layer, cache, method);
    mkdirSync(join(workspace.view, 'locked'));
    chmodSync(join(workspace.view, 'locked'), 0o000);
    await expect(extractPatch(workspace, cache)).resolves.toMatchObject({ files: [] });
    await workspace.dispose();
  });
});
