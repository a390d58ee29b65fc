import { renderReportLines } from '../../src/publish/report/terminal/render_report_lines.js';
import type { ReportView } from '../../src/publish/report/view/report_view.js';
import { renderStyledLine, type StyledLine } from '../../src/publish/text/styled_line.js';

/** Returns lines as a terminal gets them, with a line break behind each. */
export const asText = (lines: readonly StyledLine[], colour = false): string =>
  lines.map((line) => `${renderStyledLine(line, colour)}\n`).join('');

/** Renders a report for a terminal of so many columns. */
export const renderTerminal = (view: ReportView, { columns, colour }: { columns: number; colour: boolean }): string =>
  asText(renderReportLines(view, columns), colour);
