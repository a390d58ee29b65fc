import type { CostPrecision, CostProjectionPoint } from '../../../judge/pilot/cost_precision.js';
import { formatPercent, formatUsd } from '../../text/format_quantity.js';
import { createColumns, type LineChart, type ReportBlock, type ReportSection } from '../report_block.js';
import { formatFigure, limitRows } from './format_figure.js';

const LABEL = 'Illustrative: a projection for planning and budgeting, not an empirical result.';

/** Recorded cost over the number of attempts, as far as it is known; the only measured line of the figure. */
export type SpentCurve = readonly (readonly [attempts: number, usd: number])[];

/** Creates the section on the projected cost of a pilot over its attempts, beside the recorded cost. */
export function createProjectionSection(
  points: readonly CostProjectionPoint[],
  total_usd: number | null,
  spent: SpentCurve = [],
): ReportSection {
  const last = points.at(-1);
  const expected = points.flatMap(({ attempts, expected_usd }): [number, number][] =>
    expected_usd === null ? [] : [[attempts, expected_usd]],
  );
  const lines: LineChart['lines'] = [
    ...(expected.length === points.length ? [{ label: 'expected', points: [[0, 0] as const, ...expected] }] : []),
    {
      label: 'at most, by caps',
      points: [[0, 0] as const, ...points.map(({ attempts, ceiling_usd }) => [attempts, ceiling_usd] as const)],
    },
    ...(total_usd === null || last === undefined
      ? []
      : [{ label: 'B_total', points: [[0, total_usd] as const, [last.attempts, total_usd] as const] }]),
    ...(spent.length === 0 ? [] : [{ label: 'spent, as recorded', points: [[0, 0] as const, ...spent] }]),
  ];
  // The table shows the end of each stage; cost_projection.csv has every block.
  const ends = [1, 2, 3].flatMap((stage) => points.findLast((point) => point.stage === stage) ?? []);
  const { rows } = limitRows(ends.sort((a, b) => a.attempts - b.attempts));
  const axis = { label: 'attempts, in the order of the plan', format: 'number' as const };
  const blocks: ReportBlock[] = [
    { kind: 'text', text: LABEL },
    {
      kind: 'chart',
      chart: {
        ...{ kind: 'lines', title: 'Projected cost (illustrative)', step: false, lines },
        ...{ x: axis, y: { label: 'USD', format: 'usd' } },
      },
    },
    {
      kind: 'table',
      caption:
        'Projected cost after the last attempt of each stage in the order of the plan; all blocks are in ' +
        'cost_projection.csv',
      columns: createColumns('Stage', ['Attempts', 'Expected', 'At most, by caps']),
      rows: rows.map(({ stage, attempts, expected_usd, ceiling_usd }) => [
        String(stage),
        String(attempts),
        expected_usd === null ? 'unknown' : formatUsd(expected_usd),
        formatUsd(ceiling_usd),
      ]),
    },
  ];
  return { id: 'cost-projection', title: 'Cost projection', blocks };
}

/** Creates the section on planned cost against the width of the resulting interval. */
export function createPrecisionSection(found: CostPrecision): ReportSection {
  const trials = [...new Set(found.points.map((point) => point.trials))];
  const selectPoints = (k: number) => found.points.filter((point) => point.trials === k);
  const basis =
    found.cost === 'expected'
      ? 'Costs are those expected by units and quantities.'
      : 'Costs are the caps, since something has no quantity or no price.';
  const blocks: ReportBlock[] = [
    {
      kind: 'text',
      text:
        `${LABEL} ${basis} Intervals are for the difference of two arms (${formatPercent(found.confidence)}), ` +
        'with the variances that the power analysis assumes.',
    },
    {
      kind: 'chart',
      chart: {
        ...{ kind: 'lines', title: 'Cost and precision (illustrative)', step: false },
        x: { label: 'planned cost', format: 'usd', better: 'less' },
        y: { label: 'half width of the interval', format: 'percent', better: 'less' },
        lines: trials.map((k) => ({
          label: k === 1 ? '1 trial of a task' : `${k} trials of a task`,
          points: selectPoints(k).flatMap(({ planned_usd, half_width }): [number, number][] =>
            half_width === null ? [] : [[planned_usd, half_width]],
          ),
        })),
      },
    },
    {
      kind: 'table',
      caption:
        `Tasks and trials around the plan; power is to find ${formatPercent(found.minimum_effect)} (wanted ` +
        `${formatPercent(found.power_wanted)})`,
      columns: createColumns(
        'Tasks × trials',
        ['Attempts', 'Planned cost', 'Half width', 'Least effect found', 'Power'],
        'Within B_total',
      ),
      rows: found.points.map((point) => [
        `${point.tasks} × ${point.trials}${point.is_plan ? ' (the plan)' : ''}`,
        String(point.attempts),
        formatUsd(point.planned_usd),
        formatFigure(point.half_width),
        formatFigure(point.minimum_detectable_effect),
        formatPercent(point.power),
        { true: 'yes', false: 'no', null: 'no bounds' }[`${point.within_budget}`],
      ]),
    },
    {
      kind: 'text',
      text: found.monotone
        ? 'Sanity: more tasks or trials never cost less, nor give a wider interval or less power.'
        : 'Sanity FAILED: somewhere more tasks or trials cost less, or give a wider interval or less power.',
    },
  ];
  return { id: 'cost-precision', title: 'Cost and precision', blocks };
}
