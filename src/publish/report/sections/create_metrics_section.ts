import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatDuration, formatPercent, formatUsd } from '../../text/format_quantity.js';
import { createColumns, type ReportSection, type ReportTable } from '../report_block.js';
import { formatInterval, limitRows } from './format_figure.js';

type MetricSummary = Analysis['metrics'][number];

const FAMILY_TITLES: Record<MetricSummary['family'], string> = {
  correctness: 'Correctness',
  safety: 'Safety',
  coordination: 'Coordination',
  time: 'Time',
  cost: 'Cost',
  tokens: 'Tokens and requests',
};

/**
 * Creates the section on every metric of every arm: mean and median, each with its interval. Metrics of which no
 * attempt has a value are left out; analysis.json counts them.
 */
export function createMetricsSection({ metrics, confidence }: Analysis): ReportSection | null {
  const shown = metrics.filter(({ attempts }) => attempts > 0);
  if (shown.length === 0) return null;
  const families = [...new Set(shown.map(({ family }) => family))];
  return {
    id: 'metrics',
    title: 'Metrics of an attempt',
    background: true,
    blocks: [
      {
        kind: 'text',
        text:
          'Mean and median over tasks, of the means of their attempts; with one task, over its attempts. ' +
          'Intervals of ' +
          `${formatPercent(confidence)}: Student's for the mean, order statistics for the median, which need ` +
          'six tasks. ' +
          `"none": too few values, or all are equal.`,
      },
      ...families.map((family) =>
        createFamilyTable(
          FAMILY_TITLES[family],
          shown.filter((one) => one.family === family),
        ),
      ),
    ],
  };
}

function createFamilyTable(title: string, summaries: readonly MetricSummary[]): ReportTable {
  const { rows, more } = limitRows(summaries);
  return {
    kind: 'table',
    caption: `${title}${more}`,
    folded: true,
    columns: createColumns('Arm', 'Metric', ['Mean', 'Interval', 'Median', 'Interval', 'Tasks', 'Attempts', 'Unknown']),
    rows: rows.map((one) => {
      const show = (value: number) => formatMetricValue(one.unit, value);
      const figure = (value: number | null) => (value === null ? 'unknown' : show(value));
      return [
        one.arm,
        one.metric,
        figure(one.mean),
        formatInterval(one.mean_interval, show),
        figure(one.median),
        formatInterval(one.median_interval, show),
        ...[one.tasks, one.attempts, one.unknown].map(String),
      ];
    }),
  };
}

function formatMetricValue(unit: MetricSummary['unit'], value: number): string {
  switch (unit) {
    case 'rate':
      return formatPercent(value);
    case 'usd':
      return formatUsd(value);
    case 'ms':
      return value > 0 && value < 10 ? `${value.toPrecision(2)} ms` : formatDuration(value);
    case 'minutes':
      return `${value.toFixed(2)} min`;
    case 'ratio':
      return value.toFixed(2);
    case 'count':
      return Number.isInteger(value) ? String(value) : value.toFixed(2);
    default:
      return unit satisfies never;
  }
}
