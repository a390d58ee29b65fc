import { createHash } from 'node:crypto';
import type { WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import type { Layer } from '../../src/workspace/layer.js';
import { applyPatch } from '../../src/workspace/patch/apply_patch.js';
import { cleanUp, givenCache, givenLayer } from '../given.js';

let cache: WorkspaceCache;
let layer: Layer;
const NOW = 'the value is wrong\n';
const FUTURE = 'the value is right\n';
beforeAll(async () => {
  cache = await givenCache();
  layer = await givenLayer(cache, { value: NOW });
  // A later state of the repository, in the same cache: its content must be out of a patch's reach.
  await givenLayer(cache, { value: FUTURE });
});
afterAll(cleanUp);

const blob = (text: string) => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
const head = `diff --git a/value b/value\nindex ${blob(NOW)}..${blob(FUTURE)} 100644\n`;

describe('a patch brings its content with it', () => {
  it.each([
    ['is named by its id only', `${head}Binary files a/value and b/value differ\n`],
    [
      'is named by its id, with other data for show',
      `${head}GIT binary patch\nliteral 1\nIcmZPo000310RR91\n\nliteral 1\nIcmZPo000310RR91\n\n`,
    ],
  ])('and is refused content of the future that %s', async (_, patch) => {
    const result = await applyPatch(Buffer.from(patch), layer, cache);
    expect([result.outcome, result.detail]).toEqual(['failed', expect.stringMatching(/value/)]);
  });
});
