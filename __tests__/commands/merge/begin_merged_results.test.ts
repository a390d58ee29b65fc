import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { computeFileDigest } from '../../../src/commands/io/write_attestation.js';
import { beginMergedResults } from '../../../src/commands/merge/begin_merged_results.js';
import { mergeResults } from '../../../src/commands/merge/merge_results.js';
import { itInFull } from '../../extent.js';
import { givenAttempt, linesOf, writeShard } from './given_shards.js';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-writing-'));
});
afterEach(() => rmSync(room, { recursive: true }));

/** Begins to write what lies in the shards, by a thread from `thread_bytes` on. */
const begin = (out: string, thread_bytes: number) => {
  const merged = mergeResults({ folders: ['shards'], out }, room);
  merged.reader.close();
  return { merged, writing: beginMergedResults(merged, join(room, out), thread_bytes) };
};
const attempts = (...sizes: number[]) =>
  sizes.map((size, n) => givenAttempt('a', 'codex', n + 1, { why: `−${'x'.repeat(size)}` }));

describe('merged results that a thread writes', () => {
  itInFull('are those that are written without one', async () => {
    const sizes = fc.array(fc.constantFrom(0, 100, 100_000, 5_000_000), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (some, others) => {
        rmSync(join(room, 'shards'), { recursive: true, force: true });
        const [left, right] = [attempts(...some), attempts(...others).map((one) => ({ ...one, trial: one.trial + 9 }))];
        writeShard(join(room, 'shards/1'), { results: left });
        const renamed = right.map((one) => ({ ...one, attempt_id: `b${one.trial}`, run: `runs/b${one.trial}` }));
        writeShard(join(room, 'shards/2'), { results: renamed });
        for (const [out, bytes] of [
          ['by-thread', 0],
          ['alone', Number.POSITIVE_INFINITY],
        ] as const) {
          const { path, sha256 } = await begin(out, bytes).writing.finish();
          expect(readFileSync(path, 'utf8') === linesOf([...left, ...renamed])).toBe(true);
          expect(sha256).toBe(computeFileDigest(path));
        }
      }),
      { numRuns: 4 },
    );
  });

  it('lie in their place when they are finished, and nothing else does', async () => {
    writeShard(join(room, 'shards/1'), { results: attempts(1, 2) });
    const { writing } = begin('merged', 0);
    expect(existsSync(join(room, 'merged/results.jsonl'))).toBe(false);
    await writing.finish();
    expect(readdirSync(join(room, 'merged'))).toEqual(['results.jsonl']);
    await writing.abandon();
    expect(readdirSync(join(room, 'merged'))).toEqual(['results.jsonl']);
  });

  it('leave what another process wrote beside them when they are abandoned', async () => {
    writeShard(join(room, 'shards/1'), { results: attempts(1, 2) });
    const { writing } = begin('a/b', 0);
    mkdirSync(join(room, 'a/c'));
    await writing.abandon();
    expect(readdirSync(join(room, 'a'))).toEqual(['c']);
  });

  it.each([[false], [true]])('leave no trace when they are abandoned (folder there before: %s)', async (there) => {
    writeShard(join(room, 'shards/1'), { results: attempts(5_000_000) });
    if (there) mkdirSync(join(room, 'a/b'), { recursive: true });
    await begin('a/b', 0).writing.abandon();
    expect([existsSync(join(room, 'a')), there && readdirSync(join(room, 'a/b'))]).toEqual([there, there && []]);
  });

  it('are an error when a file changes while it is read', async () => {
    const shard = writeShard(join(room, 'shards/1'), { results: attempts(1, 2) });
    const merged = mergeResults({ folders: ['shards'], out: 'merged' }, room);
    truncateSync(join(shard, 'results.jsonl'), 100);
    const writing = beginMergedResults(merged, join(room, 'merged'), 0);
    await expect(writing.finish()).rejects.toThrow('was changed while it was read');
    await writing.abandon();
    merged.reader.close();
    expect(existsSync(join(room, 'merged'))).toBe(false);
  });
});
