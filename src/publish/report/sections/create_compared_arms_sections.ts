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
    const names = arm.base === arm.head ? [`${arm.base} in ${base}`, `${arm.head} in ${head}`] : [arm.base, arm.head];
    const gate = createRegressionSection(arm.regression, names[0]!, names[1]!);
    const known =
      arm.history === null
        ? 'No earlier runs are known: nothing is known of flakes, and every contract of the same version may turn the gate.'
        : `Chosen by ${formatQuantity(arm.history, 'earlier run')} of the suite.`;
    const declared = arm.comparability && createComparabilitySection(arm.comparability, names[0]!, names[1]!);
    return [
      { ...gate, id: `${gate.id}-${arm.head}`, blocks: [...gate.blocks, { kind: 'text' as const, text: known }] },
      ...(declared ? [{ ...declared, id: `${declared.id}-${arm.head}` }] : []),
      ...(arm.comparison === null
        ? []
        : [createPairedSection({ ...arm.comparison, base: names[0]!, head: names[1]! })]),
    ];
  });
}
