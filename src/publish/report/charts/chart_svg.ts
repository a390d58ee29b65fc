import type { Chart } from '../blocks.js';
import { frontChart } from './front_chart.js';
import { lineChart } from './line_chart.js';
import { barChart, forestChart } from './row_chart.js';

/**
 * A chart as an SVG element of the page: no styles of its own, so that the page's own hold in both themes and its content security policy
 * does too. `id` is unique in the page and safe.
 * Empty when there is nothing to draw.
 */
export function chartSvg(chart: Chart, id: string): string {
  if (!drawable(chart)) return '';
  switch (chart.kind) {
    case 'front':
      return frontChart(chart, id);
    case 'forest':
      return forestChart(chart, id);
    case 'bars':
      return barChart(chart, id);
    case 'lines':
      return lineChart(chart, id);
    default:
      return chart satisfies never;
  }
}

function drawable(chart: Chart): boolean {
  switch (chart.kind) {
    case 'front':
      return chart.points.some(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    case 'forest':
      return chart.rows.some(({ point, low, high }) => [point, low, high].every(Number.isFinite));
    case 'bars':
      return chart.rows.some(({ value }) => Number.isFinite(value));
    case 'lines':
      return chart.lines.some(({ points }) => points.some(([x, y]) => Number.isFinite(x) && Number.isFinite(y)));
    default:
      return chart satisfies never;
  }
}
