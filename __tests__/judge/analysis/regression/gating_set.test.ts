import { describe, expect, it } from '@jest/globals';
import { resolveGatingSettings } from '../../../../src/judge/analysis/regression/comparison_report.js';
import { selectGatingSet, type TaskRunCounts } from '../../../../src/judge/analysis/regression/gating_set.js';

const of = (task: string, successes: number, failures: number, version = 'v1'): TaskRunCounts => ({
  task,
  version,
  successes,
  failures,
  undecided: 0,
});

describe('Only contracts that are known to be stable gate', () => {
  const base = [of('stable', 3, 0), of('flake', 3, 0), of('changed', 3, 0), of('fails', 0, 3), of('new', 1, 0)];
  const head = [of('stable', 0, 3), of('flake', 0, 3), of('changed', 0, 3, 'v2'), of('fails', 0, 3), of('new', 0, 1)];
  const history = [
    of('stable', 10, 0),
    of('stable', 9, 1, 'v0'),
    of('flake', 9, 1),
    of('changed', 10, 0),
    of('fails', 0, 10),
    of('new', 2, 0),
  ];

  it('names flakes, changed contracts and those without a history, and leaves them out', () => {
    const set = selectGatingSet({ base, head: [...head, of('gone', 1, 0)], history });
    expect(set.tasks.map(({ task }) => task)).toEqual(['fails', 'stable']);
    expect(set.left_out).toEqual([
      { task: 'changed', kind: 'version', because: 'its contract has changed' },
      { task: 'flake', kind: 'flake', because: 'known flake: it succeeded in 9 of 10 runs of the history' },
      { task: 'gone', kind: 'runs', because: 'only head has results of it' },
      { task: 'new', kind: 'history', because: "the history has 2 of its version's runs; 5 are needed" },
    ]);
    expect(set.family).toBe(3);
  });

  it('does not look at what base did: without a history every contract of the same version gates', () => {
    const mixed = [of('mixed', 2, 1)];
    expect(selectGatingSet({ base: mixed, head: mixed }).tasks).toMatchObject([{ task: 'mixed', history: null }]);
  });

  it('leaves out what nothing proves, and keeps what nobody knows about', () => {
    const proven = (task: string) => (task === 'stable' ? false : undefined);
    const set = selectGatingSet({ base, head, proven });
    expect(set.left_out.filter(({ kind }) => kind === 'unproven').map(({ task }) => task)).toEqual(['stable']);
    expect(set.tasks.map(({ task }) => task)).toEqual(['fails', 'flake', 'new']);
  });

  it('is chosen as somebody asks now, else as it was agreed, else as ordinary, one by one', () => {
    expect(resolveGatingSettings({})).toEqual({ tolerance: 0.05, minimum_history: 5 });
    expect(resolveGatingSettings({}, { tolerance: 0, minimum_history: 20 })).toEqual({
      tolerance: 0,
      minimum_history: 20,
    });
    expect(resolveGatingSettings({ minimum_history: 1 }, { tolerance: 0.2, minimum_history: 20 })).toEqual({
      tolerance: 0.2,
      minimum_history: 1,
    });
  });

  it('tolerates what it is told to', () => {
    const settings = { tolerance: 0.1, minimum_history: 2 };
    expect(selectGatingSet({ base, head, history }, settings).tasks.map(({ task }) => task)).toEqual([
      'fails',
      'flake',
      'new',
      'stable',
    ]);
  });
});
