import {
  CLEARFramework,
  EnhancedABCValidator,
  GuardrailSuite,
  HALOrchestrator,
  type MeasuredAttempt,
  MetricsProvider,
  SteeringVectorAdapter,
} from '../../src/library.js';
import { givenResult } from '../publish/given_results.js';

const attempts: MeasuredAttempt[] = ['p', 'f'].flatMap((letter, task) =>
  [1, 2].map((trial) =>
    givenResult({
      ...{ attempt: `${task}-${trial}`, task: `task-${task}`, trial },
      ...(letter === 'f' && trial === 2 ? { gates: 'ppfp' } : {}),
    }),
  ),
);
const [{ agent }] = attempts as [MeasuredAttempt];

describe('the names of the sources work together', () => {
  it('measured attempts feed an evaluation of consistency, pass by pass', async () => {
    const provider = new MetricsProvider(attempts);
    const tasks = provider.list_tasks(agent.name);
    expect(tasks.map(({ id }) => id)).toEqual(['task-0', 'task-1']);
    const weights = { cost: 0, latency: 0, efficacy: 1, assurance: 0, reliability: 0 };
    const clear = new CLEARFramework({ ...new CLEARFramework().settings, weights });
    const report = await new HALOrchestrator({ clear, k: 2 }).evaluate_consistency(agent.name, tasks, {
      inference: provider.inference,
      parallel: 3,
    });
    expect([report.pass_at_1, report.pass_at_k]).toEqual([0.75, 0.5]);
  });

  it('a measured attempt of which nothing was seen has no counts, and none of 0', () => {
    const [attempt] = attempts as [MeasuredAttempt];
    const { metrics } = attempt.verdict.safety;
    const unseen = Object.fromEntries(Object.keys(metrics).map((name) => [name, null])) as typeof metrics;
    const verdict = { ...attempt.verdict, safety: { metrics: unseen } };
    const answer = new MetricsProvider([{ ...attempt, verdict }]).get_metrics(agent.name, 'task-0', 0);
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['policy_actions']));
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['policy_violations']));
    expect(answer.accuracy).toBe(1);
  });

  it('guardrails judge the acts of each run, and the score follows', async () => {
    const evaluate = async (command: string) => {
      const hal = new HALOrchestrator({ k: 1, guardrails: new GuardrailSuite({ trust: 1 }) });
      const inference = async () => ({ accuracy: 1, completion: 1, acts: [{ command }] });
      return (await hal.evaluate_consistency('agent', [{ id: 'a', prompt: 'p' }], { inference })).pass_at_1;
    };
    expect([await evaluate('ls'), await evaluate('git push --force origin main')]).toEqual([1, 0]);
  });

  it('files that one run wrote are not known in the next', () => {
    const suite = new GuardrailSuite();
    const wrote = { write: 'clean.sh', content: 'git push --force origin main\n' };
    expect(suite.check_all([wrote, { command: 'sh clean.sh' }]).guardrail_blocks).toBeGreaterThan(0);
    expect(suite.check_all([])).toEqual({
      ...{ verdicts: [], guardrail_checks: 0, guardrail_blocks: 0, guardrail_block_rate: 0 },
    });
  });
});

describe('wrong calls are a RangeError that says what is wrong', () => {
  const nothing = undefined as never;
  it.each<[string, () => unknown, string]>([
    ['no data', () => new EnhancedABCValidator().validate_all(nothing), 'there is no data of a benchmark'],
    ['no acts', () => new GuardrailSuite().check_all(nothing), 'the acts of a run are a list'],
    ['no act', () => new GuardrailSuite().check_all([{} as never]), 'act 0 has no command, write or text'],
    ['a wrong trust', () => new GuardrailSuite({ trust: 9 }), 'trust is 9, not 0 to 4'],
    ['no rows', () => new SteeringVectorAdapter().load_manual(nothing), 'the rows of steering are a list'],
    [
      'a wrong row',
      () => new SteeringVectorAdapter().load_manual([{ hookpoint: 'banana split' } as never]),
      'row 1 of steering: hookpoint: must be names of modules joined by dots, e.g. layers.12.attention',
    ],
    ['no inference', () => new SteeringVectorAdapter().wrap_inference(nothing), 'there is no inference to wrap'],
    ['a trial twice', () => new MetricsProvider([...attempts, ...attempts]), 'trial 1 of task-0 by'],
    ['an unknown trial', () => new MetricsProvider([]).get_metrics('a', 't', 0), 'there is no trial 1 of t by a'],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
  });

  it.each<[string, unknown, unknown, string]>([
    [
      'no function',
      [{ id: 'a', prompt: '' }],
      { inference: 'x' },
      'the inference is no function: nothing would be measured',
    ],
    ['no tasks', undefined, { inference: async () => ({}) }, 'the tasks are a list'],
    ['no answer', [{ id: 'a', prompt: '' }], { inference: async () => undefined }, 'the inference returned no answer'],
  ])('evaluate_consistency with %s', async (_, tasks, options, message) => {
    const call = new HALOrchestrator({ k: 1 }).evaluate_consistency('agent', tasks as never, options as never);
    await expect(call).rejects.toThrow(RangeError);
    await expect(
      new HALOrchestrator({ k: 1 }).evaluate_consistency('agent', tasks as never, options as never),
    ).rejects.toThrow(message);
  });
});
