import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { joinAlike } from './format_figure.js';

/**
 * Creates the section on the Pareto front of agents.
 *
 * @returns null if there is no agent to compare
 */
export function createParetoSection({ pareto }: Analysis): ReportSection | null {
  const { arms, left_out } = pareto;
  if (arms.length === 0 && left_out.length === 0) return null;
  // Where every cost is 0 the chart would have an empty axis.
  const is_drawn = arms.some(({ cost }) => cost !== 0);
  const remarks = joinAlike(left_out.map(({ arm, reason }) => ({ arm, text: `left out: ${reason}.` })));
  return {
    id: 'pareto',
    title: 'Pareto front',
    background: true,
    blocks: [
      { kind: 'text', text: formatFront(pareto) },
      ...listIf(is_drawn, createFrontChart(arms)),
      ...listIf(arms.length > 0, createFrontTable(arms, is_drawn)),
      ...listIf<ReportBlock>(remarks.length > 0, { kind: 'list', items: remarks }),
    ],
  };
}

type ParetoArms = Analysis['pareto']['arms'];

function formatFront({ arms, tasks, tasks_left_out }: Analysis['pareto']): string {
  if (arms.length === 0) return 'No arm has all measures that are compared.';
  const front = arms.filter(({ on_front }) => on_front).map(({ arm }) => arm);
  const rest = tasks_left_out > 0 ? ` (${tasks_left_out} left out)` : '';
  return (
    `${front.join(', ')}: nobody is at least as good in efficacy, reliability, assurance, cost and latency, and ` +
    `better in one. Over ${formatQuantity(tasks, 'task')} that all have${rest}; baselines do not compete.` +
    (arms.some(({ assurance }) => assurance === null) ? ' An unknown assurance is behind any known one.' : '')
  );
}

const createFrontChart = (arms: ParetoArms): ReportBlock => ({
  kind: 'chart',
  chart: {
    kind: 'front',
    title: 'Efficacy and cost',
    x: { label: 'cost of an attempt', format: 'usd', better: 'less' },
    y: { label: 'success rate', format: 'percent', better: 'more', range: [0, 1] },
    points: arms.map(({ arm, cost, efficacy, on_front, probability }) => ({
      label: arm,
      x: cost,
      y: efficacy,
      on_front: on_front && isOnFrontOfTwo(arms, { cost, efficacy }),
      ...omitUndefined({
        note: probability === null ? undefined : `on the front in ${formatPercent(probability)} of resamples`,
      }),
    })),
  },
});

const createFrontTable = (arms: ParetoArms, is_drawn: boolean): ReportBlock => ({
  kind: 'table',
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
      ...[arm.probability, arm.efficacy, arm.reliability].map(formatPercent),
      arm.assurance === null ? 'unknown' : formatPercent(arm.assurance),
      formatUsd(arm.cost),
      formatDuration(arm.latency),
      arm.dominated_by.join(', ') || 'nobody',
    ]),
});

/** Returns true if no arm beats this one in the two measures of the chart, through which the step line runs. */
function isOnFrontOfTwo(arms: ParetoArms, { cost, efficacy }: { cost: number; efficacy: number }): boolean {
  return !arms.some(
    (other) => other.cost <= cost && other.efficacy >= efficacy && (other.cost < cost || other.efficacy > efficacy),
  );
}
