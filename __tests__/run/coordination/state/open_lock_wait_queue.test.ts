import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { COORDINATION_LIMITS } from '../../../../src/run/coordination/operations/coordination_limits.js';
import {
  isOverlapping,
  normalizeWorkspacePath,
} from '../../../../src/run/coordination/operations/normalize_workspace_path.js';
import { openCoordinator } from '../../../../src/run/coordination/state/coordinator.js';
import { findConflictingOwners } from '../../../../src/run/coordination/state/lock_state.js';
import type { SharedOperationCall } from '../../../../src/run/coordination/state/reducer_result.js';
import { createSharedState } from '../../../../src/run/coordination/state/shared_state.js';
import { givenCoordinator, HandClock, order, settings, short } from '../given_coordinator.js';

/** What each request came to so far, by its name. */
function watch(asked: Record<string, Promise<Parameters<typeof short>[0]>>): Record<string, unknown> {
  const came: Record<string, unknown> = {};
  for (const [name, promise] of Object.entries(asked))
    void promise.then((decided) => {
      const said = short(decided);
      came[name] = typeof said === 'string' ? said.split(':')[0] : 'locked';
    });
  return came;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const acquire = (path: string, wait_ms = 1000) => ['acquire_lock', { path, wait_ms }] as const;

describe('waiting for a lock', () => {
  it('ends when it is released, first come first served, and says how long it took', async () => {
    const { perform, ask, clock, written } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'a' });
    const came = watch({ bob: perform('bob', ...acquire('a')), cyd: perform('cyd', ...acquire('a')) });
    clock.pass(40);
    await ask('ada', 'release_lock', { path: 'a' });
    await settled();
    expect(came).toEqual({ bob: 'locked' });
    clock.pass(2);
    await ask('bob', 'release_lock', { path: 'a' });
    await settled();
    expect(came).toEqual({ bob: 'locked', cyd: 'locked' });
    expect(written.map(({ waited_ms, transition }) => [transition?.kind, transition?.agent, waited_ms])).toEqual([
      ['lock_acquired', 'ada', 0],
      ['lock_released', 'ada', 0],
      ['lock_acquired', 'bob', 40],
      ['lock_released', 'bob', 0],
      ['lock_acquired', 'cyd', 42],
    ]);
    expect(written.flatMap(({ transition: t }) => (t?.kind === 'lock_acquired' ? [t.contended] : []))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('ends when the lock runs out, or with a refusal when time is up, and leaves no timer behind', async () => {
    const { perform, ask, clock } = givenCoordinator({ lock_ttl_ms: 100 });
    await ask('ada', 'acquire_lock', { path: 'a' });
    const came = watch({ bob: perform('bob', ...acquire('a', 99)), cyd: perform('cyd', ...acquire('a', 100)) });
    clock.pass(98);
    await settled();
    expect(came).toEqual({});
    clock.pass(1);
    await settled();
    expect(came).toEqual({ bob: 'lock_held' });
    clock.pass(1);
    await settled();
    expect(came).toEqual({ bob: 'lock_held', cyd: 'locked' });
    expect(clock.timers).toBe(0);
  });

  it('is not passed by others: not by later ones, nor by those who do not wait, nor for a path inside', async () => {
    const { perform, ask } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'src/a' });
    const came = watch({ bob: perform('bob', ...acquire('src')), cyd: perform('cyd', ...acquire('src/b')) });
    expect(await ask('cyd', 'acquire_lock', { path: 'src/c' })).toBe(
      'lock_held: src/c cannot be locked yet: bob waits for src since earlier',
    );
    expect(await ask('cyd', 'acquire_lock', { path: 'docs' })).toMatchObject({ count: 1 });
    // Whoever is waited for is not kept: else both would wait for ever.
    expect(await ask('ada', 'acquire_lock', { path: 'src/d' })).toMatchObject({ count: 1 });
    await ask('ada', 'release_lock', { path: 'src/a' });
    await ask('ada', 'release_lock', { path: 'src/d' });
    await settled();
    expect(came).toEqual({ bob: 'locked' });
    await ask('bob', 'release_lock', { path: 'src' });
    await settled();
    expect(came).toEqual({ bob: 'locked', cyd: 'locked' });
  });

  it('is refused at once where those in the way wait for whoever asks, however far around', async () => {
    const { perform, ask } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'a' });
    await ask('bob', 'acquire_lock', { path: 'b' });
    await ask('cyd', 'acquire_lock', { path: 'c' });
    const came = watch({ ada: perform('ada', ...acquire('b')), bob: perform('bob', ...acquire('c')) });
    expect(await ask('cyd', ...acquire('a'))).toMatch(
      /^lock_held: a is locked by ada .*; waiting would be a deadlock, since they wait for you: release what you hold first$/,
    );
    await ask('cyd', 'release_lock', { path: 'c' });
    await settled();
    expect(came).toEqual({ bob: 'locked' });
    // Nobody waits for cyd any longer.
    const later = watch({ cyd: perform('cyd', ...acquire('a')) });
    await settled();
    expect(later).toEqual({});
  });

  it('is refused as well where the circle goes over somebody who waits behind another', async () => {
    const { perform, ask } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'src/a' });
    await ask('bob', 'acquire_lock', { path: 'b' });
    const came = watch({ cyd: perform('cyd', ...acquire('src')), bob: perform('bob', ...acquire('src/b')) });
    expect(await ask('ada', ...acquire('b'))).toMatch(/^lock_held: b is locked by bob .*; waiting would be a deadlock/);
    await ask('ada', 'release_lock', { path: 'src/a' });
    await settled();
    expect(came).toEqual({ cyd: 'locked' });
  });

  it('is no circle where an agent asks twice, with somebody else in between', async () => {
    const { perform, ask } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'a' });
    const came = watch({
      bob: perform('bob', ...acquire('a')),
      cyd: perform('cyd', ...acquire('a')),
      again: perform('bob', ...acquire('a')),
    });
    await ask('ada', 'release_lock', { path: 'a' });
    await settled();
    expect(came).toEqual({ bob: 'locked', again: 'locked' });
    await ask('bob', 'release_lock', { path: 'a' });
    await ask('bob', 'release_lock', { path: 'a' });
    await settled();
    expect(came).toEqual({ bob: 'locked', again: 'locked', cyd: 'locked' });
  });

  it('ends for one at a time: who gives up while a lock is handed over does not let a second one in', async () => {
    const { coordinator, ask, perform, state } = givenCoordinator({ agents: ['ada', 'bob', 'cyd', 'dan'] });
    await ask('ada', 'acquire_lock', { path: 'p' });
    await ask('dan', 'acquire_lock', { path: 'q' });
    const control = new AbortController();
    const asked = (agent: string, path: string) => order(agent, 'acquire_lock', { path, wait_ms: 1000 });
    const came = watch({
      ada: coordinator.perform(asked('ada', 'q'), () => true, control.signal),
      bob: coordinator.perform(asked('bob', 'p'), () => {
        control.abort();
        return true;
      }),
      cyd: perform('cyd', ...acquire('p/x')),
    });
    await ask('ada', 'release_lock', { path: 'p' });
    await settled();
    expect(came).toEqual({ ada: 'agent_stopped', bob: 'locked' });
    expect([...state.locks.held.keys()]).toEqual(['q', 'p']);
    expect(getEventListeners(control.signal, 'abort')).toEqual([]);
  });

  it('is ended once, also when one that is told of the end makes another give up', async () => {
    const { coordinator, ask } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'a' });
    const control = new AbortController();
    const told: string[] = [];
    const waiting = (agent: string, signal?: AbortSignal) =>
      coordinator.perform(
        order(agent, 'acquire_lock', { path: 'a', wait_ms: 1000 }),
        () => {
          told.push(agent);
          control.abort();
          return true;
        },
        signal,
      );
    const all = [waiting('bob'), waiting('cyd', control.signal), waiting('bob')];
    coordinator.close();
    expect((await Promise.all(all)).map(({ answer }) => answer.outcome)).toEqual(['failed', 'failed', 'failed']);
    expect(told).toEqual(['bob', 'cyd', 'bob']);
  });

  it('ends with whoever waits: a request that is given up makes room, and the coordinator that closes says so', async () => {
    const clock = new HandClock();
    const coordinator = openCoordinator({ settings: settings(), clock });
    const perform = (asked: Parameters<typeof order>, signal?: AbortSignal) =>
      coordinator.perform(order(...asked), () => true, signal);
    const control = new AbortController();
    await perform(['ada', 'acquire_lock', { path: 'a' }]);
    const came = watch({
      bob: perform(['bob', ...acquire('.')], control.signal),
      cyd: perform(['cyd', ...acquire('b')]),
      gone: perform(['cyd', 'check_locks'], AbortSignal.abort()),
    });
    control.abort();
    await settled();
    expect(came).toEqual({ gone: 'agent_stopped', bob: 'agent_stopped', cyd: 'locked' });
    const last = watch({ cyd: perform(['cyd', ...acquire('a')]) });
    coordinator.close();
    const late = watch({ ada: perform(['ada', 'release_lock', { path: 'a' }]) });
    await settled();
    expect([last, late, clock.timers]).toEqual([{ cyd: 'agent_stopped' }, { ada: 'agent_stopped' }, 0]);
  });

  it('is for so many at a time', async () => {
    const { perform, ask, coordinator } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'a' });
    const waiting = Array.from({ length: COORDINATION_LIMITS.waiting }, () => perform('bob', ...acquire('a')));
    expect(await ask('cyd', ...acquire('a'))).toMatch(/^resource_limit_exceeded: 256 requests wait/);
    coordinator.close();
    expect(await Promise.all(waiting)).toHaveLength(COORDINATION_LIMITS.waiting);
  });

  it('never ends with two owners, never passes over who came first, and always ends', async () => {
    const agents = ['a1', 'a2', 'a3', 'a4', 'a5'];
    const path = fc.constantFrom('.', 'x', 'x/y', 'x/y/z', 'w');
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...agents), path, fc.constantFrom(0, 5, 50)) },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...agents), path) },
      { weight: 1, arbitrary: fc.nat(30) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = new HandClock();
        const state = createSharedState();
        const coordinator = openCoordinator({ settings: settings({ agents, lock_ttl_ms: 80 }), clock, state });
        const pending = new Map<string, { agent: string; path: string }>();
        const all: Promise<{ waited_ms: number }>[] = [];
        const perform = (asked: SharedOperationCall) => {
          all.push(
            coordinator.perform(asked, ({ answer, transition }) => {
              const earlier = [...pending].slice(0, [...pending.keys()].indexOf(asked.id)).map(([, one]) => one);
              pending.delete(asked.id);
              if (answer.outcome !== 'done' || transition?.kind !== 'lock_acquired') return true;
              for (const { agent, path } of earlier)
                if (agent !== asked.agent && isOverlapping(path, transition.path))
                  expect(findConflictingOwners(state.locks, path, agent)).toContain(asked.agent);
              return true;
            }),
          );
        };
        for (const one of steps) {
          if (typeof one === 'number') clock.pass(one);
          else if (one.length === 2) perform(order(one[0], 'release_lock', { path: one[1] }));
          else {
            const asked = order(one[0], 'acquire_lock', { path: one[1], wait_ms: one[2] });
            pending.set(asked.id, { agent: one[0], path: normalizeWorkspacePath(one[1])! });
            perform(asked);
          }
          const held = [...state.locks.held.values()].filter(({ expires_ms }) => expires_ms > clock.now_ms());
          for (const lock of held)
            for (const other of held)
              if (lock.agent !== other.agent) expect(isOverlapping(lock.path, other.path)).toBe(false);
        }
        clock.pass(1000);
        for (const { waited_ms } of await Promise.all(all)) expect(waited_ms).toBeLessThanOrEqual(50);
        expect([pending.size, clock.timers]).toEqual([0, 0]);
      }),
    );
  });
});
