import type { Axis, BarChart, ForestChart, Tone } from '../blocks.js';
import { axisName, type Frame, lowerAxis, xOf } from './axes.js';
import { difference, type Scale, scaleOf } from './scale.js';
import { drawing, element, fitted, textWidth, tip, WIDTH, words } from './svg.js';

const ROW = 22;
const ROWS = 40;
const NAMES = 170;

/** Estimates with intervals, one under the other, beside the line of reference. */
export function forestChart({ title, x: axis, reference, rows }: ForestChart, id: string): string {
  const known = rows.filter(({ point, low, high }) => [point, low, high].every(Number.isFinite));
  const scale = scaleOf([...known.flatMap(({ low, point, high }) => [low, point, high]), reference], axis);
  const told = difference(scale, reference);
  const desc = `${axisName(axis)} with intervals, reference ${scale.format(reference)}.`;
  return rowChart(
    { id, title, desc, axis, scale, rows: known, all: rows.length, value: ({ point }) => told(point) },
    (frame) => {
      const x = xOf(scale, frame);
      const line = element('line', {
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
          return element(
            'g',
            { class: toneOf(tone) },
            tip(`${label}: ${told(point)}, ${range}${note ? ` (${note})` : ''}`),
            ...interval(scale, x, low, high, y),
            element('circle', { class: 'dot', cx: x(point), cy: y, r: 4 }),
          );
        },
      };
    },
  );
}

/** Values as bars from 0, with intervals where there are any. */
export function barChart({ title, x: axis, rows }: BarChart, id: string): string {
  const known = rows.filter(({ value }) => Number.isFinite(value));
  const scale = scaleOf([0, ...known.flatMap(({ value, low = value, high = value }) => [low, value, high])], axis);
  const desc = `${axisName(axis)} as bars.`;
  return rowChart(
    { id, title, desc, axis, scale, rows: known, all: rows.length, value: ({ value }) => scale.format(value) },
    (frame) => {
      const x = xOf(scale, frame);
      return {
        behind: [],
        draw: ({ label, value, low, high, tone }, y) => {
          const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
          const ranged = low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high);
          const range = ranged ? `, ${scale.format(low)} to ${scale.format(high)}` : '';
          return element(
            'g',
            { class: toneOf(tone) },
            tip(`${label}: ${scale.format(value)}${range}`),
            element('rect', { class: 'bar', x: from, y: y - 6, width: to - from, height: 12 }),
            ...(ranged ? interval(scale, x, low, high, y) : []),
          );
        },
      };
    },
  );
}

interface Rows<R> {
  id: string;
  title: string;
  desc: string;
  axis: Axis;
  scale: Scale;
  rows: readonly R[];
  all: number;
  value(row: R): string;
}

type Drawn<R> = { behind: readonly string[]; draw(row: R, y: number): string };

/** Names on the left, values on the right, in between what is drawn of each row. */
function rowChart<R extends { label: string }>(
  { id, title, desc, axis, scale, rows, all, value }: Rows<R>,
  drawn: (frame: Frame) => Drawn<R>,
): string {
  const shown = rows.slice(0, ROWS);
  const texts = shown.map((row) => ({ name: fitted(row.label, NAMES), value: value(row) }));
  const widest = (of: (text: (typeof texts)[number]) => string) =>
    texts.reduce((most, text) => Math.max(most, textWidth(of(text))), 0);
  const frame: Frame = {
    left: widest((text) => text.name) + 14,
    right: WIDTH - widest((text) => text.value) - 14,
    top: 6,
    bottom: 10 + Math.max(1, shown.length) * ROW,
  };
  const { behind, draw } = drawn(frame);
  const hidden = all - shown.length;
  return drawing(id, frame.bottom + (hidden > 0 ? 58 : 42), { title, desc }, [
    ...lowerAxis(scale, axis, frame),
    ...behind,
    ...shown.flatMap((row, at) => {
      const y = 8 + ROW * (at + 0.5);
      return [
        words(texts[at]!.name, { class: 'name', x: 2, y: y + 4 }),
        draw(row, y),
        words(texts[at]!.value, { class: 'name', x: WIDTH - 2, y: y + 4, 'text-anchor': 'end' }),
      ];
    }),
    ...(hidden > 0 ? [words(`${hidden} not drawn: see the table`, { class: 'tick', x: 2, y: frame.bottom + 52 })] : []),
  ]);
}

/** A line with ends; an end beyond the axis is an arrow. */
function interval(scale: Scale, x: (value: number) => number, low: number, high: number, y: number): string[] {
  const end = (value: number, way: -1 | 1) =>
    scale.share(value) < -1e-9 || scale.share(value) > 1 + 1e-9
      ? element('path', { class: 'dot', d: `M${round(x(value))} ${y}l${-7 * way} -4v8z` })
      : element('line', { class: 'range', x1: x(value), x2: x(value), y1: y - 4, y2: y + 4 });
  return [element('line', { class: 'range', x1: x(low), x2: x(high), y1: y, y2: y }), end(low, -1), end(high, 1)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function toneOf(tone: Tone | undefined): string {
  return tone ?? 'plain';
}
