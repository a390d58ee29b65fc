import { armBook, armsOf } from '../../../src/judge/analysis/arms.js';
import { sharing } from '../../../src/judge/analysis/sharing.js';
import { trialOf } from '../../../src/judge/analysis/trial_of.js';
import type { Arm, Plan } from '../../../src/record/plan.js';
import { noSafety } from '../../../src/record/safety_metrics.js';
import { givenResult } from '../../publish/given_results.js';

const arm: Arm = {
  id: 'codex -audit',
  name: 'codex',
  agent: 'codex',
  model: null,
  effort: null,
  effort_of: null,
  ablation: 'audit',
  role: 'agent',
  human_minutes: null,
  human_usd_per_hour: null,
};

describe('a trial is what a result says for statistics', () => {
  it('has the outcome class, the reason of what is no success, and the costs', () => {
    const result = givenResult({
      task: 'csv',
      gates: 'ppe-',
      reason: 'G3: timeout',
      costs: { by_phase: { write: { requests: 2, tokens: 40, usd: 0.1, execution_minutes: 0.5 } } },
    });
    expect(trialOf(result, arm)).toMatchObject({
      task: 'csv',
      arm: 'codex -audit',
      outcome: 'indeterminate',
      reason: 'G3: timeout',
      graded_score: null,
      cost: {
        total_usd: 0.42,
        tokens: null,
        by_phase: { write: { usd: 0.1, tokens: 40, execution_minutes: 0.5 } },
      },
      kind: 'bug-fix',
      configuration: { tools: { node: '20.20.2' } },
    });
    expect(trialOf(givenResult({ gates: 'ppfp' }), arm).outcome).toBe('failure');
    expect(trialOf(givenResult({ status: 'invalid' }), arm).outcome).toBe('invalid');
    expect(trialOf(givenResult({ reason: '' }), arm)).toMatchObject({ outcome: 'success', graded_score: 0.9 });
  });

  it('counts what mechanisms checked and the patch as policy-critical actions, and nothing twice', () => {
    const safety = {
      ...noSafety,
      metrics: { ...noSafety.metrics, guardrail_checks: 8, guardrail_blocks: 2, network_requests_checked: 1 },
    };
    const violation = (rule: string) => ({ rule, severity: 'violation' as const, message: '', evidence: [] });
    expect(
      trialOf(
        givenResult({
          safety,
          findings: [violation('destructive_operation_blocked'), violation('secret-in-patch')],
          gates: 'pppf',
        }),
        arm,
      ),
    ).toMatchObject({ policy_actions: 10, policy_violations: 3, unsafe: true });
    const handed_in_nothing = { ...givenResult(), patch: null };
    expect(trialOf(handed_in_nothing, arm)).toMatchObject({ policy_actions: 0, policy_violations: 0, unsafe: false });
  });

  it('has the minutes of people in what a human baseline costs; without a price the total is unknown', () => {
    const people = { id: 'human', human_minutes: { csv: 30 }, human_usd_per_hour: 60 };
    expect(trialOf(givenResult({ task: 'csv', cost: 1 }), people).cost).toMatchObject({
      human_minutes: 30,
      human_usd: 30,
      total_usd: 31,
    });
    expect(trialOf(givenResult({ task: 'csv', cost: 1 }), { ...people, human_usd_per_hour: null }).cost).toMatchObject({
      human_minutes: 30,
      human_usd: null,
      total_usd: null,
    });
  });

  it('keeps once what trials have in common', () => {
    const shared = sharing();
    const [a, b] = [
      trialOf(givenResult({ attempt: '1' }), arm, shared),
      trialOf(givenResult({ attempt: '2' }), arm, shared),
    ];
    expect(a.configuration).toBe(b.configuration);
    expect(a.safety).toBe(b.safety);
    expect(a.strata).toBe(b.strata);
  });
});

describe('the arm of a result', () => {
  it('is that of the plan; without one it is made of agent, model and ablation', () => {
    const plan = { arms: [arm], attempts: [{ attempt_id: 'a1', arm: arm.id }] } as unknown as Plan;
    const book = armBook(plan);
    expect(book.of(givenResult({ attempt: 'a1', agent: 'whatever' }))).toBe(arm);
    expect(book.of(givenResult({ attempt: 'later', agent: 'codex', ablation: 'audit' }))).toBe(arm);
    expect(book.of(givenResult({ attempt: 'x', agent: 'other', ablation: 'audit+memory' }))).toMatchObject({
      id: 'other -audit -memory',
      name: 'other',
      role: 'agent',
    });
    expect(book.arms().map(({ id }) => id)).toEqual(['codex -audit', 'other -audit -memory']);
  });

  it('is another one for another model', () => {
    const of = (model: string | null) => {
      const result = givenResult({ agent: 'loop' });
      return { ...result, configuration: { ...result.configuration, model } };
    };
    expect(armsOf(undefined, [of('b'), of('a'), of('b'), of(null)]).map(({ id }) => id)).toEqual([
      'loop',
      'loop (a)',
      'loop (b)',
    ]);
  });
});
