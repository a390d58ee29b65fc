import type { HtmlText } from '../../text/html_text.js';
import type { ChartAxis, FrontChart } from '../report_block.js';
import { createChartScale } from './chart_scale.js';
import { createBoxAround, type LabelBox, placeLabels } from './place_labels.js';
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
  CHART_WIDTH,
  renderSvgDrawing,
  renderSvgElement,
  renderSvgText,
  renderSvgTooltip,
} from './render_svg_element.js';

type FrontPoint = FrontChart['points'][number];

const HEIGHT = 340;
const POINTS = 200;

/** Renders points of two measures. Points on the front are filled; a step line runs along what they reach. */
export function renderFrontChart(chart: FrontChart, id: string): HtmlText {
  const drawn = chart.points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  // Points on the front choose their labels first.
  const points = [...drawn.filter(({ on_front }) => on_front), ...drawn.filter(({ on_front }) => !on_front)].slice(
    0,
    POINTS,
  );
  const scales = {
    x: createChartScale(
      points.map(({ x }) => x),
      chart.x,
    ),
    y: createChartScale(
      points.map(({ y }) => y),
      chart.y,
    ),
  };
  const frame: PlotFrame = { left: measureTicks(scales.y), right: CHART_WIDTH - 14, top: 26, bottom: HEIGHT - 42 };
  const [x, y] = [createXProjection(scales.x, frame), createYProjection(scales.y, frame)];
  const corners = computeSteps(points, chart).map((point) => [x(point[0]), y(point[1])] as const);
  const places = points.map((point) => ({ x: x(point.x), y: y(point.y), label: point.label, point }));
  const labels = placeLabels(places, toBoxes(corners), {
    ...frame,
    left: frame.left - 4,
    right: CHART_WIDTH - 2,
    top: 16,
  });
  const unnamed = labels.filter((label) => label === undefined).length;
  const left_out = chart.points.length - points.length;
  return renderSvgDrawing(
    id,
    HEIGHT + (unnamed + left_out > 0 ? 16 : 0),
    { title: chart.title, desc: describeFront(chart, points) },
    [
      ...renderLeftAxis(scales.y, chart.y, frame),
      ...renderLowerAxis(scales.x, chart.x, frame),
      ...(corners.length > 1 ? [renderSvgElement('path', { class: 'front', d: toPath(corners) })] : []),
      ...places.map((place) =>
        renderSvgElement(
          'circle',
          { class: place.point.on_front ? 'point on' : 'point', cx: place.x, cy: place.y, r: 4.5 },
          renderSvgTooltip(formatPoint(place.point, scales)),
        ),
      ),
      ...labels.flatMap((label) =>
        label === undefined
          ? []
          : [renderSvgText(label.text, { class: 'name', x: label.x, y: label.y, 'text-anchor': label.anchor })],
      ),
      ...(unnamed + left_out > 0
        ? [renderSvgText(formatRemark(unnamed, left_out), { class: 'tick', x: 2, y: HEIGHT + 10 })]
        : []),
    ],
  );
}

function formatRemark(unnamed: number, left_out: number): string {
  const parts = [
    ...(unnamed > 0 ? [`${unnamed} without room for a name`] : []),
    ...(left_out > 0 ? [`${left_out} not drawn`] : []),
  ];
  return `${parts.join(', ')}: see the table`;
}

/**
 * Returns the corners of the step line through the front's points that none dominates in these two measures; a front of
 * more measures has others too.
 */
function computeSteps(points: readonly FrontPoint[], { x, y }: FrontChart): (readonly [x: number, y: number])[] {
  const front = points.filter(({ on_front }) => on_front);
  const line = front
    .filter((one) => !front.some((other) => isDominating(other, one, x, y)))
    .sort((a, b) => a.x - b.x || a.y - b.y);
  return line.flatMap(({ x: at, y: height }, i): (readonly [number, number])[] => {
    const previous = line[i - 1];
    if (previous === undefined) return [[at, height]];
    // If less is better, the line continues to the right, else to the left.
    return [x.better === 'more' ? [previous.x, height] : [at, previous.y], [at, height]];
  });
}

function isDominating(a: FrontPoint, b: FrontPoint, x: ChartAxis, y: ChartAxis): boolean {
  const sign = (axis: ChartAxis, usual: 'more' | 'less') => ((axis.better ?? usual) === 'more' ? 1 : -1);
  const [dx, dy] = [(a.x - b.x) * sign(x, 'less'), (a.y - b.y) * sign(y, 'more')];
  return dx >= 0 && dy >= 0 && (dx > 0 || dy > 0);
}

/** Returns the step line as small boxes, which labels avoid. */
function toBoxes(corners: readonly (readonly [x: number, y: number])[]): LabelBox[] {
  const boxes = corners.map(([x, y]) => createBoxAround(x, y, 1));
  return boxes.slice(1).flatMap((b, i) =>
    boxes.slice(i, i + 1).map((a) => {
      return {
        left: Math.min(a.left, b.left),
        right: Math.max(a.right, b.right),
        top: Math.min(a.top, b.top),
        bottom: Math.max(a.bottom, b.bottom),
      };
    }),
  );
}

function toPath(corners: readonly (readonly [x: number, y: number])[]): string {
  const round = (value: number) => Math.round(value * 100) / 100;
  return corners.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

type AxisFormats = Record<'x' | 'y', { format(value: number): string }>;

function formatPoint({ label, x, y, note }: FrontPoint, formats: AxisFormats): string {
  return `${label}: ${formats.x.format(x)}, ${formats.y.format(y)}${note ? ` (${note})` : ''}`;
}

function describeFront({ x, y }: FrontChart, points: readonly FrontPoint[]): string {
  const front = points.filter(({ on_front }) => on_front).map(({ label }) => label);
  const names = front.length === 0 ? 'none' : front.slice(0, 10).join(', ');
  return (
    `${formatAxisName(y)} over ${formatAxisName(x)} of ${points.length}. On the front: ` +
    `${names}${front.length > 10 ? ` and ${front.length - 10} more` : ''}.`
  );
}
