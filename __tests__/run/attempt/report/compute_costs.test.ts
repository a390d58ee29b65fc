import type { Event, EventPayload } from '../../../../src/record/events/event.js';
import { NO_PRICE_RATES, type PriceRates } from '../../../../src/record/events/model_payloads.js';
import { computeCosts } from '../../../../src/run/attempt/report/compute_costs.js';
import { answer, call, type Given, givenLog, prompt, ran, response, stage } from '../../supervisor/given_events.js';

const LIBRARY = 'library:x@1';
type Accounting = Parameters<typeof computeCosts>[1];

const accounting = (rates: Partial<PriceRates> = {}, given: Partial<Accounting> = {}): Accounting => ({
  models: 'metered',
  prices: { rates: { ...NO_PRICE_RATES, ...rates }, identity: { table_sha256: null, library: 'x@1' } },
  kept_bytes: 0,
  ...given,
});
const usage = (input_tokens: number, output_tokens: number, source: 'reported' | 'estimated' = 'reported') => ({
  input_tokens,
  cached_input_tokens: 10,
  cache_write_tokens: 0,
  output_tokens,
  reasoning_tokens: 5,
  source,
});
const paid = (exchange: number, cost_usd: number | null, price?: string): Given<'cost'> => ({
  type: 'cost',
  payload: {
    action_type: 'llm_request',
    unit: 'token',
    quantity: 1,
    cost_usd,
    provenance: 'reported',
    exchange,
    ...(price === undefined ? {} : { price }),
  },
});
const exchange = (n: number, usd: number | null, told: EventPayload<'response'>['usage'], price?: string): Given[] => [
  prompt({ exchange: n }),
  response(null, { exchange: n, usage: told, body: { sha256: '0'.repeat(64), bytes: 2000 } }),
  paid(n, usd, price),
];
/** A minute of a command, that begins at this one. */
const minute = (from: number) => call({ execution: ran({ started_ms: from * 60_000, ended_ms: (from + 1) * 60_000 }) });
const waited = (id: string, minutes: number, by: string | null): Given<'escalation'> => {
  const given = answer(id, by === null ? 'deny' : 'allow');
  return { ...given, payload: { ...given.payload, by, waited_ms: minutes * 60_000 } };
};
const log = (...given: Given[]): Event[] => givenLog(given);

