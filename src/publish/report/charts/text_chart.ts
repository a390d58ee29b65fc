import type { BarChart, Chart, ForestChart } from '../blocks.js';
import { terminal } from '../escape.js';
import { cut, pad } from '../terminal_width.js';
import { difference, type Scale, scaleOf } from './scale.js';

const ROWS = 30;
const NAMES = 28;

/** A chart in plain characters, at most `columns` wide; none where only a drawing would help. */
export function textChart(chart: Chart, columns: number): string[] {
  switch (chart.kind) {
    case 'forest':
      return forest(chart, columns);
    case 'bars':
      return bars(chart, columns);
    case 'front':
    case 'lines':
      return [];
    default:
      return chart satisfies never;
  }
}

/** `  label  ├───●──┤  +0.2`: the line of reference is `┊`. */
function forest({ title, x, reference, rows }: ForestChart, columns: number): string[] {
  const shown = rows.filter(({ point, low, high }) => [point, low, high].every(Number.isFinite)).slice(0, ROWS);
  if (shown.length === 0) return [];
  const scale = scaleOf([...shown.flatMap(({ low, point, high }) => [low, point, high]), reference], x);
  const draw = (row: (typeof shown)[number], room: number) => {
    const at = place(scale, room);
    const cells = Array.from({ length: room }, () => ' ');
    cells[at(reference)] = '┊';
    for (let i = at(row.low); i <= at(row.high); i++) cells[i] = '─';
    if (at(row.low) < at(row.high)) {
      cells[at(row.low)] = '├';
      cells[at(row.high)] = '┤';
    }
    cells[at(row.point)] = '●';
    return cells.join('');
  };
  return lines(
    title,
    x.label,
    shown,
    columns,
    scale,
    (row) => difference(scale, reference)(row.point),
    draw,
    rows.length,
  );
}

/** `  label  ████████▌──  72 %`. */
function bars({ title, x, rows }: BarChart, columns: number): string[] {
  const shown = rows.filter(({ value }) => Number.isFinite(value)).slice(0, ROWS);
  if (shown.length === 0) return [];
  const scale = scaleOf([0, ...shown.flatMap(({ value, low = value, high = value }) => [low, value, high])], x);
  const draw = (row: (typeof shown)[number], room: number) => {
    const at = place(scale, room);
    const cells = Array.from({ length: room }, () => ' ');
    const [from, to] = [at(Math.min(0, row.value)), at(Math.max(0, row.value))];
    if (row.value !== 0) for (let i = from; i <= to; i++) cells[i] = '█';
    if (row.low !== undefined && row.high !== undefined) {
      for (let i = at(row.low); i <= at(row.high); i++) if (cells[i] === ' ') cells[i] = '─';
    }
    return cells.join('');
  };
  return lines(title, x.label, shown, columns, scale, (row) => scale.format(row.value), draw, rows.length);
}

/** Which cell of `room` a value falls into. */
function place({ share }: Scale, room: number): (value: number) => number {
  return (value) => Math.min(room - 1, Math.max(0, Math.round(share(value) * (room - 1))));
}

function lines<R extends { label: string }>(
  title: string,
  axis: string,
  rows: readonly R[],
  columns: number,
  scale: Scale,
  number: (row: R) => string,
  draw: (row: R, room: number) => string,
  total: number,
): string[] {
  const names = rows.map(({ label }) => cut(terminal(label), Math.min(NAMES, Math.floor(columns / 3))));
  const numbers = rows.map(number);
  const [left, right] = [pad.width(names), pad.width(numbers)];
  const room = Math.min(60, columns - left - right - 4);
  if (room < 10) return [];
  const ends = [scale.tick(scale.low), scale.tick(scale.high)] as const;
  const ruler = `${ends[0]}${' '.repeat(Math.max(1, room - ends[0].length - ends[1].length))}${ends[1]}`;
  return [
    cut(terminal(title), columns),
    ...rows.map((row, i) => `${pad.end(names[i]!, left)}  ${draw(row, room)}  ${pad.start(numbers[i]!, right)}`),
    cut(`${' '.repeat(left)}  ${ruler}  ${terminal(axis)}`, columns),
    ...(total > rows.length ? [cut(`… ${total - rows.length} more in the table`, columns)] : []),
  ];
}
