import fc from 'fast-check';
import type { StateTransition } from '../../../../src/record/events/act_payloads.js';
import { advanceTime, applyTransition } from '../../../../src/run/coordination/state/shared_state.js';
import { itInFull } from '../../../extent.js';
import { givenCoordinator } from '../given_coordinator.js';

type Taken = { work: { id: string; attempt: number; renewed: boolean } | null };

function givenQueue(given: Parameters<typeof givenCoordinator>[0] = {}) {
  const room = givenCoordinator({ lease_ms: 100, ...given });
  const { ask } = room;
  return {
    ...room,
    submit: (id: string, more: object = {}) => ask('ada', 'submit_work', { id, title: id, ...more }),
    take: async (agent: string) => ((await ask(agent, 'get_work')) as Taken).work?.id ?? null,
    complete: (agent: string, id: string, outcome: 'done' | 'failed' = 'done', result?: unknown) =>
      ask(agent, 'complete_work', { id, outcome, result }),
  };
}

describe('the work queue', () => {
  it('hands out the highest priority first, within one the first that came', async () => {
    const { submit, take, complete } = givenQueue();
    for (const [id, priority] of [
      ['a', 1],
      ['b', 9],
      ['c', 5],
      ['d', 9],
      ['e', 1],
    ] as const)
      await submit(id, { priority });
    const order: (string | null)[] = [];
    for (let i = 0; i < 6; i++) {
      const id = await take('bob');
      order.push(id);
      if (id) await complete('bob', id);
    }
    expect(order).toEqual(['b', 'd', 'c', 'a', 'e', null]);
  });

  it('tells whoever takes work all about it, and what came of the work before', async () => {
    const { ask, submit, take, complete } = givenQueue();
    await submit('first');
    await ask('ada', 'submit_work', {
      title: 'Second',
      description: 'd',
      priority: 7,
      depends_on: ['first', 'first'],
      data: [1],
    });
    expect(await ask('cyd', 'get_work')).toMatchObject({ work: { id: 'first', attempt: 1, lease_ms: 100 } });
    expect(await ask('bob', 'get_work')).toEqual({ work: null, waiting: 1, claimed: 1, blocked: 0 });
    await complete('cyd', 'first', 'done', { branch: 'x' });
    expect(await ask('bob', 'get_work')).toEqual({
      work: {
        ...{ id: 'work-2', title: 'Second', description: 'd', priority: 7, data: [1], submitted_by: 'ada' },
        depends_on: ['first'],
        dependencies: [{ id: 'first', completed_by: 'cyd', result: { branch: 'x' } }],
        ...{ attempt: 1, lease_ms: 100, renewed: false },
      },
    });
    expect(await take('ada')).toBeNull();
  });

  it('takes no work twice under one name, and none that depends on what is not there or on itself', async () => {
    const { submit, state } = givenQueue();
    await submit('a');
    expect(await submit('a')).toBe('malformed_request: there is work "a" already; take another id');
    expect(await submit('b', { depends_on: ['a', 'c'] })).toBe(
      'unknown_work: there is no work "c" to depend on; submit it before "b"',
    );
    expect(await submit('c', { depends_on: ['c'] })).toBe('malformed_request: work "c" cannot depend on itself');
    expect(await submit('constructor')).toEqual({ id: 'constructor', standing: 'ready' });
    expect([...state.queue.works.keys()]).toEqual(['a', 'constructor']);
  });

  it('never hands out what depends on failed work, whether submitted before or after, and says so', async () => {
    const { ask, submit, take, complete } = givenQueue();
    await submit('root');
    await submit('child', { depends_on: ['root'] });
    await submit('grandchild', { depends_on: ['child'] });
    await submit('other');
    expect(await take('bob')).toBe('root');
    expect(await complete('bob', 'root', 'failed', 'why')).toEqual({
      id: 'root',
      outcome: 'failed',
      blocked: ['child', 'grandchild'],
      blocked_count: 2,
    });
    expect(await submit('late', { depends_on: ['other', 'grandchild'] })).toEqual({
      id: 'late',
      standing: 'blocked',
      blocked_by: 'root',
    });
    expect(await take('bob')).toBe('other');
    await complete('bob', 'other');
    expect(await ask('bob', 'get_work')).toEqual({ work: null, waiting: 0, claimed: 0, blocked: 3 });
  });

  it('lets only whoever took it complete work, and only once', async () => {
    const { submit, take, complete } = givenQueue();
    await submit('a');
    expect(await complete('bob', 'a')).toBe('not_claimed: you did not take work "a": it is in the queue (ready)');
    await take('bob');
    expect(await complete('cyd', 'a')).toBe('not_claimed: you did not take work "a": bob works on it now');
    expect(await complete('bob', 'a')).toEqual({ id: 'a', outcome: 'done' });
    expect(await complete('bob', 'a')).toBe('not_claimed: work "a" was completed already, by bob');
    expect(await complete('bob', 'z')).toBe('unknown_work: there is no work "z"');
  });

  it('takes work back whose worker is gone, to its old place, and tells the worker who returns', async () => {
    const { ask, submit, take, complete, clock, state } = givenQueue();
    await submit('a');
    await submit('b');
    expect(await take('bob')).toBe('a');
    clock.pass(100);
    expect(await complete('bob', 'a')).toBe(
      'lease_expired: your lease of work "a" ran out after 100 ms: it is in the queue (ready)',
    );
    expect(await ask('cyd', 'get_work')).toMatchObject({ work: { id: 'a', attempt: 2 } });
    expect(await complete('bob', 'a')).toMatch(/^lease_expired: .*: cyd works on it now$/);
    expect(await complete('cyd', 'a')).toEqual({ id: 'a', outcome: 'done' });
    expect(state.queue.requeued).toBe(1);
  });

  it('says since when work could be claimed: from its submission, the last work before it, or the end of a lease', async () => {
    const { submit, take, complete, clock, written } = givenQueue();
    clock.pass(1);
    await submit('a');
    await submit('b', { depends_on: ['a'] });
    clock.pass(10);
    await take('bob');
    clock.pass(30);
    await complete('bob', 'a');
    clock.pass(5);
    await take('bob');
    clock.pass(150);
    await take('cyd');
    const claims = written.flatMap(({ transition: t }) => (t?.kind === 'work_claimed' ? [t] : []));
    expect(claims.map(({ id, ready_ms, at_ms }) => [id, ready_ms, at_ms])).toEqual([
      ['a', 1, 11],
      ['b', 41, 46],
      ['b', 146, 196],
    ]);
  });

  it('gives a worker one thing at a time: asked again, the same with a new lease', async () => {
    const { ask, submit, take, complete, clock, state } = givenQueue();
    await submit('a');
    await submit('b');
    await take('bob');
    for (let i = 0; i < 3; i++) {
      clock.pass(90);
      expect(await ask('bob', 'get_work')).toMatchObject({ work: { id: 'a', attempt: 1, renewed: true } });
    }
    expect(await complete('bob', 'a')).toEqual({ id: 'a', outcome: 'done' });
    expect([await take('bob'), state.queue.requeued, state.queue.leases.size]).toEqual(['b', 0, 1]);
  });

  it('holds so much unfinished work and so much text', async () => {
    const { submit, take, complete } = givenQueue({ live: 2 });
    await submit('a');
    await submit('b', { depends_on: ['a'] });
    expect(await submit('c')).toMatch(/^resource_limit_exceeded: there are 2 works that are not finished/);
    await take('bob');
    await complete('bob', 'a');
    expect(await submit('c')).toMatchObject({ id: 'c' });
    const small = givenQueue({ state_size: 2000 });
    await small.submit('a');
    expect(await small.submit('b', { description: 'x'.repeat(2000) })).toMatch(
      /^resource_limit_exceeded: the shared state would be larger than 2000 characters/,
    );
    expect(await small.submit('b')).toMatchObject({ id: 'b' });
  });

  it('is empty where it is switched off, and every request is answered', async () => {
    const { submit, complete, ask, written } = givenQueue({ without: ['queue'] });
    expect([await submit('a'), await ask('bob', 'get_work'), await complete('bob', 'a')]).toEqual([
      { queued: false },
      { work: null },
      { id: 'a', recorded: false },
    ]);
    expect(written.map(({ transition }) => transition)).toEqual([null, null, null]);
  });
});

