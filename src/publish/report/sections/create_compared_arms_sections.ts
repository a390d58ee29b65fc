import { formatP } from '../../../judge/analysis/paired/decide_paired_verdict.js';
import type { ComparisonReport } from '../../../judge/analysis/regression/comparison_report.js';
import { formatQuantity } from '../../text/format_quantity.js';
import type { ReportSection } from '../report_block.js';
import { createComparabilitySection } from './create_comparability_section.js';
import { createPairedSection } from './create_paired_section.js';
import { createRegressionSection } from './create_regression_section.js';

/**
 * Creates the sections of `compare`: the gate of every arm, and beside it all tasks of both sides, which decide
 * nothing.
 */
export function createComparedArmsSections({ arms }: ComparisonReport, base: string, head: string): ReportSection[] {
  return arms.flatMap((arm) => {
    const is_same = arm.base === arm.head;
    const names = {
      base: is_same ? `${arm.base} in ${base}` : arm.base,
      head: is_same ? `${arm.head} in ${head}` : arm.head,
    };
    const gate = createRegressionSection(arm.regression, names.base, names.head);
    const history_note =
      arm.history === null
        ? 'No earlier runs are known: nothing is known of flakes, and every contract of the same version may turn ' +
          'the gate.'
        : `Chosen by ${formatQuantity(arm.history, 'earlier run')} of the suite.`;
    const differing = explainDifferingAnswers(arm);
    const declared = arm.comparability && createComparabilitySection(arm.comparability, names.base, names.head);
    return [
      {
        ...gate,
        id: `${gate.id}-${arm.head}`,
        blocks: [...gate.blocks, ...[history_note, ...differing].map((text) => ({ kind: 'text' as const, text }))],
      },
      ...(declared ? [{ ...declared, id: `${declared.id}-${arm.head}` }] : []),
      ...(arm.comparison === null ? [] : [createPairedSection({ ...arm.comparison, ...names })]),
    ];
  });
}

/** Explains why the gate and the table of all tasks answer otherwise; nothing where they agree. */
function explainDifferingAnswers({ regression, comparison }: ComparisonReport['arms'][number]): string[] {
  const outcome = comparison?.outcomes.find(({ measure }) => measure === 'success');
  if (outcome === undefined) return [];
  const is_worse = regression.verdict === 'regression';
  const is_better = regression.improvement?.verdict === 'better';
  if (outcome.verdict === 'not decided') {
    if (!is_worse && !is_better) return [];
    return [
      'The table of all tasks does not decide the success rate, and the gate calls head ' +
        `${is_worse ? 'worse' : 'better'}: ` +
        'the gate asks about these very contracts, run by run, and the table about tasks like these, each ' +
        'counted once.',
    ];
  }
  const answers = { less: is_worse, more: is_better, equivalent: !is_worse && !is_better };
  if (answers[outcome.verdict]) return [];
  return [
    `The table of all tasks calls the success rate of head ${FORMS[outcome.verdict]}, and the gate does not: ` +
      `the gate needs p ≤ ${formatP(regression.alpha / 2)}, counts only contracts that may turn it, and allows for a ` +
      'bad night where the sides are of two. The gate decides.',
  ];
}

const FORMS = { less: 'lower', more: 'higher', equivalent: 'equivalent' } as const;
