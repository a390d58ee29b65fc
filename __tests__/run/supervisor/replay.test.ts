import fc from 'fast-check';
import { alertCodes } from '../../../src/contract/policy/policy.js';
import type { Event } from '../../../src/record/events/event.js';
import { breakerCodes } from '../../../src/run/supervisor/breakers/breaker_registry.js';
import { createBreakerSet, replayTrips } from '../../../src/run/supervisor/breakers/create_breaker_set.js';
import { itInFull } from '../../extent.js';
import { givenAct } from './acts/given_acts.js';
import {
  answer,
  call,
  cost,
  cycle,
  type Given,
  givenLog,
  prompt,
  response,
  sample,
  stage,
  thresholds,
  times,
  trafficCall,
  tree,
} from './given_events.js';

const settings = thresholds({
  budget: {
    wall: '90s',
    command: '5s',
    tokens: 5000,
    usd: 5,
    tool_calls: 60,
    model_requests: 15,
    failed_cycles: 20,
    processes: 4,
    cpu: '9s',
  },
  policy: {
    commands: { deny: ['curl'] },
    escalate: {
      conditions: ['identical-calls', 'memory-limit', 'prohibited-command', 'os-level-risk', 'no-milestone'],
    },
    breakers: {
      identical_calls: 3,
      reinstalls: 2,
      oscillation: 4,
      no_progress: 6,
      dominance: 0.5,
      suspend_writes: 2,
      calls_per_minute: 10,
      dependency_resolutions: 30,
      denied_requests: 40,
      rollback: 3,
      interventions: 40,
    },
  },
});

const aTree = fc.option(fc.nat(3).map(tree));
const anEvent: fc.Arbitrary<Given> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        run: fc.constantFrom('make', 'ls', 'npm ci', 'curl x', 'npm ci && npm ci'),
        tree: aTree,
        manifests: fc.constantFrom('0'.repeat(64), '1'.repeat(64), null),
        cause: fc.constantFrom('exit' as const, 'exit' as const, 'exit' as const, 'timeout' as const, 'oom' as const),
        ended_ms: fc.constantFrom(100, 12_000),
        cycle: fc.constantFrom('passed' as const, 'failed' as const, undefined),
      })
      .map(({ cause, ended_ms, cycle, ...rest }) =>
        call({ ...rest, ...(cycle ? { cycle } : {}), execution: { cause, ended_ms, timeout_ms: 5000 } }),
      ),
  },
  fc
    .record({
      text: fc.constantFrom('curl x', 'rm -rf /', 'ls'),
      handling: fc.constantFrom('deny' as const, 'record' as const),
    })
    .map(({ text, handling }): Given => givenAct({ text, handling, prohibited: text === 'curl x' ? 'curl' : null })),
  fc.record({ processes: fc.nat(5), tree: aTree }).map((given): Given => sample(given)),
  fc.constantFrom<Given>(prompt(), prompt({ upstream: null }), response(null), response('unknown-model')),
  fc.constantFrom<Given>(...times(20, () => response(null)), response('usd-cap'), response('request-cap')),
  fc.nat(900).map((n): Given => cost('token', n, n / 1000)),
  fc
    .constantFrom('inspect' as const, 'write' as const, 'test' as const, 'extraction' as const)
    .map((to): Given => stage(to)),
  fc
    .tuple(
      fc.constantFrom('identical-calls', 'memory-limit', 'prohibited-command', 'os-level-risk', 'x'),
      fc.constantFrom('allow' as const, 'deny' as const, 'pending' as const),
    )
    .map(([condition, decision]): Given => answer(condition, decision)),
);
const aTrafficCall = fc
  .record({
    run: fc.constantFrom('make', 'ls', 'npm ci', 'sleep 1; cat log'),
    told: fc.constantFrom('a', 'b', null),
    tree: fc.option(fc.nat(3)),
    manifests: fc.option(fc.nat(1)),
    cycle: fc.constantFrom('passed' as const, 'failed' as const, null),
    installs: fc.constantFrom([], ['npm']),
  })
  .map((given) => trafficCall(given));
const aDenial = fc
  .record({ count: fc.constantFrom(1, 1, 1, 7), destination: fc.constantFrom('a:443', 'b:443', null) })
  .map((given): Given => ({ type: 'network_request', payload: { ...given, decision: 'denied', source: 'proxy' } }));
const aLog = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: anEvent.map((one) => [one]) },
      { weight: 2, arbitrary: aTrafficCall },
      aDenial.map((one) => [one]),
    ),
    { maxLength: 80 },
  )
  .map((events) => givenLog(events.flat()));

describe('breakers are functions of the log', () => {
  // Holds R9
  it('so every prefix of it gives the trips that the whole gave up to there, each event seen once or all again', () => {
    let tripped = 0;
    fc.assert(
      fc.property(aLog, (log) => {
        const whole = replayTrips(log, settings);
        tripped += whole.length;
        const panel = createBreakerSet(settings);
        log.forEach((event, i) => {
          const now = panel.see(event);
          expect(now).toEqual(whole.filter(({ at }) => at === event.seq).map(({ trip }) => trip));
          if (i % 7 === 0)
            expect(replayTrips(log.slice(0, i + 1), settings)).toEqual(whole.filter(({ at }) => at <= event.seq));
        });
      }),
    );
    expect(tripped).toBeGreaterThan(10);
  });

  it('and have exactly the codes that a contract may ask a person about', () => {
    expect([...breakerCodes].sort()).toEqual([...alertCodes].sort());
  });

  it('so two logs that are watched in turns do not mix', () => {
    fc.assert(
      fc.property(aLog, aLog, (a, b) => {
        const panels = [createBreakerSet(settings), createBreakerSet(settings)] as const;
        const seen: unknown[][] = [[], []];
        for (let i = 0; i < Math.max(a.length, b.length); i += 1)
          for (const [n, log] of [a, b].entries()) if (log[i]) seen[n]!.push(...panels[n]!.see(log[i]!));
        expect(seen).toEqual([a, b].map((log) => replayTrips(log, settings).map(({ trip }) => trip)));
      }),
    );
  });

  it('so what stands outside the agent stages changes nothing', () => {
    fc.assert(
      fc.property(aLog, (log) => {
        const with_setup = log.map(
          (event): Event => (event.stage === 'extraction' ? { ...event, stage: 'setup' } : event),
        );
        expect(replayTrips(with_setup, settings)).toEqual(
          replayTrips(
            log.filter(({ stage }) => stage !== 'extraction'),
            settings,
          ),
        );
      }),
    );
  });

  itInFull('and cost the same at every event: ten thousand of them take about ten times a thousand', () => {
    const quiet = thresholds({
      policy: { breakers: { no_progress: 0, calls_per_minute: 0 }, commands: { deny: ['curl'] } },
      budget: { wall: '100h' },
    });
    // Reads are what a breaker costs; counting them needs no clock.
    const reads = (n: number) => {
      let count = 0;
      const counting = (event: Event) =>
        new Proxy(event, {
          get: (target, name) => {
            count += 1;
            return target[name as keyof Event];
          },
        });
      const log = givenLog(times(n, (i) => (i % 3 === 0 ? cycle('passed', i) : call({ run: `r${i}`, tree: tree(i) }))));
      expect(replayTrips(log.map(counting), quiet)).toEqual([]);
      return count;
    };
    expect(reads(10_000) / reads(1000)).toBeLessThan(10.5);
  });
});
