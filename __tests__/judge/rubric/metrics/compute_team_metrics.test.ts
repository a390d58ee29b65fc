import fc from 'fast-check';
import { computeTeamMetrics } from '../../../../src/judge/rubric/metrics/compute_team_metrics.js';
import { readAttemptTrace } from '../../../../src/judge/rubric/trace/attempt_trace.js';
import type { StateTransition } from '../../../../src/record/events/act_payloads.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import { operation, stage } from '../given_operations.js';
import { givenRecord, type Said } from '../given_record.js';

let number = 0;
const did = (
  agent: string,
  transition: StateTransition | null,
  more: Partial<EventPayload<'coordination'>> = {},
): Said =>
  operation(++number, { agent, transition: transition && ({ ...transition, agent } as StateTransition), ...more });

const handoff = (id: number, recipients: string[]): StateTransition => ({
  ...{ kind: 'handoff_written', at_ms: 1, agent: '', id, to: '*', recipients, operation: 'op', summary: 's' },
  ...{ done: [], todo: [], files: [], notes: null, sha256: '0'.repeat(64) },
});
const reading = (...ids: number[]): StateTransition => ({ kind: 'handoff_read', at_ms: 2, agent: '', ids });
const submitted = (id: string): StateTransition => ({
  ...{ kind: 'work_submitted', at_ms: 1, agent: '', id, title: 't', description: '' },
  ...{ priority: 5, depends_on: [], data: null },
});
const completed = (id: string, outcome: 'done' | 'failed'): StateTransition => ({
  ...{ kind: 'work_completed', at_ms: 3, agent: '', id, outcome, result: null },
});
const part = (id: string, agent: string, outcome: EventPayload<'subtask'>['outcome']): Said => ({
  type: 'subtask',
  stage: 'write',
  payload: {
    ...{ id, agent, started_ms: 0, ended_ms: 1, outcome },
    ...{ conflicts: [], artifact: null, tree: null, detail: '' },
  },
});

const team = (...events: Said[]) => computeTeamMetrics(readAttemptTrace(givenRecord({ events })));

// Holds A4
describe('metrics of a team', () => {
  it('are null where nothing was planned and nothing handed over', () => {
    expect(team()).toBeNull();
    expect(team(did('ada', null))).toBeNull();
  });

  it('count work that was done as milestones, with those who did it, and what was told as far as it was read', () => {
    const found = team(
      did('ada', submitted('a')),
      did('ada', submitted('b')),
      did('bob', completed('a', 'done')),
      did('cy', completed('b', 'failed')),
      did('ada', handoff(1, ['bob', 'cy'])),
      did('bob', reading(1)),
    );
    expect(found).toMatchObject({
      ...{ planned: 2, milestones: 1, planning: 0.5, communication: 0.5, coordination: 0.5, kpi: 1 / 3 },
      members: {
        ada: { milestones: 0, work_submitted: 2, handoffs_written: 1 },
        bob: { milestones: 1, share: 1, work_done: 1, handoffs_read: 1 },
        cy: { milestones: 0, work_done: 0 },
      },
    });
    expect(found!.paths).toEqual([
      { from: 'ada', to: 'bob', handoffs: 1, work: 1 },
      { from: 'ada', to: 'cy', handoffs: 1, work: 0 },
    ]);
  });

  it('count a part as it ended last, and one without a change only if its handoff was read', () => {
    const found = team(
      part('one', 'ada', 'conflict'),
      part('one', 'ada', 'merged'),
      part('two', 'bob', 'empty'),
      part('three', 'cy', 'empty'),
      did('bob', handoff(1, ['ada'])),
      did('ada', reading(1)),
    );
    expect(found).toMatchObject({
      planned: 3,
      milestones: 2,
      members: { bob: { milestones: 1 }, cy: { milestones: 0 } },
    });
  });

  it('count what the topology refused, and give no row to names that are no agents', () => {
    const refused = { stages: [stage('profile', { outcome: 'denied', rule: 'topology' })], outcome: 'denied' as const };
    const found = team(
      did('ada', submitted('a')),
      did('ada', null, refused),
      did('__proto__', null, { profile: null }),
    );
    expect(Object.keys(found!.members)).toEqual(['ada']);
    expect(found!.members.ada!.refused).toBe(1);
  });

  it('are shares between 0 and 1, whatever is recorded', () => {
    const agents = fc.constantFrom('ada', 'bob', 'cy');
    const transitions = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.subarray(['ada', 'bob', 'cy'])).map(([id, to]) => handoff(id, to)),
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }).map((ids) => reading(...ids)),
      fc.constantFrom('a', 'b').map(submitted),
      fc
        .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('done' as const, 'failed' as const))
        .map(([id, how]) => completed(id, how)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(agents, transitions), { maxLength: 12 }), (steps) => {
        const found = team(...steps.map(([agent, transition]) => did(agent, transition)));
        if (found === null) return;
        const { kpi, planning, communication, coordination, members } = found;
        for (const share of [
          kpi,
          planning,
          communication,
          coordination,
          ...Object.values(members).map((one) => one.share),
        ])
          if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
        expect(found.milestones).toBeLessThanOrEqual(found.planned);
      }),
      { numRuns: 60 },
    );
  });
});
