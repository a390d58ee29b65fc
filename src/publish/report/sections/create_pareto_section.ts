import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { createColumns } from '../create_columns.js';
import type { ReportSection } from '../report_block.js';
import { joinAlike } from './format_figure.js';

/**
 * Creates the section on the Pareto front of agents.
 *
 * @returns null if there is no agent to compare
 */
export function createParetoSection({ pareto }: Analysis): ReportSection | null {
  const { arms, left_out, tasks, tasks_left_out } = pareto;
  if (arms.length === 0 && left_out.length === 0) return null;
  const front = arms.filter(({ on_front }) => on_front);
  // Where every cost is 0 the chart would have an empty axis.
  const is_drawn = arms.some(({ cost }) => cost !== 0);
  return {
    id: 'pareto',
    title: 'Pareto front',
    background: true,
    blocks: [
      {
        kind: 'text',
        text:
          arms.length === 0
            ? 'No arm has all five measures.'
            : `${front.map(({ arm }) => arm).join(', ')}: nobody is at least as good in efficacy, reliability, assurance, cost and latency, and better in one. Over ${formatQuantity(tasks, 'task')} that all have${tasks_left_out > 0 ? ` (${tasks_left_out} left out)` : ''}; baselines do not compete.`,
      },
      ...(arms.length === 0
        ? []
        : [
            ...(!is_drawn
              ? []
              : [
                  {
                    kind: 'chart' as const,
                    chart: {
                      kind: 'front' as const,
                      title: 'Efficacy and cost',
                      x: { label: 'cost of an attempt', format: 'usd' as const, better: 'less' as const },
                      y: {
                        label: 'success rate',
                        format: 'percent' as const,
                        better: 'more' as const,
                        range: [0, 1] as const,
                      },
                      points: arms.map(({ arm, cost, efficacy, on_front, probability }) => ({
                        label: arm,
                        x: cost,
                        y: efficacy,
                        on_front: on_front && isOnFrontOfTwo(arms, { cost, efficacy }),
                        ...(probability === null
                          ? {}
                          : { note: `on the front in ${formatPercent(probability)} of resamples` }),
                      })),
                    },
                  },
                ]),
            {
              kind: 'table' as const,
              caption: `The front over five measures${is_drawn ? '; the chart shows two of them' : ''}`,
              columns: createColumns(
                'Arm',
                'On the front',
                ['Probability', 'Efficacy', 'Reliability', 'Assurance', 'Cost', 'Latency'],
                'Beaten by',
              ),
              rows: [...arms]
                .sort((a, b) => Number(b.on_front) - Number(a.on_front) || b.efficacy - a.efficacy || a.cost - b.cost)
                .map((arm) => [
                  arm.arm,
                  arm.on_front ? 'yes' : 'no',
                  formatPercent(arm.probability),
                  formatPercent(arm.efficacy),
                  formatPercent(arm.reliability),
                  formatPercent(arm.assurance),
                  formatUsd(arm.cost),
                  formatDuration(arm.latency),
                  arm.dominated_by.join(', ') || 'nobody',
                ]),
            },
          ]),
      ...(left_out.length === 0
        ? []
        : [
            {
              kind: 'list' as const,
              items: joinAlike(left_out.map(({ arm, reason }) => ({ arm, text: `left out: ${reason}.` }))),
            },
          ]),
    ],
  };
}

/** Returns true if no arm beats this one in the two measures of the chart, through which the step line runs. */
function isOnFrontOfTwo(
  arms: Analysis['pareto']['arms'],
  { cost, efficacy }: { cost: number; efficacy: number },
): boolean {
  return !arms.some(
    (other) => other.cost <= cost && other.efficacy >= efficacy && (other.cost < cost || other.efficacy > efficacy),
  );
}
