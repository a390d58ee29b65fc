import { pText } from '../../../judge/analysis/paired_verdict.js';
import type { Regression, RegressionTask } from '../../../judge/analysis/regression_schema.js';
import type { Block, Section } from '../blocks.js';
import { counted, percent } from '../quantities.js';

/** The regression gate: its verdict with the numbers, what may turn it, and what may not. */
export function regressionSection(regression: Regression, base: string, head: string): Section {
  const { verdict, why, tasks, left_out } = regression;
  const notable = tasks.filter(({ verdict, head, extra }) => verdict !== 'held' || head.failures > 0 || extra > 0);
  return {
    id: 'regression',
    title: `Regression gate: ${verdict}`,
    blocks: [
      {
        kind: 'text',
        text: `${head} against ${base}, on ${counted(tasks.length, 'contract')} that may turn the gate.`,
      },
      { kind: 'list', items: why },
      ...(notable.length === 0 ? [] : [taskTable(notable)]),
      ...(left_out.length === 0
        ? []
        : [
            {
              kind: 'table',
              caption: `${counted(left_out.length, 'contract')} that decide nothing here`,
              columns: [{ head: 'contract' }, { head: 'because' }],
              rows: left_out.map(({ task, because }) => [task, because]),
            } as const,
          ]),
      { kind: 'list', items: numbers(regression) },
    ],
  };
}

function taskTable(tasks: readonly RegressionTask[]): Block {
  const share = ({ successes, failures, undecided }: RegressionTask['head']) =>
    `${successes} of ${successes + failures}${undecided > 0 ? `, ${undecided} undecided` : ''}`;
  return {
    kind: 'table',
    caption: 'Contracts with failures in head',
    columns: [
      { head: 'contract' },
      { head: 'succeeded before', align: 'right' },
      { head: 'in head', align: 'right' },
      { head: 'extra runs', align: 'right' },
      { head: 'p', align: 'right' },
      { head: 'says' },
    ],
    rows: tasks.map(({ task, base, head, extra, unmade, p, verdict }) => [
      task,
      share(base),
      share(head),
      extra === 0 ? '–' : `${extra - unmade} of ${extra}`,
      pText(p),
      verdict,
    ]),
  };
}

function numbers({
  alpha,
  task_alpha,
  family,
  tests,
  together,
  finds,
  tasks,
  minimum_effect,
  power,
  coverage,
}: Regression): string[] {
  return [
    `A false alarm of the whole gate has a chance of ${percent(alpha)} at most: one contract alone needs p ≤ ${pText(task_alpha)} (half of that, shared by ${tests} of ${counted(family, 'contract')}), all together p ≤ ${pText(alpha / 2)}.`,
    ...(together === null
      ? []
      : [
          `All together: ${percent(together.base_rate)} before, ${percent(together.head_rate)} in head, p = ${pText(together.p)}${nightText(together)}.`,
        ]),
    `A contract that always fails now would be found in ${finds} of ${tasks.length}.`,
    ...(power === null
      ? []
      : [
          `A loss of ${percent(minimum_effect)} in each of them would be found with a chance of about ${percent(power)}.`,
        ]),
    ...(coverage === null ? [] : [`${percent(coverage)} of the planned runs of head were decided.`]),
  ];
}

/** Says how a bad night was taken into account. */
function nightText({ night, assumed, same_night }: NonNullable<Regression['together']>): string {
  if (same_night) return '; both are of one run, so a bad night is in both';
  if (night === null && assumed === null) return '';
  return night === null
    ? `; were head a night that lowers all odds to e^−2.55, p = ${pText(assumed!)} (too few earlier nights are known)`
    : `; against how ${night.nights} earlier nights differ, p = ${pText(night.p)}`;
}
