import { givenCoordinator } from './given_coordinator.js';

describe('a lock', () => {
  it("is one agent's until it is released as often as it was acquired", async () => {
    const { ask } = givenCoordinator();
    expect(await ask('ada', 'acquire_lock', { path: './src//a.js', reason: 'the window' })).toEqual({
      path: 'src/a.js',
      count: 1,
      expires_in_ms: 600_000,
    });
    expect(await ask('bob', 'acquire_lock', { path: 'src/a.js' })).toBe(
      'lock_held: src/a.js is locked by ada for another 600 s at most, for: the window',
    );
    expect(await ask('ada', 'acquire_lock', { path: 'src/a.js' })).toMatchObject({ count: 2 });
    expect(await ask('bob', 'release_lock', { path: 'src/a.js' })).toBe(
      "not_lock_owner: the lock of src/a.js is ada's; only ada can release it",
    );
    expect(await ask('ada', 'release_lock', { path: 'src/a.js/' })).toEqual({ path: 'src/a.js', count: 1 });
    expect(await ask('bob', 'acquire_lock', { path: 'src/a.js' })).toMatch(/^lock_held/);
    expect(await ask('ada', 'release_lock', { path: 'src/a.js' })).toEqual({ path: 'src/a.js', count: 0 });
    expect(await ask('ada', 'release_lock', { path: 'src/a.js' })).toBe(
      'not_lock_owner: nobody holds a lock of src/a.js: it was released already, or never acquired',
    );
    expect(await ask('bob', 'acquire_lock', { path: 'src/a.js' })).toMatchObject({ count: 1 });
  });
});
