// Needs: nothing
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { readProcessStat } from '../../../src/system/init_process.js';
import {
  type CacheEntry,
  listCacheEntries,
  markCacheUse,
  readCacheUses,
  runWhileUnused,
} from '../../../src/workspace/cache/cache_uses.js';
import { pruneCache, selectPrunableEntries } from '../../../src/workspace/cache/prune_cache.js';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { findLayer } from '../../../src/workspace/layer.js';
import { BUILT_CLI } from '../../built.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenCache, givenLayer, givenRoom } from '../../given.js';

const children = new Set<ReturnType<typeof spawn>>();
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await cleanUp();
});

const DAY = 86_400_000;
const NOTHING_USED = { processes: 0, layers: new Set<string>() };
const namespace = () => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');

/** A process of somebody else, and the mark that it would leave. */
async function givenProcess() {
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  children.add(child);
  const mark = `${namespace()}-${child.pid}-${readProcessStat(child.pid!)?.born}`;
  const end = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { mark, end };
}

describe('what is pruned of a cache', () => {
  const entry = fc.record({
    kind: fc.constantFrom<CacheEntry['kind']>('layer', 'agent', 'objects', 'reference', 'leftover'),
    path: fc.integer({ min: 0, max: 30 }).map((n) => `layers/${n}`),
    bytes: fc.nat(1000),
    used_ms: fc.nat(100),
  });
  const terms = fc.record({
    older_than_ms: fc.option(fc.nat(100), { nil: undefined }),
    keep_bytes: fc.option(fc.nat(10_000), { nil: undefined }),
  });

  it('is never in use, is all that is too old, and no more than brings the rest down to the size', () => {
    fc.assert(
      fc.property(
        fc.array(entry),
        terms,
        fc.nat(2),
        fc.array(fc.nat(30)),
        (found, { older_than_ms, keep_bytes }, processes, used) => {
          const entries = found.sort((a, b) => a.used_ms - b.used_ms);
          const uses = { processes, layers: new Set(used.map(String)) };
          const isUsed = ({ kind, path }: CacheEntry) =>
            kind === 'layer' ? uses.layers.has(basename(path)) : processes > 0;
          const chosen = selectPrunableEntries(entries, { older_than_ms, keep_bytes }, uses, 100);
          expect(chosen.filter(isUsed)).toEqual([]);
          const kept = entries.filter((one) => !chosen.includes(one));
          if (older_than_ms !== undefined)
            expect(kept.filter((one) => !isUsed(one) && 100 - one.used_ms >= older_than_ms)).toEqual([]);
          const left = kept.reduce((sum, { bytes }) => sum + bytes, 0);
          if (keep_bytes !== undefined && left > keep_bytes) expect(kept.every(isUsed)).toBe(true);
          const young = chosen.filter(({ used_ms }) => older_than_ms === undefined || 100 - used_ms < older_than_ms);
          const last = young.at(-1);
          if (last) expect(left + last.bytes).toBeGreaterThan(keep_bytes ?? Number.POSITIVE_INFINITY);
        },
      ),
    );
  });
});

