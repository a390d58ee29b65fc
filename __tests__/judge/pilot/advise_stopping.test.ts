import { adviseStopping } from '../../../src/judge/pilot/advise_stopping.js';
import { givenTrials } from '../analysis/given_suite.js';
import { ARMS, everyArm, type GivenPilot, givenEvidence } from './given_evidence.js';

const tasks = Array.from({ length: 12 }, (_, i) => `t${String(i).padStart(2, '0')}`);
const same = (letters: string, of = tasks) => Object.fromEntries(of.map((task) => [task, letters]));
const sequence: GivenPilot = { tasks, analysis: { stopping: { confidence_sequence: true } } };
const known = { cost: everyArm({ a: 'p' })[0]!.cost };
const others = (letters: string) => everyArm(same(letters), {}, ARMS.slice(2));

describe('rules that end a pilot', () => {
  it('goes on while there is nothing', () => {
    expect(adviseStopping(givenEvidence([]))).toMatchObject({ decision: 'continue', rule: null });
  });

  it('ends when so many attempts break the safety gate that it is systematic', () => {
    const unsafe = everyArm({ a: 'p' }, { unsafe: true });
    expect(adviseStopping(givenEvidence(unsafe))).toMatchObject({ decision: 'stop', rule: 'safety' });
    expect(adviseStopping(givenEvidence(unsafe.slice(0, 2))).decision).toBe('continue');
  });

  it('ends when B_total cannot pay for a further attempt', () => {
    const budget = { total_usd: 2, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null };
    const some = everyArm({ a: 'ppp' });
    expect(adviseStopping(givenEvidence(some, { plan: { budget } }))).toMatchObject({
      decision: 'stop',
      rule: 'budget',
    });
    expect(adviseStopping(givenEvidence(some, { plan: { budget: { ...budget, total_usd: 60 } } })).decision).toBe(
      'continue',
    );
  });

  it('ends when a stage cannot be completed within its share, whatever is left of B_total', () => {
    const budget = { total_usd: 100, task_usd: null, run_usd: null, run_tokens: null, total_wall_ms: null };
    const tasks = givenEvidence([]).stages[0]!.plan.attempts;
    const dear = everyArm({ a: 'p', b: 'p', c: 'p', e: 'p' })
      .filter(({ attempt_id }) => tasks.slice(0, -1).some((one) => one.attempt_id === attempt_id))
      .map((trial) => ({ ...trial, cost: { ...trial.cost, total_usd: 5 } }));
    const advice = adviseStopping(givenEvidence(dear, { plan: { budget } }));
    expect(advice).toMatchObject({
      decision: 'stop',
      rule: 'budget',
      budget: { stage: 1, spent_usd: 35, left_usd: 0, cannot_run: [tasks.at(-1)!.attempt_id] },
    });
    expect(advice.why).toContain('no later one may begin');
  });

  it('cannot say what is left where costs are unknown', () => {
    const [one] = everyArm({ a: 'p' });
    const unknown = { ...one!, cost: { ...one!.cost, total_usd: null } };
    expect(adviseStopping(givenEvidence([unknown]))).toMatchObject({ decision: 'not decided', rule: null });
  });

  it.each([
    ['ppp', 'fff', -1],
    ['fff', 'ppp', 1],
  ])('ends early for either arm alike: %s against %s', (alpha, beta, estimate) => {
    const but_last = givenEvidence([], sequence)
      .protocol.tasks.map(({ id }) => id)
      .slice(0, -1);
    const trials = [
      ...givenTrials('alpha', same(alpha, but_last), known),
      ...givenTrials('beta', same(beta, but_last), known),
      ...others('fff'),
    ];
    const advice = adviseStopping(givenEvidence(trials, sequence));
    expect(advice).toMatchObject({ decision: 'stop', rule: 'early stopping' });
    expect(advice.comparisons).toMatchObject([
      { base: 'alpha', head: 'beta', because: 'difference', tasks: 8, estimate },
    ]);
  });

  // Holds G9
  it('never on one arm alone: without the results of the other there is no task to look at', () => {
    const trials = [...givenTrials('alpha', same('ppp'), known), ...others('fff')];
    const advice = adviseStopping(givenEvidence(trials, sequence));
    expect(advice).toMatchObject({ decision: 'continue', comparisons: [{ tasks: 0, decision: 'continue' }] });
  });

  it('takes whole tasks from the first on: later ones do not count before those that are missing', () => {
    const order = givenEvidence([], sequence).protocol.tasks.map(({ id }) => id);
    const later = order.slice(1);
    const trials = [
      ...givenTrials('alpha', same('ppp', later), known),
      ...givenTrials('beta', same('fff', later), known),
    ];
    expect(adviseStopping(givenEvidence(trials, sequence)).comparisons[0]).toMatchObject({
      tasks: 0,
      decision: 'continue',
    });
  });

  it('is held up by a task of which nothing is decided, and says so', () => {
    const [first, ...rest] = givenEvidence([], sequence).protocol.tasks.map(({ id }) => id);
    const trials = [
      ...givenTrials('alpha', { [first!]: 'eee', ...same('ppp', rest) }, known),
      ...givenTrials('beta', same('fff'), known),
      ...others('ff'),
    ];
    expect(adviseStopping(givenEvidence(trials, sequence))).toMatchObject({
      decision: 'not decided',
      comparisons: [{ blocked: first, tasks: 0 }],
    });
  });

  it('the end of the plan is an end', () => {
    expect(adviseStopping(givenEvidence(everyArm(same('ppp', ['a', 'b', 'c', 'e']))))).toMatchObject({
      decision: 'stop',
      rule: 'planned end',
    });
  });
});
