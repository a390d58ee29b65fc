import type { HtmlText } from '../../text/html_text.js';
import type { LineChart } from '../report_block.js';
import { createChartScale } from './chart_scale.js';
import {
  createXProjection,
  createYProjection,
  formatAxisName,
  measureTicks,
  type PlotFrame,
  renderLeftAxis,
  renderLowerAxis,
} from './plot_frame.js';
import {
  CHART_LINE_HEIGHT,
  CHART_WIDTH,
  formatSvgNumber,
  renderSvgDrawing,
  renderSvgElement,
  renderSvgText,
  renderSvgTooltip,
  truncateToUnits,
} from './render_svg_element.js';

const HEIGHT = 320;
/** Most lines that colour and dashes can tell apart. */
const LINES = 8;
const POINTS = 500;

/** Renders curves over a common axis, with their names below, each behind a piece of its line. */
export function renderLineChart(chart: LineChart, id: string): HtmlText {
  const all = chart.lines.map(({ label, points }) => ({
    label,
    points: points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)),
  }));
  const lines = all.filter(({ points }) => points.length > 0).slice(0, LINES);
  const values = lines.flatMap(({ points }) => points);
  const scales = {
    x: createChartScale(
      values.map(([x]) => x),
      chart.x,
    ),
    y: createChartScale(
      values.map(([, y]) => y),
      chart.y,
    ),
  };
  const frame: PlotFrame = { left: measureTicks(scales.y), right: CHART_WIDTH - 14, top: 26, bottom: HEIGHT - 42 };
  const [x, y] = [createXProjection(scales.x, frame), createYProjection(scales.y, frame)];
  const hidden = chart.lines.length - lines.length;
  const legend = Math.ceil(lines.length / 2) * (CHART_LINE_HEIGHT + 4);
  const desc =
    `${formatAxisName(chart.y)} over ${formatAxisName(chart.x)}: ` +
    `${lines.map(({ label }) => label).join(', ') || 'nothing'}.`;
  return renderSvgDrawing(
    id,
    HEIGHT + legend + (hidden > 0 ? CHART_LINE_HEIGHT + 4 : 0),
    { title: chart.title, desc },
    [
      ...renderLeftAxis(scales.y, chart.y, frame),
      ...renderLowerAxis(scales.x, chart.x, frame),
      ...lines.map(({ label, points }, at) => {
        const shown = thinPoints(points).map(([px, py]) => [x(px), y(py)] as const);
        const [first, ...more] = shown;
        // A line through a single point would be invisible.
        return first !== undefined && more.length === 0
          ? renderSvgElement(
              'circle',
              { class: `dot line-${at}`, cx: first[0], cy: first[1], r: 3 },
              renderSvgTooltip(label),
            )
          : renderSvgElement(
              'path',
              { class: `line line-${at}`, d: toPath(shown, chart.step) },
              renderSvgTooltip(label),
            );
      }),
      ...lines.flatMap(({ label }, at) => {
        const left = 2 + (at % 2) * (CHART_WIDTH / 2);
        const top = HEIGHT + 8 + Math.floor(at / 2) * (CHART_LINE_HEIGHT + 4);
        return [
          renderSvgElement('path', {
            class: `line line-${at}`,
            d: `M${formatSvgNumber(left)} ${formatSvgNumber(top - 4)}h24`,
          }),
          renderSvgText(truncateToUnits(label, CHART_WIDTH / 2 - 40), { class: 'name', x: left + 30, y: top }),
        ];
      }),
      ...(hidden > 0
        ? [renderSvgText(`${hidden} not drawn: see the table`, { class: 'tick', x: 2, y: HEIGHT + legend + 10 })]
        : []),
    ],
  );
}

/** Drops points that the drawing cannot show; keeps the last one. */
function thinPoints(points: LineChart['lines'][number]['points']): LineChart['lines'][number]['points'] {
  if (points.length <= POINTS) return points;
  const every = points.length / POINTS;
  const sample = Array.from({ length: POINTS }, (_, i) => Math.floor(i * every));
  return [...sample, points.length - 1].flatMap((i) => points.slice(i, i + 1));
}

/** Returns the path of a line; a step keeps its height up to the next point. */
function toPath(points: readonly (readonly [x: number, y: number])[], step: boolean): string {
  return points
    .map(([x, y], i) => {
      if (i === 0) return `M${formatSvgNumber(x)} ${formatSvgNumber(y)}`;
      return step ? `H${formatSvgNumber(x)}V${formatSvgNumber(y)}` : `L${formatSvgNumber(x)} ${formatSvgNumber(y)}`;
    })
    .join('');
}
