import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { UserError } from '../../../src/contract/input/user_error.js';
import { EventLog } from '../../../src/record/storage/event_log.js';
import { type DecisionWriter, openCoordinator } from '../../../src/run/coordination/state/coordinator.js';
import type { SharedOperationCall } from '../../../src/run/coordination/state/reducer_result.js';
import {
  advanceTime,
  createSharedState,
  rebuildState,
  type SharedState,
} from '../../../src/run/coordination/state/shared_state.js';
import { cleanUp, givenRoom } from '../../given.js';
import { HandClock, order, settings, short } from './given_coordinator.js';

afterAll(cleanUp);

const agent = fc.constantFrom('ada', 'bob', 'cyd');
const path = fc.constantFrom('.', 'a', 'a/b', 'c');
const work = fc.constantFrom('w1', 'w2', 'w3', 'w4');
/** As read from JSON that was written: -0 is written as 0. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const text = fc.constantFrom('one two', 'two €', 'three 🙂');
/** What runs out is asked for often. */
const given: fc.Arbitrary<readonly [SharedOperationCall['operation'], object]> = fc.oneof(
  fc.tuple(fc.constant('acquire_lock' as const), fc.record({ path: fc.constantFrom('a', 'c') })),
  fc.tuple(fc.constant('submit_work' as const), fc.record({ id: work, title: text })),
  fc.constant(['get_work', {}] as const),
  fc.constant(['get_work', {}] as const),
  fc.tuple(fc.constant('acquire_lock' as const), fc.record({ path, wait_ms: fc.constantFrom(0, 20) })),
  fc.tuple(fc.constant('release_lock' as const), fc.record({ path })),
  fc.tuple(
    fc.constant('submit_work' as const),
    fc.record({ id: work, title: text, priority: fc.nat(9), depends_on: fc.array(work, { maxLength: 1 }) }),
  ),
  fc.constant(['get_work', {}] as const),
  fc.tuple(
    fc.constant('complete_work' as const),
    fc.record({ id: work, outcome: fc.constantFrom('done', 'failed'), result: json }),
  ),
  fc.tuple(
    fc.constant('remember' as const),
    fc.record({ text, tags: fc.array(text, { maxLength: 2 }), key: fc.constantFrom('k', 'l') }),
  ),
  fc.tuple(fc.constant('recall' as const), fc.record({ query: text })),
  fc.tuple(fc.constant('write_handoff' as const), fc.record({ to: fc.constantFrom('*', 'bob'), summary: text })),
  fc.constant(['read_handoff', {}] as const),
);
const step = fc.record({ agent, given, pass: fc.nat(30) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A coordinator whose journal is a log on disk, as the dispatcher keeps it. */
function givenJournal(file: string, clock: HandClock, left?: { log: EventLog; state: SharedState }) {
  const log = left?.log ?? new EventLog(file, () => clock.now_ms() * 1e6);
  const state = left?.state ?? createSharedState();
  const coordinator = openCoordinator({ settings: settings({ lock_ttl_ms: 60, lease_ms: 60 }), clock, state });
  const perform = (asked: SharedOperationCall) => coordinator.perform(asked, (decided) => write(log, asked, decided));
  const take = async (steps: readonly Step[]) => {
    const asked: Promise<Parameters<DecisionWriter>[0]>[] = [];
    for (const { agent, given, pass } of steps) {
      clock.pass(pass);
      asked.push(perform(order(agent, ...given)));
    }
    clock.pass(20);
    await Promise.all(asked);
  };
  return { log, state, coordinator, perform, take };
}

function write(
  log: EventLog,
  { id, agent, operation }: SharedOperationCall,
  { answer, transition, waited_ms }: Parameters<DecisionWriter>[0],
): boolean {
  const refused = answer.outcome === 'done' ? { code: null, message: '' } : answer;
  log.append('coordination', 'agent', {
    ...{ id, agent, profile: 'default', operation, arguments: {}, outcome: answer.outcome },
    ...{ code: refused.code, message: refused.message },
    ...{ stages: [], wall_ms: 0, waited_ms, operations: log.events.length + 1, transition },
  });
  return true;
}

/** Everything that is shared, at a time; heaps by what comes out of them. */
function told(state: SharedState, now_ms: number): unknown {
  advanceTime(state, now_ms);
  const { locks, queue, memory, handoffs, size } = state;
  return {
    ...{ size, held: locks.held, under: locks.under, lapsed: locks.lapsed, expired: locks.expired },
    expiry: [locks.expiry.size, locks.expiry.first()],
    ...{ works: queue.works, dependents: queue.dependents, claims: queue.claims, counts: queue.counts },
    ...{ requeued: queue.requeued, ready: [queue.ready.size, queue.ready.first()] },
    leases: [queue.leases.size, queue.leases.first()],
    ...{ memory, handoffs },
  };
}

// Holds A4
describe('the journal', () => {
  it('is the state: whatever was asked, a log tells what was shared', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = new HandClock();
        const { log, state, take } = givenJournal(join(givenRoom(), 'events.jsonl'), clock);
        await take(steps);
        const now_ms = clock.now_ms();
        expect(told(rebuildState(log.events), now_ms)).toEqual(told(state, now_ms));
        log.close();
      }),
      { numRuns: 60 },
    );
  });

  it('survives the end of the process at any byte: the state is that of the whole lines, and goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.array(step, { maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (before, after, share) => {
          const file = join(givenRoom(), 'events.jsonl');
          const clock = new HandClock();
          const first = givenJournal(file, clock);
          await first.take(before);
          first.log.close();
          const bytes = readFileSync(file);
          const left = bytes.subarray(0, Math.floor(share * bytes.length));
          writeFileSync(file, left);
          const whole = left.filter((byte) => byte === 0x0a).length;

          const log = EventLog.reopen(file, () => clock.now_ms() * 1e6);
          const state = rebuildState(log.events);
          const expected = rebuildState(first.log.events.slice(0, whole));
          expect(told(state, clock.now_ms())).toEqual(told(expected, clock.now_ms()));

          const second = givenJournal(file, clock, { log, state });
          await second.take(after);
          log.close();
          const reread = EventLog.reopen(file, () => 0);
          expect(told(rebuildState(reread.events), clock.now_ms())).toEqual(told(state, clock.now_ms()));
          reread.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keeps, over an interruption, locks and leases as long as they were given, no longer and no shorter', async () => {
    const file = join(givenRoom(), 'events.jsonl');
    const clock = new HandClock();
    const first = givenJournal(file, clock);
    await first.perform(order('ada', 'acquire_lock', { path: 'a' }));
    await first.perform(order('ada', 'submit_work', { id: 'w', title: 't' }));
    await first.perform(order('ada', 'get_work'));
    first.log.close();
    clock.pass(59);
    const log = EventLog.reopen(file, () => clock.now_ms() * 1e6);
    const { perform } = givenJournal(file, clock, { log, state: rebuildState(log.events) });
    const ask = async (...asked: Parameters<typeof order>) => short(await perform(order(...asked)));
    expect(await ask('bob', 'acquire_lock', { path: 'a' })).toBe(
      'lock_held: a is locked by ada for another 1 ms at most',
    );
    expect(await ask('bob', 'get_work')).toMatchObject({ work: null, claimed: 1 });
    clock.pass(1);
    expect(await ask('bob', 'acquire_lock', { path: 'a' })).toMatchObject({ count: 1 });
    expect(await ask('bob', 'get_work')).toMatchObject({ work: { id: 'w', attempt: 2 } });
    log.close();
  });

  it('is refused where it contradicts itself, though its chain is whole', () => {
    const log = new EventLog(join(givenRoom(), 'events.jsonl'), () => 0);
    write(log, order('ada', 'get_work'), {
      answer: { outcome: 'done', result: null },
      transition: { kind: 'work_claimed', at_ms: 0, agent: 'ada', id: 'w', attempt: 1, ready_ms: 0, lease_until_ms: 1 },
      waited_ms: 0,
    });
    expect(() => rebuildState(log.events)).toThrow(UserError);
    expect(() => rebuildState(log.events)).toThrow('event 0 of the log: its work_claimed does not follow');
    log.close();
  });
});
