import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openLayerStore } from '../../../src/action/layers/open_layer_store.js';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { findLayer, type Layer } from '../../../src/workspace/layer.js';
import { cleanUp, givenCache, givenLayer, givenRoom } from '../../given.js';
import { givenServices } from '../runner/given_services.js';
import { type RunnerServicesFake, startRunnerServices } from '../runner/runner_services_fake.js';
import { normalizeRequests, TOOLKIT_REQUESTS } from '../runner/toolkit_requests.js';

let fake: RunnerServicesFake;
let said: string[];
beforeEach(async () => {
  fake = await startRunnerServices();
  said = [];
});
afterEach(() => fake.close());
afterAll(cleanUp);

const INPUTS = {
  cache: '',
  'cache-layers': 'auto',
  suite: '',
  contracts: ['tasks/*/contract.yml'],
  shard: '',
  sandbox: 'auto',
  'unsafe-no-sandbox': false,
} as const;

const storeOf = (
  cache: WorkspaceCache,
  more: Partial<Record<string, unknown>> = {},
  event_name = 'schedule',
  limits = {},
) =>
  openLayerStore(
    { ...INPUTS, cache: cache.root, contracts: [...INPUTS.contracts], ...more },
    { services: { ...givenServices(fake), ...limits }, event_name },
    { log: (line) => said.push(line), signal: new AbortController().signal },
  );

/** A layer with a setup step, as a run leaves it. */
async function givenPreparedLayer(cache: WorkspaceCache): Promise<Layer> {
  const layer = await givenLayer(cache, { a: 'right\n', link: { link: 'a' } }, { 'deps/index.js': 'true\n' });
  const facts = join(cache.layers, layer.digest, 'layer.json');
  writeFileSync(facts, JSON.stringify({ ...JSON.parse(readFileSync(facts, 'utf8')), steps: [{}] }));
  return layer;
}

/** Saves one layer from one machine, and returns another machine's cache. */
async function givenSavedLayer(): Promise<{ layer: Layer; other: WorkspaceCache }> {
  const cache = await givenCache();
  const layer = await givenPreparedLayer(cache);
  await storeOf(cache)!.save();
  fake.requests.length = 0;
  return { layer, other: await givenCache() };
}

/** Replaces the only entry by another archive under the same key. */
function replaceEntry(change: (folder: string) => readonly string[]): void {
  const [name, entry] = [...fake.caches][0]!;
  const folder = givenRoom();
  writeFileSync(join(folder, 'old.tar'), gunzipSync(entry.content));
  execFileSync('tar', ['-xpf', 'old.tar'], { cwd: folder });
  const args = change(folder);
  execFileSync('tar', ['--format=posix', '-cPf', 'new.tar', ...args], { cwd: folder });
  fake.caches.set(name, { ...entry, content: gzipSync(readFileSync(join(folder, 'new.tar'))) });
}

describe('layers between runs', () => {
  it("are saved and restored by the requests of GitHub's own package, and found as they were", async () => {
    const cache = await givenCache();
    const layer = await givenPreparedLayer(cache);
    const store = storeOf(cache)!;
    await store.restore();
    await store.save();
    const other = await givenCache();
    await storeOf(other)!.restore();
    const shapes = (requests: readonly { method: string; path: string; headers: object; body: unknown }[]) =>
      requests.map(({ method, path, headers, body }) => ({
        ...{ method, path, headers, fields: typeof body === 'string' ? body : Object.keys(body as object).sort() },
      }));
    expect(shapes(normalizeRequests(fake.requests.slice(1)))).toEqual(shapes(TOOLKIT_REQUESTS.cache));
    expect(await findLayer(other, layer.digest)).toMatchObject({ digest: layer.digest, made: { steps: [{}] } });
    expect(readdirSync(other.scratch)).toEqual([]);
    expect(said).toEqual([
      "no layers of an earlier run in GitHub's cache",
      expect.stringMatching(
        /^1 layer saved to GitHub's cache: gatebench-layers-Linux-X64-\d+\.\d+\.\d+-\w{12}-\w{40}$/,
      ),
      expect.stringMatching(/^layers restored: gatebench-layers-Linux-X64-/),
    ]);
  });

  it('are not saved again as they were restored, nor where setup has no steps', async () => {
    const { layer, other } = await givenSavedLayer();
    const store = storeOf(other)!;
    await store.restore();
    await findLayer(other, layer.digest);
    await store.save();
    const plain = await givenCache();
    await givenLayer(plain, { a: 'a\n' }, {});
    await storeOf(plain)!.save();
    expect(fake.requests.filter(({ path }) => path.includes('CreateCacheEntry'))).toEqual([]);
  });

  it('are those of the same job only: another suite, other contracts or another shard find none', async () => {
    const { layer, other } = await givenSavedLayer();
    for (const more of [{ suite: 'b.yml' }, { contracts: ['c.yml'] }, { shard: '2/8' }])
      await storeOf(other, more)!.restore();
    expect(existsSync(join(other.layers, layer.digest))).toBe(false);
  });

  it.each(['pull_request', 'pull_request_target', 'workflow_run', 'issue_comment', 'merge_group', ''])(
    'are never kept on %s',
    async (event) => {
      expect(storeOf(await givenCache(), {}, event)).toBeUndefined();
    },
  );

  it.each([{ 'cache-layers': 'never' }, { sandbox: 'none' }, { 'unsafe-no-sandbox': true }])(
    'are never kept with %j',
    async (more) => {
      expect(storeOf(await givenCache(), more)).toBeUndefined();
    },
  );
});

