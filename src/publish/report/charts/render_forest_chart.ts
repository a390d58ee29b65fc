import type { HtmlText } from '../../text/html_text.js';
import type { BarChart, ChartAxis, ChartTone, ForestChart } from '../report_block.js';
import { type ChartScale, createChartScale, createDifferenceFormat } from './chart_scale.js';
import { createXProjection, formatAxisName, type PlotFrame, renderLowerAxis } from './plot_frame.js';
import {
  CHART_WIDTH,
  estimateTextWidth,
  renderSvgDrawing,
  renderSvgElement,
  renderSvgText,
  renderSvgTooltip,
  truncateToUnits,
} from './render_svg_element.js';

const ROW = 22;
const ROWS = 40;
const NAMES = 170;

/** Renders estimates with intervals in rows, beside the line of reference. */
export function renderForestChart({ title, x: axis, reference, rows }: ForestChart, id: string): HtmlText {
  const drawn = rows.filter(({ point, low, high }) => [point, low, high].every(Number.isFinite));
  const scale = createChartScale([...drawn.flatMap(({ low, point, high }) => [low, point, high]), reference], axis);
  const format = createDifferenceFormat(scale, reference);
  const desc = `${formatAxisName(axis)} with intervals, reference ${scale.format(reference)}.`;
  return renderRowChart(
    { id, title, desc, axis, scale, rows: drawn, all: rows.length, value: ({ point }) => format(point) },
    (frame) => {
      const x = createXProjection(scale, frame);
      const line = renderSvgElement('line', {
        class: 'reference',
        x1: x(reference),
        x2: x(reference),
        y1: frame.top,
        y2: frame.bottom,
      });
      return {
        behind: [line],
        draw: ({ label, point, low, high, note, tone }, y) => {
          const range = `${scale.format(low)} to ${scale.format(high)}`;
          return renderSvgElement(
            'g',
            { class: toToneClass(tone) },
            renderSvgTooltip(`${label}: ${format(point)}, ${range}${note ? ` (${note})` : ''}`),
            ...renderInterval(scale, x, low, high, y),
            renderSvgElement('circle', { class: 'dot', cx: x(point), cy: y, r: 4 }),
          );
        },
      };
    },
  );
}

/** Renders values as bars from 0, with intervals if there are any. */
export function renderBarChart({ title, x: axis, rows }: BarChart, id: string): HtmlText {
  const drawn = rows.filter(({ value }) => Number.isFinite(value));
  const scale = createChartScale(
    [0, ...drawn.flatMap(({ value, low = value, high = value }) => [low, value, high])],
    axis,
  );
  const desc = `${formatAxisName(axis)} as bars.`;
  return renderRowChart(
    { id, title, desc, axis, scale, rows: drawn, all: rows.length, value: ({ value }) => scale.format(value) },
    (frame) => {
      const x = createXProjection(scale, frame);
      return {
        behind: [],
        draw: ({ label, value, low, high, tone }, y) => {
          const [left, right] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
          const ranged = low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high);
          const range = ranged ? `, ${scale.format(low)} to ${scale.format(high)}` : '';
          return renderSvgElement(
            'g',
            { class: toToneClass(tone) },
            renderSvgTooltip(`${label}: ${scale.format(value)}${range}`),
            renderSvgElement('rect', { class: 'bar', x: left, y: y - 6, width: right - left, height: 12 }),
            ...(ranged ? renderInterval(scale, x, low, high, y) : []),
          );
        },
      };
    },
  );
}

interface RowChartSpec<R> {
  id: string;
  title: string;
  desc: string;
  axis: ChartAxis;
  scale: ChartScale;
  rows: readonly R[];
  all: number;
  value(row: R): string;
}

type RowDrawing<R> = { behind: readonly HtmlText[]; draw(row: R, y: number): HtmlText };

/** Renders rows with names on the left, values on the right and drawings in between. */
function renderRowChart<R extends { label: string }>(
  { id, title, desc, axis, scale, rows, all, value }: RowChartSpec<R>,
  drawn: (frame: PlotFrame) => RowDrawing<R>,
): HtmlText {
  const shown = rows.slice(0, ROWS);
  const texts = shown.map((row) => ({ row, name: truncateToUnits(row.label, NAMES), value: value(row) }));
  const widest = (select: (text: (typeof texts)[number]) => string) =>
    texts.reduce((most, text) => Math.max(most, estimateTextWidth(select(text))), 0);
  const frame: PlotFrame = {
    left: widest((text) => text.name) + 14,
    right: CHART_WIDTH - widest((text) => text.value) - 14,
    top: 6,
    bottom: 10 + Math.max(1, shown.length) * ROW,
  };
  const { behind, draw } = drawn(frame);
  const hidden = all - shown.length;
  return renderSvgDrawing(id, frame.bottom + (hidden > 0 ? 58 : 42), { title, desc }, [
    ...renderLowerAxis(scale, axis, frame),
    ...behind,
    ...texts.flatMap((text, i) => {
      const y = 8 + ROW * (i + 0.5);
      return [
        renderSvgText(text.name, { class: 'name', x: 2, y: y + 4 }),
        draw(text.row, y),
        renderSvgText(text.value, { class: 'name', x: CHART_WIDTH - 2, y: y + 4, 'text-anchor': 'end' }),
      ];
    }),
    ...(hidden > 0
      ? [renderSvgText(`${hidden} not drawn: see the table`, { class: 'tick', x: 2, y: frame.bottom + 52 })]
      : []),
  ]);
}

/** Renders a line with ends; an end beyond the axis is an arrow. */
function renderInterval(
  scale: ChartScale,
  x: (value: number) => number,
  low: number,
  high: number,
  y: number,
): HtmlText[] {
  const end = (value: number, way: -1 | 1) =>
    scale.share(value) < -1e-9 || scale.share(value) > 1 + 1e-9
      ? renderSvgElement('path', { class: 'dot', d: `M${roundToCents(x(value))} ${y}l${-7 * way} -4v8z` })
      : renderSvgElement('line', { class: 'range', x1: x(value), x2: x(value), y1: y - 4, y2: y + 4 });
  return [
    renderSvgElement('line', { class: 'range', x1: x(low), x2: x(high), y1: y, y2: y }),
    end(low, -1),
    end(high, 1),
  ];
}

function roundToCents(value: number): number {
  return Math.round(value * 100) / 100;
}

function toToneClass(tone: ChartTone | undefined): string {
  return tone ?? 'plain';
}
