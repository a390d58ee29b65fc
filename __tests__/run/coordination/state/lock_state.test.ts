import fc from 'fast-check';
import { isOverlapping } from '../../../../src/run/coordination/operations/normalize_workspace_path.js';
import { findEditObstacle } from '../../../../src/run/coordination/state/lock_state.js';
import { applyTransition } from '../../../../src/run/coordination/state/shared_state.js';
import { itInFull } from '../../../extent.js';
import { givenCoordinator, settings } from '../given_coordinator.js';

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

  it.each(['/etc/passwd', '../a', 'a/../../b', '.git/config', 'a\0'])('of %j is no lock', async (path) => {
    const { ask, written } = givenCoordinator();
    expect(await ask('ada', 'acquire_lock', { path })).toMatch(/^path_outside_workspace: /);
    expect(await ask('ada', 'release_lock', { path })).toMatch(/^path_outside_workspace: /);
    expect(await ask('ada', 'check_locks', { path })).toMatch(/^path_outside_workspace: /);
    expect(written.map(({ transition }) => transition)).toEqual([null, null, null]);
  });

  it('of a folder covers what is below it, and is in the way of what is above', async () => {
    const { ask } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'src/deep' });
    expect(await ask('bob', 'acquire_lock', { path: 'src/deep/er/a.js' })).toBe(
      'lock_held: src/deep/er/a.js is locked by ada (by its lock of src/deep) for another 600 s at most',
    );
    expect(await ask('bob', 'acquire_lock', { path: 'src' })).toMatch(
      /^lock_held: src is locked by ada \(by its lock of src\/deep\)/,
    );
    expect(await ask('bob', 'acquire_lock', { path: '.' })).toMatch(/^lock_held: \. is locked by ada/);
    expect(await ask('bob', 'acquire_lock', { path: 'src/deeper' })).toMatchObject({ count: 1 });
    expect(await ask('ada', 'acquire_lock', { path: 'src/deep/er/a.js' })).toMatchObject({ count: 1 });
    expect(await ask('ada', 'release_lock', { path: 'src/deep' })).toMatchObject({ count: 0 });
    expect(await ask('bob', 'acquire_lock', { path: 'src/deep/er' })).toMatch(/^lock_held/);
    expect(await ask('bob', 'acquire_lock', { path: 'src/deep/other' })).toMatchObject({ count: 1 });
  });

  it('is free once it has run out, and its owner is told so', async () => {
    const { ask, clock, state } = givenCoordinator({ lock_ttl_ms: 1000 });
    await ask('ada', 'acquire_lock', { path: 'a', ttl_ms: 5000 });
    await ask('ada', 'acquire_lock', { path: 'b', ttl_ms: 300 });
    clock.pass(299);
    expect(await ask('bob', 'acquire_lock', { path: 'b' })).toBe(
      'lock_held: b is locked by ada for another 1 ms at most',
    );
    clock.pass(1);
    expect(await ask('ada', 'release_lock', { path: 'b' })).toMatch(/^lease_expired: your lock of b ran out/);
    expect(await ask('bob', 'acquire_lock', { path: 'b' })).toMatchObject({ count: 1 });
    expect(await ask('ada', 'release_lock', { path: 'b' })).toMatch(/^not_lock_owner: the lock of b is bob's/);
    // Never longer than the task allows.
    clock.pass(700);
    expect(await ask('bob', 'acquire_lock', { path: 'a' })).toMatchObject({ count: 1 });
    expect(state.locks.expired).toBe(2);
    // Taken and released since: what ran out before is past.
    await ask('bob', 'release_lock', { path: 'b' });
    expect(await ask('ada', 'release_lock', { path: 'b' })).toMatch(/^not_lock_owner: nobody holds a lock of b/);
  });

  it('lasts anew when it is acquired again, and never less long than before', async () => {
    const { ask, clock } = givenCoordinator({ lock_ttl_ms: 1000 });
    await ask('ada', 'acquire_lock', { path: 'a' });
    clock.pass(900);
    expect(await ask('ada', 'acquire_lock', { path: 'a' })).toMatchObject({ count: 2, expires_in_ms: 1000 });
    expect(await ask('ada', 'acquire_lock', { path: 'a', ttl_ms: 1 })).toMatchObject({ count: 3, expires_in_ms: 1000 });
    clock.pass(999);
    expect(await ask('bob', 'acquire_lock', { path: 'a' })).toMatch(/^lock_held/);
  });

  it('is shown to those who ask, with what is above and below a path', async () => {
    const { ask, clock } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'src', reason: 'r' });
    await ask('ada', 'acquire_lock', { path: 'src/a/b' });
    await ask('bob', 'acquire_lock', { path: 'docs' });
    clock.pass(10);
    const paths = async (given: object) =>
      ((await ask('bob', 'check_locks', given)) as { locks: { path: string }[] }).locks.map(({ path }) => path);
    expect(await paths({})).toEqual(['src', 'src/a/b', 'docs']);
    expect(await paths({ path: 'src/a' })).toEqual(['src', 'src/a/b']);
    expect(await paths({ path: 'lib' })).toEqual([]);
    expect(await ask('bob', 'check_locks', { path: 'docs' })).toEqual({
      locks: [{ path: 'docs', agent: 'bob', yours: true, count: 1, reason: null, expires_in_ms: 599_990 }],
      more: 0,
    });
  });

  it('is one of so many', async () => {
    const { ask } = givenCoordinator({ live: 2 });
    await ask('ada', 'acquire_lock', { path: 'a' });
    await ask('ada', 'acquire_lock', { path: 'b' });
    expect(await ask('ada', 'acquire_lock', { path: 'c' })).toMatch(/^resource_limit_exceeded: there are 2 locks/);
    expect(await ask('ada', 'acquire_lock', { path: 'b' })).toMatchObject({ count: 2 });
  });

  it('protects nothing where locking is switched off, and every request is answered', async () => {
    const { ask, coordinator, written } = givenCoordinator({ without: ['locking'], require_locks: true });
    for (const agent of ['ada', 'bob'])
      expect(await ask(agent, 'acquire_lock', { path: 'a', wait_ms: 50 })).toEqual({ path: 'a', enforced: false });
    expect(await ask('ada', 'release_lock', { path: 'b' })).toEqual({ path: 'b', enforced: false });
    expect(await ask('ada', 'check_locks')).toEqual({ locks: [], more: 0, enforced: false });
    expect(coordinator.findEditObstacle('a', 'bob')).toBeUndefined();
    expect(written.map(({ transition }) => transition)).toEqual([null, null, null, null]);
  });
});