describe('work, whoever asks for what and when', () => {
  const agent = fc.constantFrom('ada', 'bob', 'cyd');
  const step = fc.oneof(
    fc.record({ submit: agent, priority: fc.nat(2), depends_on: fc.array(fc.nat(8), { maxLength: 2 }) }),
    fc.record({ take: agent }),
    fc.record({ complete: agent, outcome: fc.constantFrom('done' as const, 'done' as const, 'failed' as const) }),
    fc.record({ pass: fc.nat(70) }),
  );

  it('is never lost, never done by two, never handed out before what it depends on, and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { submit, ask, complete, clock, state } = givenQueue();
        const { works, counts, ready, leases, claims } = state.queue;
        const completed = new Map<string, string>();
        for (const one of steps) {
          if ('pass' in one) clock.pass(one.pass);
          else if ('submit' in one) {
            const depends_on = one.depends_on.map((n) => `w${n}`).filter((id) => works.has(id));
            await submit(`w${works.size}`, { priority: one.priority, depends_on });
          } else if ('take' in one) {
            const free = [...works.values()].filter(({ standing }) => standing === 'ready');
            const { work } = (await ask(one.take, 'get_work')) as Taken;
            if (work === null || work.renewed) continue;
            const { priority, place, depends_on } = works.get(work.id)!;
            for (const other of depends_on) expect(completed.get(other)).toBe('done');
            for (const other of free)
              expect(other.priority < priority || (other.priority === priority && other.place >= place)).toBe(true);
          } else {
            const id = claims.get(one.complete);
            if (id === undefined) continue;
            const came = await complete(one.complete, id, one.outcome);
            if (typeof came === 'string') continue;
            expect(completed.has(id)).toBe(false);
            completed.set(id, one.outcome);
          }
          advanceTime(state, clock.now_ms());
          const standings = [...works.values()].map(({ standing }) => standing);
          for (const standing of Object.keys(counts) as (keyof typeof counts)[])
            expect(counts[standing]).toBe(standings.filter((other) => other === standing).length);
          expect([ready.size, leases.size, claims.size]).toEqual([counts.ready, counts.claimed, counts.claimed]);
          for (const { id, standing } of works.values())
            expect(completed.get(id)).toBe(standing === 'done' || standing === 'failed' ? standing : undefined);
        }
      }),
    );
  });

  itInFull('costs little each, in a hundred thousand operations', () => {
    const { state } = givenCoordinator();
    const at = (at_ms: number) => ({ at_ms, agent: 'ada' });
    const all = 33_334;
    for (let i = 0; i < all; i++) {
      const depends_on = i % 10 === 0 ? [] : [`w${i - 1}`, 'w0'];
      const work = { id: `w${i}`, title: 't', description: '', priority: i % 7, depends_on, data: null };
      applyTransition(state, { kind: 'work_submitted', ...at(i), ...work });
    }
    let taken = 0;
    for (let first = state.queue.ready.first(); first; first = state.queue.ready.first()) {
      const now_ms = all + taken;
      const of = { ...at(now_ms), id: first.key };
      const claim: StateTransition = {
        kind: 'work_claimed',
        ...of,
        attempt: 1,
        ready_ms: 0,
        lease_until_ms: now_ms + 10,
      };
      applyTransition(state, claim);
      applyTransition(state, { kind: 'work_completed', ...of, outcome: 'done', result: null });
      taken += 1;
    }
    expect([taken, state.queue.counts.done]).toEqual([all, all]);
  });
});
