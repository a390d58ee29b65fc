/**
 * Block of a report as data, before it is rendered as Markdown, HTML or terminal text. Renderers escape.
 *
 * A table with the same numbers always stands beside a chart. Markdown and terminals draw bars and intervals in
 * characters; only HTML draws fronts and curves.
 */
export type ReportBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: RichText }
  | { kind: 'list'; items: readonly ListItem[] }
  | { kind: 'notice'; items: readonly RichText[] }
  | { kind: 'facts'; title: string; facts: readonly Fact[] }
  | ReportTable
  | { kind: 'chart'; chart: ReportChart }
  | ReportFold;

/** Piece of a sentence. Plain strings are foreign text; `trusted` holds words and figures of gatebench alone. */
export type TextPiece =
  | string
  | { trusted: string }
  | { strong: string }
  /** Name, path, command or digest. */
  | { code: string }
  /** Link out of the report, which pages do not show. */
  | { link: string; href: string }
  | { text: string; tone: ChartTone };

/** Text with its marks. */
export type RichText = string | readonly TextPiece[];

/** Item of a list; `lines` are foreign lines below it, such as the message of a test. */
export type ListItem = RichText | { text: RichText; lines: readonly string[] };

/** Named value of an attempt; `lines` are foreign lines below it. */
export interface Fact {
  name: TextPiece;
  value: RichText;
  lines?: readonly string[];
}

/** Blocks that are folded until the reader opens them. */
export interface ReportFold {
  kind: 'fold';
  title: RichText;
  blocks: readonly ReportBlock[];
  open?: boolean;
}

/** Table of texts; the first column names the row. */
export interface ReportTable {
  kind: 'table';
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly RichText[])[];
  /** The table is folded until the reader opens it. */
  folded?: boolean;
}

/** Column of a table. */
export interface TableColumn {
  head: string;
  align?: 'left' | 'right';
  /** Its texts are sentences, which need room. */
  long?: boolean;
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
  /** Answer to the question that was asked, in one sentence; the report begins with it. */
  answer?: string;
  /** The section explains figures and answers nothing: short renderings fold it or leave it out. */
  background?: boolean;
}

/** Creates the columns of a table by their heads. Those in a list are of numbers, which are aligned to the right. */
export const createColumns = (...heads: readonly (string | readonly string[])[]): ReportTable['columns'] =>
  heads.flatMap((head) =>
    typeof head === 'string' ? [{ head }] : head.map((each) => ({ head: each, align: 'right' as const })),
  );
