import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOwnerTag } from '../../../src/system/get_owner_tag.js';
import { runWhileUnused } from '../../../src/workspace/cache/cache_uses.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

/** A cache with a folder of uses, and where its lock is. */
function givenUses() {
  const root = givenRoom();
  mkdirSync(join(root, 'uses'));
  return { root, lock: join(root, 'uses', '.lock') };
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
/** Of a process of this namespace that is gone. */
const gone = () => getOwnerTag().replace(/-\d+-/, '-999999999-');

describe('the lock of a cache', () => {
  it('that is left over and cannot be removed is told, and not tried for ever', async () => {
    const { root, lock } = givenUses();
    // As a lock of another user's, which cannot be removed.
    mkdirSync(join(lock, 'kept'), { recursive: true });
    await expect(runWhileUnused(root, () => 'taken')).rejects.toThrow(/lock .* cannot be removed \(/);
    expect(existsSync(`${lock}.taking`)).toBe(false);
  });

  it('is removed by those alone whose it is', async () => {
    const { root, lock } = givenUses();
    await runWhileUnused(root, () => writeFileSync(lock, 'of another'));
    expect(readFileSync(lock, 'utf8')).toBe('of another');
    rmSync(lock);
    await runWhileUnused(root, () => {});
    expect(existsSync(lock)).toBe(false);
  });

  it('that is left over is removed by one process at a time', async () => {
    const { root, lock } = givenUses();
    writeFileSync(lock, gone());
    writeFileSync(`${lock}.taking`, 'of another');
    let taken = false;
    const done = runWhileUnused(root, () => {
      taken = true;
    });
    await pause(100);
    expect([taken, readFileSync(lock, 'utf8')]).toEqual([false, gone()]);
    // That one was killed in the middle.
    utimesSync(`${lock}.taking`, 0, 0);
    await done;
    expect([taken, existsSync(lock), existsSync(`${lock}.taking`)]).toEqual([true, false, false]);
  });
});
