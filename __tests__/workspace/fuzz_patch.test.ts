import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import type { WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import { runGit, runGitOrThrow } from '../../src/workspace/git/run_git.js';
import { computeFolderTree } from '../../src/workspace/history/create_broken_tree.js';
import type { Layer } from '../../src/workspace/layer.js';
import { applyPatch, type PatchApplication } from '../../src/workspace/patch/apply_patch.js';
import { readPatchText } from '../../src/workspace/patch/patch_text.js';
import { cleanUp, type GivenFiles, givenCache, givenLayer, givenRepository } from '../given.js';
import { FUZZ_MS, FUZZ_RUNS, mutated } from '../given_mutation.js';

const REPOSITORY: GivenFiles = {
  value: 'wrong\n',
  'src/a.js': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
  'src/deep/b.js': 'b\n'.repeat(20),
  'crlf.txt': 'one\r\ntwo\r\n',
  'no-newline': 'end',
  inner: { link: 'src' },
  run: { content: '#!/bin/sh\n', executable: true },
  blob: new Uint8Array(600).map((_, i) => (i * 7) % 256),
  'caf\u00e9': 'latin\n',
};

/** What an agent may have made of it; git writes the patches. */
const CHANGES: GivenFiles[] = [
  { value: 'right\n', 'src/a.js': 'one\nTWO\nthree\nfour\nfive\nsix\nseven\nEIGHT\nnine\n' },
  { 'src/new.js': 'new\n', 'src/empty.js': '', 'with space/\ttab"': 'x\n', 'caf\u00e9': 'changed\n' },
  { blob: new Uint8Array(700).map((_, i) => (i * 11) % 256), 'src/pixel.png': new Uint8Array([137, 80, 0, 1, 2, 255]) },
  { door: { link: 'src/a.js' }, 'src/up': { link: '../value' }, inner: { link: 'src/deep' } },
  { run: '#!/bin/sh\nexit 0\n', value: { content: 'wrong\n', executable: true }, 'no-newline': 'end\n' },
];

const HOSTILE_PATHS = [
  ...[
    '../x',
    '../../x',
    'a/../../b',
    '/etc/x',
    '/',
    '//',
    '.',
    '..',
    './x',
    'src/..',
    'src//x',
    'src/./x',
    'src/',
    '-',
  ],
  ...[
    '.git/config',
    '.GIT/hooks/x',
    'src/.git/x',
    '.git',
    'git~1/x',
    '.git./x',
    '.git /x',
    '.git\\x',
    '.g\u00e2\u0080\u008cit/x',
  ],
  ...['.gitmodules', '.gitattributes', 'src/.gitignore', '.git::$INDEX_ALLOCATION/x', 'C:\\x', 'a\\..\\..\\x', 'con'],
  ...['inner/x', 'door/x', 'src/up/x', 'inner', 'door', 'value/x', 'src', 'x'.repeat(300), 'a/'.repeat(300)],
  ...[
    'a\nb',
    '"a\\nb"',
    '"../a\\nb"',
    '"\\056\\056/x"',
    '"\\056git/config"',
    '"x\\000y"',
    '"\\377"',
    '\u00ff\u00fe',
    '"unclosed',
  ],
  ...['/dev/null', 'a/dev/null', '"/dev/null"', '\0', 'x\0/../y', 'x\t', ' x', 'x '],
];
const TOKENS = [
  ...HOSTILE_PATHS,
  ...HOSTILE_PATHS.flatMap((path) => [`a/${path}`, `b/${path}`]),
  ...['100644', '100755', '120000', '160000', '100777', '104755', '040000', '000000', '777777', '-1', 'mode 120000'],
  ...[
    '0'.repeat(40),
    'f'.repeat(40),
    '0000000',
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
    '4294967296',
    '99999999999999999999',
  ],
  ...['new file mode 120000', 'new file mode 160000', 'old mode 100644', 'new mode 160000', 'deleted file mode 100644'],
  ...[
    'rename from value',
    'rename to ../x',
    'rename to .git/x',
    'copy from value',
    'copy to inner/x',
    'similarity index 100%',
  ],
  ...[
    '--- /dev/null',
    '+++ b/../x',
    '+++ b/.git/config',
    '--- a/value',
    '@@ -0,0 +1 @@',
    '@@ -1 +1 @@',
    '@@ -1,99999 +1 @@',
  ],
  ...[
    '+/etc/passwd',
    '+../../x',
    '+.git/hooks',
    '\\ No newline at end of file',
    '+Subproject commit 0',
    'GIT binary patch',
  ],
  ...[
    'literal 99999999999',
    'literal 0',
    'delta 4',
    'HcmV?d00001',
    'zcmV',
    'diff --git a/value b/value',
    'diff --git',
    'From 0',
  ],
  ...['Index: ../x', '<<<<<<< a', '=======', '>>>>>>> b', '-- \n2.40.0'],
];

/** Patches as hand-made ones bring them: each is refused or applied as a whole. */
const file = (path: string, mode: string, line: string) =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n\\ No newline at end of file\n`;

let cache: WorkspaceCache;
let layer: Layer;
const seeds: string[] = [];
beforeAll(async () => {
  cache = await givenCache();
  layer = await givenLayer(cache, REPOSITORY, { out: { link: '/var/tmp' } });
  const trees = CHANGES.map((change) => ({ ...REPOSITORY, ...change }));
  const { value: _, 'src/a.js': moved, ...rest } = REPOSITORY;
  for (const files of [...trees, { ...rest, 'lib/a.js': moved! }]) {
    const tree = await computeFolderTree(givenRepository(files), cache);
    const diff = ['diff-tree', '-r', '-p', '--binary', '--full-index', '--find-renames', layer.tree, tree];
    seeds.push((await runGitOrThrow(diff, { store: cache.store })).toString('latin1'));
  }
  seeds.push(file('door', '120000', 'src') + file('plain', '100644', 'x'), file('src/up', '120000', '../value'));
});
afterAll(cleanUp);

const REFUSALS = ['traversal', 'git-metadata', 'submodule', 'symlink-escape', 'too-large', 'unwritable'];

/** Folders that a name leads through from its own, or undefined when it leads out of the tree or cannot be followed. */
function landing(path: string, target: string): string | undefined {
  const at = path.split('/').slice(0, -1);
  if (target === '' || target.startsWith('/')) return undefined;
  for (const part of target.split('/')) {
    if (part === '..' && at.length === 0) return undefined;
    if (part === '..') at.pop();
    else if (part !== '' && part !== '.') at.push(part);
  }
  return at.join('/');
}

const insideGit = (path: string) => path.split('/').some((part) => /^(\.git|git~\d+)$/i.test(part));

/** What is dangerous about a tree that a patch was applied to, read with git and nothing of ours. */
async function dangers(result: Extract<PatchApplication, { outcome: 'applied' }>): Promise<string[]> {
  const { call, written, removed } = result.applied;
  const listing = (await runGitOrThrow(['ls-tree', '-r', '-z', result.tree], call)).toString('latin1');
  const found: string[] = [];
  const held = new Set<string>();
  for (const line of listing.split('\0').slice(0, -1)) {
    const [, mode, blob, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line)!;
    held.add(path!);
    if (!['100644', '100755', '120000'].includes(mode!)) found.push(`mode ${mode} ${path}`);
    if (path!.startsWith('/') || path!.split('/').some((part) => ['', '.', '..'].includes(part)))
      found.push(`path ${path}`);
    if (insideGit(path!)) found.push(`git ${path}`);
    if (path!.split('/').at(-1) === '.gitmodules') found.push(`modules ${path}`);
    if (mode !== '120000' || !written.includes(path!)) continue;
    const target = (await runGitOrThrow(['cat-file', 'blob', blob!], call)).toString('latin1');
    const end = landing(path!, target);
    if (end === undefined || insideGit(end)) found.push(`link ${path} -> ${target}`);
  }
  for (const path of written) if (!held.has(path)) found.push(`written ${path}`);
  for (const path of removed) if (held.has(path)) found.push(`removed ${path}`);
  if (result.files.length === 0) found.push('nothing changed');
  return found;
}

const outside = () =>
  execFileSync(
    'find',
    [
      cache.root,
      '-path',
      cache.scratch,
      '-prune',
      '-o',
      '-name',
      '*.pack',
      '-printf',
      '%p %s\\n',
      '-o',
      '-printf',
      '%p %T@ %s\\n',
    ],
    {
      encoding: 'utf8',
    },
  );

async function isHarmless(patch: string): Promise<void> {
  const result = await applyPatch(Buffer.from(patch, 'latin1'), layer, cache);
  if (result.outcome === 'applied') {
    try {
      expect(await dangers(result)).toEqual([]);
    } finally {
      await result.applied.release();
    }
  } else if (result.outcome === 'refused') {
    expect(result.refusals.filter(({ rule, reason }) => !REFUSALS.includes(rule) || reason === '')).toEqual([]);
    expect(result.refusals.length).toBeGreaterThan(0);
  } else {
    expect(['empty', 'failed']).toContain(result.outcome);
    expect(result.detail).not.toBe('');
  }
}

describe('whatever a patch says, it stays inside the repository or is turned down', () => {
  it('starting from patches that apply', async () => {
    for (const seed of seeds) {
      const { ok, stderr } = await runGit(['apply', '--check', '--cached', '-'], {
        store: cache.store,
        index: layer.index,
        input: Buffer.from(seed, 'latin1'),
      });
      expect([ok, stderr]).toEqual([true, '']);
    }
  });

  it(
    'for patches of git with changed bytes, lines, paths and modes',
    async () => {
      const before = outside();
      const patch = mutated(seeds, TOKENS);
      await fc.assert(
        fc.asyncProperty(patch, patch, (one, two) =>
          Promise.all([isHarmless(one), isHarmless(two)]).then(() => undefined),
        ),
        { numRuns: Math.ceil(FUZZ_RUNS / 2) },
      );
      expect(outside()).toBe(before);
    },
    FUZZ_MS,
  );
});

describe('any bytes can be read for people', () => {
  it(
    'as a patch',
    () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
          expect(readPatchText(bytes).conflict_markers.length).toBeGreaterThanOrEqual(0);
        }),
        { numRuns: FUZZ_RUNS },
      );
    },
    FUZZ_MS,
  );

  it(
    'and what is made of the words of patches',
    () => {
      const text = fc.array(fc.constantFrom(...TOKENS, ' ', '\n', '\n+', '\n-', '"'), { maxLength: 60 });
      fc.assert(
        fc.property(text, (pieces) => {
          const { files } = readPatchText(Buffer.from(pieces.join(''), 'latin1'));
          for (const { patch_line } of files) expect(patch_line).toBeGreaterThan(0);
        }),
        { numRuns: FUZZ_RUNS },
      );
    },
    FUZZ_MS,
  );
});
