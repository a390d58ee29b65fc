import { analyseTrials } from '../../../../src/judge/analysis/analysis.js';
import { renderSectionMarkdown } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import {
  createAnalysisSections,
  createPlanSection,
} from '../../../../src/publish/report/sections/create_analysis_sections.js';
import { renderSectionLines } from '../../../../src/publish/report/terminal/render_report_lines.js';
import type { Arm, PlannedAttempt } from '../../../../src/record/planning/plan.js';
import { type ScheduleLine, scheduleLineSchema, selectLastRun } from '../../../../src/record/planning/plan.js';
import { toPageSection } from '../../../../src/view/model/page_block.js';
import { itInFull } from '../../../extent.js';
import { givenArm, givenPlan, givenTrial, givenTrials } from '../../../judge/analysis/given_suite.js';
import { HOSTILE } from '../../given_results.js';
import { expectGolden } from '../../golden.js';

const arms = [
  givenArm('careful'),
  givenArm('quick', { effort_of: 'careful' }),
  givenArm('careful', { ablation: 'guardrails' }),
  givenArm('noop', { role: 'noop' }),
];
const spent = (total_usd: number | null, wall_ms: number) => ({
  cost: {
    ...givenTrial().cost,
    total_usd,
    lm_usd: total_usd,
    tokens: 1200,
    by_phase: { write: { usd: total_usd, tokens: 1200, execution_minutes: 0.4 } },
  },
  wall_ms,
});
const tasks = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const plan = givenPlan(arms, tasks, 3);
const outcomes = (...letters: string[]) => Object.fromEntries(tasks.map((task, i) => [task, letters[i]!]));
const trials = [
  ...givenTrials('careful', outcomes('ppp', 'ppp', 'ppf', 'pfp', 'ppp', 'ffe', 'ppp', 'ppp'), spent(0.6, 4000)),
  ...givenTrials('quick', outcomes('pff', 'pfp', 'fff', 'pff', 'ppp', 'ffi', 'fff', 'fp-'), spent(0.2, 900)),
  ...givenTrials('careful -guardrails', outcomes('ppp', 'ppp', 'ppf', 'ffp', 'ppp', 'fff', 'ppp', 'ppp'), {
    ...spent(null, 3800),
    policy_violations: 1,
    deviations: ['seed 1337 instead of 20260307'],
  }),
  ...givenTrials('noop', outcomes(...tasks.map(() => 'fff')), {
    ...spent(0, 40),
    policy_actions: 0,
    tags: ['no-change'],
  }),
];
const sections = createAnalysisSections(analyseTrials(trials, { arms, plan }));

describe('an analysis as sections', () => {
  // Holds G6
  it('says first what mechanisms contribute, then who succeeds, why to doubt it, and at what price', () => {
    expect(sections.map(({ id }) => id.replace(/-.*/, ''))).toEqual([
      'ablation',
      'rates',
      'comparisons',
      'clear',
      'pareto',
      'consistency',
      'metrics',
      'standards',
    ]);
    // Ablations have goldens of their own.
    const own = sections.filter(({ id }) => !id.startsWith('ablation'));
    expectGolden('analysis.md', `${own.map((section) => renderSectionMarkdown(section)).join('\n')}\n`);
  });

  it('shows nothing that is no number, and nothing internal', () => {
    const all = sections
      .flatMap((section) => [renderSectionMarkdown(section), ...renderSectionLines(section, 100)])
      .join('\n');
    expect(all).not.toMatch(/NaN|Infinity|\[object|\bnull\b/);
  });

  it('has a section for what is there alone: one trial says nothing of consistency, no agent makes no front', () => {
    const noop = givenArm('noop', { role: 'noop' });
    const of = createAnalysisSections(analyseTrials(givenTrials('noop', { a: 'f' }), { arms: [noop] }));
    expect(of.map(({ id }) => id)).toEqual(['rates', 'clear', 'metrics', 'standards']);
    // CLEAR is refused without a budget, and a chart of nothing is none.
    expect(of[1]!.blocks.map(({ kind }) => kind)).toEqual(['table', 'list', 'table']);
    expect(sections.find(({ id }) => id === 'clear')!.blocks[0]).toMatchObject({ kind: 'chart' });
    expect(createAnalysisSections(analyseTrials([], { arms: [] })).map(({ id }) => id)).toEqual(['rates', 'standards']);
  });

  // Holds G4, G5, G6
  it('sets an arm with safety off beside the others, with what is known of it', () => {
    const own = [givenArm('careful'), givenArm('careful', { ablation: 'guardrails' })];
    const of = createAnalysisSections(
      analyseTrials(
        own.flatMap(({ id, ablation }) => givenTrials(id, { a: 'pp', b: 'pf' }, { ablation, policy_actions: 1 })),
        { arms: own, plan: givenPlan(own, ['a', 'b'], 2) },
      ),
    );
    const page = of.map((section) => renderSectionMarkdown(section)).join('\n');
    expect(page).toMatch(/^\| Arm \| CLEAR \| Interval \| Without assurance \|/m);
    expect(page).toMatch(/^\| careful -guardrails \| refused \| none \| 0\.\d{3} \|/m);
    expect(page).toMatch(/^\| careful -guardrails \| no \| 0 % \| 75 % \| 50 % \| unknown \|.*\| careful \|$/m);
    expect(of.find(({ id }) => id === 'clear')!.blocks[0]).toMatchObject({
      chart: { title: 'CLEAR without assurance', rows: [{ label: 'careful' }, { label: 'careful -guardrails' }] },
    });
  });

  it('escapes names that attack the page', () => {
    const arm = givenArm(HOSTILE);
    const hostile = createAnalysisSections(
      analyseTrials(givenTrials(arm.id, { [HOSTILE]: 'pf' }, { reason: HOSTILE }), { arms: [arm] }),
    );
    for (const section of hostile) {
      const drawings = toPageSection(section).blocks.flatMap((block) => (block.kind === 'drawing' ? [block.svg] : []));
      expect(drawings.join('')).not.toMatch(/<script>alert|<img src=x/);
      expect(renderSectionLines(section, 100).join('\n')).not.toContain('\u001b[31m');
    }
  });

  itInFull('stays bounded: 2,000 contracts are 200 rows, and it says so', () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`task-${i}`, 'p']));
    const [rates] = createAnalysisSections(analyseTrials(givenTrials('careful', many), { arms: [arms[0]!] }));
    const table = rates!.blocks.find((block) => block.kind === 'table' && block.caption.startsWith('By version'));
    expect(table).toMatchObject({ caption: expect.stringContaining('the first 200 of 2000') });
    expect(table).toHaveProperty('rows.length', 200);
  });
});

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
const planned = {
  arms: [arm('codex'), arm('loop')],
  attempts: [attempt('a', 'codex'), attempt('b', 'codex'), attempt('c', 'loop')],
};
const lines = (...all: ScheduleLine[]) => selectLastRun(all.map((line) => scheduleLineSchema.parse(line)));
const listOf = (section: ReturnType<typeof createPlanSection>) =>
  section?.blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));

describe('what was planned against what is there', () => {
  it('says nothing where every attempt has a result of its first try', () => {
    const sealed = { type: 'sealed', at, try: 1, status: 'success', cost_usd: 0.1, wall_ms: 1, head: 'h' } as const;
    expect(createPlanSection(planned, [], lines({ ...sealed, attempt_id: 'a' }))).toBeUndefined();
  });

  it('counts attempts without a result by arm, and says why they were not begun', () => {
    const section = createPlanSection(
      planned,
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
      planned,
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
