import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { canMergeTrees, createMerger, type Merger } from '../../../src/run/subtasks/merger.js';
import { createScratchFolder, type WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { extractTree } from '../../../src/workspace/changes/extract_patch.js';
import type { Layer } from '../../../src/workspace/layer.js';
import { detectWorkspaceMethod, openWorkspace, type Workspace } from '../../../src/workspace/workspace.js';
import { removeFilesSafely, writeFileSafely } from '../../../src/workspace/write_file_safely.js';
import { cleanUp, type GivenFiles, givenCache, givenLayer } from '../../given.js';

let cache: WorkspaceCache;
beforeAll(async () => {
  cache = await givenCache();
});
afterAll(cleanUp);

type Act = (workspace: Workspace) => void;

/** The tree that an agent leaves who begins at one. */
async function left(layer: Layer, merger: Merger, from: string, act: Act): Promise<string> {
  const workspace = await openWorkspace(layer, cache, await detectWorkspaceMethod(cache));
  try {
    await merger.bring(workspace, layer.tree, from);
    act(workspace);
    return (await extractTree(workspace, cache, merger.objects)).tree;
  } finally {
    await workspace.dispose();
  }
}

const layers = new Map<string, Layer>();
async function given(files: GivenFiles): Promise<{ layer: Layer; merger: Merger }> {
  const key = JSON.stringify(files);
  const layer = layers.get(key) ?? (await givenLayer(cache, files));
  layers.set(key, layer);
  return { layer, merger: createMerger(layer, cache, createScratchFolder(cache)) };
}

const put =
  (path: string, content: string | Buffer, executable = false): Act =>
  ({ view }) =>
    writeFileSafely(view, path, Buffer.from(content as string), executable);
const drop =
  (...paths: string[]): Act =>
  ({ view }) =>
    removeFilesSafely(view, paths);
const all =
  (...acts: Act[]): Act =>
  (workspace) =>
    acts.forEach((act) => {
      act(workspace);
    });

const LINES = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
const edited = (at: number, text: string) => LINES.map((line, i) => (i === at ? text : line)).join('');

// Holds A4
describe('the merge of two parts', () => {
  const repository: GivenFiles = {
    ...{ a: '1\n', b: '1\n', long: LINES.join(''), 'f/long': LINES.join(''), bin: '\0' },
    ...{ union: '1\n', '.gitattributes': 'union merge=union\n' },
  };
  it.each<[string, Act, Act, string[] | null]>([
    ['different files', put('a', '2\n'), put('b', '2\n'), null],
    ['different lines of one file', put('long', edited(1, 'x\n')), put('long', edited(18, 'y\n')), null],
    ['the same change twice', put('a', '2\n'), put('a', '2\n'), null],
    [
      'an edit of a file that the other one renames',
      all(drop('long'), put('moved', LINES.join(''))),
      put('long', edited(3, 'x\n')),
      null,
    ],
    [
      'a new file in a folder that the other one renames',
      all(drop('f/long'), put('g/long', LINES.join(''))),
      put('f/new', 'x\n'),
      null,
    ],
    ['the same line', put('a', '2\n'), put('a', '3\n'), ['a']],
    ['an edit of a file that the other one deletes', drop('a'), put('a', '3\n'), ['a']],
    ['one binary file', put('bin', '\0x'), put('bin', '\0y'), ['bin']],
    ['a new file of one name', put('é', '2\n'), put('é', '3\n'), ['\ufffd']],
    [
      'a file where the other one edits a folder',
      all(drop('f/long'), put('f', 'x\n')),
      put('f/long', 'x\n'),
      ['f/long', 'f'],
    ],
    ['an own merge driver in attributes', put('union', '2\n'), put('union', '3\n'), ['union']],
  ])('%s', async (_, one, other, conflicts) => {
    const { layer, merger } = await given(repository);
    const ours = await left(layer, merger, layer.tree, one);
    const theirs = await left(layer, merger, layer.tree, other);
    const merged = await merger.merge(layer.tree, ours, theirs);
    expect('tree' in merged ? null : merged.conflicts).toEqual(conflicts);
  });

  it('keeps what an ignore rule of the other part would hide, also for who goes on from there', async () => {
    const { layer, merger } = await given({ a: '1\n' });
    const ours = await left(layer, merger, layer.tree, put('made.log', 'x\n'));
    const theirs = await left(layer, merger, layer.tree, put('.gitignore', '*.log\n'));
    const merged = await merger.merge(layer.tree, ours, theirs);
    if (!('tree' in merged)) throw new Error('it was no conflict');
    expect(await left(layer, merger, merged.tree, () => undefined)).toBe(merged.tree);
    const changed = await left(layer, merger, merged.tree, put('made.log', 'y\n'));
    expect((await merger.patch(merged.tree, changed)).toString()).toContain('+y');
  });

  it('brings a workspace to a tree and on to another: links, modes, files where folders were', async () => {
    const { layer, merger } = await given({ 'a/b': '1\n', c: { link: 'a/b' }, d: '1\n' });
    const first = await left(
      layer,
      merger,
      layer.tree,
      all(drop('a/b', 'c'), put('a', 'now a file\n'), put('d', '1\n', true)),
    );
    const workspace = await openWorkspace(layer, cache, await detectWorkspaceMethod(cache));
    try {
      await merger.bring(workspace, layer.tree, first);
      expect(readFileSync(join(workspace.view, 'a'), 'utf8')).toBe('now a file\n');
      expect(lstatSync(join(workspace.view, 'd')).mode & 0o100).toBe(0o100);
      await merger.bring(workspace, first, layer.tree);
      expect((await extractTree(workspace, cache, merger.objects)).tree).toBe(layer.tree);
      expect(lstatSync(join(workspace.view, 'c')).isSymbolicLink()).toBe(true);
    } finally {
      await workspace.dispose();
    }
  });

  const names = ['a', 'f/a', 'f/b', 'g/h/a', '\xff\xfe', 'g/\xe9 x', 'line\nfeed', '-x', '"q"', 'z.bin'];
  const content = fc.oneof(
    fc.constant(undefined),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('1\n', '1\n2\n', LINES.join('')).map((text) => Buffer.from(text)),
  );
  it('of changes to different files is both of them', async () => {
    const { layer, merger } = await given(
      Object.fromEntries(names.slice(0, 7).map((name, i) => [name, `${i}\n`.repeat(9)])),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(content, fc.boolean(), fc.boolean()), { minLength: 10, maxLength: 10 }),
        async (edits) => {
          const of = (mine: boolean): Act =>
            all(
              ...edits.flatMap(([bytes, executable, own], i) => {
                if (own !== mine) return [];
                return [bytes === undefined ? drop(names[i]!) : put(names[i]!, bytes, executable)];
              }),
            );
          const [ours, theirs] = [
            await left(layer, merger, layer.tree, of(true)),
            await left(layer, merger, layer.tree, of(false)),
          ];
          const both = await left(layer, merger, layer.tree, all(of(true), of(false)));
          expect(await merger.merge(layer.tree, ours, theirs)).toEqual({ tree: both });
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('a git that cannot merge without a workspace', () => {
  it.each([
    ['2.37.9', false],
    ['2.38.0', true],
    ['2.39.5', true],
    ['3.0', true],
    ['1.99', false],
    ['unknown', false],
  ])('is known by its version: %s', (version, can) => {
    expect(canMergeTrees(version)).toBe(can);
  });
});