// Holds P4
describe('a cache that is pruned', () => {
  it('keeps layers of living runs, and loses them when those have ended', async () => {
    const cache = await givenCache();
    const layer = await givenLayer(cache, { a: 'a\n' });
    const other = await givenProcess();
    writeFileSync(join(cache.root, 'uses', `${other.mark}.${layer.digest}`), '');
    // This process used it itself: its own marks are as good as those of others.
    const own = readdirSync(join(cache.root, 'uses')).filter((name) =>
      name.startsWith(`${namespace()}-${process.pid}-`),
    );
    expect(own).toHaveLength(2);
    const all = () => listCacheEntries(cache.root).filter(({ kind }) => kind === 'layer');
    expect((await pruneCache(cache.root, all(), Date.now)).map(({ outcome }) => outcome)).toEqual(['in-use']);
    expect((await findLayer(cache, layer.digest))?.digest).toBe(layer.digest);
    await other.end();
    expect([...readCacheUses(cache.root, Date.now()).layers]).toEqual([layer.digest]);
    expect(existsSync(join(cache.root, 'uses', `${other.mark}.${layer.digest}`))).toBe(false);
  });

  it('loses repositories and agents only when no other process has it open', async () => {
    const cache = await givenCache();
    mkdirSync(join(cache.root, 'agents', 'some-agent-1.0.0'), { recursive: true });
    const other = await givenProcess();
    writeFileSync(join(cache.root, 'uses', other.mark), '');
    const entries = listCacheEntries(cache.root);
    expect(
      selectPrunableEntries(entries, { keep_bytes: 0 }, readCacheUses(cache.root, Date.now()), Date.now()),
    ).toEqual([]);
    await other.end();
    const uses = readCacheUses(cache.root, Date.now());
    const chosen = selectPrunableEntries(entries, { keep_bytes: 0 }, uses, Date.now());
    expect(chosen.map(({ kind }) => kind).sort()).toEqual(['agent', 'objects']);
    expect((await pruneCache(cache.root, chosen, Date.now)).map(({ outcome }) => outcome)).toEqual([
      'removed',
      'removed',
    ]);
    const again = await openCache(cache.root);
    expect([existsSync(join(again.store, 'HEAD')), listCacheEntries(cache.root).map(({ kind }) => kind)]).toEqual([
      true,
      ['objects'],
    ]);
  });

  it('goes by the last use, not by the age', async () => {
    const cache = await givenCache();
    const layer = await givenLayer(cache, { a: 'a\n' });
    const facts = join(cache.layers, layer.digest, 'layer.json');
    const long_ago = new Date(Date.now() - 10 * DAY);
    for (const path of [facts, join(cache.layers, layer.digest)]) utimesSync(path, long_ago, long_ago);
    const layers = () => listCacheEntries(cache.root).filter(({ kind }) => kind === 'layer');
    const old = () => selectPrunableEntries(layers(), { older_than_ms: 7 * DAY }, NOTHING_USED, Date.now()).length;
    expect(old()).toBe(1);
    await findLayer(cache, layer.digest);
    expect(old()).toBe(0);
  });

  it('makes whoever begins wait for the moment of a removal, and nobody for a process that is gone', async () => {
    const cache = await givenCache();
    let waited: Promise<void> | undefined;
    let isDone = false;
    await runWhileUnused(cache.root, () => {
      waited = markCacheUse(cache.root, 'abc').then(() => {
        isDone = true;
      });
      expect(isDone).toBe(false);
    });
    await waited;
    const gone = await givenProcess();
    writeFileSync(join(cache.root, 'uses', '.lock'), gone.mark);
    await gone.end();
    await markCacheUse(cache.root, 'def');
    expect(await runWhileUnused(cache.root, () => 'taken')).toBe('taken');
  });

  itInFull('is whole after a kill in the middle: the next run removes what is left', async () => {
    const room = givenRoom();
    const cache = await openCache(join(room, 'cache'));
    // Of a layer that no process uses, as an earlier run left it.
    const layer = join(cache.layers, 'd'.repeat(64));
    mkdirSync(join(layer, 'tree'), { recursive: true });
    for (let n = 0; n < 5000; n++) writeFileSync(join(layer, 'tree', String(n)), '');
    const argv = [BUILT_CLI, 'records', 'cache', 'prune', '--keep-size', '0', '--cache', cache.root];
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    children.add(child);
    const watcher = watch(cache.layers, () => child.kill('SIGKILL'));
    await new Promise((resolve) => child.once('exit', resolve));
    watcher.close();
    expect(existsSync(layer)).toBe(false);
    await openCache(cache.root);
    expect(readdirSync(cache.scratch)).toEqual([]);
    expect(await findLayer(cache, 'd'.repeat(64))).toBeUndefined();
  });
});
