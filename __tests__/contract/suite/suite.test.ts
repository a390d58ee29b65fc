import { parseYaml } from '../../../src/contract/input/parse_yaml.js';
import { suiteSchema } from '../../../src/contract/suite/suite.js';

const FIRST = ['schema: 1', 'name: first', 'contracts: [tasks/*/contract.yml]', 'agents: [{name: a, agent: golden}]'];
const read = (...lines: string[]) => parseYaml(lines.join('\n'), 'gatebench.yml', suiteSchema).value;

describe('a suite file', () => {
  it('needs four lines, and says the rest by defaults', () => {
    const suite = read(...FIRST);
    expect(suite).toMatchObject({
      contracts: { paths: ['tasks/*/contract.yml'], exclude: [] },
      baselines: { noop: true, golden: false },
      ablations: { all_on: true, all_off: false, listed: [] },
      trials: 1,
      seed: 20260307,
      order: 'randomised',
      concurrency: 1,
      retries: 1,
      gate: { fail_on: 'never', coverage_floor: 1 },
    });
  });

  it.each<[string, string[], string]>([
    [
      'minutes of people without the contract that they worked on',
      ['baselines: {human: {patches: people, minutes: 20}}'],
      '5:47  baselines.human.minutes: must name each contract, such as {contract-id: 20}',
    ],
    ['a key that is unknown', ['trails: 3'], '5:1  unknown key "trails" – did you mean "trials"?'],
    [
      'a mechanism that is none',
      ['ablations: {leave_one_out: [lockin]}'],
      '5:29  ablations.leave_one_out.0: "lockin" is not one of',
    ],
    [
      'an ablation without what it is compared with',
      ['ablations: {all_on: false, all_off: true}'],
      '5:21  ablations.all_on: what is left out is compared',
    ],
    [
      'an ablated agent that is none',
      ['ablations: {agents: [b]}'],
      '5:22  ablations.agents.0: "b" is no agent of this suite',
    ],
    [
      'a stopping rule that is none, inside of its form',
      ['analysis: {stopping: {spending: pocok, looks: 3}}'],
      '5:33  analysis.stopping.spending: "pocok" is not one of obrien-fleming, pocock – did you mean "pocock"?',
    ],
    [
      'anchors in the wrong order',
      ['analysis: {clear: {cost_usd: {best: 5, worst: 1}}}'],
      '5:37  analysis.clear.cost_usd.best: must be less than worst',
    ],
    ['k above the trials', ['analysis: {k: 2}'], '5:15  analysis.k: is more than the trials (1)'],
    [
      'an envelope that no attempt fits into',
      ['budget: {total_usd: 1, task_usd: 2}'],
      '5:34  budget.task_usd: is more than total_usd',
    ],
    [
      'a weight above the width',
      ['concurrency: {width: 2, weights: {t: 3}}'],
      '5:38  concurrency.weights.t: is more than the width (2)',
    ],
    [
      'extra trials without a regression gate',
      ['gate: {extra_trials: 2}'],
      '5:22  gate.extra_trials: is for `fail_on: regression`',
    ],
    [
      'a least strength where failures do not decide',
      ['gate: {min_strength: 8}'],
      '5:22  gate.min_strength: is for `fail_on: gates`',
    ],
    [
      'a history to judge by without a regression gate',
      ['gate: {fail_on: gates, minimum_history: 3}'],
      '5:41  gate.minimum_history: is for `fail_on: regression`',
    ],
    ['a tolerance that calls everything stable', ['gate: {fail_on: regression, tolerance: 0.6}'], 'gate.tolerance: '],
    [
      'weights of CLEAR that do not sum to 1',
      ['analysis: {clear: {weights: {cost: 1, latency: 1, efficacy: 0, assurance: 0, reliability: 0}}}'],
      'weights must sum to 1',
    ],
    ['a seed beyond 32 bits', ['seed: 4294967296'], '5:7  seed: must be at most 4294967295'],
  ])('refuses %s', (_, more, expected) => {
    expect(() => read(...FIRST, ...more)).toThrow(expected);
  });

  it('says of an empty list of contracts what it must have', () => {
    expect(() => read(...FIRST.map((line) => line.replace(/^contracts: .*/, 'contracts: []')))).toThrow(
      'gatebench.yml:3:12  contracts: must have at least 1 entry',
    );
  });

  it('has no arm with the name of another, or of a baseline', () => {
    const named = (name: string) => () =>
      read(...FIRST.slice(0, 3), `agents: [{name: a, agent: golden}, {name: ${name}, agent: noop}]`);
    expect(named('a')).toThrow('agents.1.name: "a" is the name of another arm');
    expect(named('noop')).toThrow('"noop" is kept for the baseline of that name: take another');
    expect(named('b')).not.toThrow();
  });

  it('has something to run, and something to judge where its gate judges', () => {
    const without =
      (...more: string[]) =>
      () =>
        read(...FIRST.slice(0, 3), ...more);
    expect(without('baselines: {noop: false}')).toThrow('agents: there is nothing to run');
    expect(without('gate: {fail_on: gates}')).toThrow(
      '4:17  gate.fail_on: there is no agent whose attempts could be judged',
    );
    expect(without()).not.toThrow();
  });
});
