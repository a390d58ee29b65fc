import type { LineChart } from '../blocks.js';
import { axisName, type Frame, leftAxis, lowerAxis, ticksWidth, xOf, yOf } from './axes.js';
import { scaleOf } from './scale.js';
import { drawing, element, fitted, LINE, tip, units, WIDTH, words } from './svg.js';

const HEIGHT = 320;
/** As many as can be told apart by colour and dashes. */
const LINES = 8;
const POINTS = 500;

/** Curves over a common axis; their names are below, each behind a piece of its line. */
export function lineChart(chart: LineChart, id: string): string {
  const all = chart.lines.map(({ label, points }) => ({
    label,
    points: points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)),
  }));
  const lines = all.filter(({ points }) => points.length > 0).slice(0, LINES);
  const values = lines.flatMap(({ points }) => points);
  const scales = {
    x: scaleOf(
      values.map(([x]) => x),
      chart.x,
    ),
    y: scaleOf(
      values.map(([, y]) => y),
      chart.y,
    ),
  };
  const frame: Frame = { left: ticksWidth(scales.y), right: WIDTH - 14, top: 26, bottom: HEIGHT - 42 };
  const [x, y] = [xOf(scales.x, frame), yOf(scales.y, frame)];
  const hidden = chart.lines.length - lines.length;
  const legend = Math.ceil(lines.length / 2) * (LINE + 4);
  const desc = `${axisName(chart.y)} over ${axisName(chart.x)}: ${lines.map(({ label }) => label).join(', ') || 'nothing'}.`;
  return drawing(id, HEIGHT + legend + (hidden > 0 ? LINE + 4 : 0), { title: chart.title, desc }, [
    ...leftAxis(scales.y, chart.y, frame),
    ...lowerAxis(scales.x, chart.x, frame),
    ...lines.map(({ label, points }, at) => {
      const shown = thinned(points).map(([px, py]) => [x(px), y(py)] as const);
      // A single point is no line that anybody could see.
      return shown.length === 1
        ? element('circle', { class: `dot line-${at}`, cx: shown[0]![0], cy: shown[0]![1], r: 3 }, tip(label))
        : element('path', { class: `line line-${at}`, d: pathOf(shown, chart.step) }, tip(label));
    }),
    ...lines.flatMap(({ label }, at) => {
      const left = 2 + (at % 2) * (WIDTH / 2);
      const top = HEIGHT + 8 + Math.floor(at / 2) * (LINE + 4);
      return [
        element('path', { class: `line line-${at}`, d: `M${units(left)} ${units(top - 4)}h24` }),
        words(fitted(label, WIDTH / 2 - 40), { class: 'name', x: left + 30, y: top }),
      ];
    }),
    ...(hidden > 0
      ? [words(`${hidden} not drawn: see the table`, { class: 'tick', x: 2, y: HEIGHT + legend + 10 })]
      : []),
  ]);
}

/** More points than units of the drawing show nothing more; the last one always stays. */
function thinned(points: LineChart['lines'][number]['points']): LineChart['lines'][number]['points'] {
  if (points.length <= POINTS) return points;
  const every = points.length / POINTS;
  const kept = Array.from({ length: POINTS }, (_, i) => points[Math.floor(i * every)]!);
  return [...kept, points.at(-1)!];
}

/** A step keeps its height up to the next point. */
function pathOf(points: readonly (readonly [x: number, y: number])[], step: boolean): string {
  return points
    .map(([x, y], i) => {
      if (i === 0) return `M${units(x)} ${units(y)}`;
      return step ? `H${units(x)}V${units(y)}` : `L${units(x)} ${units(y)}`;
    })
    .join('');
}
