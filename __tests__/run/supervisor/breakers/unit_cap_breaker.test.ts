import { call, prompt, response, stage, trips } from '../given_events.js';

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
