import { removeTask } from '../../../src/judge/pilot/draft_protocol.js';
import { selectComparisons } from '../../../src/judge/pilot/select_comparisons.js';
import { givenArm } from '../analysis/given_suite.js';
import { ARMS, givenDraft, stratumOf } from './given_evidence.js';

describe('the stages of a pilot', () => {
  it('hold every attempt exactly once, in the order of the plan', () => {
    const { stages, protocol } = givenDraft();
    const all = stages.flatMap(({ plan }) => plan.attempts.map(({ attempt_id }) => attempt_id));
    expect(all).toHaveLength(4 * 4 * 3);
    expect(new Set(all).size).toBe(all.length);
    const order = protocol.tasks.map(({ id }) => id);
    for (const { plan } of stages) {
      const places = plan.attempts.map(({ task }) => order.indexOf(task));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('begin with the first task of each stratum, go on with all of them, and then with more trials', () => {
    const { stages, protocol } = givenDraft();
    const first = ['vowel', 'consonant'].map(
      (stratum) => protocol.tasks.find(({ id }) => stratumOf(id) === stratum)!.id,
    );
    const seen = stages.map(({ plan }) =>
      [...new Set(plan.attempts.map(({ task, trial }) => `${task}${trial}`))].sort(),
    );
    const others = ['a', 'b', 'c', 'e'].filter((task) => !first.includes(task));
    expect(seen).toEqual([
      first.map((task) => `${task}1`).sort(),
      [...first.map((task) => `${task}2`), ...others.flatMap((task) => [`${task}1`, `${task}2`])].sort(),
      ['a3', 'b3', 'c3', 'e3'],
    ]);
  });

  it('have shares of the envelopes that never add up to more than the whole', () => {
    const budget = { total_usd: 100, task_usd: 7, run_usd: 1, run_tokens: null, total_wall_ms: null };
    const shares = givenDraft({ plan: { budget } }).stages.map(({ plan }) => plan.budget);
    const sum = (of: (budget: (typeof shares)[number]) => number | null) =>
      shares.reduce((all, one) => all + of(one)!, 0);
    expect(sum(({ total_usd }) => total_usd)).toBeLessThanOrEqual(100);
    expect(sum(({ total_usd }) => total_usd)).toBeGreaterThan(99.99);
    expect(sum(({ task_usd }) => task_usd)).toBeLessThanOrEqual(7);
    expect(shares.map(({ run_usd }) => run_usd)).toEqual([1, 1, 1]);
  });

  it('lose a task that is removed, and nothing takes its place', () => {
    const [, second] = givenDraft().stages;
    const rest = removeTask(second!.plan, 'a');
    expect(rest.attempts).toEqual(second!.plan.attempts.filter(({ task }) => task !== 'a'));
    expect(rest.tasks.map(({ id }) => id)).not.toContain('a');
  });

  it('the same plan gives the same protocol', () => {
    expect(givenDraft()).toEqual(givenDraft());
  });
});

describe('registered comparisons', () => {
  it.each([
    ['agents with each other', ARMS, ['alpha/beta']],
    [
      'an agent with its own configurations',
      [givenArm('alpha'), givenArm('alpha', { ablation: 'locks' }), givenArm('noop', { role: 'noop' })],
      ['alpha/alpha -locks'],
    ],
    ['one agent with baselines that work', [givenArm('alpha'), ...ARMS.slice(2)], ['script/alpha']],
    ['one agent with no change, where there is nothing else', [givenArm('alpha'), ARMS[2]!], ['noop/alpha']],
    ['baselines alone are not compared', ARMS.slice(2), []],
  ])('%s', (_, arms, pairs) => {
    expect(selectComparisons(arms).map(({ base, head }) => `${base}/${head}`)).toEqual(pairs);
  });
});
