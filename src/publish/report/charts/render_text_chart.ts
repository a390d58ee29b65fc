import { escapeText } from '../../text/escape_text.js';
import { textPadding, truncateToWidth } from '../../text/measure_text_width.js';
import type { BarChart, ForestChart, ReportChart } from '../report_block.js';
import { type ChartScale, createChartScale, createDifferenceFormat } from './chart_scale.js';

const ROWS = 30;
const NAMES = 28;

/**
 * Renders a chart in plain characters, at most `columns` wide.
 *
 * @returns an empty list if only a drawing would help
 */
export function renderTextChart(chart: ReportChart, columns: number): string[] {
  switch (chart.kind) {
    case 'forest':
      return renderForest(chart, columns);
    case 'bars':
      return renderBars(chart, columns);
    case 'front':
    case 'lines':
      return [];
    default:
      return chart satisfies never;
  }
}

/** Renders rows such as `  label  ├───●──┤  +0.2`; the line of reference is `┊`. */
function renderForest({ title, x, reference, rows }: ForestChart, columns: number): string[] {
  const shown = rows.filter(({ point, low, high }) => [point, low, high].every(Number.isFinite)).slice(0, ROWS);
  if (shown.length === 0) return [];
  const scale = createChartScale([...shown.flatMap(({ low, point, high }) => [low, point, high]), reference], x);
  const draw = (row: (typeof shown)[number], room: number) => {
    const project = createCellProjection(scale, room);
    const cells = Array.from({ length: room }, () => ' ');
    cells[project(reference)] = '┊';
    for (let i = project(row.low); i <= project(row.high); i++) cells[i] = '─';
    if (project(row.low) < project(row.high)) {
      cells[project(row.low)] = '├';
      cells[project(row.high)] = '┤';
    }
    cells[project(row.point)] = '●';
    return cells.join('');
  };
  return renderRows(
    title,
    x.label,
    shown,
    columns,
    scale,
    (row) => createDifferenceFormat(scale, reference)(row.point),
    draw,
    rows.length,
  );
}

/** Renders rows such as `  label  ████████▌──  72 %`. */
function renderBars({ title, x, rows }: BarChart, columns: number): string[] {
  const shown = rows.filter(({ value }) => Number.isFinite(value)).slice(0, ROWS);
  if (shown.length === 0) return [];
  const scale = createChartScale(
    [0, ...shown.flatMap(({ value, low = value, high = value }) => [low, value, high])],
    x,
  );
  const draw = (row: (typeof shown)[number], room: number) => {
    const project = createCellProjection(scale, room);
    const cells = Array.from({ length: room }, () => ' ');
    const [left, right] = [project(Math.min(0, row.value)), project(Math.max(0, row.value))];
    if (row.value !== 0) for (let i = left; i <= right; i++) cells[i] = '█';
    if (row.low !== undefined && row.high !== undefined) {
      for (let i = project(row.low); i <= project(row.high); i++) if (cells[i] === ' ') cells[i] = '─';
    }
    return cells.join('');
  };
  return renderRows(title, x.label, shown, columns, scale, (row) => scale.format(row.value), draw, rows.length);
}

/** Creates the projection of values onto the cells of a row. */
function createCellProjection({ share }: ChartScale, room: number): (value: number) => number {
  return (value) => Math.min(room - 1, Math.max(0, Math.round(share(value) * (room - 1))));
}

function renderRows<R extends { label: string }>(
  title: string,
  axis: string,
  rows: readonly R[],
  columns: number,
  scale: ChartScale,
  number: (row: R) => string,
  draw: (row: R, room: number) => string,
  total: number,
): string[] {
  const most = Math.min(NAMES, Math.floor(columns / 3));
  const name = ({ label }: R) => truncateToWidth(escapeText(label), most);
  const [left, right] = [textPadding.width(rows.map(name)), textPadding.width(rows.map(number))];
  const room = Math.min(60, columns - left - right - 4);
  if (room < 10) return [];
  const ends = [scale.tick(scale.low), scale.tick(scale.high)] as const;
  const ruler = `${ends[0]}${' '.repeat(Math.max(1, room - ends[0].length - ends[1].length))}${ends[1]}`;
  return [
    truncateToWidth(escapeText(title), columns),
    ...rows.map(
      (row) => `${textPadding.end(name(row), left)}  ${draw(row, room)}  ${textPadding.start(number(row), right)}`,
    ),
    truncateToWidth(`${' '.repeat(left)}  ${ruler}  ${escapeText(axis)}`, columns),
    ...(total > rows.length ? [truncateToWidth(`… ${total - rows.length} more in the table`, columns)] : []),
  ];
}
