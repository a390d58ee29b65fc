import { computeActivity } from '../../../../src/judge/rubric/metrics/compute_activity.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import { DIGEST, givenRecord, type Said } from '../given_record.js';

const CALL: Said = {
  type: 'tool_invocation',
  actor: 'agent',
  payload: { tool: 'command', arguments: {}, summary: '' },
};

let number = 0;
const act = (more: Partial<EventPayload<'act'>>, outcome: Partial<EventPayload<'act_outcome'>> = {}): Said[] => {
  const payload: EventPayload<'act'> = {
    ...{ act: ++number, road: 'call', form: 'command', of_seq: null, tool: 'command', text: 'x', bytes: 1 },
    ...{ sha256: DIGEST, commands: ['x'], unread: null, cycle: null, installs: [], guard: null, handling: 'record' },
    ...{ because: '', ...more },
  } as EventPayload<'act'>;
  const sight = { of_seq: null, outcome: 'done', detail: '', cycle: null, tree: null, manifests: null, ...outcome };
  return [
    ...(payload.road === 'call' ? [CALL] : []),
    { type: 'act', payload },
    { type: 'act_outcome', payload: { act: payload.act, road: payload.road, ...sight } as EventPayload<'act_outcome'> },
  ];
};
const unobserved = (road: EventPayload<'road_unobserved'>['road']): Said => ({
  type: 'road_unobserved',
  payload: { road, stage: 'write', because: 'no trace here' },
});

// Holds G10
describe('what an agent did, counted for the record of a run', () => {
  it('is each act once: calls, cycles and how they ended, dependencies', () => {
    const more = [
      ...act({}),
      ...act({ cycle: 'test' }, { cycle: 'failed' }),
      ...act({ cycle: 'test' }, { cycle: 'passed' }),
      ...act({ cycle: 'build', installs: ['npm'] }),
      ...act({ road: 'program', installs: ['pip'] }),
      ...act({ road: 'plan' }),
    ];
    expect(computeActivity(givenRecord({ more }))).toEqual({
      tool_calls: 4,
      test_cycles: 2,
      failed_test_cycles: 1,
      build_cycles: 1,
      dependency_events: 2,
      unobserved: [],
    });
  });

  it('is unknown, with the reason, where a road was not watched; a trace matters only where all is one command', () => {
    const hidden = { tool_calls: null, test_cycles: null, dependency_events: null };
    expect(computeActivity(givenRecord({ more: [...act({}), unobserved('traffic')] }))).toMatchObject({
      ...hidden,
      unobserved: ['traffic: no trace here'],
    });
    const more = [...act({}), unobserved('program')];
    expect(computeActivity(givenRecord({ more }))).toMatchObject({
      tool_calls: 1,
      unobserved: ['program: no trace here'],
    });
    const agent = { kind: 'command' as const, name: 'command', identity: DIGEST, detail: { command: 'sh x' } };
    expect(computeActivity(givenRecord({ more, manifest: (manifest) => ({ ...manifest, agent }) }))).toMatchObject(
      hidden,
    );
  });

  it('is unknown in a record with calls and no act, and nothing where there was nothing to watch', () => {
    expect(computeActivity(givenRecord({ more: [CALL] }))).toMatchObject({
      tool_calls: null,
      unobserved: ['the calls of the agent were not watched'],
    });
    expect(computeActivity(givenRecord())).toMatchObject({ tool_calls: 0, test_cycles: 0, dependency_events: 0 });
  });
});