describe('an edit', () => {
  it("is refused under somebody else's lock, and where locks are required without one of one's own", async () => {
    for (const require_locks of [false, true]) {
      const { ask, coordinator, clock } = givenCoordinator({ require_locks });
      const code = (agent: string, path: string) => coordinator.findEditObstacle(path, agent)?.code;
      await ask('ada', 'acquire_lock', { path: 'src' });
      const without = require_locks ? 'lock_required' : undefined;
      expect(['src/a.js', './src/', 'docs/x', '../x', '.git/config'].map((path) => code('ada', path))).toEqual([
        undefined,
        undefined,
        without,
        'path_outside_workspace',
        'path_outside_workspace',
      ]);
      expect(['src/a.js', 'docs/x'].map((path) => code('bob', path))).toEqual(['lock_held', without]);
      expect([coordinator.holds('src/a.js', 'ada'), coordinator.holds('src/a.js', 'bob')]).toEqual([true, false]);
      clock.pass(600_000);
      expect(['ada', 'bob'].map((agent) => code(agent, 'src/a.js'))).toEqual([without, without]);
      expect(coordinator.holds('src/a.js', 'ada')).toBe(false);
    }
  });
});

// Holds A4
describe('locks, whoever asks for what and when', () => {
  const agent = fc.constantFrom('ada', 'bob', 'cyd');
  const path = fc.constantFrom('.', 'a', 'a/b', 'a/b/c', 'a/d', 'e');
  const step = fc.oneof(
    fc.tuple(agent, fc.constant('acquire_lock'), fc.record({ path, ttl_ms: fc.integer({ min: 1, max: 60 }) })),
    fc.tuple(agent, fc.constant('release_lock'), fc.record({ path })),
    fc.nat(40),
  );

  it('never overlap between agents, and are counted as a plain model counts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
        const { perform, clock, state } = givenCoordinator();
        let model: { agent: string; path: string; count: number; expires_ms: number }[] = [];
        for (const one of steps) {
          if (typeof one === 'number') clock.pass(one);
          model = model.filter(({ expires_ms }) => expires_ms > clock.now_ms());
          if (typeof one === 'number') continue;
          const [who, operation, given] = one;
          const at = given.path === '.' ? '' : given.path;
          const own = model.find((lock) => lock.path === at && lock.agent === who);
          const { answer } = await perform(who, operation as 'acquire_lock' | 'release_lock', given);
          if ('ttl_ms' in given) {
            const free = !model.some((lock) => lock.agent !== who && isOverlapping(lock.path, at));
            expect(answer.outcome).toBe(free ? 'done' : 'failed');
            if (!free) continue;
            const expires_ms = Math.max(own?.expires_ms ?? 0, clock.now_ms() + given.ttl_ms);
            if (own) Object.assign(own, { count: own.count + 1, expires_ms });
            else model.push({ agent: who, path: at, count: 1, expires_ms });
          } else {
            expect(answer.outcome).toBe(own ? 'done' : 'failed');
            if (own) own.count -= 1;
            model = model.filter(({ count }) => count > 0);
          }
        }
        const { held, under } = state.locks;
        for (const lock of held.values())
          for (const other of held.values())
            if (lock.agent !== other.agent) expect(isOverlapping(lock.path, other.path)).toBe(false);
        clock.pass(10_000);
        await perform('ada', 'check_locks');
        expect([held.size, under.size]).toEqual([0, 0]);
      }),
    );
  });

  itInFull('cost little each, in a hundred thousand operations', () => {
    const { state } = givenCoordinator();
    const all = settings({ live: 1e6 });
    const acquire = (i: number) => ({ path: `d${i % 100}/e${i % 1000}/f${i}`, agent: i % 2 ? 'ada' : 'bob' });
    for (let i = 0; i < 5e4; i++)
      applyTransition(state, {
        ...{ kind: 'lock_acquired', at_ms: i, expires_ms: 2e5 + (i % 7), reason: null, contended: false },
        ...acquire(i),
      });
    let refused = 0;
    for (let i = 0; i < 5e4; i++)
      if (findEditObstacle(state.locks, acquire(i).path, { agent: 'ada', now_ms: 1e5, settings: all })) refused += 1;
    expect(refused).toBe(2.5e4);
    applyTransition(state, { kind: 'lock_released', at_ms: 3e5, agent: 'ada', path: 'none' });
    expect([state.locks.held.size, state.locks.under.size, state.locks.expired]).toEqual([0, 0, 5e4]);
  });
});