describe('an entry that somebody changed', () => {
  it('is found out by the digest of its content, and its layer is made again', async () => {
    const { layer, other } = await givenSavedLayer();
    replaceEntry((folder) => {
      const file = join(folder, layer.digest, 'tree/deps/index.js');
      execFileSync('cp', ['-p', file, join(folder, 'before')]);
      writeFileSync(file, 'evil\n');
      execFileSync('touch', ['-r', join(folder, 'before'), file]);
      return [layer.digest];
    });
    await storeOf(other)!.restore();
    expect(existsSync(join(other.layers, layer.digest))).toBe(true);
    expect(await findLayer(other, layer.digest)).toBeUndefined();
  });

  it('puts nothing into the cache folder but layers', async () => {
    const { layer, other } = await givenSavedLayer();
    replaceEntry((folder) => {
      mkdirSync(join(folder, 'objects.git'));
      writeFileSync(join(folder, 'objects.git/HEAD'), 'x');
      writeFileSync(join(folder, 'f'.repeat(64)), 'a file');
      execFileSync('ln', ['-s', other.root, 'e'.repeat(64)], { cwd: folder });
      return ['objects.git', 'e'.repeat(64), 'f'.repeat(64), layer.digest];
    });
    const before = [readFileSync(join(other.store, 'HEAD'), 'utf8'), readdirSync(other.root)];
    await storeOf(other)!.restore();
    expect([readFileSync(join(other.store, 'HEAD'), 'utf8'), readdirSync(other.root)]).toEqual(before);
    expect(readdirSync(other.layers)).toEqual([layer.digest]);
    expect(readdirSync(other.scratch)).toEqual([]);
  });

  it.each([
    ['above its folder', '../stray'],
    ['behind a link', 'way/stray'],
  ])('with a file that lies %s is left out whole: nothing is written there', async (_, member) => {
    const { layer, other } = await givenSavedLayer();
    replaceEntry((folder) => {
      execFileSync('ln', ['-s', other.root, 'way'], { cwd: folder });
      writeFileSync(join(folder, 'stray'), 'x');
      return [`--transform=s,^stray$,${member},`, 'way', 'stray', layer.digest];
    });
    const before = readdirSync(other.root);
    await storeOf(other)!.restore();
    expect(readdirSync(other.root)).toEqual(before);
    expect(readdirSync(other.layers)).toEqual([]);
    expect(readdirSync(other.scratch)).toEqual([]);
    expect(said.at(-1)).toMatch(/^layers were not restored from GitHub's cache: tar failed: /);
  });

  it('with a special file, or that is no archive, is left out with a reason', async () => {
    const { layer, other } = await givenSavedLayer();
    replaceEntry((folder) => {
      execFileSync('mkfifo', [join(folder, layer.digest, 'pipe')]);
      return [layer.digest];
    });
    await storeOf(other)!.restore();
    const [name, entry] = [...fake.caches][0]!;
    fake.caches.set(name, { ...entry, content: Buffer.from('no archive') });
    await storeOf(other)!.restore();
    expect(readdirSync(other.layers)).toEqual([]);
    expect(said.slice(-2)).toEqual([
      "layers were not restored from GitHub's cache: the archive holds a special file",
      "layers were not restored from GitHub's cache: incorrect header check",
    ]);
  });
});

describe('a cache that fails', () => {
  it.each([
    [{ on: /GetCacheEntry/, status: 401 }, 'GitHub refused the token of this job (401)'],
    [{ on: /GetCacheEntry/, status: 500, times: 5 }, 'GitHub answered with an error (500)'],
    [{ on: /^GET \/blobs/, status: 403 }, 'the storage refused its signed address (403)'],
    [{ on: /^GET \/blobs/, cut: true, times: 5 }, 'GitHub could not be reached'],
  ])('costs a line and nothing else: %j', async (fault, because) => {
    const { layer, other } = await givenSavedLayer();
    fake.fail(fault);
    await storeOf(other)!.restore();
    expect(said.at(-1)).toContain(`layers were not restored from GitHub's cache: ${because}`);
    expect(existsSync(join(other.layers, layer.digest))).toBe(false);
  });

  it('costs no more than a time for all of it', async () => {
    const { layer, other } = await givenSavedLayer();
    fake.fail({ on: /^GET \/blobs/, hang: true, times: 9 });
    await storeOf(other, {}, 'schedule', { layers_ms: 100 })!.restore();
    expect(said.at(-1)).toMatch(/^layers were not restored from GitHub's cache: it took more than /);
    expect(existsSync(join(other.layers, layer.digest))).toBe(false);
    expect(readdirSync(other.scratch)).toEqual([]);
  });

  it('leaves it to the other job when two save the same', async () => {
    const cache = await givenCache();
    await givenPreparedLayer(cache);
    await storeOf(cache)!.save();
    await storeOf(cache)!.save();
    expect(said).toHaveLength(1);
  });
});
