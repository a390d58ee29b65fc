import { NO_PRICE_RATES, type PriceRates } from '../../../../../src/record/events/model_payloads.js';
import { createBreakerSet, replayTrips } from '../../../../../src/run/supervisor/breakers/create_breaker_set.js';
import { answer, call, cost, type Given, givenLog, ran, sample, thresholds } from '../../given_events.js';

const projection = (rates: Partial<PriceRates>, reserve_usd = 0): Given<'cost_projection'> => ({
  type: 'cost_projection',
  stage: 'briefing',
  payload: {
    projection: `table:${'f'.repeat(64)}`,
    rates: { ...NO_PRICE_RATES, ...rates },
    assumed: [],
    kept_bytes: 0,
    reserve: { evaluation_minutes: 1, basis: 'timeouts', stored_bytes: 0, usd: reserve_usd },
  },
});
const asked = (n: number): Given<'tool_invocation'> => ({
  ...call(),
  payload: {
    tool: 'bash',
    arguments: { n },
    summary: 'asked for',
    asked: { conversation: 1, exchange: n, call_id: `c${n}`, result: null },
  },
});
const refused = (): Given<'tool_invocation'> => ({
  ...call(),
  payload: { tool: 'command', arguments: { command: 'x' }, summary: 'not run: …', refused: true },
});
const CAP = thresholds({ budget: { usd: 5 } });
/** Codes and event numbers of what trips the cap in USD. */
const trips = (events: readonly Given[], under = CAP) =>
  replayTrips(givenLog(events), under)
    .filter(({ trip }) => trip.code === 'usd-cap')
    .map(({ at, trip }) => [at, trip.signals.spent]);

// Holds R8
describe('the cap in USD holds for the whole running estimate', () => {
  it('counts calls at their price, and trips at the one that reaches it', () => {
    expect(trips([projection({ tool_call: 3 }), call(), asked(1), asked(2)])).toEqual([[3, 6]]);
  });

  it('refuses a call that what is left does not pay for, and ends the run there, with nothing for the refused one', () => {
    const events = [projection({ tool_call: 3 }), call()];
    const panel = createBreakerSet(CAP);
    for (const event of givenLog(events)) panel.see(event);
    expect(panel.refuses({ tool: 'command', arguments: {} })).toContain('does not pay for another call');
    expect(trips([...events, refused()])).toEqual([[2, 3]]);
  });

  it('counts models, commands by the clock, people and the fixed part together', () => {
    const person = answer('x', 'allow');
    const waited: Given = { ...person, payload: { ...person.payload, waited_ms: 60_000 } };
    const minute = call({ execution: { started_ms: 0, ended_ms: 60_000 } });
    const rates = { execution_minute: 1, human_minute: 1, run: 0.5, tool_minute: 0.5 };
    expect(trips([projection(rates), minute, waited, cost('usd', 0, 1.7)])).toEqual([]);
    expect(trips([projection(rates), minute, waited, cost('usd', 0, 1.8)])).toEqual([[3, 4.8]]);
  });

  it('counts a command that is still running, by its samples, and setup before the agent', () => {
    const setup: Given<'setup'> = {
      type: 'setup',
      stage: 'setup',
      payload: {
        layer: 'l',
        reused: false,
        outcome: 'ready',
        steps: [ran({ started_ms: 0, ended_ms: 60_000 })],
        tools: {},
      },
    };
    const running = { ...sample({ wall_ms: 240_000 }), s: 400 };
    expect(trips([setup, projection({ execution_minute: 1 }), running])).toEqual([[2, 5]]);
  });

  it('keeps the evaluation back where that is more than the headroom, and leaves nothing where it is more than the cap', () => {
    expect(trips([projection({ tool_call: 1 }, 3), call(), call()])).toEqual([[2, 2]]);
    expect(trips([projection({ tool_call: 1 }, 7), sample()])).toEqual([[1, 0]]);
  });

  it('gives a command as long as what is left pays for', () => {
    const panel = createBreakerSet(CAP);
    // Without a price there is the default cap: 20,000 units less 5 %, at 0.1 a second.
    expect(panel.affordable_ms()).toBe(190_000_000);
    for (const event of givenLog([projection({ execution_minute: 1 }), cost('usd', 0, 3.75)])) panel.see(event);
    expect(panel.affordable_ms()).toBeCloseTo(60_000);
    const cut = call({ execution: { started_ms: 0, ended_ms: 60_000, cause: 'timeout' } });
    expect(trips([projection({ execution_minute: 1 }), cost('usd', 0, 3.75), cut])).toEqual([[2, 4.75]]);
  });

  it('counts anew from where a person allowed more', () => {
    const asking = thresholds({ budget: { usd: 5 }, policy: { escalate: { conditions: ['usd-cap'] } } });
    const events = [projection({ tool_call: 3 }), call(), call(), answer('usd-cap', 'allow'), call(), call()];
    expect(trips(events, asking)).toEqual([
      [2, 6],
      [5, 6],
    ]);
  });

  it('holds for models alone where no prices are declared', () => {
    const hour = call({ execution: { started_ms: 0, ended_ms: 3_600_000 } });
    expect(trips([hour, call(), cost('usd', 0, 4.7)])).toEqual([]);
    expect(trips([hour, call(), cost('usd', 0, 4.75)])).toEqual([[2, 4.75]]);
  });
});
