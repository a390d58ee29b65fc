import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import type { Layer } from '../../../src/workspace/layer.js';
import { applyPatch } from '../../../src/workspace/patch/apply_patch.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';
import { lineChange, newFile } from '../../given_task.js';

let cache: WorkspaceCache;
let layer: Layer;
beforeAll(async () => {
  cache = await givenCache();
  layer = await givenLayer(cache, { value: 'wrong\n' });
});
afterAll(cleanUp);

const first = lineChange('value', 'wrong', 'right');
const nested = (depth: number) => `${'d/'.repeat(depth)}f`;
const link = (path: string, target: string) => `${newFile(path, target, '120000')}\\ No newline at end of file\n`;

async function apply(patch: string) {
  const result = await applyPatch(Buffer.from(patch), layer, cache);
  if (result.outcome === 'applied') await result.applied.release();
  return {
    outcome: result.outcome,
    refusals:
      result.outcome === 'refused' ? result.refusals.map(({ rule, line, reason }) => `${rule} ${line} ${reason}`) : [],
    detail: result.detail,
  };
}

describe('a patch that git takes and no file system is refused before anything is written, with file, line and reason', () => {
  it.each<[string, string, RegExp]>([
    [
      'a name of 256 bytes',
      newFile(`src/${'n'.repeat(256)}`, 'x\n'),
      /^unwritable 7 "src\/n+…" has a name of 256 bytes: a file system takes 255$/,
    ],
    [
      'a name of 260 bytes in fewer characters',
      newFile('ä'.repeat(130), 'x\n'),
      /^unwritable 7 "ä+"? has a name of 260 bytes: a file system takes 255$/,
    ],
    [
      'a path that is too long',
      newFile(`${`${'p'.repeat(200)}/`.repeat(30)}f`, 'x\n'),
      /^unwritable 7 "p+…" has 6031 bytes: a path may have 3072$/,
    ],
    [
      'thousands of nested folders',
      newFile(nested(3000), 'x\n'),
      /^unwritable 7 "d\/.+ has 6001 bytes: a path may have 3072$/,
    ],
    [
      'folders nested deeper than any program looks',
      newFile(nested(300), 'x\n'),
      /^unwritable 7 "d\/.+ lies 300 folders deep: 256 are allowed$/,
    ],
    [
      'a link to a target that is too long',
      link('l', 't'.repeat(5000)),
      /^unwritable 7 "l" links to a target of 5000 bytes: a file system takes 1023$/,
    ],
    [
      'a rename to a name that is too long',
      `diff --git a/value b/${'n'.repeat(300)}\nsimilarity index 100%\nrename from value\nrename to ${'n'.repeat(300)}\n`,
      /^unwritable 1 "n+…" has a name of 300 bytes: a file system takes 255$/,
    ],
  ])('%s', async (_, bad, reason) => {
    const { outcome, refusals, detail } = await apply(bad.includes('rename') ? bad : first + bad);
    expect([outcome, refusals]).toEqual(['refused', [expect.stringMatching(reason)]]);
    expect(detail.length).toBeLessThan(1000);
  });

  itInFull('a path of a million folders, which costs git more time than it has', async () => {
    const { outcome, refusals } = await apply(first + newFile(nested(1_000_000), 'x\n'));
    expect([outcome, refusals]).toEqual(['refused', [expect.stringMatching(/^unwritable 7 /)]]);
  });

  itInFull('more folders than anybody makes', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => newFile(`${n}/${'d/'.repeat(200)}f`, 'x\n')).join('');
    const { outcome, refusals } = await apply(many);
    expect([outcome, refusals]).toEqual(['refused', [expect.stringMatching(/makes more than 100000 folders$/)]]);
  });

  it('each of many, up to a bound', async () => {
    const many = Array.from({ length: 500 }, (_, n) => newFile(`${n}${'n'.repeat(300)}`, 'x\n')).join('');
    const { outcome, refusals } = await apply(many);
    expect([outcome, refusals.length]).toEqual(['refused', 100]);
  });
});

describe('a patch at the limits of a file system applies', () => {
  it.each<[string, string]>([
    ['a name of 255 bytes', newFile('n'.repeat(255), 'x\n')],
    [
      'a path of 3072 bytes',
      newFile(`${`${'p'.repeat(255)}/`.repeat(11)}${'f'.repeat(256)}`.slice(0, 3071 - 1), 'x\n'),
    ],
    ['256 folders', newFile(nested(256), 'x\n')],
    ['a target of 1023 bytes', link('l', `${'t'.repeat(200)}/`.repeat(6).slice(0, 1023))],
  ])('%s', async (_, patch) => {
    expect(await apply(patch)).toEqual({ outcome: 'applied', refusals: [], detail: '' });
  });
});
