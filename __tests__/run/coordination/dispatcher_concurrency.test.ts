import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { operations } from '../../../src/contract/coordination/mechanism.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import type { OperationResult } from '../../../src/run/coordination/operations/operation_result.js';
import { rebuildState } from '../../../src/run/coordination/state/shared_state.js';
import { cleanUp } from '../../given.js';
import { givenDispatcher, operationsOf, short, told } from './given_dispatcher.js';

afterEach(cleanUp);

const agents = {
  agents: [{ name: 'ada' }, { name: 'bob' }, { name: 'low', profile: 'low' }],
  profiles: { low: { trust_level: 0 } },
};
/** Something that a test ends when it wants to. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

describe('operations of different agents', () => {
  it('go on side by side: nobody waits for the command of somebody else', async () => {
    const { open, opened } = gate();
    const { perform, events } = givenDispatcher({
      coordination: agents,
      hands: {
        run: async () => {
          await opened;
          return { exit_code: 0, cause: 'exit', stdout: '', stderr: '', truncated: false };
        },
      },
    });
    const running = perform('ada', 'run_command', { command: 'make' });
    expect((await perform('bob', 'recall')).outcome).toBe('done');
    open();
    expect((await running).outcome).toBe('done');
    expect(told(events())).toEqual([
      'audit 1 op-1 admitted pending',
      'audit 2 op-2 decided done',
      'op-2 recall done: profile, execute, audit',
      'audit 1 op-1 completed done',
      'op-1 run_command done: profile, guardrails, network, execute, audit',
    ]);
    expect(operationsOf(events()).map(({ operations }) => operations)).toEqual([2, 1]);
  });

  it('wait for a lock in the record too, with the time that it took', async () => {
    const { perform, events } = givenDispatcher({ coordination: agents });
    await perform('ada', 'acquire_lock', { path: 'a' });
    const waiting = perform('bob', 'acquire_lock', { path: 'a', wait_ms: 30_000 });
    await perform('ada', 'release_lock', { path: 'a' });
    expect((await waiting).outcome).toBe('done');
    const ended = operationsOf(events()).map(({ id, transition }) => `${id} ${transition?.kind}`);
    expect(ended).toEqual(['op-1 lock_acquired', 'op-3 lock_released', 'op-2 lock_acquired']);
    expect(operationsOf(events())[2]!.waited_ms).toBeGreaterThan(0);
  });

  it('nobody has a lock while an edit that began before is still being made', async () => {
    const { open, opened } = gate();
    const order: string[] = [];
    const { perform } = givenDispatcher({
      coordination: agents,
      hands: {
        edit: async () => {
          await opened;
          order.push('edited');
          return { bytes: 0 };
        },
      },
    });
    const editing = perform('ada', 'edit_file', { path: 'src/a', content: '' });
    const locking = perform('bob', 'acquire_lock', { path: 'src' }).then(() => order.push('locked'));
    expect((await perform('ada', 'edit_file', { path: 'src/b', content: '' })).outcome).toBe('failed');
    open();
    await Promise.all([editing, locking]);
    expect(order).toEqual(['edited', 'locked']);
  });

  it('an edit meets the lock of somebody else', async () => {
    const { perform, events } = givenDispatcher({ coordination: { ...agents, require_locks: true } });
    await perform('ada', 'acquire_lock', { path: 'a' });
    expect(short(await perform('bob', 'edit_file', { path: 'a', content: '' }))).toMatch(
      /^failed lock_held: a is locked by ada/,
    );
    expect(short(await perform('bob', 'edit_file', { path: 'b', content: '' }))).toMatch(/^failed lock_required: /);
    expect(short(await perform('bob', 'edit_file', { path: '../b', content: '' }))).toMatch(
      /^failed path_outside_workspace: /,
    );
    expect((await perform('ada', 'edit_file', { path: 'a', content: '' })).outcome).toBe('done');
    expect(told(events()).filter((line) => line.includes('op-2'))).toEqual([
      'audit 2 op-2 decided failed lock_held',
      'op-2 edit_file failed lock_held: profile, guardrails, execute failed, audit',
    ]);
  });
});

describe('whoever asked is gone', () => {
  it('before it began: recorded, not done', async () => {
    const { perform, events } = givenDispatcher();
    expect(short(await perform('agent', 'acquire_lock', { path: 'a' }, AbortSignal.abort()))).toBe(
      'failed agent_stopped: whoever asked is gone',
    );
    expect(told(events())).toEqual([
      'audit 1 op-1 decided failed agent_stopped',
      'op-1 acquire_lock failed agent_stopped: audit',
    ]);
  });

  it('while it waits for a lock, or while its command runs: recorded as it ended', async () => {
    const { perform, events, coordinator } = givenDispatcher({ coordination: agents });
    await perform('ada', 'acquire_lock', { path: 'a' });
    const gone = new AbortController();
    const waiting = perform('bob', 'acquire_lock', { path: 'a', wait_ms: 30_000 }, gone.signal);
    const running = perform('ada', 'run_command', { command: 'exec sleep 60' }, gone.signal);
    gone.abort();
    expect((await waiting).outcome).toBe('failed');
    expect(await running).toMatchObject({ result: { exit_code: null, cause: 'cancelled' } });
    await perform('ada', 'release_lock', { path: 'a' });
    expect(coordinator.holds('a', 'bob')).toBe(false);
    expect(operationsOf(events()).map(({ code }) => code)).toEqual([null, 'agent_stopped', null, null]);
  });

  it('at the end: what runs is ended and recorded, what comes later is refused and recorded', async () => {
    const { perform, dispatcher, events } = givenDispatcher({ coordination: agents });
    await perform('ada', 'acquire_lock', { path: 'a' });
    const answers = [
      perform('bob', 'acquire_lock', { path: 'a', wait_ms: 30_000 }),
      perform('ada', 'run_command', { command: 'exec sleep 60' }),
    ];
    await dispatcher.close();
    expect(operationsOf(events())).toHaveLength(3);
    await Promise.all(answers);
    expect(short(await perform('ada', 'recall'))).toBe('failed agent_stopped: the part of the agents is over');
    expect([dispatcher.operations, dispatcher.audited, operationsOf(events()).length]).toEqual([4, 4, 4]);
  });
});

describe('whatever is asked, in whatever order', () => {
  const given = fc.record({
    agent: fc.constantFrom('ada', 'bob', 'low', 'nobody'),
    operation: fc.constantFrom(...operations, 'fly'),
    arguments: fc.oneof(
      fc.constantFrom<unknown>(
        {},
        { path: 'a' },
        { path: 'a', content: 'x' },
        { path: '../a', content: '' },
        { path: '.env', content: 'A=1' },
        { command: 'git push --force' },
        { command: 'curl https://a.test' },
        { title: 'x' },
        { text: 'x' },
        { id: 'x', outcome: 'done' },
        { to: 'bob', summary: 's' },
        { path: 'a', wait_ms: 5 },
      ),
      fc.jsonValue(),
    ),
    gone: fc.boolean(),
    wait: fc.boolean(),
  });

  it('audit entries are the operations, the chain holds, and what is refused changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(given, { maxLength: 25 }), async (requests) => {
        const { perform, dispatcher, coordinator, log, path } = givenDispatcher({
          coordination: { ...agents, protected: ['secret'] },
        });
        const answers: Promise<OperationResult>[] = [];
        for (const { agent, operation, arguments: args, gone, wait } of requests) {
          const answer = perform(agent, operation, args, gone ? AbortSignal.timeout(1) : undefined);
          answers.push(answer);
          if (wait) await answer;
        }
        await Promise.all(answers);
        await dispatcher.close();
        const { events, faults } = verifyHashChain(readFileSync(path, 'utf8'));
        const done = selectEvents(events, 'coordination').map(({ payload }) => payload);
        const entries = selectEvents(events, 'audit').filter(({ payload }) => payload.phase !== 'completed');
        expect(faults).toEqual([]);
        expect([dispatcher.operations, dispatcher.audited]).toEqual([requests.length, requests.length]);
        expect(new Set(entries.map(({ payload }) => payload.id))).toEqual(new Set(done.map(({ id }) => id)));
        expect(entries.map(({ payload }) => payload.entry)).toEqual(requests.map((_, i) => i + 1));
        for (const { outcome, transition } of done) if (outcome !== 'done') expect(transition).toBeNull();
        const state = rebuildState(events);
        for (const lock of state.locks.held.values()) expect(coordinator.holds(lock.path, lock.agent)).toBe(true);
        log.close();
        await cleanUp();
      }),
      { numRuns: 60 },
    );
  });
});
