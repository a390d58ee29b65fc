import { createProcessClock } from '../../../../src/run/coordination/state/coordination_clock.js';
import { type DecisionWriter, openCoordinator } from '../../../../src/run/coordination/state/coordinator.js';
import { createSharedState } from '../../../../src/run/coordination/state/shared_state.js';
import { givenCoordinator, HandClock, order, settings, short } from '../given_coordinator.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the coordinator', () => {
  it('writes what it decided before it is so, and does not do what could not be written', async () => {
    const { coordinator, ask, state } = givenCoordinator();
    const acquire = (agent: string) => order(agent, 'acquire_lock', { path: 'a' });
    const seen: number[] = [];
    const unwritten = await coordinator.perform(acquire('ada'), () => {
      seen.push(state.locks.held.size);
      return false;
    });
    expect([unwritten.answer.outcome, seen, state.locks.held.size]).toEqual(['done', [0], 0]);
    const full = new Error('ENOSPC');
    await expect(
      coordinator.perform(acquire('ada'), () => {
        throw full;
      }),
    ).rejects.toBe(full);
    expect(await ask('bob', 'acquire_lock', { path: 'a' })).toMatchObject({ count: 1 });
  });

  it('passes a lock on to the next in line when that of the first one could not be written', async () => {
    const { coordinator, ask, perform } = givenCoordinator();
    await ask('ada', 'acquire_lock', { path: 'a' });
    const acquire = order('bob', 'acquire_lock', { path: 'a', wait_ms: 100 });
    const bob = coordinator.perform(acquire, () => {
      throw new Error('ENOSPC');
    });
    const cyd = perform('cyd', 'acquire_lock', { path: 'a', wait_ms: 100 });
    const failed = expect(bob).rejects.toThrow('ENOSPC');
    await ask('ada', 'release_lock', { path: 'a' });
    await failed;
    expect(short(await cyd)).toMatchObject({ path: 'a', count: 1 });
  });

  it('answers those who ask, give up or let go while something is written after it, never in between', async () => {
    const { coordinator, clock, state } = givenCoordinator();
    const control = new AbortController();
    const came: string[] = [];
    const write = (name: string) => (decided: Parameters<DecisionWriter>[0]) => {
      came.push(`${name} ${decided.answer.outcome}`);
      return true;
    };
    await coordinator.perform(order('ada', 'acquire_lock', { path: 'x' }), write('ada x'));
    const given_up = coordinator.perform(
      order('bob', 'acquire_lock', { path: '.', wait_ms: 50 }),
      write('bob .'),
      control.signal,
    );
    const waiting = coordinator.perform(order('cyd', 'acquire_lock', { path: 'x/y', wait_ms: 50 }), write('cyd x/y'));
    const asked: Promise<Parameters<DecisionWriter>[0]>[] = [];
    const released = coordinator.perform(order('ada', 'release_lock', { path: 'x' }), (decided) => {
      control.abort();
      asked.push(coordinator.perform(order('ada', 'acquire_lock', { path: 'x/y' }), write('ada x/y')));
      expect([...state.locks.held.keys()]).toEqual(['x']);
      return write('ada released x')(decided);
    });
    await Promise.all([given_up, released, waiting, ...asked]);
    expect(came).toEqual(['ada x done', 'bob . failed', 'ada released x done', 'cyd x/y done', 'ada x/y failed']);
    expect([[...state.locks.held.values()].map(({ agent }) => agent), clock.timers]).toEqual([['cyd'], 0]);
  });

  it('holds what the log will tell: what the mask hides is hidden in the state as well', async () => {
    const coordinator = openCoordinator({
      settings: settings(),
      clock: new HandClock(),
      mask: (text) => text.replaceAll('s3cret', '***'),
    });
    const ask = async (...asked: Parameters<typeof order>) =>
      short(await coordinator.perform(order(...asked), () => true));
    await ask('ada', 'remember', { text: 'the key is s3cret' });
    await ask('ada', 'write_handoff', { to: 'bob', summary: 'use s3cret', done: ['s3cret'] });
    await ask('ada', 'submit_work', { title: 't', data: { s3cret: ['s3cret'] } });
    expect(await ask('bob', 'recall', { query: 'key' })).toMatchObject({ found: [{ text: 'the key is ***' }] });
    expect(await ask('bob', 'read_handoff')).toMatchObject({
      handoffs: [{ summary: 'use ***', done: ['***'], intact: true }],
    });
    expect(await ask('bob', 'get_work')).toMatchObject({ work: { data: { '***': ['***'] } } });
  });

  it('knows nobody but those who may act', async () => {
    const { ask, written } = givenCoordinator();
    for (const [operation, given] of [
      ['acquire_lock', { path: 'a', wait_ms: 10 }],
      ['get_work', {}],
      ['check_locks', {}],
    ] as const)
      expect(await ask('eve', operation, given)).toBe('unknown_agent: there is no agent "eve"');
    expect(written.map(({ transition }) => transition)).toEqual([null, null, null]);
  });

  it('tells a wait of nobody who did not wait, however long the decision took', async () => {
    let now = 0;
    const coordinator = openCoordinator({
      settings: settings(),
      clock: { now_ms: () => now++, after: () => () => {} },
    });
    const perform = (...asked: Parameters<typeof order>) => coordinator.perform(order(...asked), () => true);
    expect((await perform('ada', 'acquire_lock', { path: 'a' })).waited_ms).toBe(0);
    expect((await perform('bob', 'acquire_lock', { path: 'a' })).waited_ms).toBe(0);
    expect((await perform('bob', 'acquire_lock', { path: '../a', wait_ms: 9 })).waited_ms).toBe(0);
    expect((await perform('bob', 'recall')).waited_ms).toBe(0);
  });

  it('lets time only go forward, whatever the clock says', async () => {
    const clock = new HandClock();
    const state = createSharedState();
    state.at_ms = 500;
    const coordinator = openCoordinator({ settings: settings({ lock_ttl_ms: 100 }), clock, state });
    const perform = (...asked: Parameters<typeof order>) => coordinator.perform(order(...asked), () => true);
    expect((await perform('ada', 'acquire_lock', { path: 'a' })).transition).toMatchObject({
      at_ms: 500,
      expires_ms: 600,
    });
    clock.pass(599);
    expect(short(await perform('bob', 'acquire_lock', { path: 'a' }))).toMatch('for another 1 ms');
  });

  it('serves those who wait by timers of the process, and they keep no process alive', async () => {
    const coordinator = openCoordinator({
      settings: settings({ lock_ttl_ms: 5 }),
      clock: createProcessClock(() => performance.now()),
    });
    const perform = (...asked: Parameters<typeof order>) => coordinator.perform(order(...asked), () => true);
    await perform('ada', 'acquire_lock', { path: 'a' });
    const bob = await perform('bob', 'acquire_lock', { path: 'a', wait_ms: 60_000 });
    expect([bob.answer.outcome, bob.waited_ms > 0]).toEqual(['done', true]);
    let called = false;
    const stop = createProcessClock(() => 0).after(1e12, () => {
      called = true;
    });
    await settled();
    stop();
    expect(called).toBe(false);
  });
});
