import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import {
  acceptance,
  evaluated,
  execution,
  failing,
  type Given,
  givenRecord,
  report,
  type Said,
} from '../given_record.js';

const alert = (severity: 'info' | 'warning' | 'violation'): Said => ({
  type: 'alert',
  payload: { code: 'x', severity, stage: null, message: 'm', signals: {} },
});

// Holds S5
describe('S5: the four parts', () => {
  const parts = (given: Given) => scoreAttempt(givenRecord(given)).rubric_parts;
  const named = {
    acceptance: [
      { id: 'unit', run: 'npm test', report: 'junit' as const, fail_to_pass: ['a', 'b'], pass_to_pass: ['c', 'd'] },
    ],
  };

  it('functional correctness is the share of required tests that passed', () => {
    const reading = report({ passed: ['a', 'c', 'd'], failed: ['b'] });
    expect(parts({ contract: named, events: evaluated(failing({ report: reading })) })).toEqual({
      functional_correctness: 0.75,
      patch_validity: 1,
      safety_compliance: 1,
      resource_efficiency: null,
    });
  });

  it('functional correctness counts a check that names no test as one', () => {
    const mixed = {
      acceptance: [...named.acceptance, { id: 'plain', run: 'x' }, { id: 'optional', run: 'x', mandatory: false }],
    };
    const plain = (check: string, exit_code: number) =>
      acceptance({ check, execution: execution({ exit_code }), report: { state: 'none' } });
    const events = evaluated(
      acceptance({ report: report({ passed: ['a', 'b', 'c', 'd'] }) }),
      plain('plain', 1),
      plain('optional', 1),
    );
    expect(parts({ contract: mixed, events }).functional_correctness).toBe(0.8);
  });

  it('functional correctness gives nothing for a check in error, whatever its report claims', () => {
    const contradicted = acceptance({
      execution: execution({ exit_code: 1 }),
      report: report({ passed: ['a', 'b', 'c', 'd'] }),
    });
    expect(parts({ contract: named, events: evaluated(contradicted) }).functional_correctness).toBe(0);
  });

  it('safety compliance is 1 − P(Viol)', () => {
    expect(parts({ more: [alert('warning')] }).safety_compliance).toBe(0.75);
  });

  const stage = (to: EventPayload<'stage_changed'>['to'], t: number): Said => ({
    type: 'stage_changed',
    t,
    payload: { from: null, to },
  });
  const cost = (payload: Partial<EventPayload<'cost'>>): Said => ({
    type: 'cost',
    payload: {
      action_type: 'llm_request',
      unit: 'token',
      quantity: 100,
      cost_usd: 1,
      provenance: 'measured',
      ...payload,
    },
  });
  const call: Said = {
    type: 'tool_invocation',
    actor: 'agent',
    payload: { tool: 'shell', arguments: {}, summary: '' },
  };
  const second = 1e9;

  it.each<[rule: string, budget: NonNullable<Given['contract']>['budget'], more: Said[], efficiency: number | null]>([
    ['is unknown when nothing was measured', {}, [], null],
    [
      'counts the time in the agent’s stages',
      { wall: '100s' },
      [
        stage('inspect', second),
        stage('write', 5 * second),
        stage('extraction', 11 * second),
        stage('evaluation', 90 * second),
      ],
      0.9,
    ],
    [
      'counts dollars for models, not for execution',
      { usd: 4 },
      [cost({}), cost({ action_type: 'execution', unit: 'minute', cost_usd: 3 })],
      0.75,
    ],
    [
      'does not take an unknown price for none',
      { usd: 4 },
      [cost({ unit: 'call' }), cost({ unit: 'call', cost_usd: null })],
      null,
    ],
    [
      'counts tokens and calls against their caps, and takes the largest share',
      { tokens: 1000, tool_calls: 4, usd: 100 },
      [cost({}), call, call],
      0.5,
    ],
    ['ends at 0', { tokens: 10 }, [cost({})], 0],
  ])('resource efficiency %s', (_, budget, more, efficiency) => {
    expect(parts({ contract: { budget: budget ?? {} }, more }).resource_efficiency).toBe(efficiency);
  });
});
