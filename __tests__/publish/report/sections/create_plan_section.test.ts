import { createPlanSection } from '../../../../src/publish/report/sections/create_plan_section.js';
import {
  type Arm,
  type PlannedAttempt,
  type ScheduleLine,
  scheduleLineSchema,
  selectLastRun,
} from '../../../../src/record/planning/plan.js';

const at = '2026-01-01T00:00:00.000Z';
const arm = (id: string): Arm => ({
  id,
  name: id,
  agent: id,
  model: null,
  effort: null,
  effort_of: null,
  ablation: 'none',
  role: 'agent',
  human_minutes: null,
  human_usd_per_hour: null,
});
const attempt = (attempt_id: string, of: string): PlannedAttempt => ({
  attempt_id,
  task: 't',
  arm: of,
  trial: 1,
  shard: 1,
  ceiling_usd: 1,
  expected_ms: null,
});
const plan = {
  arms: [arm('codex'), arm('loop')],
  attempts: [attempt('a', 'codex'), attempt('b', 'codex'), attempt('c', 'loop')],
};
const lines = (...all: ScheduleLine[]) => selectLastRun(all.map((line) => scheduleLineSchema.parse(line)));
const listOf = (section: ReturnType<typeof createPlanSection>) =>
  section?.blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));

describe('what was planned against what is there', () => {
  it('says nothing where every attempt has a result of its first try', () => {
    const sealed = { type: 'sealed', at, try: 1, status: 'success', cost_usd: 0.1, wall_ms: 1, head: 'h' } as const;
    expect(createPlanSection(plan, [], lines({ ...sealed, attempt_id: 'a' }))).toBeUndefined();
  });

  it('counts attempts without a result by arm, and says why they were not begun', () => {
    const section = createPlanSection(
      plan,
      ['b', 'c'],
      lines(
        { type: 'retried', at, attempt_id: 'a', try: 1, reason: 'of another run' },
        { type: 'opened', at, resumed: false, attempts: 3, width: 1, spent_usd: 0 },
        { type: 'not_begun', at, attempt_id: 'a', reason: 'interrupted' },
        { type: 'not_begun', at, attempt_id: 'b', reason: 'interrupted' },
        // Another process had no money for it.
        { type: 'not_begun', at, attempt_id: 'b', reason: 'total_usd' },
        { type: 'not_begun', at, attempt_id: 'c', reason: 'total_wall' },
      ),
    );
    expect(listOf(section)).toEqual([
      '1 attempt not begun: the envelope of the suite was used up',
      '1 attempt not begun: the time of the suite was over',
    ]);
    expect(section?.blocks.at(-1)).toMatchObject({
      kind: 'table',
      folded: false,
      rows: [
        ['codex', '2', '1', '1'],
        ['loop', '1', '0', '1'],
      ],
    });
  });

  it('tells retries with their reasons, copies with what they had cost, and what was lost', () => {
    const section = createPlanSection(
      plan,
      [],
      lines(
        { type: 'retried', at, attempt_id: 'a', try: 1, reason: 'model-outage' },
        { type: 'retried', at, attempt_id: 'a', try: 2, reason: 'harness-error' },
        { type: 'reused', at, attempt_id: 'b', head: 'h', from: 'earlier', saved_usd: 0.5 },
        { type: 'reused', at, attempt_id: 'c', head: 'h', from: 'earlier', saved_usd: null },
        { type: 'lost', at, attempt_id: 'a', try: 1, cost_usd: 0.25 },
      ),
    );
    expect(listOf(section)).toEqual([
      '1 attempt tried again, 2 times together, for faults of the machine or the network; every try is kept, and what it cost is counted: harness-error; model-outage',
      '2 attempts copied from earlier runs, where they had cost $0.50 + 1 unknown; that counts into no envelope',
      '1 try lost with a process that was killed; $0.25 at most, counted as spent',
    ]);
    expect(section?.blocks.at(-1)).toMatchObject({ kind: 'table', folded: true });
  });
});
