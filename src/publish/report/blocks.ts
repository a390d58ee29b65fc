/**
 * A report as data: what sections of an analysis say, before it is Markdown, HTML or text for a terminal. Texts are plain; renderers escape.
 *
 * A chart always stands beside a table with the same numbers. Markdown and terminals draw bars and intervals in characters; fronts and
 * curves are drawn in HTML alone.
 */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | Table
  | { kind: 'chart'; chart: Chart };

/** A table. Cells are texts; the first column names the row. */
export interface Table {
  kind: 'table';
  caption: string;
  columns: readonly { head: string; align?: 'left' | 'right' }[];
  rows: readonly (readonly string[])[];
  /** Hidden until it is asked for. */
  folded?: boolean;
}

export type Chart = FrontChart | ForestChart | BarChart | LineChart;

/** Points of two measures with the step line of those that no other dominates. */
export interface FrontChart {
  kind: 'front';
  title: string;
  x: Axis;
  y: Axis;
  points: readonly { label: string; x: number; y: number; on_front: boolean; note?: string }[];
}

/** Estimates with intervals, one under the other, beside a line of reference. */
export interface ForestChart {
  kind: 'forest';
  title: string;
  x: Axis;
  reference: number;
  rows: readonly { label: string; point: number; low: number; high: number; note?: string; tone?: Tone }[];
}

export interface BarChart {
  kind: 'bars';
  title: string;
  x: Axis;
  rows: readonly { label: string; value: number; low?: number; high?: number; tone?: Tone }[];
}

/** Curves over a common axis, as steps or as lines through points. */
export interface LineChart {
  kind: 'lines';
  title: string;
  x: Axis;
  y: Axis;
  step: boolean;
  lines: readonly { label: string; points: readonly (readonly [x: number, y: number])[] }[];
}

export interface Axis {
  label: string;
  format: 'percent' | 'usd' | 'time' | 'number';
  /** Which way is better, said beside the label. */
  better?: 'more' | 'less';
  /** Ends of the axis; default: those of the values. */
  range?: readonly [number, number];
}

export type Tone = 'good' | 'bad' | 'doubt' | 'quiet';

/** A part of a report with a heading of its own. */
export interface Section {
  id: string;
  title: string;
  blocks: readonly Block[];
}
