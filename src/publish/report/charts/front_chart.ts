import type { Axis, FrontChart } from '../blocks.js';
import { axisName, type Frame, leftAxis, lowerAxis, ticksWidth, xOf, yOf } from './axes.js';
import { around, type Box, placeLabels } from './labels.js';
import { scaleOf } from './scale.js';
import { drawing, element, tip, WIDTH, words } from './svg.js';

type Point = FrontChart['points'][number];

const HEIGHT = 340;
const POINTS = 200;

/** Points of two measures; those on the front are filled, and a step line leads along what they reach. */
export function frontChart(chart: FrontChart, id: string): string {
  const known = chart.points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  // Those on the front choose their labels first.
  const points = [...known.filter(({ on_front }) => on_front), ...known.filter(({ on_front }) => !on_front)].slice(
    0,
    POINTS,
  );
  const scales = {
    x: scaleOf(
      points.map(({ x }) => x),
      chart.x,
    ),
    y: scaleOf(
      points.map(({ y }) => y),
      chart.y,
    ),
  };
  const frame: Frame = { left: ticksWidth(scales.y), right: WIDTH - 14, top: 26, bottom: HEIGHT - 42 };
  const [x, y] = [xOf(scales.x, frame), yOf(scales.y, frame)];
  const corners = steps(points, chart).map((point) => [x(point[0]), y(point[1])] as const);
  const places = points.map((point) => ({ x: x(point.x), y: y(point.y), label: point.label }));
  const labels = placeLabels(places, boxesOf(corners), { ...frame, left: frame.left - 4, right: WIDTH - 2, top: 16 });
  const unnamed = labels.filter((label) => label === undefined).length;
  const left_out = chart.points.length - points.length;
  return drawing(
    id,
    HEIGHT + (unnamed + left_out > 0 ? 16 : 0),
    { title: chart.title, desc: described(chart, points) },
    [
      ...leftAxis(scales.y, chart.y, frame),
      ...lowerAxis(scales.x, chart.x, frame),
      ...(corners.length > 1 ? [element('path', { class: 'front', d: pathOf(corners) })] : []),
      ...points.map((point, at) =>
        element(
          'circle',
          { class: point.on_front ? 'point on' : 'point', cx: places[at]!.x, cy: places[at]!.y, r: 4.5 },
          tip(textOf(point, scales)),
        ),
      ),
      ...labels.flatMap((label) =>
        label === undefined
          ? []
          : [words(label.text, { class: 'name', x: label.x, y: label.y, 'text-anchor': label.anchor })],
      ),
      ...(unnamed + left_out > 0 ? [words(remark(unnamed, left_out), { class: 'tick', x: 2, y: HEIGHT + 10 })] : []),
    ],
  );
}

function remark(unnamed: number, left_out: number): string {
  const parts = [
    ...(unnamed > 0 ? [`${unnamed} without room for a name`] : []),
    ...(left_out > 0 ? [`${left_out} not drawn`] : []),
  ];
  return `${parts.join(', ')}: see the table`;
}

/**
 * Corners of the step line through the points of the front that none of them dominates in these two measures (a front of more measures
 * has others too): up to the next point the measure on the left stays what it was.
 */
function steps(points: readonly Point[], { x, y }: FrontChart): (readonly [x: number, y: number])[] {
  const front = points.filter(({ on_front }) => on_front);
  const line = front
    .filter((one) => !front.some((other) => dominates(other, one, x, y)))
    .sort((a, b) => a.x - b.x || a.y - b.y);
  return line.flatMap(({ x: at, y: height }, i): (readonly [number, number])[] => {
    const before = line[i - 1];
    if (before === undefined) return [[at, height]];
    // Where less is better what is reached goes on to the right; where more is better, to the left.
    return [x.better === 'more' ? [before.x, height] : [at, before.y], [at, height]];
  });
}

function dominates(a: Point, b: Point, x: Axis, y: Axis): boolean {
  const sign = (axis: Axis, usual: 'more' | 'less') => ((axis.better ?? usual) === 'more' ? 1 : -1);
  const [dx, dy] = [(a.x - b.x) * sign(x, 'less'), (a.y - b.y) * sign(y, 'more')];
  return dx >= 0 && dy >= 0 && (dx > 0 || dy > 0);
}

/** The line as small boxes, which labels keep away from. */
function boxesOf(corners: readonly (readonly [x: number, y: number])[]): Box[] {
  return corners.slice(1).map(([x, y], i) => {
    const [fx, fy] = corners[i]!;
    const [a, b] = [around(fx, fy, 1), around(x, y, 1)];
    return {
      left: Math.min(a.left, b.left),
      right: Math.max(a.right, b.right),
      top: Math.min(a.top, b.top),
      bottom: Math.max(a.bottom, b.bottom),
    };
  });
}

function pathOf(corners: readonly (readonly [x: number, y: number])[]): string {
  const round = (value: number) => Math.round(value * 100) / 100;
  return corners.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

type Formats = Record<'x' | 'y', { format(value: number): string }>;

function textOf({ label, x, y, note }: Point, formats: Formats): string {
  return `${label}: ${formats.x.format(x)}, ${formats.y.format(y)}${note ? ` (${note})` : ''}`;
}

function described({ x, y }: FrontChart, points: readonly Point[]): string {
  const front = points.filter(({ on_front }) => on_front).map(({ label }) => label);
  const names = front.length === 0 ? 'none' : front.slice(0, 10).join(', ');
  return `${axisName(y)} over ${axisName(x)} of ${points.length}. On the front: ${names}${front.length > 10 ? ` and ${front.length - 10} more` : ''}.`;
}
