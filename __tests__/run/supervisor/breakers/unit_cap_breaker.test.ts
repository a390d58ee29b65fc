import { NO_PRICE_RATES } from '../../../../src/record/events/model_payloads.js';
import { call, cost, type Given, prompt, response, stage, trips } from '../given_events.js';

const ran = (started_ms: number, ended_ms: number) => ({ execution: { started_ms, ended_ms } });
const answered = (bytes: number) => [prompt(), response(null, { body: { sha256: 'a'.repeat(64), bytes } })];

describe('budget.units, a cap that needs no price', () => {
  it.each([
    [
      'calls and their seconds: 1 + 0.1 × 40, twice',
      [stage('write', 0), call(ran(0, 40_000)), call(ran(40_000, 80_000))],
      { units: 10, headroom: 0 },
      ['unit-cap@2'],
    ],
    ['nothing below it', [stage('write', 0), call(ran(0, 40_000))], { units: 10, headroom: 0 }, []],
    [
      'the headroom is kept back',
      [stage('write', 0), call(ran(0, 40_000)), call(ran(40_000, 71_000))],
      { units: 10, headroom: 0.1 },
      ['unit-cap@2'],
    ],
    ['requests: 10, and 1 per 1,000 bytes of the answer', answered(5_000), { units: 15, headroom: 0 }, ['unit-cap@1']],
    ['a request that the gateway refused costs nothing', [prompt(), response('usd-cap')], { units: 1 }, ['usd-cap@1']],
    ['without it units are only counted', [stage('write', 0), call(ran(0, 9e6))], {}, []],
  ])('%s', (_, events, budget, expected) => {
    expect(trips(events, { budget: { wall: '100h', ...budget } })).toEqual(expected);
  });
});

// Holds R13
describe('the default of budget.units, where no price is known', () => {
  const table: Given<'cost_projection'> = {
    type: 'cost_projection',
    stage: 'setup',
    payload: {
      projection: 'table:x',
      rates: NO_PRICE_RATES,
      assumed: [],
      kept_bytes: 0,
      reserve: { evaluation_minutes: 0, basis: 'timeouts', stored_bytes: 0, usd: 0 },
    },
  };
  // 2 × 9,001 units
  const dear = [answered(8_991_000), answered(8_991_000)].flat();
  const cheap = [answered(8_991_000), [cost('token', 10, 0.5)], answered(8_991_000)].flat();
  const unpriced = [answered(8_991_000), [cost('token', 10, null)], answered(8_991_000)].flat();

  it.each([
    ['ends an agent at 20,000 units less the headroom', dear, {}, ['unit-cap@3']],
    ['also if the gateway says that it knows no price', unpriced, {}, ['unit-cap@4']],
    ['does not hold for a model with a price', cheap, {}, []],
    ['gives way to the number of the contract', dear, { units: 30_000 }, []],
    [
      'leaves 500 requests of 4,000 bytes and 30 minutes of commands alone',
      Array(500).fill(answered(4_000)).flat(),
      {},
      [],
    ],
  ])('%s', (_, events: Given[], budget, expected) => {
    expect(trips([stage('write', 0), ...events], { budget: { wall: '100h', headroom: 0.1, ...budget } })).toEqual(
      expected.map((trip) => trip.replace(/\d+$/, (seq) => String(Number(seq) + 1))),
    );
  });

  it('does not hold with a price table, which is recorded before the agent starts', () => {
    expect(trips([table, stage('write', 0), ...dear], { budget: { wall: '100h', headroom: 0.1 } })).toEqual([]);
  });
});
