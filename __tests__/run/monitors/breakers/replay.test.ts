import fc from 'fast-check';
import { alertCodes } from '../../../../src/contract/alert_codes.js';
import type { Event } from '../../../../src/record/events.js';
import { openPanel, tripsOf } from '../../../../src/run/monitors/breakers/panel.js';
import { breakerCodes } from '../../../../src/run/monitors/breakers/registry.js';
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
  tree,
} from '../given_events.js';

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
    escalate: { conditions: ['identical-calls', 'memory-limit', 'prohibited-command', 'no-milestone'] },
    breakers: {
      identical_calls: 3,
      reinstalls: 2,
      oscillation: 4,
      no_progress: 6,
      dominance: 0.5,
      suspend_writes: 2,
      calls_per_minute: 10,
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
  fc.record({ processes: fc.nat(5), tree: aTree }).map((given): Given => sample(given)),
  fc.constantFrom<Given>(prompt(), prompt({ upstream: null }), response(null), response('unknown-model')),
  fc.constantFrom<Given>(...times(20, () => response(null)), response('usd-cap'), response('request-cap')),
  fc.nat(900).map((n): Given => cost('token', n, n / 1000)),
  fc
    .constantFrom('inspect' as const, 'write' as const, 'test' as const, 'extraction' as const)
    .map((to): Given => stage(to)),
  fc
    .tuple(
      fc.constantFrom('identical-calls', 'memory-limit', 'prohibited-command', 'x'),
      fc.constantFrom('allow' as const, 'deny' as const, 'pending' as const),
    )
    .map(([condition, decision]): Given => answer(condition, decision)),
);
const aLog = fc.array(anEvent, { maxLength: 80 }).map(givenLog);

describe('breakers are functions of the log', () => {
  it('so every prefix of it gives the trips that the whole gave up to there, each event seen once or all again', () => {
    let tripped = 0;
    fc.assert(
      fc.property(aLog, (log) => {
        const whole = tripsOf(log, settings);
        tripped += whole.length;
        const panel = openPanel(settings);
        log.forEach((event, i) => {
          const now = panel.see(event);
          expect(now).toEqual(whole.filter(({ at }) => at === event.seq).map(({ trip }) => trip));
          if (i % 7 === 0)
            expect(tripsOf(log.slice(0, i + 1), settings)).toEqual(whole.filter(({ at }) => at <= event.seq));
        });
      }),
    );
    expect(tripped).toBeGreaterThan(100);
  });

  it('and have exactly the codes that a contract may ask a person about', () => {
    expect([...breakerCodes].sort()).toEqual([...alertCodes].sort());
  });

  it('so two logs that are watched in turns do not mix', () => {
    fc.assert(
      fc.property(aLog, aLog, (a, b) => {
        const panels = [openPanel(settings), openPanel(settings)] as const;
        const seen: unknown[][] = [[], []];
        for (let i = 0; i < Math.max(a.length, b.length); i += 1)
          for (const [n, log] of [a, b].entries()) if (log[i]) seen[n]!.push(...panels[n]!.see(log[i]!));
        expect(seen).toEqual([a, b].map((log) => tripsOf(log, settings).map(({ trip }) => trip)));
      }),
    );
  });

  it('so what stands outside the agent stages changes nothing', () => {
    fc.assert(
      fc.property(aLog, (log) => {
        const with_setup = log.map(
          (event): Event => (event.stage === 'extraction' ? { ...event, stage: 'setup' } : event),
        );
        expect(tripsOf(with_setup, settings)).toEqual(
          tripsOf(
            log.filter(({ stage }) => stage !== 'extraction'),
            settings,
          ),
        );
      }),
    );
  });

  it('and cost the same at every event: ten thousand of them take about ten times a thousand', () => {
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
      expect(tripsOf(log.map(counting), quiet)).toEqual([]);
      return count;
    };
    expect(reads(10_000) / reads(1000)).toBeLessThan(10.5);
  });
});
