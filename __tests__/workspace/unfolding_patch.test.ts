import { applyPatch } from '../../src/workspace/patch/apply_patch.js';
import { cleanUp, givenCache, givenLayer } from '../given.js';
import { newFile } from '../given_task.js';

afterAll(cleanUp);

describe('patches that are small and mean much', () => {
  it('cannot take the memory of the machine', async () => {
    const cache = await givenCache();
    const layer = await givenLayer(cache, { a: 'a' });
    const bomb = `diff --git a/big b/big\nnew file mode 100644\nindex ${'0'.repeat(40)}..${'1'.repeat(40)}\nGIT binary patch\nliteral 8589934592\nHcmV?d00001\n\nliteral 0\nHcmV?d00001\n\n`;
    const { outcome, detail } = await applyPatch(Buffer.from(bomb), layer, cache);
    expect([outcome, detail]).toEqual(['failed', expect.stringContaining('Out of memory')]);
  });

  it('has the target of each of many links looked at', async () => {
    const cache = await givenCache();
    const layer = await givenLayer(cache, { a: 'a' });
    const link = (n: number, target: string) =>
      newFile(`l${n}`, target, '120000').replace(/\n$/, '\n\\ No newline at end of file\n');
    const patch = Array.from({ length: 500 }, (_, n) => link(n, n % 100 === 7 ? `../${n}` : `a${n % 3}`)).join('');
    const applied = await applyPatch(Buffer.from(patch), layer, cache);
    expect(applied.outcome === 'refused' && applied.refusals.map(({ path }) => path).sort()).toEqual([
      'l107',
      'l207',
      'l307',
      'l407',
      'l7',
    ]);
  });
});
