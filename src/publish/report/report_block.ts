/**
 * Block of a report as data, before it is rendered as Markdown, HTML or terminal text. Texts are plain; renderers
 * escape.
 *
 * A table with the same numbers always stands beside a chart. Markdown and terminals draw bars and intervals in
 * characters; only HTML draws fronts and curves.
 */
export type ReportBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | ReportTable
  | { kind: 'chart'; chart: ReportChart };

/** Table of texts; the first column names the row. */
export interface ReportTable {
  kind: 'table';
  caption: string;
  columns: readonly { head: string; align?: 'left' | 'right' }[];
  rows: readonly (readonly string[])[];
  /** The table is folded until the reader opens it. */
  folded?: boolean;
}

/** Chart of a report. */
export type ReportChart = FrontChart | ForestChart | BarChart | LineChart;

/** Points of two measures, with a step line along those that no other point dominates. */
export interface FrontChart {
  kind: 'front';
  title: string;
  x: ChartAxis;
  y: ChartAxis;
  points: readonly { label: string; x: number; y: number; on_front: boolean; note?: string }[];
}

/** Estimates with intervals in rows, beside a line of reference. */
export interface ForestChart {
  kind: 'forest';
  title: string;
  x: ChartAxis;
  reference: number;
  rows: readonly { label: string; point: number; low: number; high: number; note?: string; tone?: ChartTone }[];
}

/** Values as bars from 0, with intervals if there are any. */
export interface BarChart {
  kind: 'bars';
  title: string;
  x: ChartAxis;
  rows: readonly { label: string; value: number; low?: number; high?: number; tone?: ChartTone }[];
}

/** Curves over a common axis, as steps or as lines through points. */
export interface LineChart {
  kind: 'lines';
  title: string;
  x: ChartAxis;
  y: ChartAxis;
  step: boolean;
  lines: readonly { label: string; points: readonly (readonly [x: number, y: number])[] }[];
}

/** Axis of a chart. */
export interface ChartAxis {
  label: string;
  format: 'percent' | 'usd' | 'time' | 'number';
  /** Direction that is better; the label says it. */
  better?: 'more' | 'less';
  /** Ends of the axis; default: those of the values. */
  range?: readonly [number, number];
}

/** Meaning of a value, shown as a colour. */
export type ChartTone = 'good' | 'bad' | 'doubt' | 'quiet';

/** Part of a report with its own heading. */
export interface ReportSection {
  id: string;
  title: string;
  blocks: readonly ReportBlock[];
}
