import { DEFAULT_ALPHA } from '../../../../src/judge/analysis/regression/comparison_report.js';
import { selectGatingSet } from '../../../../src/judge/analysis/regression/gating_set.js';
import { judgeRegression } from '../../../../src/judge/analysis/regression/judge_regression.js';
import { createRegressionSection } from '../../../../src/publish/report/sections/create_regression_section.js';

const settings = { alpha: DEFAULT_ALPHA, minimum_effect: 0.1, extra_trials: 3, coverage_floor: 1 };
const count = (task: string, successes: number, failures: number) => ({
  ...{ task, version: 'v1', successes, failures, undecided: 0 },
});

it('says of a head that is worse that extra runs were not needed, and not that nothing is decided', () => {
  const set = selectGatingSet({
    base: [count('one', 3, 0), count('two', 3, 0)],
    head: [count('one', 0, 3), count('two', 0, 3)],
  });
  const regression = judgeRegression(set, settings, new Map(), { history: [], same_night: true }, new Map());
  expect(regression.verdict).toBe('regression');
  const { blocks } = createRegressionSection(regression, 'a@base', 'a@head');
  const all = blocks.flatMap((block) => (block.kind === 'fold' ? block.blocks : [block]));
  expect(all.flatMap((block) => (block.kind === 'table' ? block.rows : []))).toEqual([
    ['one', '3 of 3', '0 of 3', '0 of 3', '–', 'extra runs not needed'],
    ['two', '3 of 3', '0 of 3', '0 of 3', '–', 'extra runs not needed'],
  ]);
  expect(JSON.stringify(blocks)).not.toMatch(/not decided|Not decided/);
});

it('names the contracts that always passed and never now, and how many runs would decide', () => {
  const set = selectGatingSet({
    base: [count('one', 8, 0), count('two', 8, 0), count('three', 8, 0)],
    head: [count('one', 0, 2), count('two', 2, 0), count('three', 2, 0)],
  });
  const alone = { ...settings, extra_trials: 0 };
  const regression = judgeRegression(set, alone, new Map(), { history: [], same_night: true }, new Map());
  expect(regression.tasks.map(({ task, failures_to_decide }) => [task, failures_to_decide])).toEqual([
    ['one', 2],
    ['three', undefined],
    ['two', undefined],
  ]);
  const [, losses, remedy, ...rest] = createRegressionSection(regression, 'a@base', 'a@head').blocks;
  expect(JSON.stringify(losses)).toContain('{"code":"one"}');
  expect(remedy).toEqual({ kind: 'text', text: '2 more runs of one would decide, were all to fail.' });
  expect(rest.map(({ kind }) => kind)).toEqual(['fold']);
});
