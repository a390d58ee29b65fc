import { judgeCriteria } from '../../../src/judge/pilot/judge_criteria.js';
import type { ContractProofStatus, PilotEvidence } from '../../../src/judge/pilot/pilot_evidence.js';
import { pilotReportSchema, reportPilot } from '../../../src/judge/pilot/pilot_report.js';
import type { PilotStage } from '../../../src/record/planning/pilot_protocol.js';
import { ARMS, everyArm, givenEvidence } from './given_evidence.js';

const stage = (pilot: PilotEvidence, of: PilotStage) =>
  Object.fromEntries(judgeCriteria(pilot, of).map(({ id, verdict }) => [id, verdict]));
const first = everyArm({ a: 'p', b: 'p', c: 'p', e: 'f' });
const all = everyArm({ a: 'pfp', b: 'pff', c: 'ppf', e: 'fpf' });

describe('the record of each run', () => {
  it('says how it ended, what it used and did, and whether acceptance passed', () => {
    const report = reportPilot(givenEvidence(first));
    expect(pilotReportSchema.parse(report)).toEqual(report);
    expect(report.runs).toHaveLength(first.length);
    expect(report.runs[0]).toMatchObject({
      termination: 'finished',
      acceptance: 'passed',
      tokens: null,
      total_usd: 0.1,
    });
  });
});

describe('stage 1', () => {
  it('may begin with proven tasks, caps and two baselines', () => {
    expect(stage(givenEvidence([]), 1)).toEqual({ 'deterministic-checks': 'met', caps: 'met', baselines: 'met' });
  });

  it('may not without: each is told by itself', () => {
    const bare = givenEvidence([], {
      arms: ARMS.slice(0, 3),
      plan: { budget: { total_usd: null, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null } },
    });
    const pilot = {
      ...bare,
      protocol: { ...bare.protocol, tasks: bare.protocol.tasks.map((task) => ({ ...task, proven: task.id !== 'a' })) },
    };
    expect(stage(pilot, 1)).toEqual({ 'deterministic-checks': 'not met', caps: 'not met', baselines: 'not met' });
    expect(judgeCriteria(pilot, 1)[0]).toMatchObject({
      evidence: '1 of 4 tasks were not proven when they were planned, and their contracts cannot be read here',
      where: ['a'],
    });
  });

  it('looks at the contracts when it is asked: proven since, not proven any more, changed', () => {
    const pilot = givenEvidence([]);
    const tasks = pilot.protocol.tasks.map((task) => ({ ...task, proven: false }));
    const now = (standing: ContractProofStatus) => ({
      ...pilot,
      protocol: { ...pilot.protocol, tasks },
      proofs: new Map(tasks.map(({ id }) => [id, id === 'a' ? standing : ('proven' as const)])),
    });
    expect(judgeCriteria(now('proven'), 1)[0]).toMatchObject({ verdict: 'met', evidence: 'all 4 tasks are proven' });
    expect(judgeCriteria(now('not proven'), 1)[0]).toMatchObject({
      verdict: 'not met',
      evidence: '1 of 4 tasks are not proven: gatebench validate --update-lock',
      where: ['a'],
    });
    expect(judgeCriteria(now('changed'), 1)[0]).toMatchObject({
      verdict: 'not met',
      evidence: 'contracts that are not the frozen ones: 1 of 4',
      where: ['a'],
    });
  });

  it('is part of the entry to stage 2, unless somebody has declared that it was begun without', () => {
    const pilot = { ...givenEvidence(first), proofs: new Map([['a', 'not proven' as const]]) };
    expect(judgeCriteria(pilot, 2)[0]).toMatchObject({
      id: 'stage-1',
      verdict: 'not met',
      evidence: 'not met: deterministic-checks',
    });
    const declared = [{ stage: 1 as const, criteria: ['deterministic-checks'], by: 'ann', at: 'then', because: 'so' }];
    expect(judgeCriteria({ ...pilot, declared }, 2)[0]).toMatchObject({ verdict: 'met', declared: null });
    expect(judgeCriteria({ ...pilot, declared }, 1)[0]).toMatchObject({
      verdict: 'not met',
      declared: 'ann, then: so',
    });
  });

  it('a task that was removed need not be proven', () => {
    const pilot = givenEvidence([]);
    const protocol = {
      ...pilot.protocol,
      tasks: pilot.protocol.tasks.map((task) => ({ ...task, proven: task.id !== 'a' })),
    };
    expect(
      stage({ ...pilot, protocol, removed: [{ task: 'a', because: 'flaky', at: '' }] }, 1)['deterministic-checks'],
    ).toBe('met');
  });

  it('ends with complete records and their costs', () => {
    expect(stage(givenEvidence(first), 1)).toMatchObject({ 'complete-records': 'met', 'cost-accounting': 'met' });
  });

  it('is not decided while attempts or records are missing, and not met where a cost is unknown', () => {
    const only = givenEvidence(first.filter(({ arm }) => arm !== 'beta'));
    expect(stage(only, 1)).toMatchObject({ 'complete-records': 'not decided', 'cost-accounting': 'not decided' });
    expect(stage(givenEvidence(first, {}, { recorded: false }), 1)['complete-records']).toBe('not decided');
    const unknown = everyArm({ a: 'p', b: 'p', c: 'p', e: 'f' }, { cost: { ...first[0]!.cost, total_usd: null } });
    expect(stage(givenEvidence(unknown), 1)['cost-accounting']).toBe('not met');
  });
});

