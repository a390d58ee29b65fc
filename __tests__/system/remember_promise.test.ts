import { rememberPromise } from '../../src/system/remember_promise.js';

describe('a remembered promise', () => {
  it('is made once, also for calls at the same time', async () => {
    let made = 0;
    const get = rememberPromise(async (start: number) => start + ++made);
    expect(await Promise.all([get(10), get(20)])).toEqual([11, 11]);
    expect(await get(30)).toBe(11);
  });

  it('is made again after it was rejected', async () => {
    let tries = 0;
    const get = rememberPromise(async () => {
      if (++tries < 3) throw new Error(`try ${tries}`);
      return tries;
    });
    await expect(Promise.all([get(), get()])).rejects.toThrow('try 1');
    await expect(get()).rejects.toThrow('try 2');
    expect([await get(), await get()]).toEqual([3, 3]);
  });
});
