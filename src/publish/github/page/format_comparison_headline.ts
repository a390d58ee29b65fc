import type { ComparisonReport } from '../../../judge/analysis/regression/comparison_report.js';

/**
 * Formats what a comparison came to as one line. An undecided collapse comes before the doubt: whatever reads the
 * output `collapse` fails on it.
 *
 * @param baseline name of what head was compared with, safe to print
 */
export function formatComparisonHeadline({ verdict, arms }: ComparisonReport, baseline: string): string {
  if (verdict === 'undecided' && hasCollapse({ arms }))
    return `half of all successes or more are gone against ${baseline}, undecided whether by chance`;
  const [arm, ...more] = arms;
  const improvement = arm && more.length === 0 ? arm.regression.improvement : undefined;
  const is_told = verdict === 'no regression' && improvement !== undefined && improvement.higher > 0;
  return `${verdict} against ${baseline}${is_told ? `: ${improvement.summary}` : ''}`;
}

/** Checks whether all comparable contracts of an arm lost half of their success rate or more. */
export const hasCollapse = ({ arms }: Pick<ComparisonReport, 'arms'>): boolean =>
  arms.some(({ regression }) => regression.collapse !== null);
