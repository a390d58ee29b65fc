import { describe, expect, it } from '@jest/globals';
import type { Mechanism } from '../../../../src/contract/coordination/mechanism.js';
import { ablationReportSchema, analyseAblations } from '../../../../src/judge/analysis/ablation/analyse_ablations.js';
import type { Trial } from '../../../../src/judge/analysis/trials/trial.js';
import { createAblationSection } from '../../../../src/publish/report/sections/create_ablation_section.js';
import { alike, givenArm, givenTrials, SETTINGS, using } from '../given_trials.js';

type AblationReport = ReturnType<typeof analyseAblations>[number];

/** Runs by configuration; `use`: what tasks asked of mechanisms with everything on. */
function report(
  runs: Record<string, Record<string, string>>,
  use: Record<string, [Mechanism, number, number]> = {},
  also: Record<string, Partial<Trial>> = {},
): AblationReport {
  const arms = Object.keys(runs).map((ablation) => givenArm('agent', ablation));
  const trials = new Map(
    arms.map((arm) => {
      const own = givenTrials(arm.id, runs[arm.ablation]!, also[arm.ablation]);
      const used = (trial: Trial) =>
        arm.ablation === 'none' && use[trial.task] ? { ...trial, mechanism_use: using(...use[trial.task]!) } : trial;
      return [arm.id, own.map(used)];
    }),
  );
  const [one] = analyseAblations({ arms, trials }, SETTINGS);
  expect(() => ablationReportSchema.parse(one)).not.toThrow();
  return one!;
}
const of = ({ mechanisms }: AblationReport, mechanism: Mechanism) =>
  mechanisms.find((one) => one.mechanism === mechanism)!;

