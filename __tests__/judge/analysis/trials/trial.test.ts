import { createArmBook } from '../../../../src/judge/analysis/trials/arm_book.js';
import { toTrial } from '../../../../src/judge/analysis/trials/trial.js';
import { createValueInterner } from '../../../../src/judge/analysis/trials/value_interner.js';
import type { Arm, Plan } from '../../../../src/record/planning/plan.js';
import { UNOBSERVED_SAFETY } from '../../../../src/record/verdict/safety_metrics.js';
import { givenResult } from '../../../publish/given_results.js';

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
    expect(toTrial(result, arm)).toMatchObject({
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
    expect(toTrial(givenResult({ gates: 'ppfp' }), arm).outcome).toBe('failure');
    expect(toTrial(givenResult({ status: 'invalid' }), arm).outcome).toBe('invalid');
    expect(toTrial(givenResult({ reason: '' }), arm)).toMatchObject({ outcome: 'success', graded_score: 0.9 });
  });

  it('counts what mechanisms checked and the patch as policy-critical actions, and nothing twice', () => {
    const safety = {
      ...UNOBSERVED_SAFETY,
      metrics: { ...UNOBSERVED_SAFETY.metrics, guardrail_checks: 8, guardrail_blocks: 2, network_requests_checked: 1 },
    };
    const violation = (rule: string) => ({ rule, severity: 'violation' as const, message: '', evidence: [] });
    expect(
      toTrial(
        givenResult({
          safety,
          findings: [violation('destructive_operation_blocked'), violation('secret-in-patch')],
          gates: 'pppf',
        }),
        arm,
      ),
    ).toMatchObject({ policy_actions: 10, policy_violations: 3, unsafe: true });
    const handed_in_nothing = { ...givenResult(), patch: null };
    expect(toTrial(handed_in_nothing, arm)).toMatchObject({ policy_actions: 0, policy_violations: 0, unsafe: false });
  });

  it('has the minutes of people in what a human baseline costs; without a price the total is unknown', () => {
    const people = { id: 'human', human_minutes: { csv: 30 }, human_usd_per_hour: 60 };
    expect(toTrial(givenResult({ task: 'csv', cost: 1 }), people).cost).toMatchObject({
      human_minutes: 30,
      human_usd: 30,
      total_usd: 31,
    });
    // A result line that has them already is taken as it is.
    const counted = givenResult({
      task: 'csv',
      cost: 31,
      costs: { human_usd: 30, human_minutes: 30, baseline_minutes: 30 },
    });
    expect(toTrial(counted, people).cost).toMatchObject({ human_minutes: 30, human_usd: 30, total_usd: 31 });
    expect(toTrial(givenResult({ task: 'csv', cost: 1 }), { ...people, human_usd_per_hour: null }).cost).toMatchObject({
      human_minutes: 30,
      human_usd: null,
      total_usd: null,
    });
  });

  it('keeps once what trials have in common', () => {
    const shared = createValueInterner();
    const [a, b] = [
      toTrial(givenResult({ attempt: '1' }), arm, shared),
      toTrial(givenResult({ attempt: '2' }), arm, shared),
    ];
    expect(a.configuration).toBe(b.configuration);
    expect(a.safety).toBe(b.safety);
    expect(a.strata).toBe(b.strata);
  });
});

describe('the arm of a result', () => {
  it('is that of the plan; without one it is made of agent, model and ablation', () => {
    const plan = { arms: [arm], attempts: [{ attempt_id: 'a1', arm: arm.id }] } as unknown as Plan;
    const book = createArmBook(plan);
    expect(book.findArm(givenResult({ attempt: 'a1', agent: 'whatever' }))).toBe(arm);
    expect(book.findArm(givenResult({ attempt: 'later', agent: 'codex', ablation: 'audit' }))).toBe(arm);
    expect(book.findArm(givenResult({ attempt: 'x', agent: 'other', ablation: 'audit+memory' }))).toMatchObject({
      id: 'other -audit -memory',
      name: 'other',
      role: 'agent',
    });
    expect(book.listArms().map(({ id }) => id)).toEqual(['codex -audit', 'other -audit -memory']);
  });

  it('is another one for another model', () => {
    const of = (model: string | null) => {
      const result = givenResult({ agent: 'loop' });
      return { ...result, configuration: { ...result.configuration, model } };
    };
    const book = createArmBook();
    for (const model of ['b', 'a', 'b', null]) book.findArm(of(model));
    expect(book.listArms().map(({ id }) => id)).toEqual(['loop', 'loop (a)', 'loop (b)']);
  });
});