describe('stage 2', () => {
  it('may begin when stage 1 is whole, safe and steady', () => {
    expect(stage(givenEvidence(first), 2)).toMatchObject({ 'stage-1': 'met', 'no-violation': 'met', flakiness: 'met' });
    expect(stage(givenEvidence([]), 2)).toMatchObject({
      'stage-1': 'not decided',
      'no-violation': 'not decided',
      flakiness: 'not decided',
    });
  });

  it('may not after a violation, or with more flakiness than was tolerated', () => {
    expect(
      stage(givenEvidence(everyArm({ a: 'p', b: 'p', c: 'p', e: 'p' }, { unsafe: true })), 2)['no-violation'],
    ).toBe('not met');
    const flaky = everyArm({ a: 'p', b: 'p', c: 'p', e: 'p' }, { tags: ['flaky-check'] });
    expect(stage(givenEvidence(flaky), 2).flakiness).toBe('not met');
    expect(stage(givenEvidence(flaky, { settings: { flakiness_tolerance: 1 } }), 2).flakiness).toBe('met');
  });

  it('ends with an endpoint for every task and arm, within the envelopes', () => {
    const two = everyArm({ a: 'pf', b: 'pf', c: 'pp', e: 'fp' });
    expect(stage(givenEvidence(two), 2)).toMatchObject({ endpoint: 'met', spend: 'met' });
    const undecided = everyArm({ a: 'ei', b: 'pf', c: 'pp', e: 'fp' });
    expect(stage(givenEvidence(undecided), 2).endpoint).toBe('not met');
    const budget = { total_usd: 1, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null };
    expect(stage(givenEvidence(two, { plan: { budget } }), 2).spend).toBe('not met');
    expect(stage(givenEvidence(two, { plan: { budget: { ...budget, total_usd: 100, task_usd: 0.5 } } }), 2).spend).toBe(
      'not met',
    );
    expect(stage(givenEvidence(two, { plan: { budget: { ...budget, total_usd: 100, run_usd: 0.05 } } }), 2).spend).toBe(
      'not met',
    );
  });
});

describe('stage 3', () => {
  const two = everyArm({ a: 'pf', b: 'pf', c: 'pp', e: 'fp' });

  // Holds G9
  it('may not begin when the plan cannot find what would matter', () => {
    expect(stage(givenEvidence(two), 3)).toEqual({ 'stage-2': 'met', power: 'not met' });
  });

  it('may when it can, and what is left pays for it', () => {
    const easy = { analysis: { minimum_effect: 0.99, power: 0.2 } };
    expect(stage(givenEvidence(two, easy), 3).power).toBe('met');
    const budget = { total_usd: 3.3, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null };
    expect(stage(givenEvidence(two, { ...easy, plan: { budget } }), 3).power).toBe('not met');
  });

  it('ends with the plan', () => {
    expect(stage(givenEvidence(all), 3).completed).toBe('met');
    expect(stage(givenEvidence(all.slice(1)), 3).completed).toBe('not decided');
  });
});