describe('What a mechanism contributes is success with everything on less success without it', () => {
  it('contributes where tasks like these need it: enough tasks differ, also after Holm', () => {
    const said = report({ none: alike(10, 'sss'), guardrails: alike(10, 'fff'), audit: alike(10, 'sss') });
    expect(said).toMatchObject({
      full: 'agent',
      primary: 'success',
      family: ['guardrails', 'audit'],
      repeats: true,
      trials_to_tell: 5,
    });
    const guardrails = of(said, 'guardrails');
    expect(guardrails).toMatchObject({ verdict: 'contributes', arm: 'agent -guardrails' });
    expect(guardrails.comparison.outcomes[0]).toMatchObject({ difference: 1, p: 2 ** -9, p_adjusted: 2 ** -8 });
    expect(guardrails.exercise).toMatchObject({ told_apart: 'told apart' });
    expect(guardrails.exercise.apart).toHaveLength(10);
  });

  it('harms where success is more frequent without it', () => {
    expect(of(report({ none: alike(8, 'ff'), profiles: alike(8, 'ss') }), 'profiles').verdict).toBe('harms');
  });

  // Holds G6
  it('says that tasks do not exercise a mechanism, instead of that it does nothing', () => {
    const said = of(report({ none: alike(40, 's'), locking: alike(40, 's') }), 'locking');
    expect(said).toMatchObject({
      verdict: 'not decided',
      why: 'no attempt with everything on asked it for anything: these tasks do not exercise it',
      exercise: { told_apart: 'not exercised', tasks: [] },
    });
  });

  it('says that a mechanism acted, and that the outcomes are the same without it', () => {
    const use = Object.fromEntries(
      Object.keys(alike(40, '')).map((task) => [task, ['audit', 3, 3] as [Mechanism, number, number]]),
    );
    const said = of(report({ none: alike(40, 's'), audit: alike(40, 's') }, use), 'audit');
    expect(said).toMatchObject({
      verdict: 'equivalent',
      exercise: { told_apart: 'not told apart', asked: 120, acted: 120 },
    });
  });

  it('tells apart on these tasks what it cannot on tasks like these', () => {
    const none = alike(12, 'ssssss');
    const said = of(
      report(
        { none, queue: { ...none, 'task-03': 'ffffff' } },
        { 'task-03': ['queue', 2, 1], 'task-04': ['queue', 1, 0] },
      ),
      'queue',
    );
    expect(said.exercise).toMatchObject({
      tasks: ['task-03', 'task-04'],
      differ: [{ task: 'task-03', full: { successes: 6, runs: 6 }, without: { successes: 0, runs: 6 } }],
      apart: ['task-03'],
      told_apart: 'told apart',
    });
    expect(said).toMatchObject({
      verdict: 'not decided',
      why: 'only 2 of 12 tasks use it: even if all of them differed, p would be 0.5 at least',
    });
  });

  it('takes one run that differs for what it is: perhaps chance', () => {
    const none = alike(8, 's');
    const said = of(report({ none, queue: { ...none, 'task-01': 'f' } }), 'queue');
    expect(said.exercise.told_apart).toBe('perhaps');
    expect(said.verdict).toBe('not decided');
  });

  it('does not count what a mechanism counts itself as a finding about it', () => {
    const said = report(
      { none: alike(8, 's'), guardrails: alike(8, 's') },
      {},
      {
        none: { safety: { ...givenTrials('x', { a: 's' })[0]!.safety, guardrail_blocks: 4 } },
        guardrails: { safety: { ...givenTrials('x', { a: 's' })[0]!.safety, guardrail_blocks: 0 } },
      },
    );
    const blocks = of(said, 'guardrails').comparison.outcomes.find(({ measure }) => measure === 'guardrail_blocks')!;
    expect(blocks).toMatchObject({
      difference: 4,
      p_adjusted: null,
      verdict: 'not decided',
      why: 'without the mechanism nobody counts it',
    });
  });

  it('compares everything off and listed configurations outside of the family', () => {
    const runs = alike(8, 'ss');
    const said = report({ none: runs, audit: runs, all: alike(8, 'ff'), 'guardrails+audit': alike(8, 'ff') });
    expect(said.family).toEqual(['audit']);
    expect(said.others.map(({ off }) => off)).toEqual(['all', 'guardrails+audit']);
    expect(said.others[0]!.comparison.outcomes[0]).toMatchObject({ verdict: 'more', p_adjusted: null });
    expect(said.not_run).not.toContain('audit');
    expect(said.not_run).toContain('guardrails');
  });

  it('is made for agents that have both, and for nobody else', () => {
    const arms = [givenArm('one'), givenArm('two', 'audit'), givenArm('three'), givenArm('three', 'audit')];
    const trials = new Map(arms.map(({ id }) => [id, givenTrials(id, { a: 's' })]));
    expect(analyseAblations({ arms, trials }, SETTINGS).map(({ agent }) => agent)).toEqual(['three']);
  });
});

describe('The section about an ablation', () => {
  it('says first which mechanisms these tasks tell apart', () => {
    const none = alike(12, 'ssssss');
    const section = createAblationSection(
      report(
        { none, queue: { ...none, 'task-03': 'ffffff' }, locking: none, audit: none },
        { 'task-03': ['queue', 2, 1], 'task-05': ['audit', 4, 4] },
      ),
    );
    expect(section.title).toBe('What mechanisms contribute: agent');
    expect(section.answer).toBe(
      'These tasks tell apart whether success depends on: queue. Used without a difference in any task: audit. Never asked for anything, so nothing is known of: locking. Not left out in any configuration: memory, handoffs, parallelization, guardrails, profiles, network_policies.',
    );
    expect(section.blocks[0]).toMatchObject({
      kind: 'table',
      rows: [
        ['locking', '0', '0', '0', '0', '1.0', 'not exercised'],
        ['queue', '1', '12', '6', '1', '0.0065', 'told apart'],
        ['audit', '1', '24', '24', '0', '1.0', 'not told apart: it acted, and the outcomes are the same without it'],
      ],
    });
  });
});