// Holds R13
describe('the cost of an attempt', () => {
  it('is models, execution, people and overhead, each by its price', () => {
    const events = log(
      stage('write'),
      ...exchange(1, 0.5, usage(100, 20), LIBRARY),
      minute(0),
      stage('test'),
      ...exchange(2, 0.25, usage(200, 30, 'estimated'), LIBRARY),
      minute(1),
      waited('a', 3, 'somebody'),
      waited('b', 50, null),
    );
    const rates = {
      execution_minute: 0.1,
      tool_call: 0.01,
      tool_minute: 0.02,
      human_minute: 1,
      run: 0.5,
      stored_gigabyte: 2,
    };
    expect(computeCosts(events, accounting(rates, { kept_bytes: 5e8 }))).toEqual({
      total_usd: 0.75 + 0.26 + 3 + 1.5,
      lm_usd: 0.75,
      execution_usd: 0.26,
      human_usd: 3,
      overhead_usd: 1.5,
      unpriced: [],
      execution_minutes: 2,
      human_minutes: 3,
      requests: 2,
      estimated_requests: 1,
      tokens: {
        input_tokens: 300,
        cached_input_tokens: 20,
        cache_write_tokens: 0,
        output_tokens: 50,
        reasoning_tokens: 10,
      },
      by_phase: {
        write: { requests: 1, tokens: 120, usd: 0.5, execution_minutes: 1, execution_usd: 0.1 },
        test: { requests: 1, tokens: 230, usd: 0.25, execution_minutes: 1, execution_usd: 0.1 },
      },
      projection: LIBRARY,
      prices: [LIBRARY],
      // Two answers of 2 kB, two calls of a minute, 500 MB.
      fallback_units: 2 * 12 + 2 * 7 + 500,
    });
  });

  it('leaves out what has no price, and names it', () => {
    const cost = computeCosts(
      log(stage('write'), ...exchange(1, 0.5, usage(1, 1)), minute(0), waited('a', 1, 'x')),
      accounting(),
    );
    expect([cost.total_usd, cost.execution_usd, cost.human_usd, cost.overhead_usd]).toEqual([0.5, null, null, null]);
    expect(cost.unpriced).toEqual(['execution', 'people', 'overhead']);
  });

  it('is unknown where one request has no price, though others do', () => {
    const events = log(stage('write'), ...exchange(1, 0.5, usage(1, 1)), ...exchange(2, null, usage(1, 1)));
    const cost = computeCosts(events, accounting({ run: 1 }));
    expect([cost.total_usd, cost.lm_usd, cost.by_phase.write!.usd]).toEqual([null, null, null]);
    expect(cost.unpriced).toEqual(['models']);
  });

  it('is unknown for an agent that may ask models by itself, and nothing for one that cannot', () => {
    const of = (models: Accounting['models']) => computeCosts(log(stage('write')), accounting({}, { models }));
    expect([of('unknown').lm_usd, of('unknown').total_usd, of('unknown').tokens]).toEqual([null, null, null]);
    expect([of('none').lm_usd, of('none').total_usd, of('none').tokens]).toEqual([0, 0, null]);
    expect(of('metered').lm_usd).toBe(0);
  });

  it('counts what the gateway refused, and counts of tokens, as no requests', () => {
    const refused = [prompt({ upstream: null }), response('usd-cap'), prompt({ operation: 'count-tokens' })];
    const cost = computeCosts(log(stage('write'), ...refused), accounting());
    expect([cost.requests, cost.fallback_units]).toEqual([0, 0]);
  });

  it('prices a call once that was asked for and made, and none that was refused', () => {
    const asked = (n: number): Given<'tool_invocation'> => ({
      type: 'tool_invocation',
      payload: {
        ...{ tool: 'bash', arguments: {}, summary: '' },
        asked: { conversation: 1, exchange: n, call_id: String(n), result: null },
      },
    });
    const refused: Given<'tool_invocation'> = {
      type: 'tool_invocation',
      payload: { tool: 'bash', arguments: {}, summary: 'not run', refused: true },
    };
    const made = () => call({ execution: { started_ms: 0, ended_ms: 0 } });
    const five = [1, 2, 3, 4, 5].flatMap((n) => [made(), asked(n)]);
    const of = (events: Given[]) => {
      const cost = computeCosts(log(stage('write'), ...events), accounting({ tool_call: 1 }));
      return [cost.execution_usd, cost.fallback_units];
    };
    expect(of(five)).toEqual([5, 5]);
    // One command of ours, in which an agent made five calls.
    expect(of([made(), ...[1, 2, 3, 4, 5].map(asked)])).toEqual([5, 5]);
    expect(of([...five, refused, asked(6)])).toEqual([5, 5]);
  });

  it('has the sandbox being made ready as a phase of its own, without the commands in that time', () => {
    const ready = (part: 'layer' | 'session', started_ms: number, ended_ms: number): Given => ({
      type: 'provisioning',
      payload: { part, started_ms, ended_ms },
    });
    const cost = computeCosts(
      log(stage('setup'), ready('layer', 0, 60_000), stage('write'), ready('session', 60_000, 90_000), minute(2)),
      accounting({ execution_minute: 0.1 }),
    );
    const none = { requests: 0, tokens: 0, usd: 0 };
    expect(cost.by_phase).toEqual({
      'sandbox provisioning': { ...none, execution_minutes: 1.5, execution_usd: 0.15 },
      write: { ...none, execution_minutes: 1, execution_usd: 0.1 },
    });
    expect([cost.execution_minutes, cost.execution_usd]).toEqual([2.5, 0.25]);
  });

  it('knows no cost of the phases in which an unmetered agent may have asked models', () => {
    const { by_phase, total_usd } = computeCosts(
      log({ ...minute(0), stage: 'setup' }, stage('write'), minute(1)),
      accounting({}, { models: 'unknown' }),
    );
    expect([total_usd, by_phase.setup?.usd, by_phase.write?.usd]).toEqual([null, 0, null]);
  });

  it('counts commands that ran beside each other once', () => {
    expect(computeCosts(log(stage('write'), minute(0), minute(0)), accounting()).execution_minutes).toBe(1);
  });
});

describe('the method of projection', () => {
  const events = log(stage('write'), ...exchange(1, 0.5, usage(1, 1), LIBRARY));
  it('is the declared table, else the library, else the fallback schedule by its version', () => {
    const table = { rates: NO_PRICE_RATES, identity: { table_sha256: 'f'.repeat(64), library: 'x@1' } };
    expect(computeCosts(events, accounting({}, { prices: table })).projection).toBe(`table:${'f'.repeat(64)}`);
    expect(computeCosts(events, accounting()).projection).toBe(LIBRARY);
    expect(computeCosts(log(stage('write')), accounting({}, { prices: undefined })).projection).toBe('fallback-1');
  });

  it('names the cap in units that held: of the contract, or the default where no price is known', () => {
    const capOf = (events: Event[], given: Partial<Accounting> = {}) =>
      computeCosts(events, accounting({}, given)).unit_cap;
    expect([
      capOf(log(...exchange(1, 0.5, usage(1, 1), LIBRARY))),
      capOf(log(...exchange(1, 0.5, usage(1, 1), LIBRARY)), { units: 7 }),
      capOf(log(...exchange(1, null, usage(1, 1)))),
      capOf(log(minute(0)), { models: 'unknown' }),
    ]).toEqual([undefined, 7, 20_000, 20_000]);
  });
});
