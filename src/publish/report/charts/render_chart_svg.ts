import type { HtmlText } from '../../text/html_text.js';
import type { ReportChart } from '../report_block.js';
import { renderBarChart, renderForestChart } from './render_forest_chart.js';
import { renderFrontChart } from './render_front_chart.js';
import { renderLineChart } from './render_line_chart.js';

/**
 * Renders a chart as an SVG element of the page. It has no styles of its own: those of the page apply in both themes
 * and satisfy the content security policy.
 *
 * @param id safe, and unique in the page
 * @returns undefined if there is nothing to draw
 */
export function renderChartSvg(chart: ReportChart, id: string): HtmlText | undefined {
  if (!isDrawable(chart)) return undefined;
  switch (chart.kind) {
    case 'front':
      return renderFrontChart(chart, id);
    case 'forest':
      return renderForestChart(chart, id);
    case 'bars':
      return renderBarChart(chart, id);
    case 'lines':
      return renderLineChart(chart, id);
    default:
      return chart satisfies never;
  }
}

function isDrawable(chart: ReportChart): boolean {
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
