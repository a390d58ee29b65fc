import type { Analysis } from '../../../judge/analysis/analysis.js';
import { createColumns } from '../create_columns.js';
import type { ReportBlock, ReportSection } from '../report_block.js';
import { createDifferenceForest, createPairedSection } from './create_paired_section.js';
import { formatChance, formatDifference, formatDifferenceInterval, formatMeasure } from './format_measure.js';

/**
 * Creates the section that compares agents with each other and with baselines, task by task.
 *
 * @returns null if there is nothing to compare with
 */
export function createComparisonsSection({ comparisons, arms }: Analysis): ReportSection | null {
  const shown = comparisons.filter(({ outcomes }) => outcomes[0]?.difference !== null && outcomes[0] !== undefined);
  const [only] = shown;
  if (only === undefined) return null;
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const among = shown.filter(({ base }) => agents.has(base));
  const blocks: ReportBlock[] =
    shown.length === 1
      ? [...createPairedSection(only).blocks]
      : [
          ...(among.length > 0
            ? [
                createDifferenceForest(
                  among.map(({ base, head, outcomes }) => ({
                    label: `${head} against ${base}`,
                    outcome: outcomes[0]!,
                  })),
                ),
              ]
            : []),
          {
            kind: 'table',
            caption: `${only.outcomes[0]!.label}, paired by task${among.length > 1 ? `; p of agents against each other by Holm over all ${among.length} pairs` : ''}`,
            columns: createColumns(
              'Head',
              'Base',
              ['Tasks that differ', 'Base', 'Head', 'Difference', 'Interval', 'p', 'p (Holm)'],
              'Head is',
            ),
            rows: shown.map(({ base, head, outcomes: [first] }) => [
              head,
              base,
              `${first!.differ} of ${first!.pairs}`,
              formatMeasure(first!.unit, first!.base),
              formatMeasure(first!.unit, first!.head),
              formatDifference(first!.unit, first!.difference),
              formatDifferenceInterval(first!),
              formatChance(first!.p),
              formatChance(first!.p_adjusted),
              `${VERDICT_LABELS[first!.verdict]}: ${first!.why}`,
            ]),
          },
        ];
  return { id: 'comparisons', title: shown.length === 1 ? createPairedSection(only).title : 'Agents compared', blocks };
}

const VERDICT_LABELS = {
  more: 'higher',
  less: 'lower',
  equivalent: 'equivalent',
  'not decided': 'not decided',
} as const;
